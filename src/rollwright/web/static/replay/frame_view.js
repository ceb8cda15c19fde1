// Drawing one frame of a replay: the sheet as it was, with an outline around what the step has changed.

import { $, allDrawn, draw, drawn, isShown } from "../shared/dom.js";
import { scenesOf } from "../shared/scenes.js";
import { patch, rollDice } from "../shared/sheet.js";
import { setTab, tabOf } from "../shared/tabs.js";
import { frameAt, valuesAt } from "./frames.js";
import { state, step, table, words } from "./replay_state.js";

const LARGE = 0.3; // what takes more of a drawing than this is not outlined, as that would say nothing
const MOST = 0.6; // a cell that takes more than this of its group has the shape of all of it

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
  if (rolls) rollDice(table);
}

/**
 * Forget a value; a part that is not there now is not seen.
 * @param {string} name
 */
function forget(name) {
  state.values.delete(name);
  if (name.startsWith("part/")) table.querySelector(`svg[data-part="${name.slice(5)}"]`)?.replaceChildren();
}

/** On a phone not everything is in sight: turn to where something has changed, unless somebody reads the log. */
function turnTab() {
  const tabs = allDrawn(frameAt(state.at)?.changed ?? []).map(tabOf).filter(Boolean);
  if (tabs[0] && !tabs.includes(table.dataset.tab) && table.dataset.tab !== "others") setTab(table, tabs[0]);
}

export function outlineChanges() {
  clearOutlines();
  if (state.drawn !== state.at || state.drawnSheet !== state.sheet) return;
  for (const id of frameAt(state.drawn)?.changed ?? []) {
    const group = drawn(id);
    const svg = group?.ownerSVGElement;
    if (!group || !svg || !isShown(svg) || group.closest(".dice")) continue; // of dice one sees that they fell
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
  if (!width || !height || width * height > LARGE * box.width * box.height) return;
  const overlay = /** @type {SVGGElement} */ (svg.querySelector(".overlay"));
  const cell = /** @type {SVGGraphicsElement | null} */ (group.querySelector(".cell"));
  const { width: wide = 0, height: high = 0 } = cell?.getBBox() ?? {};
  if (cell && wide * high > MOST * width * height) overlay.append(cell.cloneNode()); // a hex is outlined as a hex
  else draw(overlay, "rect", { x: x - 3, y: y - 3, width: width + 6, height: height + 6, rx: 6 });
  overlay.lastElementChild?.setAttribute("class", "replay-mark");
}

function clearOutlines() {
  for (const old of table.querySelectorAll(".replay-mark")) old.remove();
}
