// Making a move: it is sent, and if it was the wish to roll, the dice are rolled at once.

import { $ } from "../shared/dom.js";
import { send } from "./server.js";
import { state } from "./state.js";

/**
 * Make a move of the seat that is shown; return whether it was made.
 * @param {string} move
 * @param {string} [instead] the earlier move that it replaces
 */
export async function play(move, instead) {
  const rolls = state.moves.some((each) => each.move === move && each.rolls);
  const made = await send("play", { seat: state.seen.show, move, instead });
  if (made && rolls && !state.held) roll();
  return made;
}

/** Roll, if that is what can be done now; people with dice of their own are asked what these show. */
export function roll() {
  if (!$("roll").hidden && !$("roll").disabled) $("roll").click();
}
