// What this browser keeps. One that keeps nothing is no reason to stop: it is asked or told again.

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
 * Recall what was kept as JSON; null if there is none, or somebody else wrote it.
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
 * Propose the name that was given last time.
 * @param {HTMLInputElement | null | undefined} field
 */
export function proposeName(field) {
  if (field && !field.value) field.value = recall(NAME) ?? "";
}

export const RECORD = "rollwright-record";
export const PROOF = "rollwright-seen";
