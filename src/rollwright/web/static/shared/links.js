// Copies and shares links: invitations, and positions of a replay.

import { findAll, get } from "./dom.js";

/** @param {HTMLElement} button */
const fieldBeside = (button) => /** @type {HTMLInputElement} */ (get(/** @type {HTMLElement} */ (button.closest(".link-row")), "input"));

/**
 * @param {HTMLElement} button
 * @param {string} copied what the button says then
 */
export async function copyFrom(button, copied) {
  const field = fieldBeside(button);
  field.select();
  try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand("copy"); } // no clipboard over plain http
  button.textContent = copied;
}

/**
 * Share the link beside a button with another app.
 * @param {HTMLElement} button
 */
export async function shareFrom(button) {
  try { await navigator.share({ title: document.title, url: fieldBeside(button).value }); } catch { /* called off */ }
}

/**
 * Show the share buttons, where the browser can share.
 * @param {HTMLElement} within
 */
export function offerShares(within) {
  for (const button of findAll(within, '[data-do="share"]')) button.hidden = !navigator.share;
}
