// Navigation in a replay. Frames are drawn as soon as they arrive, and the next ones are prefetched, so that holding an
// arrow key does not stall.

import { $ } from "../shared/dom.js";
import { setHtml } from "../shared/morph.js";
import { drawFrame } from "./frame_view.js";
import { CHUNK_SIZE, ask, chunkOf, fetchFrames, firstOf, frameAt } from "./frames.js";
import { last, state, step } from "./replay_state.js";
import { listSteps, tellStep } from "./step_words.js";

const POLL_INTERVAL = 4000; // milliseconds between checks for new steps of a running game
const RETRY_DELAY = 1500; // milliseconds before missing frames are requested again

/** @param {number} place */
export function go(place) {
  state.at = Math.max(0, Math.min(last(), place));
  state.sheet = actor(state.at) ?? state.sheet;
  tellStep();
  cancelAnimationFrame(state.timers.drawing);
  state.timers.drawing = requestAnimationFrame(show); // several key presses within one frame are drawn once
}

/**
 * Return the seat that acts at a place, if its sheet is to be shown there.
 * @param {number} place
 */
function actor(place) {
  const seat = state.index.steps[place]?.seat ?? -1;
  return state.follows && state.index.alike && seat >= 0 ? seat : undefined;
}

function show() {
  if (!frameAt(state.at)) return bring(state.at);
  if (state.drawn !== state.at || state.drawnSheet !== state.sheet) drawFrame();
  fetchAhead();
}

/**
 * Fetch the chunk of a place and sheet, and draw it.
 * @param {number} place
 * @param {number} sheet
 */
async function bring(place, sheet = state.sheet) {
  const come = await fetchFrames(place, sheet);
  if (come === "here") show();
  else if (come === "outdated") refresh(); // the game has new steps, or a move was undone
  else if (come === "missing" && firstOf(place) === firstOf(state.at) && sheet === state.sheet) setTimeout(show, RETRY_DELAY); // the server may be restarting
}

/** Prefetch neighbouring chunks, one at a time, so that they do not delay the current one. */
function fetchAhead() {
  const { at, sheet } = state;
  const wanted = [[at + CHUNK_SIZE, sheet], [at - CHUNK_SIZE, sheet], [last(), sheet]];
  if (state.follows) for (let ahead = 1; ahead <= CHUNK_SIZE; ahead += 1) wanted.unshift([at + ahead, actor(at + ahead) ?? sheet]);
  if ([...state.chunks.values()].some((each) => !each.frames)) return;
  const next = wanted.find(([place, of]) => place >= 0 && place <= last() && !chunkOf(place, of));
  if (next) bring(next[0], next[1]);
}

/**
 * Take the steps of a replay, or replace them.
 * @param {ReplaySteps} fresh
 */
export function take(fresh) {
  state.taken += 1;
  state.index = fresh;
  state.sheet = fresh.sheet;
  state.chunks = new Map(fresh.chunk ? [[`${fresh.sheet}/${fresh.chunk.first}`, fresh.chunk]] : []);
  state.drawn = -1;
  listSteps();
  setHtml($("replay-chart"), fresh.chart);
  $("replay-chart").hidden = !fresh.chart;
  $("replay-hidden").hidden = Boolean(fresh.chart);
  $("replay-wrong").hidden = !fresh.wrong;
  $("replay-wrong").textContent = fresh.wrong ?? "";
  go(fresh.place);
}

/**
 * Fetch the steps again: of a running game, or for another sheet.
 * @param {number} sheet
 */
export async function refresh(sheet = state.sheet) {
  const { taken } = state;
  const fresh = await ask("steps", { sheet: sheet + 1, at: step().at, key: sheet === state.sheet ? state.index.key : "" });
  if (!fresh || taken !== state.taken || fresh.same) return;
  const same = fresh.steps.findIndex((/** @type {ReplayStep} */ each) => each.at === step().at); // the reader may have moved since the request
  if (state.at === last() && !state.index.over) fresh.place = fresh.steps.length - 1; // stay at the end
  else if (same >= 0) fresh.place = same;
  fresh.wrong = "";
  take(fresh);
}

/**
 * Show another sheet; if all sheets have the same steps, only its frames are fetched.
 * @param {number} seat
 */
export function turnTo(seat) {
  if (seat === state.sheet) return;
  if (!state.index.alike) return void refresh(seat);
  state.sheet = seat;
  go(state.at);
}

/**
 * Return the place of the next round's first step or, going back, of this round's or the previous one's.
 * @param {number} direction
 */
export function byRound(direction) {
  const rounds = state.index.steps.map((each) => each.round);
  if (direction > 0) {
    const next = rounds.findIndex((round, place) => place > state.at && round !== rounds[state.at]);
    return next < 0 ? last() : next;
  }
  return rounds.indexOf(rounds[Math.max(0, state.at - 1)]);
}

setInterval(() => { if (!state.index.over && document.visibilityState === "visible") refresh(); }, POLL_INTERVAL);
