// Tabs, which show one part of the table at a time on a phone.

import { closest, findAll, get } from "./dom.js";
import { fitSheet } from "./fit.js";

/**
 * @param {HTMLElement} table
 * @param {string} name
 */
export function setTab(table, name) {
  table.dataset.tab = name;
  for (const tab of findAll(table, "[data-tab]")) {
    const chosen = tab.dataset.tab === name;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
  }
  for (const figure of findAll(table, ".sheet .parts figure")) figure.classList.toggle("shown", figure.dataset.tabOf === name);
  fitSheet(table);
}

/** @param {HTMLElement} table */
export const setFirstTab = (table) => setTab(table, nameOf(get(table, "[data-tab]")));

/** @param {HTMLElement} tab */
const nameOf = (tab) => /** @type {string} */ (tab.dataset.tab);

/** @param {Element} element */
export const tabOf = (element) => /** @type {HTMLElement | null} */ (element.closest("[data-tab-of]"))?.dataset.tabOf;

/**
 * Move between tabs by arrow keys; return whether the event was handled.
 * @param {HTMLElement} table
 * @param {KeyboardEvent} event
 */
export function turnTabs(table, event) {
  const tab = closest(event, "[role=tab]");
  if (!tab || (event.key !== "ArrowLeft" && event.key !== "ArrowRight")) return false;
  const tabs = findAll(table, "[role=tab]");
  const next = tabs[(tabs.indexOf(tab) + (event.key === "ArrowRight" ? 1 : tabs.length - 1)) % tabs.length];
  setTab(table, nameOf(next));
  next.focus();
  return true;
}
