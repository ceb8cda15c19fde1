// Restores the focus after an update.

import { $, find, isShown } from "../shared/dom.js";
import { state, table } from "./state.js";

/**
 * Keep the focus where it was; if that element is gone or hidden, move it to the next action. A lesson that has come up to
 * say something keeps it.
 * @param {Element | null} focused
 */
export function keepFocus(focused) {
  if (!focused || focused === document.body || document.activeElement?.closest("#lesson")) return;
  const element = /** @type {HTMLButtonElement} */ (focused);
  if (element.isConnected && !element.disabled && isShown(element)) {
    if (document.activeElement === document.body) element.focus({ preventScroll: true }); // it lost the focus while it was disabled
    return;
  }
  const active = document.activeElement;
  if (active && active !== document.body && active !== element && isShown(active)) return; // it has gone on already, such as to the card of a lesson
  const next = $("roll").hidden ? find(table, '.spot[tabindex="0"]') : $("roll");
  (next && isShown(next) ? next : $("ask")).focus({ preventScroll: state.pointer === "touch" });
}
