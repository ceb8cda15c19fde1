// Where the focus goes when what had it is gone.

import { $, find, isShown } from "../shared/dom.js";
import { state, table } from "./state.js";

/**
 * Keep the focus where it was; if that is gone or hidden by now, go where the next thing is to be done.
 * @param {Element | null} focused
 */
export function keepFocus(focused) {
  if (!focused || focused === document.body) return;
  const element = /** @type {HTMLButtonElement} */ (focused);
  if (element.isConnected && !element.disabled && isShown(element)) {
    if (document.activeElement === document.body) element.focus({ preventScroll: true }); // it was disabled for a moment
    return;
  }
  const next = $("roll").hidden ? find(table, '.spot[tabindex="0"]') : $("roll");
  (next && isShown(next) ? next : $("ask")).focus({ preventScroll: state.pointer === "touch" });
}
