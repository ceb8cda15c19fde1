// Notes: what there is to know of a spot, asked for when somebody points at it.

import { $, drawn, make } from "../shared/dom.js";
import { getJson } from "../shared/requests.js";
import { announce, notice } from "./announcements.js";
import { barChart } from "./bar_chart.js";
import { address, state } from "./state.js";

const REST = 60; // milliseconds for which the pointer rests before a note is asked for

/**
 * Learn what there is to know of a spot; null if nothing came, or something has changed since.
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
  else mine.asked.delete(spot); // it may be there when it is asked for again
  return mine === state.notes ? note : null;
}

/** @param {string} spot */
export async function explain(spot) {
  const note = state.now.mine && (await learn(spot));
  if (note) notice(note.why || note.text);
}

/** Return the spot that a note is about: the one that is pointed at, or was picked last. */
const subject = () => state.pending ?? state.pointed ?? state.picks.at(-1) ?? null;

/** Return that spot and what is known of it, on a page that shows notes. */
export function knownNote() {
  const spot = subject();
  return { spot, note: ($("note") && spot && state.notes.told.get(spot)) || null };
}

/**
 * Show what is known of the subject, or ask for it after a moment's rest.
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
  if (spot && !known) state.timers.note = setTimeout(ask, REST, spot, learned);
  const said = spot === state.pending && !note?.bars.length; // by the bar, which asks whether to do it
  panel.style.minHeight = spot && !note && !said ? `${panel.offsetHeight}px` : ""; // what comes will need room again
  panel.classList.toggle("empty", !spot || said || (!note && panel.classList.contains("empty")));
  if (note) panel.replaceChildren(make("p", note.text), ...(note.bars.length ? [barChart(note.bars)] : []));
  else panel.replaceChildren(make("p", spot || state.now.over ? "" : panel.dataset.hint));
  if (note && !move && drawn(spot)?.matches(":focus-visible")) announce(note.text);
}

/**
 * @param {string} spot
 * @param {() => void} learned
 */
async function ask(spot, learned) {
  if (state.busy) return; // what is under way may cover the sheet
  if ((await learn(spot)) && subject() === spot) learned();
}
