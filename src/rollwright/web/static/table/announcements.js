// Messages besides the sheet: notices, greetings, the log, and live announcements for screen readers.

import { $, make } from "../shared/dom.js";
import { state } from "./state.js";

const LONG = 130; // letters of a notice that is set smaller on a phone, so that it has room over the question
const ASIDE_TIME = 6000; // milliseconds for which a greeting is shown

/** Takes a refusal in the page's place, and says whether it did. @type {(text: string) => boolean} */
let hear = () => false;

/** @param {(text: string) => boolean} taker */
export const hearNotices = (taker) => { hear = taker; };

/**
 * Show a notice over the page, or hide it.
 * @param {string} text
 * @param {"refused" | "told"} kind
 */
export function notice(text, kind = "refused") {
  if (text && kind === "refused" && hear(text)) return;
  $("notice").hidden = !text;
  $("notice").classList.toggle("told", kind === "told");
  $("notice").classList.toggle("long", text.length > LONG);
  $("notice").textContent = text;
}

/**
 * Show briefly what players say to each other, and who joins or leaves.
 * @param {string} text
 */
export function aside(text) {
  clearTimeout(state.timers.aside);
  $("aside").textContent = text;
  $("aside").hidden = false;
  state.timers.aside = setTimeout(() => { $("aside").hidden = true; }, ASIDE_TIME);
}

/** @param {string} text */
export function announce(text) {
  $("live").textContent = text;
}

/**
 * Return what an update tells that was not told before.
 * @param {Update} update
 */
export function takeNews(update) {
  const { seen } = state;
  if (update.first === 0 && seen.told) { // the whole story again, for another seat or none
    $("log").replaceChildren();
    seen.told = 0;
  }
  const news = update.told.slice(Math.max(0, seen.told - update.first));
  seen.told = Math.max(seen.told, update.first + update.told.length);
  return news;
}

/**
 * Tell news in the log, in the ticker, and to screen readers.
 * @param {LogEntry[]} news
 */
export function showNews(news) {
  const start = !$("log").childElementCount;
  for (const { round, text, aside: isAside } of news) {
    if (isAside && !start) aside(text);
    const item = make("li");
    item.append(make("span", round || "", "round-no"), text);
    $("log").prepend(item);
  }
  const last = news.filter((each) => !each.aside || start).at(-1);
  if (last) $("last").textContent = last.text;
  if (!start && news.length) announce(news.map((each) => each.text).join(" "));
}

$("notice").addEventListener("click", () => notice(""));
