// The frames of a replay: fetched in chunks and cached.

import { $ } from "../shared/dom.js";
import { getJson } from "../shared/requests.js";
import { address, last, state, words } from "./replay_state.js";

export const CHUNK_SIZE = 16; // frames in a chunk, as on the server

/**
 * Fetch JSON from the server; null if it does not answer.
 * @param {string} what
 * @param {Record<string, string | number>} query
 */
export async function ask(what, query) {
  try {
    const response = await getJson(`${address}/${what}`, query);
    showLost(!response.ok, response.status === 404 ? words.gone : words.lost);
    return response.ok ? await response.json() : null;
  } catch {
    showLost(true);
    return null;
  }
}

/**
 * @param {boolean} isLost
 * @param {string} why
 */
function showLost(isLost, why = words.lost) {
  $("lost").hidden = !isLost;
  $("lost").textContent = isLost ? why : "";
}

/** @param {number} place */
export const firstOf = (place) => place - (place % CHUNK_SIZE);

/**
 * @param {number} place
 * @param {number} sheet
 */
export const chunkOf = (place, sheet = state.sheet) => state.chunks.get(`${sheet}/${firstOf(place)}`);

/** @param {number} place */
export const frameAt = (place) => chunkOf(place)?.frames?.[place % CHUNK_SIZE];

/**
 * Fetch the chunk of a place and sheet. Return "here", "missing", or "outdated" if it belongs to other steps.
 * @param {number} place
 * @param {number} sheet
 * @returns {Promise<"here" | "missing" | "outdated" | "unwanted">}
 */
export async function fetchFrames(place, sheet) {
  if (place < 0 || place > last() || chunkOf(place, sheet)) return "unwanted";
  const { chunks, taken } = state;
  const name = `${sheet}/${firstOf(place)}`;
  chunks.set(name, {});
  const found = await ask("frames", { from: firstOf(place), sheet: sheet + 1 });
  if (taken !== state.taken) return "unwanted";
  if (found?.key === state.index.key) {
    chunks.set(name, found);
    return "here";
  }
  chunks.delete(name); // it is fetched again when it is needed
  return found ? "outdated" : "missing";
}

/**
 * Return all values at a place: those of the first frame in its chunk, with the later changes applied.
 * @param {number} place
 * @returns {Record<string, any>}
 */
export function valuesAt(place) {
  const frames = chunkOf(place)?.frames ?? [];
  const found = Object.assign({}, ...frames.slice(0, (place % CHUNK_SIZE) + 1).map((frame) => frame.values));
  for (const [name, value] of Object.entries(found)) if (value === null) delete found[name];
  return found;
}
