// The spotlight of a lesson: what it shows, the dark around it, and where the card has room.

import { allDrawn, draw, find, findAll, isShown } from "../shared/dom.js";
import { table } from "./state.js";

/** Areas that every table's page has. @type {Record<string, string>} */
const AREAS = { dice: ".tray", question: ".question", main: ".deeds .first", choices: ".deeds .choices", roll: "#roll", undo: "#undo", hint: "#hint", players: ".strips" };

const ROOM = 10; // pixels around what is shown
const ROUND = 18; // of the corners
const MARGIN = 10; // between the card and the window's edge, or a hole
const STEP = 8; // pixels between the places that are tried for the card
const WIDTHS = [440, 340, 250, 600, 760]; // pixels that are tried for the card, the one that is liked best first
const NARROW = 300; // pixels: a narrower card has no room for the mascot
const RELUCTANCE = 60; // how many pixels farther away a card of a better width may be

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */

/**
 * Return the elements that a name stands for: an area, a part, a group, or all groups whose names begin so.
 * @param {string} name
 * @returns {Element[]}
 */
export function elementsOf(name) {
  if (AREAS[name]) return findAll(table, AREAS[name]);
  const part = find(table, `[data-figure="${name}"]`);
  if (part) return [part];
  const exact = allDrawn([name]);
  return exact.length ? exact : [...table.querySelectorAll(`svg[data-part] > [id^="${name}"]`)];
}

/** @param {Element} element @returns {Box} */
const boxOf = (element) => element.getBoundingClientRect();

/** @param {Box[]} boxes @returns {Box} */
const around = (boxes) => ({
  left: Math.min(...boxes.map((box) => box.left)),
  top: Math.min(...boxes.map((box) => box.top)),
  right: Math.max(...boxes.map((box) => box.right)),
  bottom: Math.max(...boxes.map((box) => box.bottom)),
});

/** @param {Box} box @param {number} by @returns {Box} */
const grown = (box, by) => ({ left: box.left - by, top: box.top - by, right: box.right + by, bottom: box.bottom + by });

/** @param {Box} a @param {Box} b */
const overlap = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** @param {Box} box @returns {Box} */
const inWindow = (box) => ({ left: Math.max(3, box.left), top: Math.max(3, box.top), right: Math.min(innerWidth - 3, box.right), bottom: Math.min(innerHeight - 3, box.bottom) });

/**
 * Return the holes for these names; holes that touch become one.
 * @param {string[]} names
 */
export function holesFor(names) {
  const boxes = names.map((name) => elementsOf(name).filter(isShown)).filter((found) => found.length).map((found) => inWindow(grown(around(found.map(boxOf)), ROOM)));
  for (let joined = true; joined;) {
    joined = false;
    for (let i = 0; i < boxes.length && !joined; i += 1) {
      const j = boxes.findIndex((box, at) => at > i && overlap(box, boxes[i]) > 0);
      if (j < 0) continue;
      boxes[i] = around([boxes[i], ...boxes.splice(j, 1)]);
      joined = true;
    }
  }
  return boxes.filter((box) => box.right > box.left && box.bottom > box.top);
}

/**
 * Draw the dark with these holes, each with an edge.
 * @param {Element} svg
 * @param {Box[]} holes
 */
export function drawSpotlight(svg, holes) {
  const outline = holes.map((box) => {
    const [w, h] = [box.right - box.left, box.bottom - box.top];
    const r = Math.min(ROUND, w / 2, h / 2);
    return `M${box.left + r} ${box.top}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${h - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - w}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - h}a${r} ${r} 0 0 1 ${r} ${-r}z`;
  });
  svg.querySelector(".dark")?.setAttribute("d", `M0 0H${innerWidth}V${innerHeight}H0z${outline.join("")}`);
  const edges = /** @type {Element} */ (svg.querySelector(".edges"));
  edges.replaceChildren();
  for (const d of outline) draw(edges, "path", { d, class: "rim" });
}

/**
 * Return what the card must leave free, besides the holes: what can be picked or pressed now.
 * @param {boolean} acts whether something is to be done
 */
function pressed(acts) {
  if (!acts) return [];
  const found = findAll(table, "svg[data-part] .spot:is(.lit, .picked, .pending), .first :is(button, a), .choices button");
  return found.filter(isShown).map(boxOf);
}

/** Return where the question is, which is better not covered; on a phone the card stands in for it. */
function asked() {
  const question = find(table, ".question");
  return question && isShown(question) && getComputedStyle(question).opacity !== "0" ? [boxOf(question)] : [];
}

/**
 * Put the card where it covers nothing that matters, as near to the holes as possible.
 * @param {HTMLElement} card
 * @param {Box[]} holes
 * @param {boolean} acts
 */
export function placeCard(card, holes, acts) {
  const [free, shown] = [pressed(acts), acts ? asked() : []];
  const middle = holes.length ? around(holes) : { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const [x0, y0] = [(middle.left + middle.right) / 2, (middle.top + middle.bottom) / 2];
  let [best, least] = [{ left: MARGIN, top: MARGIN, width: WIDTHS[0] }, Infinity];
  WIDTHS.filter((width, i) => !i || width < innerWidth - 2 * MARGIN).forEach((wanted, rank) => {
    setWidth(card, wanted);
    const [width, height] = [card.offsetWidth, card.offsetHeight];
    for (const [left, top] of places(width, height)) {
      const box = { left, top, right: left + width, bottom: top + height };
      const covers = holes.reduce((sum, hole) => sum + overlap(grown(box, MARGIN), hole), 0) + 40 * free.reduce((sum, each) => sum + overlap(box, each), 0);
      const hides = shown.reduce((sum, each) => sum + overlap(box, each), 0);
      const cost = 100 * covers + hides + RELUCTANCE * rank + Math.hypot(left + width / 2 - x0, top + height / 2 - y0);
      if (cost < least) [best, least] = [{ left, top, width: wanted }, cost];
    }
  });
  card.style.left = `${best.left}px`;
  card.style.top = `${best.top}px`;
  setWidth(card, best.width);
}

/** @param {HTMLElement} card @param {number} width */
function setWidth(card, width) {
  card.style.width = `${width}px`;
  card.classList.toggle("narrow", width < NARROW);
}

/**
 * Yield the places that a card of a size can have in the window.
 * @param {number} width
 * @param {number} height
 */
function* places(width, height) {
  const [right, bottom] = [Math.max(MARGIN, innerWidth - width - MARGIN), Math.max(MARGIN, innerHeight - height - MARGIN)];
  for (let top = MARGIN; top < bottom + STEP; top += STEP) {
    for (let left = MARGIN; left < right + STEP; left += STEP) yield [Math.min(left, right), Math.min(top, bottom)];
  }
}
