// Draws one frame of a replay: the sheet at that step, with an outline around what has changed.

import { $, allDrawn, draw, drawn, isShown } from "../shared/dom.js";
import { tumble } from "../motion/dice_roll.js";
import { forgetInk } from "../motion/pencil.js";
import { scenesOf } from "../shared/scenes.js";
import { patch } from "../shared/sheet.js";
import { setTab, tabOf } from "../shared/tabs.js";
import { frameAt, valuesAt } from "./frames.js";
import { state, step, table, words } from "./replay_state.js";

const LARGEST_OUTLINE = 0.3; // the largest share of a drawing's area that is outlined; more would say nothing
const FULL_CELL = 0.6; // a cell with more than this share of its group's area is outlined instead of the group

export const scenes = scenesOf(table, state.values, { words, shown: clearOutlines, stopped: outlineChanges });

export function drawFrame() {
  scenes.stop();
  const now = valuesAt(state.at);
  /** @type {Record<string, any>} */
  const fresh = {};
  for (const [name, value] of Object.entries(now)) {
    const old = state.values.get(name);
    if (old !== value && (typeof value === "string" || JSON.stringify(old) !== JSON.stringify(value))) fresh[name] = value;
  }
  for (const name of [...state.values.keys()]) if (!(name in now)) forget(name);
  const rolls = step().dice && state.drawn === state.at - 1;
  patch(table, state.values, fresh);
  scenes.take(state.values.get("scenes"), false);
  $("scenes-again").hidden = !frameAt(state.at)?.scenes;
  state.drawn = state.at;
  state.drawnSheet = state.sheet;
  turnTab();
  outlineChanges();
  forgetInk();
  if (rolls) tumble(table, new Set(Object.keys(fresh).map((name) => name.replace("svg/", ""))), () => {});
}

/**
 * Remove a value; a part without a value is hidden.
 * @param {string} name
 */
function forget(name) {
  state.values.delete(name);
  if (name.startsWith("part/")) table.querySelector(`svg[data-part="${name.slice(5)}"]`)?.replaceChildren();
}

/** On a phone, switch to the tab where something has changed. */
function turnTab() {
  const tabs = allDrawn(frameAt(state.at)?.changed ?? []).map(tabOf).filter(Boolean);
  if (tabs[0] && !tabs.includes(table.dataset.tab)) setTab(table, tabs[0]);
}

export function outlineChanges() {
  clearOutlines();
  if (state.drawn !== state.at || state.drawnSheet !== state.sheet) return;
  for (const id of frameAt(state.drawn)?.changed ?? []) {
    const group = drawn(id);
    const svg = group?.ownerSVGElement;
    if (!group || !svg || !isShown(svg) || group.closest(".felt")) continue; // rolled dice are visible anyway
    outline(group, svg);
  }
}

/**
 * @param {SVGGElement} group
 * @param {SVGSVGElement} svg
 */
function outline(group, svg) {
  const { x, y, width, height } = group.getBBox();
  const box = svg.viewBox.baseVal;
  if (!width || !height || width * height > LARGEST_OUTLINE * box.width * box.height) return;
  const overlay = /** @type {SVGGElement} */ (svg.querySelector(".overlay"));
  const cell = /** @type {SVGGraphicsElement | null} */ (group.querySelector(".cell"));
  const { width: wide = 0, height: high = 0 } = cell?.getBBox() ?? {};
  if (cell && wide * high > FULL_CELL * width * height) overlay.append(cell.cloneNode()); // such as a hexagon
  else draw(overlay, "rect", { x: x - 3, y: y - 3, width: width + 6, height: height + 6, rx: 6 });
  overlay.lastElementChild?.setAttribute("class", "replay-mark");
}

function clearOutlines() {
  for (const old of table.querySelectorAll(".replay-mark")) old.remove();
}
