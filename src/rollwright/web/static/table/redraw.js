// Redraws everything that depends on the picks. The page registers the functions once, and any module may call them.

import { going } from "./outlook.js";

/** @type {((now: Outlook) => void)[]} */
const drawers = [];

/** @param {((now: Outlook) => void)[]} draws */
export const drawWith = (...draws) => { drawers.push(...draws); };

/** How often everything was drawn. */
export const redrawn = { count: 0 };

export function redraw() {
  redrawn.count += 1;
  const now = going();
  for (const draw of drawers) draw(now);
}
