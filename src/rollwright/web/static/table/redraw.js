// Drawing again all that depends on what is picked: the page says once what that is, and then anybody asks for it.

import { going } from "./outlook.js";

/** @type {((now: Outlook) => void)[]} */
const drawers = [];

/** @param {((now: Outlook) => void)[]} draws */
export const drawWith = (...draws) => { drawers.push(...draws); };

export function redraw() {
  const now = going();
  for (const draw of drawers) draw(now);
}
