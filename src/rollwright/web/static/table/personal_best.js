// The best results of solo games on this device, kept in browser storage.

import { $, find, make } from "../shared/dom.js";
import { keep, recall } from "../shared/storage.js";
import { fill } from "../shared/words.js";
import { state, table, words } from "./state.js";

const MAX_KEPT = 10;
const LATEST_DATE = 8.64e15; // the largest valid Date, in milliseconds

/** @typedef {{ table: string, halves: number, date: number }} Result */

/**
 * Return the stored results under a name, the best first, ignoring invalid entries.
 * @param {string} name
 * @returns {Result[]}
 */
function results(name) {
  try {
    const found = JSON.parse(recall(name) ?? "null") ?? [];
    return found.filter((/** @type {Result} */ { table, halves, date }) => typeof table === "string" && Number.isInteger(halves) && Math.abs(date) < LATEST_DATE);
  } catch { return []; }
}

/**
 * Store the single result of a table, replacing or removing an earlier one. Return whether it is among the best.
 * @param {string} name
 * @param {string} id
 * @param {number | null} halves
 * @param {number} date
 */
function keepResult(name, id, halves, date) {
  const known = results(name);
  const old = known.find((each) => each.table === id);
  if (old?.halves === halves) return true;
  if (!old && halves === null) return true;
  const others = known.filter((each) => each !== old);
  const now = halves === null ? others : [...others, { table: id, halves, date }];
  const text = JSON.stringify(now.sort((a, b) => b.halves - a.halves || a.date - b.date).slice(0, MAX_KEPT));
  keep(name, text);
  return recall(name) === text;
}

/** @param {number} halves */
function asPoints(halves) {
  const whole = Math.trunc(Math.abs(halves) / 2);
  return `${halves < 0 ? "-" : ""}${halves % 2 ? `${whole || ""}½` : whole}`;
}

/** @param {number} date */
const asDate = (date) => new Intl.DateTimeFormat(state.seen.language, { dateStyle: "long" }).format(date);

/**
 * Show how a finished game compares with the others on this device, and during the game the result to beat.
 * Return whether it is better than all before.
 * @param {Partial<TableState>} before
 */
export function tellBest(before) {
  const aim = find(table, ".best-aim") ?? /** @type {HTMLElement} */ ($("score").parentElement).appendChild(make("p", "", "best-aim small"));
  const told = find(table, ".end .best");
  const { goal, verdict, better } = state.now.alone ? compare(state.now.alone, before) : { goal: "", verdict: "", better: false };
  aim.textContent = goal;
  aim.hidden = !goal;
  if (told) {
    told.textContent = verdict;
    told.hidden = !verdict;
  }
  return better;
}

/**
 * @param {NonNullable<TableState["alone"]>} alone
 * @param {Partial<TableState>} before
 */
function compare({ key, halves, opened }, before) {
  const name = `best-${key}`;
  const id = table.dataset.table ?? "";
  const { over } = state.now;
  const kept = keepResult(name, id, over ? halves : null, before.over === false ? Date.now() : opened);
  const others = results(name).filter((each) => each.table !== id);
  const mine = results(name).find((each) => each.table === id);
  return {
    goal: !over && others.length ? fill(words.aim, { points: asPoints(others[0].halves) }) : "",
    verdict: over && kept ? verdictOf(halves, mine, others) : "",
    better: over && kept && others.length > 0 && others[0].halves < halves,
  };
}

/**
 * @param {number} halves
 * @param {Result | undefined} mine
 * @param {Result[]} others
 */
function verdictOf(halves, mine, others) {
  const best = others[0];
  const tell = (/** @type {string} */ text, /** @type {Result} */ each) => fill(text, { points: asPoints(each.halves), date: asDate(each.date) });
  if (best?.halves > halves) return tell(words.beat, best);
  if (best?.halves === halves) return tell(words.equal, best);
  const earlier = others.find((each) => mine && each.date < mine.date);
  if (!others.length) return ""; // a first game has nothing to be better than
  return earlier ? tell(words.better, earlier) : words.best;
}
