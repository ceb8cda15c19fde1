// Marks: the effects of a move, drawn over the sheet before it is made.

import { draw, drawn } from "../shared/dom.js";
import { codeOf } from "./numbers.js";

/**
 * Return the position of a spot's marks: its centre, its size, and the overlay of its drawing.
 * @param {string} spot
 */
export function placeOf(spot) {
  const element = drawn(spot);
  const svg = element?.ownerSVGElement;
  if (!element?.dataset.at || !svg) return null;
  const [x, y] = element.dataset.at.split(" ").map(Number);
  return { element, overlay: /** @type {SVGGElement} */ (svg.querySelector(".overlay")), x, y, size: Number(element.dataset.size) };
}

/** @param {Marks} marks */
export function drawMarks(marks) {
  for (const [kind, each] of Object.entries(marks)) {
    if (kind === "walk") drawWalk(each, new Set((marks.stamp ?? []).map(([spot]) => spot)));
    else if (kind !== "offer") for (const [spot, text] of each) if (kind !== "bar" || codeOf(spot) === 0) drawMark(kind, spot, text);
  }
}

/**
 * Draw the counted walk that all moves have in common, before one of them is pointed at.
 * @param {Move[]} moves
 */
export function drawSharedWalk(moves) {
  const walks = moves.map((move) => move.marks.walk);
  const [walk] = walks;
  if (walk && isCounted(walk) && walks.every((each) => JSON.stringify(each) === JSON.stringify(walk))) drawWalk(walk, new Set());
}

/**
 * @param {string} kind
 * @param {string} spot
 * @param {string} text
 */
function drawMark(kind, spot, text) {
  const place = placeOf(spot);
  if (!place) return;
  const { element, overlay, x, y, size } = place;
  if (kind === "dot") draw(overlay, "circle", { cx: x + size * 0.32, cy: y + size * 0.32, r: Math.max(2.6, size * 0.09), class: "mark-dot", "data-of": spot });
  else if (kind === "trace") {
    element.classList.add("ghosted");
    draw(overlay, "text", { x, y, class: "trace-count" }, text);
  } else if (kind === "card") drawCard(overlay, x, y - size * 0.62, text);
  else if (kind === "stamp") drawStamp(place, text);
  else if (kind === "tick") {
    const reach = size * 0.36;
    draw(overlay, "path", { d: `M${x - reach} ${y + reach * 0.75} q${reach * 0.9} ${-reach * 0.4} ${2 * reach} ${-reach * 1.5}`, class: "ghost-tick" });
  } else if (kind === "write") draw(overlay, "text", { x, y: y + 2, class: "pencil ghost" }, text);
  else if (kind === "bar" || kind === "cross") {
    const reach = size / 3;
    draw(overlay, "path", { d: `M${x - reach} ${y - reach} l${2 * reach} ${2 * reach} m0 ${-2 * reach} l${-2 * reach} ${2 * reach}`, class: `ghost-${kind}` });
  }
}

/**
 * Draw a card with a few words, its foot at a point: above the spot that it tells of, or below where there is no room.
 * @param {SVGGElement} overlay
 * @param {number} x
 * @param {number} foot
 * @param {string} text
 */
function drawCard(overlay, x, foot, text) {
  const { width: room } = /** @type {SVGSVGElement} */ (overlay.ownerSVGElement).viewBox.baseVal;
  const [width, height] = [30 + 12 * text.length, 42];
  const top = foot < height ? foot + 100 : foot - height;
  const left = Math.max(2, Math.min(room - width - 2, x - width / 2));
  const card = draw(overlay, "g", { class: "mark-card" });
  draw(card, "rect", { x: left, y: top, width, height, rx: 12 });
  draw(card, "text", { x: left + width / 2, y: top + height / 2 + 1 }, text);
}

/**
 * Draw the die of another group at a place.
 * @param {Place} place
 * @param {string} group
 */
function drawStamp({ overlay, x, y, size }, group) {
  const die = drawn(group)?.querySelector(".die-face");
  if (!die) return;
  const stamp = draw(overlay, "g", { class: "ghost stamp", transform: `translate(${x} ${y}) scale(${size / 56})` });
  draw(stamp, "rect", { x: -22, y: -22, width: 44, height: 44, rx: 8, class: "stamp-ground" });
  stamp.append(die.cloneNode(true));
}

