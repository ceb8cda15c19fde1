// Picking spots: a move is made when the picks are unambiguous, and spots can be unpicked.

import { drawn, spotsIn } from "../shared/dom.js";
import { notice } from "./announcements.js";
import { explain } from "./notes.js";
import { going, isFinal, withSpot } from "./outlook.js";
import { play } from "./play.js";
import { redraw } from "./redraw.js";
import { scenes } from "./happenings.js";
import { turnTab } from "./turn_tab.js";
import { state, table } from "./state.js";

/**
 * Choose a spot: add it to the picks, make the move that it completes, or unpick it.
 * @param {string} spot
 * @param {"mouse" | "touch" | "key" | "drag" | "dropped"} how
 */
export function choose(spot, how) {
  if (state.busy || state.held) return;
  scenes.stop(); // picks refer to the current position, not to a scene
  notice("");
  state.advised = null;
  if (!going().next.has(spot) && state.picks.includes(spot)) return letGo(spot);
  const would = withSpot(spot);
  if (!would) {
    explain(spot);
    return;
  }
  if (isFinal(would) && how !== "drag") {
    const [move] = would.done;
    if (how === "touch" && state.pending !== spot && !move.opens) {
      state.pending = spot;
      redraw();
      return;
    }
    play(move.move, move.instead);
    return;
  }
  state.pending = null;
  state.picks = would.picked;
  if (how !== "drag") settle();
  redraw();
  turnTab();
}

/** Place a picked piece that needs a target on the one with the most room; it can be unpicked or dragged elsewhere. */
function settle() {
  const { next, done } = going();
  const places = spotsIn(table, "[data-places]").filter((each) => next.has(each.id));
  if (done.length || places.length !== next.size || !drawn(state.picks.at(-1))?.hasAttribute("data-drag")) return;
  const room = (/** @type {SVGElement} */ each) => (each.dataset.places ?? "").split(";").length;
  places.sort((a, b) => room(b) - room(a));
  if (places.length) state.picks.push(places[0].id);
}

/**
 * Unpick a spot, or the one picked last.
 * @param {string} [spot]
 */
export function letGo(spot) {
  const { picks } = state;
  const i = spot === undefined ? picks.length - 1 : picks.indexOf(spot);
  const without = (/** @type {number} */ from, /** @type {number} */ count) => picks.filter((_, at) => at < from || at >= from + count);
  const isPlace = (/** @type {string | undefined} */ id) => drawn(id)?.hasAttribute("data-places");
  const pairs = []; // a piece is unpicked together with its target
  if (isPlace(picks[i]) || isPlace(picks[i + 1])) pairs.push(without(i, 2));
  if (isPlace(picks[i]) || isPlace(picks[i - 1])) pairs.push(without(i - 1, 2));
  const paired = pairs.find((left) => going(left).closed);
  const single = without(i, 1);
  state.picks = paired ?? (going(single).fits ? single : picks.slice(0, i));
  state.pending = state.advised = null;
  redraw();
}

/** Cancel: let go of everything that is picked. */
export function cancel() {
  state.picks = [];
  state.pending = state.advised = null;
  redraw();
}

/** Go one step back: cancel a move that waits for its second tap, or the last pick. */
export function stepBack() {
  if (!state.pending) return letGo();
  state.pending = null;
  redraw();
}
