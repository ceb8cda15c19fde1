// The preview of the move under the pointer, or of the picked one.

import { draw, drawn } from "../shared/dom.js";
import { marksAsPicked } from "./alternatives.js";
import { drawGain, drawMarks, drawSharedWalk, placeOf } from "./marks.js";
import { knownNote, showNote } from "./notes.js";
import { going, withSpot } from "./outlook.js";
import { follow } from "./paths.js";
import { state, table } from "./state.js";

/** Return the move to preview, if the picks are unambiguous. */
function shownMove() {
  if (state.proposed) return state.proposed;
  if (state.advised) return state.advised;
  const spot = state.pending ?? state.hovered;
  if (spot) {
    const would = withSpot(spot);
    if (would && would.done.length === 1) return would.done[0];
    if (would) return null;
  }
  const { done } = going();
  return state.picks.length && done.length === 1 ? done[0] : null;
}

export function drawPreview() {
  for (const overlay of table.querySelectorAll(".overlay")) overlay.replaceChildren();
  for (const each of table.querySelectorAll(".ghosted")) each.classList.remove("ghosted");
  for (const each of table.querySelectorAll("[aria-description]")) each.removeAttribute("aria-description");
  const move = shownMove();
  const { spot, note } = knownNote();
  if (note) {
    drawMarks(note.marks);
    drawn(spot)?.setAttribute("aria-description", note.text);
  }
  const aimed = state.pending ?? state.hovered;
  showNote(state.picks.length && aimed ? move : null, drawPreview);
  if (move) {
    describe(aimed, move, note);
    const marks = marksAsPicked(move, aimed ? [...state.picks, aimed] : state.picks);
    drawMarks(marks);
    const anchor = Object.values(marks)[0]?.at(-1)?.[0];
    const shows = move.gain !== "+0" || "write" in marks || "trace" in marks;
    if (anchor && move.gain !== null && !move.opens && shows) drawGain(anchor, move.gain, true);
  } else drawSharedWalk(state.moves);
  if (state.picks.length || onePickEach()) drawGains(move);
  if (state.picks.length) drawOffers(move);
}

/**
 * Describe the move at the spot that is pointed at.
 * @param {string | null} aimed
 * @param {Move} move
 * @param {SpotNote | null} note
 */
function describe(aimed, move, note) {
  const more = note && note.text !== move.say ? `. ${note.text}` : "";
  const gain = move.gain && !move.opens ? ` (${move.gain})` : "";
  drawn(aimed)?.setAttribute("aria-description", `${move.say}${gain}${more}`);
}

/**
 * With something picked, show at each possible target what would be written there.
 * @param {Move | null} shown
 */
function drawOffers(shown) {
  const marked = new Set((shown?.marks.write ?? []).map(([spot]) => spot));
  /** @type {Map<string, Set<string>>} */
  const offered = new Map();
  for (const move of [...state.moves, ...state.alternatives]) {
    if (!move.marks.offer || !move.paths.some((path) => follow(path, state.picks))) continue;
    for (const [spot, text] of move.marks.offer) offered.set(spot, new Set([...(offered.get(spot) ?? []), text]));
  }
  for (const [spot, texts] of offered) {
    const place = !marked.has(spot) && drawn(spot)?.matches(".lit") && placeOf(spot);
    if (place) draw(place.overlay, "text", { x: place.x, y: place.y, class: "offer-text" }, [...texts].join(place.size < 40 ? "" : " "));
  }
}

/**
 * With one piece picked, show the score at each target, unless all are equal.
 * @param {Move | null} shown
 */
function drawGains(shown) {
  if (new Set(state.moves.map((move) => move.gain)).size < 2) return;
  const marked = new Set(Object.values(shown?.marks ?? {}).flat().map(([spot]) => spot));
  for (const move of state.moves) {
    if (move === shown || !move.gain || move.gain === "+0" || move.button) continue;
    for (const path of move.paths) {
      const spot = lastPick(path, marked);
      if (!spot) continue;
      drawGain(spot, move.gain, false);
      break;
    }
  }
}

/**
 * Return the only spot that completes a path, if it is the next pick and has no mark yet.
 * @param {SpotPath} path
 * @param {Set<string>} marked
 */
function lastPick(path, marked) {
  const found = follow(path, state.picks);
  if (!found || found.next.length !== 1 || found.done) return null;
  const [spot] = found.next;
  if (marked.has(spot) || !drawn(spot)?.classList.contains("lit")) return null;
  return follow(path, [...state.picks, spot])?.done ? spot : null;
}

/** Say whether every move takes a single pick. */
const onePickEach = () => state.moves.length > 0 && state.moves.every((move) => move.paths.some((path) => path.steps.length === 1 && path.steps[0].length === 1));
