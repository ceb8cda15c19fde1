// A button does nothing for a moment after it has appeared or moved: a second click on what was there before must not
// press what has taken its place.

import { table } from "./state.js";

const DELAY = Number(table.dataset.settle); // milliseconds

/** Where each button was last seen on the page, and since when. @type {WeakMap<Element, { at: string, since: number }>} */
const places = new WeakMap();

/**
 * Where a button is, whatever is scrolled; "" while it is not shown.
 * @param {Element} button
 */
function placeOf(button) {
  const { left, top, width } = button.getBoundingClientRect();
  return width ? `${Math.round(left + scrollX)} ${Math.round(top + scrollY)}` : "";
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
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  const since = button && places.get(button)?.since;
  if (since == null || performance.now() - since >= DELAY) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Watch over all buttons of the table from now on; those that are there already have been seen. */
export function watchButtons() {
  if (!DELAY) return;
  for (const button of table.querySelectorAll("button")) places.set(button, { at: placeOf(button), since: -DELAY });
  new MutationObserver(look).observe(table, {
    subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["hidden", "class", "style"],
  });
  table.addEventListener("click", stopHasty, { capture: true });
}
