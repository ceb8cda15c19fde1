// Where picks lead: the spots that can be picked next, and the moves that are complete.

import { follow } from "./paths.js";
import { state } from "./state.js";

/**
 * @param {string[]} picked
 * @param {Move[]} [among]
 * @returns {Outlook}
 */
export function outlook(picked, among = state.moves) {
  /** @type {Outlook} */
  const found = { next: new Set(), done: [], fits: 0, closed: picked.length === 0 };
  for (const move of among) {
    const followed = move.paths.map((path) => follow(path, picked)).filter((each) => each !== null);
    if (!followed.length) continue;
    found.fits += 1;
    followed.forEach((each) => each.next.forEach((spot) => found.next.add(spot)));
    if (followed.some((each) => each.done)) found.done.push(move);
    found.closed ||= followed.some((each) => each.closed);
  }
  return found;
}

/**
 * Return where picks lead among the legal moves, or else among replacements of earlier moves.
 * @param {string[]} [picked]
 */
export function going(picked = state.picks) {
  const found = outlook(picked);
  return found.fits || !picked.length ? found : outlook(picked, state.alternatives);
}

/**
 * Return the picks after choosing this spot: added to the current ones, or starting over.
 * @param {string} spot
 */
export function withSpot(spot) {
  for (const picked of [[...state.picks, spot], [spot]]) {
    for (const among of [state.moves, state.alternatives]) {
      const found = outlook(picked, among);
      if (found.fits) return { picked, ...found };
    }
  }
  return null;
}

/**
 * Say whether exactly one move is meant, so that it is made at once; moves with `confirm` are confirmed first.
 * @param {Outlook} outlook
 */
export const isFinal = ({ fits, done }) => done.length === 1 && fits === 1 && !done[0].confirm;
