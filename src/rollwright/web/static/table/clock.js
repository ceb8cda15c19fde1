// The time left for each player, by the server's clock.

import { findAll } from "../shared/dom.js";
import { fill } from "../shared/words.js";
import { state, words } from "./state.js";

/**
 * Estimate the server's clock from what it says.
 * @param {number} told in Unix milliseconds
 */
export function heardTime(told) {
  if (told) state.clockSkew = told - Date.now();
}

export function tick() {
  for (const place of findAll(document, "[data-clock]")) {
    const until = state.now.clock?.[place.dataset.clock ?? ""];
    place.textContent = until && !state.now.over ? fill(words.left, { time: asTime(until - Date.now() - state.clockSkew) }) : "";
  }
}

/** @param {number} milliseconds */
function asTime(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  if (days) return `${days}d ${two(hours)}h`;
  if (hours) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}
