// Notes about spots, fetched when somebody points at one.

import { beforePaint } from "../shared/before_paint.js";
import { $, drawn, make } from "../shared/dom.js";
import { getJson } from "../shared/requests.js";
import { announce, notice } from "./announcements.js";
import { barChart } from "./bar_chart.js";
import { address, state } from "./state.js";

const SHORT = 52; // pixels: a note that is taller covers the whole question instead of a part of it
const HOVER_DELAY = 60; // milliseconds for which the pointer rests before a note is fetched

/**
 * Fetch the note about a spot; null if none arrived, or the table has changed since.
 * @param {string} spot
 */
export async function learn(spot) {
  const mine = state.notes;
  let asked = mine.asked.get(spot);
  if (!asked) {
    const { show, opened, language } = state.seen;
    asked = getJson(`${address}/about`, { seat: show, spot, opened, language }).then((response) => (response.ok ? response.json() : null)).catch(() => null);
    mine.asked.set(spot, asked);
  }
  const note = await asked;
  if (note) mine.told.set(spot, note);
  else mine.asked.delete(spot); // it can be requested again
  return mine === state.notes ? note : null;
}

/** @param {string} spot */
export async function explain(spot) {
  const note = state.now.mine && (await learn(spot));
  if (note) notice(note.why || note.text);
}

/** Return the spot to show a note about: tapped, pointed at, or picked last. */
const subject = () => state.pending ?? state.pointed ?? state.picks.at(-1) ?? null;

/** Return that spot and its note, on a page that shows notes. */
export function knownNote() {
  const spot = subject();
  return { spot, note: ($("note") && spot && state.notes.told.get(spot)) || null };
}

/**
 * Show the note about the subject, or fetch it after a short delay.
 * @param {Move | null} move with something picked, what the move under the pointer would do says more than the spot alone
 * @param {() => void} learned called when the note has come
 */
export function showNote(move, learned) {
  const panel = $("note");
  if (!panel) return;
  clearTimeout(state.timers.note);
  const spot = state.now.mine && !state.now.over ? subject() : null;
  const known = spot ? state.notes.told.get(spot) : undefined;
  const note = move ? { text: move.say, bars: known?.bars ?? [] } : known;
  if (spot && !known) state.timers.note = setTimeout(ask, HOVER_DELAY, spot, learned);
  const said = spot === state.pending && !note?.bars.length; // the bar shows it in its question
  panel.classList.toggle("empty", !spot || said || (!note && panel.classList.contains("empty")));
  if (note) panel.replaceChildren(make("p", note.text), ...(note.bars.length ? [barChart(note.bars)] : []));
  else if (!spot) panel.replaceChildren();
  beforePaint("note", fitNote);
  if (note && !move && drawn(spot)?.matches(":focus-visible:not(.explained)")) announce(note.text);
}

/** Let a note that is too tall for its part of the question cover all of it. */
function fitNote() {
  const panel = $("note");
  panel?.classList.toggle("tall", panel.scrollHeight > SHORT);
}

/**
 * @param {string} spot
 * @param {() => void} learned
 */
async function ask(spot, learned) {
  if (state.busy) return; // the pending request may cover the sheet
  const note = await learn(spot);
  if (subject() !== spot) return;
  if (note) return learned();
  $("note")?.classList.add("empty"); // the note of another spot is not left standing
  $("note")?.replaceChildren();
}
