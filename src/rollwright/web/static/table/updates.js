// Applies updates from the server: draws them, announces what is new, and moves to the next action.

import { beforePaint } from "../shared/before_paint.js";
import { $, find, make } from "../shared/dom.js";
import { tumble } from "../motion/dice_roll.js";
import { showGain } from "../motion/gains.js";
import { forgetInk, writeInk } from "../motion/pencil.js";
import { calmChimes } from "../motion/sounds.js";
import { patch } from "../shared/sheet.js";
import { aside, showNews, takeNews } from "./announcements.js";
import { showAround } from "./around.js";
import { celebrate } from "./celebrate.js";
import { keepFocus } from "./focus.js";
import { showProgress } from "./frame.js";
import { showGuide } from "./guide.js";
import { dressCover, passOn, turnCover } from "./handover.js";
import { scenes, takeScenes } from "./happenings.js";
import { tellBest } from "./personal_best.js";
import { drawPlayers, expand } from "./numbers.js";
import { redraw } from "./redraw.js";
import { showScoreLines } from "./score_lines.js";
import { turnTab } from "./turn_tab.js";
import { look } from "./server.js";
import { forgetNotes, forgetPicks, state, table } from "./state.js";

/** @param {Update} update */
export function apply(update) {
  const { seen } = state;
  const turned = update.covered !== seen.covered;
  const fresh = update.boot !== seen.boot || turned;
  if (update.seat !== seen.show || update.opened !== seen.opened || (!fresh && update.version <= seen.version)) return; // already known, from the live connection or a response
  if (update.since > (fresh ? 0 : seen.version) || update.first > seen.told) { // it builds on a version that we do not have
    if (turned) look();
    return;
  }
  if (turned) turnCover(update.covered);
  const values = expand(update);
  if (!values) return startOver();
  const before = /** @type {Partial<TableState>} */ (state.now);
  const focused = document.activeElement;
  const scores = new Map([...state.values].filter(([name]) => name.startsWith("scored/")));
  take(update, values);
  const news = takeNews(update);
  takeScenes(update, before);
  if (state.now.mine) state.home = seen.show;
  const rolled = before.rolls !== undefined && before.seat === update.seat && !turned && state.now.rolls > before.rolls;
  if (rolled) roll(values, news);
  else afterRoll(() => showNews(news));
  redraw();
  if (before.seat === update.seat && !turned) beforePaint(`effects ${update.version}`, () => showEffects(update, scores), 1); // each on its own
  else forgetInk();
  showGuide(); // first, as a guide that is not wanted must not make the next tab's part smaller
  if (values.moves) bringIntoSight();
  showProgress(state.now);
  showScoreLines();
  showAround(state.now, before);
  celebrate(before, tellBest(before));
  keepFocus(focused);
  if (state.now.over && before.over === false) $("end-title")?.focus();
  dressCover(turned);
  passOn(before, turned);
}

/**
 * Let the dice tumble; the question, the lit spots and the log wait until they have landed.
 * @param {Record<string, any>} values
 * @param {LogEntry[]} news
 */
function roll(values, news) {
  state.rolling += 1;
  afterRoll(() => showNews(news));
  const groups = Object.keys(values).filter((name) => name.startsWith("svg/")).map((name) => name.slice(4));
  const isSeen = tumble(table, new Set(groups), () => {
    state.rolling -= 1;
    if (!state.rolling) for (const act of state.waiting.splice(0)) act();
    redraw();
  });
  if (!isSeen && news.length) aside(news.map((each) => each.text).join(" ")); // who goes first, say: the tray is for the next dice already
}

/**
 * Do something when the dice have landed, or now.
 * @param {() => void} act
 */
function afterRoll(act) {
  if (state.rolling) state.waiting.push(act);
  else act();
}

/**
 * Write what is new by pencil, let points fly, and show who has done something.
 * @param {Update} update
 * @param {Map<string, any>} scores before the update
 */
function showEffects(update, scores) {
  calmChimes();
  const origin = writeInk() ?? find(table, ".tray");
  for (const [name, before] of scores) {
    const after = state.values.get(name);
    if (after !== before) showGain(table, name.slice("scored/".length), before, after, name === `scored/${update.seat}` ? origin : null);
  }
  const acting = Object.keys(update.thumbnails ?? {}).filter((seat) => !state.now.seats.includes(Number(seat)));
  acting.forEach(showActing);
}

const ACTING = 800; // milliseconds for which the strip of somebody who has done something stands out

/** @param {string} seat */
function showActing(seat) {
  const strip = find(table, `[data-show="${seat}"]`)?.parentElement;
  strip?.classList.add("acts");
  setTimeout(() => strip?.classList.remove("acts"), ACTING);
}

/** Ask for everything anew: an update stands for something that this page does not have. */
function startOver() {
  state.seen.version = 0;
  look();
}

/**
 * Apply changed values to the page and the state.
 * @param {Update} update
 * @param {Record<string, any>} values
 */
function take(update, values) {
  const { seat, boot, version, since } = update;
  forgetNotes();
  patch(table, state.values, values);
  drawPlayers(update);
  state.seen.boot = boot;
  state.seen.version = version;
  if (values.state) state.now = { ...(since ? state.now : {}), ...values.state, seat };
  if (!values.moves) return;
  /** @type {Move[]} */
  const moves = values.moves;
  state.moves = moves.filter((move) => move.instead === undefined);
  state.alternatives = moves.filter((move) => move.instead !== undefined);
  forgetPicks();
  $("legal").replaceChildren(...state.moves.map((move) => Object.assign(make("option"), { value: move.move })));
}

/** After new moves have arrived, turn to the next pick, unless scenes are shown or a lesson has something to read. */
function bringIntoSight() {
  if (!scenes.isShown() && !state.held) turnTab();
}
