// Where picks lead: which spots go on from them, and which moves they make.

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
 * Return where picks lead: to a legal move, or else to one in place of an earlier choice.
 * @param {string[]} [picked]
 */
export function going(picked = state.picks) {
  const found = outlook(picked);
  return found.fits || !picked.length ? found : outlook(picked, state.alternatives);
}

/**
 * Return what would be picked if this spot were chosen now: on from here, or from the beginning.
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
 * Say whether nothing else could be meant, so that the move is made; one laid out bit by bit is asked for once more.
 * @param {Outlook} outlook
 */
export const isFinal = ({ fits, done }) => done.length === 1 && fits === 1 && !done[0].confirm;