/** @typedef {NonNullable<ReturnType<typeof placeOf>>} Place */

/** @param {Marks[string]} walk */
const isCounted = (walk) => walk.some(([, text]) => text);

/**
 * Draw a path from spot to spot.
 * @param {Marks[string]} walk
 * @param {Set<string>} stamped spots where a die is shown
 */
function drawWalk(walk, stamped) {
  const places = walk.map(([spot]) => placeOf(spot)).filter((each) => each !== null);
  if (places.length < 2) return;
  if (isCounted(walk)) drawCountedWalk(places, walk.map(([, text]) => text), stamped);
  else drawArrow(places);
}

/**
 * Draw a line through places, with an arrowhead at its end.
 * @param {Place[]} places
 */
function drawArrow(places) {
  const { overlay, size } = places[0];
  const [before, end] = places.slice(-2);
  const [ux, uy] = direction(before, end);
  const tip = { x: end.x - ux * size * 0.42, y: end.y - uy * size * 0.42 }; // short of the centre, where text is written
  const wing = size * 0.2;
  const line = [...places.slice(0, -1), tip].map(({ x, y }) => `${x} ${y}`).join(" L");
  draw(overlay, "circle", { cx: places[0].x, cy: places[0].y, r: size * 0.1, class: "walk-start" });
  draw(overlay, "path", { d: `M${line}`, class: "walk-line" });
  draw(overlay, "path", { d: `M${tip.x - wing * (ux - uy)} ${tip.y - wing * (uy + ux)} L${tip.x} ${tip.y} L${tip.x - wing * (ux + uy)} ${tip.y - wing * (uy - ux)}`, class: "walk-line" });
}

/**
 * Return the direction from one place to another, of length 1.
 * @param {Place} from
 * @param {Place} to
 */
function direction(from, to) {
  const far = Math.hypot(to.x - from.x, to.y - from.y);
  return [(to.x - from.x) / far, (to.y - from.y) / far];
}

/**
 * Draw a line through places with a number at each, which stands beside a die; the line keeps clear of dice, too.
 * @param {Place[]} places
 * @param {string[]} counts
 * @param {Set<string>} stamped
 */
function drawCountedWalk(places, counts, stamped) {
  const { overlay, size } = places[0];
  const end = places.length - 1;
  const isFull = places.map(({ element }) => stamped.has(element.id) || element.querySelector(".die-face") !== null);
  const clear = isFull.map((full, at) => (full || at === end ? size * 0.44 : 0));
  const line = places.slice(1).map((to, at) => {
    const from = places[at];
    const [ux, uy] = direction(from, to);
    return `M${from.x + ux * clear[at]} ${from.y + uy * clear[at]} L${to.x - ux * clear[at + 1]} ${to.y - uy * clear[at + 1]}`;
  });
  draw(overlay, "path", { d: line.join(" "), class: "walk-line" });
  for (const [at, { x, y }] of places.entries()) {
    const aside = isFull[at] ? size * 0.34 : 0;
    if (!counts[at]) continue;
    if (at < end || aside) draw(overlay, "circle", { cx: x - aside, cy: y + aside, r: size * 0.2, class: "walk-badge" });
    draw(overlay, "text", { x: x - aside, y: y + aside + 0.5, class: at < end || aside ? "walk-count" : "walk-count last" }, counts[at]);
  }
}

/**
 * Draw the score of a move beside its spot.
 * @param {string} spot
 * @param {string} gain
 * @param {boolean} large
 */
export function drawGain(spot, gain, large) {
  const place = placeOf(spot);
  if (!place) return;
  const { overlay, y, size } = place;
  const width = (large ? 18 : 12) + 8 * gain.length;
  const x = overlay.querySelector(".walk-line") ? place.x + size * 0.34 : place.x; // beside the path, not over it
  const top = large && overlay.querySelector(".ghost, .trace-count") ? y - size * 0.4 : y;
  const group = draw(overlay, "g", { class: large ? "gain large" : "gain" });
  draw(group, "rect", { x: x - width / 2, y: top - 10, width, height: 20, rx: 10 });
  draw(group, "text", { x, y: top + 0.5 }, gain);
}
