// On a phone, switches to the tab and scrolls to the place of the next pick.

import { $, allDrawn, find, findAll, get, isShown } from "../shared/dom.js";
import { phone, reducedMotion } from "../shared/media.js";
import { setTab, tabOf } from "../shared/tabs.js";
import { going } from "./outlook.js";
import { state, table } from "./state.js";

/** Switch to the tab where the next pick can be made. */
export function turnTab() {
  const tabs = new Set(findAll(table, "[data-tab]").map((each) => each.dataset.tab));
  const tabsOf = (/** @type {Iterable<string>} */ spots) => [...new Set(allDrawn(spots).map(tabOf))].filter((each) => each !== undefined && tabs.has(each));
  let wanted = tabsOf(going().next);
  if (!wanted.length) { // the pick is elsewhere: use the spot that would be written, if there is only one
    const written = tabsOf(state.moves.flatMap((move) => move.marks.write ?? []).map(([spot]) => spot));
    wanted = written.length === 1 ? written : [];
  }
  if (wanted[0] && !wanted.includes(table.dataset.tab)) setTab(table, wanted[0]);
}

/** Scroll to the figure where the next pick can be made, if there is only one. */
export function seek() {
  const figureOf = (/** @type {Element} */ spot) => spot.closest(".sheet figure");
  const lit = allDrawn(going().next).filter((spot) => isShown(figureOf(spot)));
  const [figure, ...more] = new Set(lit.map(figureOf));
  if (phone.matches && figure && !more.length) requestAnimationFrame(() => bringIntoSight(figure, lit));
}

/** @param {Element[]} elements */
function extent(elements) {
  const boxes = elements.map((each) => each.getBoundingClientRect());
  return { top: Math.min(...boxes.map((each) => each.top)), bottom: Math.max(...boxes.map((each) => each.bottom)) };
}

/**
 * Scroll the lit spots between the bar and the dice; with their figure, and with the whole tab, if there is room.
 * @param {Element} figure
 * @param {Element[]} lit
 */
function bringIntoSight(figure, lit) {
  const guide = find(table, ".guide:not([hidden])");
  const stays = guide && getComputedStyle($("guide")).position === "sticky";
  const high = get(table, ".bar").offsetHeight + 8 + (stays ? guide.offsetHeight + 6 : 0);
  const low = (find(table, ".dice")?.getBoundingClientRect().top ?? innerHeight) - 4;
  const wanted = [findAll(table, ".sheet .parts figure.shown"), [figure], lit].map(extent);
  const { top, bottom } = wanted.find((each) => each.bottom - each.top <= low - high) ?? wanted[2];
  const by = top < high ? top - high : bottom > low ? Math.min(bottom - low, top - high) : 0;
  if (by) scrollBy({ top: by, behavior: reducedMotion.matches ? "auto" : "smooth" });
}
