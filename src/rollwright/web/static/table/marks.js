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
    if (kind === "walk") drawWalk(each.map(([spot]) => spot));
    else if (kind !== "offer") for (const [spot, text] of each) if (kind !== "bar" || codeOf(spot) === 0) drawMark(kind, spot, text);
  }
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
  else if (kind === "write") draw(overlay, "text", { x, y: y + 2, class: "pencil ghost" }, text);
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
 * Draw a path from spot to spot, with an arrowhead at its end.
 * @param {string[]} spots
 */
function drawWalk(spots) {
  const places = spots.map(placeOf).filter((each) => each !== null);
  if (places.length < 2) return;
  const { overlay, size } = places[0];
  const [before, end] = places.slice(-2);
  const far = Math.hypot(end.x - before.x, end.y - before.y);
  const [ux, uy] = [(end.x - before.x) / far, (end.y - before.y) / far];
  const tip = { x: end.x - ux * size * 0.42, y: end.y - uy * size * 0.42 }; // short of the centre, where text is written
  const wing = size * 0.2;
  const line = [...places.slice(0, -1), tip].map(({ x, y }) => `${x} ${y}`).join(" L");
  draw(overlay, "circle", { cx: places[0].x, cy: places[0].y, r: size * 0.1, class: "walk-start" });
  draw(overlay, "path", { d: `M${line}`, class: "walk-line" });
  draw(overlay, "path", { d: `M${tip.x - wing * (ux - uy)} ${tip.y - wing * (uy + ux)} L${tip.x} ${tip.y} L${tip.x - wing * (ux + uy)} ${tip.y - wing * (uy - ux)}`, class: "walk-line" });
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
