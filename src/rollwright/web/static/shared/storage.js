// Browser storage. Errors are ignored: a browser that stores nothing works without it.

/**
 * @param {string} name
 * @param {"localStorage" | "sessionStorage"} storage
 */
export function recall(name, storage = "localStorage") {
  try { return window[storage].getItem(name); } catch { return null; }
}

/**
 * @param {string} name
 * @param {string} value
 * @param {"localStorage" | "sessionStorage"} storage
 */
export function keep(name, value, storage = "localStorage") {
  try { window[storage].setItem(name, value); } catch { /* nothing is kept */ }
}

/**
 * Return stored JSON; null if there is none, or it is not valid.
 * @param {string} name
 * @param {"localStorage" | "sessionStorage"} storage
 */
export function recallJson(name, storage = "localStorage") {
  try { return JSON.parse(recall(name, storage) ?? "null"); } catch { return null; }
}

const NAME = "rollwright-name";

/** @param {string} name */
export const keepName = (name) => keep(NAME, name);

/**
 * Fill in the name that was used last.
 * @param {HTMLInputElement | null | undefined} field
 */
export function proposeName(field) {
  if (field && !field.value) field.value = recall(NAME) ?? "";
}

/** @param {string} lesson */
const learnt = (lesson) => `learnt-${lesson}`;

/** Say whether a lesson was finished in this browser. @param {string} lesson */
export const isLearnt = (lesson) => recall(learnt(lesson)) !== null;

/** @param {string} lesson */
export const keepLearnt = (lesson) => keep(learnt(lesson), "1");

/** Noted once games were fetched to be played without a connection; it stays, as what was played may still be here. */
export const PLAYS_OFFLINE = "rollwright-plays-offline";
export const RECORD = "rollwright-record";
export const PROOF = "rollwright-seen";
