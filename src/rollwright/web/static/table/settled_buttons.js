// A button does nothing for a moment after it has appeared or moved: a second click on what was there before must not
// press what has taken its place. Keys, dialogs and the menu are left alone: nobody presses those by a click meant for another.

import { beforePaint, measureNow } from "../shared/before_paint.js";
import { table } from "./state.js";

const DELAY = Number(table.dataset.settle); // milliseconds
const LAST = 2; // its turn among what measures the page: whatever makes a button move is done before
const CONTAINERS = ".bar, .scenes, .dock, .card, .cover, .drawer, .menu";

/** Where each button was last seen, and since when. @type {WeakMap<Element, { at: string, since: number }>} */
const places = new WeakMap();

/**
 * Where a button is within its container, which may stick or be fixed while the page scrolls; "" while it is not shown.
 * One that sinks because it is pressed stays in its place.
 * @param {Element} button
 */
function placeOf(button) {
  const { left, top, width } = button.getBoundingClientRect();
  const container = (button.closest(CONTAINERS) ?? table).getBoundingClientRect();
  const sunk = button.matches(":active") ? new DOMMatrixReadOnly(getComputedStyle(button).transform) : { e: 0, f: 0 };
  return width ? `${Math.round(left - sunk.e - container.left)} ${Math.round(top - sunk.f - container.top)}` : "";
}

/** Note which buttons have appeared or moved since the page last changed. */
function look() {
  const now = performance.now();
  for (const button of table.querySelectorAll("button")) {
    const at = placeOf(button);
    if (places.get(button)?.at !== at) places.set(button, { at, since: now });
  }
}

/**
 * Stop a click on a button that has not been where it is for long enough.
 * @param {MouseEvent} event
 */
function stopHasty(event) {
  if (event.detail === 0) return; // by a key, by assistive technology or by a script
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  if (button) measureNow(); // it may have moved since the last frame
  const since = button && !button.closest("dialog, .menu") && places.get(button)?.since;
  if (typeof since !== "number" || performance.now() - since >= DELAY) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Watch over all buttons of the table from now on; those that are there already have been seen. */
export function watchButtons() {
  if (!DELAY) return;
  for (const button of table.querySelectorAll("button")) places.set(button, { at: placeOf(button), since: -DELAY });
  new MutationObserver(() => beforePaint("buttons", look, LAST)).observe(table, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ["hidden", "class", "style", "open", "data-tab"],
  });
  table.addEventListener("click", stopHasty, { capture: true });
}
