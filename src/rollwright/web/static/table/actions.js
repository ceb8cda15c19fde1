// The action bar: the prompt and its buttons.

import { $, drawn, get, make } from "../shared/dom.js";
import { morphChildren, setHtml } from "../shared/morph.js";
import { fill } from "../shared/words.js";
import { scenes } from "./happenings.js";
import { withSpot } from "./outlook.js";
import { state, table, words } from "./state.js";

/** @param {Outlook} outlook */
export function drawActions(outlook) {
  showButtons();
  const wanted = document.createDocumentFragment();
  wanted.append(...offered(outlook).map((move) => moveButton(move, outlook)));
  morphChildren($("actions"), wanted);
  const bar = get(table, ".bar");
  const { height } = bar.getBoundingClientRect(); // the sheet must not shift while a move is being picked
  const asked = question(outlook);
  if (asked !== undefined) setHtml($("ask"), asked);
  bar.style.minHeight = state.picks.length || state.pending ? `${height}px` : "";
}

function showButtons() {
  const { now, busy } = state;
  const picking = state.picks.length > 0 || state.pending !== null;
  $("roll").hidden = !now.roll || now.over || !now.mine || (now.own?.length ?? 0) > 0;
  $("roll").disabled = busy;
  $("undo").hidden = now.mine === false || (now.over && now.undo == null);
  table.classList.toggle("over", Boolean(now.over));
  $("undo").disabled = now.undo == null || busy;
  $("undo").textContent = now.undone ? fill(words.undo_of, { name: now.undone }) : words.undo; // on a shared screen, somebody else may have moved last
  $("hint").hidden = !now.mine || !now.hints || !state.moves.length || picking;
  $("hint").disabled = busy;
  $("let-go").hidden = !picking;
  $("typed").hidden = !now.seats.length;
  $("back").hidden = now.mine !== false || !now.seats.length;
  $("scenes-again").hidden = !scenes.any() || scenes.isShown() || picking;
}

/** @param {Outlook} outlook */
function offered(outlook) {
  if (!state.now.mine || state.busy) return [];
  if (state.pending) return withSpot(state.pending)?.done ?? [];
  if (state.picks.length) return outlook.done;
  return [...new Set([...(state.advised ? [state.advised] : []), ...state.moves.filter((move) => move.button)])];
}

/**
 * @param {Move} move
 * @param {Outlook} outlook
 */
function moveButton(move, outlook) {
  const asked = move.confirm || state.pending;
  const gain = move.gain && move.gain !== "+0" && !move.opens ? ` (${move.gain})` : ""; // a move that only opens others does not score yet
  const button = make("button", (move.button ?? (asked ? words.confirm : move.say)) + gain);
  button.type = "button";
  const strong = state.pending || state.picks.length || state.advised || !outlook.next.size; // with lit spots, the button is secondary
  button.className = strong ? "strong" : "";
  button.dataset.move = move.move;
  if (asked) button.setAttribute("aria-label", `${words.confirm}: ${move.say}${gain}`);
  return button;
}

/**
 * Return the prompt: about the current picks, or else the one from the server.
 * @param {Outlook} outlook
 * @returns {string | undefined}
 */
function question({ done, closed }) {
  const { picks, pending } = state;
  if (pending) return make("p", fill(words.look, { move: withSpot(pending)?.done[0].say })).outerHTML;
  if (picks.length && done.length === 1 && done[0].confirm) return make("p", fill(words.sure, { move: done[0].say })).outerHTML;
  if (picks.length && (!closed || (!done.length && !drawn(picks[0])?.hasAttribute("data-drag")))) {
    const label = drawn(picks.at(-1))?.getAttribute("aria-label")?.replace(/\.$/, "");
    return make("p", fill(words.picked, { spot: label })).outerHTML;
  }
  return state.values.get("html/ask");
}
