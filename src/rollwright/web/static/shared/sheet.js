// Draws the named values that the server sends, and only those that have changed.
// Shared by the page of a table and that of its replay.

import { SVG, findAll, get } from "./dom.js";
import { fitBays, fitSheet } from "./fit.js";
import { inkOf, noteInk } from "../motion/pencil.js";
import { morph, setHtml, svgElement } from "./morph.js";

/**
 * Store new values and draw what they change.
 * @param {HTMLElement} table
 * @param {PageValues} values all that the page was sent
 * @param {Record<string, any>} fresh
 */
export function patch(table, values, fresh) {
  const changed = /** @type {Set<string>} */ (new Set());
  for (const [name, value] of Object.entries(fresh)) {
    values.set(name, value);
    if (name.startsWith("svg/")) changed.add(name.slice(4));
  }
  let [isResized, diceChanged] = [false, false];
  for (const [name, part] of values) {
    if (!name.startsWith("part/")) continue;
    if (!(name in fresh) && !part.groups.some((/** @type {string} */ id) => changed.has(id))) continue;
    const isOther = setPart(table, values, name.slice(5), changed);
    if (part.where === "dice") diceChanged = true; // a bay may have come or gone, or got another caption
    else isResized ||= isOther;
  }
  if (isResized) fitSheet(table);
  if (diceChanged) fitBays(table);
  for (const [name, value] of Object.entries(fresh)) {
    if (name.startsWith("html/")) setHtml(/** @type {HTMLElement} */ (document.getElementById(name.slice(5))), value);
  }
}

/**
 * Draw a part of the sheet: its labels, and the groups that have changed. Return whether it takes another size now.
 * @param {HTMLElement} table
 * @param {PageValues} values
 * @param {string} name
 * @param {Set<string>} changed
 */
function setPart(table, values, name, changed) {
  const part = /** @type {SheetPart} */ (values.get(`part/${name}`));
  const svg = /** @type {SVGSVGElement | null} */ (table.querySelector(`svg[data-part="${name}"]`)) ?? newPart(table, name, part);
  const before = `${svg.getAttribute("viewBox")} ${svg.childElementCount > 1}`;
  svg.setAttribute("viewBox", part.box);
  svg.setAttribute("aria-label", part.label);
  if (part.where === "sheet") {
    const figure = /** @type {HTMLElement} */ (svg.closest("[data-figure]"));
    figure.dataset.tabOf = part.tab;
    figure.classList.toggle("shown", part.tab === table.dataset.tab);
  }
  for (const [attribute, text] of [["data-short", part.short], ["data-title", part.label], ["data-points", part.points ?? ""]]) {
    for (const each of findAll(table, `[${attribute}="${name}"]`)) each.textContent = text;
  }
  const overlay = svg.querySelector(".overlay") ?? svg.appendChild(document.createElementNS(SVG, "g"));
  overlay.setAttribute("class", "overlay");
  const there = new Map([...svg.children].filter((child) => child !== overlay).map((child) => [child.id, child]));
  let after = /** @type {Element | null} */ (null); // keep the order of groups, as later ones lie on top
  for (const id of part.groups) {
    const old = there.get(id);
    const fresh = old && !changed.has(id) ? null : svgElement(values.get(`svg/${id}`));
    const group = old ?? document.importNode(/** @type {Element} */ (fresh), true);
    if (old && fresh) {
      const before = inkOf(old).length;
      morph(old, fresh);
      if (part.where === "sheet") noteInk(old, before);
    }
    there.delete(id);
    const next = after ? after.nextSibling : svg.firstChild;
    if (next !== group) svg.insertBefore(group, next);
    after = group;
  }
  for (const gone of there.values()) gone.remove();
  return before !== `${part.box} ${svg.childElementCount > 1}`;
}

const PLACES = { sheet: ".sheet .parts", foot: ".sheet .foot", dice: ".felt" };

/**
 * Add a part that the page did not have when it was loaded.
 * @param {HTMLElement} table
 * @param {string} name
 * @param {SheetPart} part
 */
function newPart(table, name, part) {
  const figure = document.createElement("figure");
  figure.dataset.figure = name;
  figure.id = `figure-${name}`;
  if (part.where === "dice") figure.className = "bay";
  const caption = figure.appendChild(document.createElement("figcaption"));
  caption.dataset[part.where === "sheet" ? "title" : "short"] = name;
  const svg = figure.appendChild(document.createElementNS(SVG, "svg"));
  svg.setAttribute("class", "part");
  svg.setAttribute("role", "group");
  svg.dataset.part = name;
  get(table, PLACES[part.where]).append(figure);
  return svg;
}

