// Going somewhere in a replay: what is drawn there comes as soon as it can, and a little is fetched ahead, so that whoever
// holds an arrow key need not wait.

import { $ } from "../shared/dom.js";
import { setHtml } from "../shared/morph.js";
import { drawFrame } from "./frame_view.js";
import { SIZE, ask, chunkOf, fetchFrames, firstOf, frameAt } from "./frames.js";
import { last, state, step } from "./replay_state.js";
import { listSteps, tellStep } from "./step_words.js";

const AGAIN = 4000; // milliseconds after which a game that goes on is asked for its news
const SOON = 1500; // after which it is asked again for what it did not send

/** @param {number} place */
export function go(place) {
  state.at = Math.max(0, Math.min(last(), place));
  state.sheet = actor(state.at) ?? state.sheet;
  tellStep();
  cancelAnimationFrame(state.timers.drawing);
  state.timers.drawing = requestAnimationFrame(show); // keys that come faster than the screen is drawn are gone through at once
}

/**
 * Return whose sheet is to be seen at a place, if it follows from who acts there.
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
 * Fetch the frames around a place of a sheet, and go on from there.
 * @param {number} place
 * @param {number} sheet
 */
async function bring(place, sheet = state.sheet) {
  const come = await fetchFrames(place, sheet);
  if (come === "here") show();
  else if (come === "outdated") refresh(); // the game has gone on, or something was taken back
  else if (come === "missing" && firstOf(place) === firstOf(state.at) && sheet === state.sheet) setTimeout(show, SOON); // the server may be restarting
}

/** Ask for what may be wanted next, one after the other, lest what is wanted now must wait. */
function fetchAhead() {
  const { at, sheet } = state;
  const wanted = [[at + SIZE, sheet], [at - SIZE, sheet], [last(), sheet]];
  if (state.follows) for (let ahead = 1; ahead <= SIZE; ahead += 1) wanted.unshift([at + ahead, actor(at + ahead) ?? sheet]);
  if ([...state.chunks.values()].some((each) => !each.frames)) return;
  const next = wanted.find(([place, of]) => place >= 0 && place <= last() && !chunkOf(place, of));
  if (next) bring(next[0], next[1]);
}

/**
 * Take the steps of a replay, or other ones in their place.
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
 * Ask which steps there are now: of a game that has gone on, or from another sheet.
 * @param {number} sheet
 */
export async function refresh(sheet = state.sheet) {
  const { taken } = state;
  const fresh = await ask("steps", { sheet: sheet + 1, at: step().at, key: sheet === state.sheet ? state.index.key : "" });
  if (!fresh || taken !== state.taken || fresh.same) return;
  const same = fresh.steps.findIndex((/** @type {ReplayStep} */ each) => each.at === step().at); // one may have stepped on since it was asked
  if (state.at === last() && !state.index.over) fresh.place = fresh.steps.length - 1; // who is at the end stays there
  else if (same >= 0) fresh.place = same;
  fresh.wrong = "";
  take(fresh);
}

/**
 * Show another sheet: where all have the same steps, its frames are all that is missing.
 * @param {number} seat
 */
export function turnTo(seat) {
  if (seat === state.sheet) return;
  if (!state.index.alike) return void refresh(seat);
  state.sheet = seat;
  go(state.at);
}

/**
 * Return the first step of the next round, or of this one or the one before.
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

setInterval(() => { if (!state.index.over && document.visibilityState === "visible") refresh(); }, AGAIN);
