// The charts of a replay, everybody's points and the curve of the analysis: a cursor at the current step, and navigation by
// clicking.

import { draw, findAll } from "../shared/dom.js";
import { last, state, table } from "./replay_state.js";

const boxes = () => findAll(table, ".replay-chart");

/** @param {SVGSVGElement} svg */
function extent(svg) {
  const { from, to, top, foot } = svg.dataset;
  return { from: Number(from), to: Number(to), top: Number(top), foot: Number(foot) };
}

export function moveCursor() {
  for (const box of boxes()) {
    const svg = box.querySelector("svg");
    if (svg) moveIn(svg);
  }
}

/** @param {SVGSVGElement} svg */
function moveIn(svg) {
  const { from, to, top, foot } = extent(svg);
  const x = from + ((to - from) * state.at) / Math.max(1, last());
  const line = svg.querySelector(".chart-cursor") ?? draw(svg, "line", { class: "chart-cursor" });
  for (const [name, value] of Object.entries({ x1: x, x2: x, y1: top - 6, y2: foot })) line.setAttribute(name, String(value));
}

/**
 * Go to the step that is pointed at in a chart.
 * @param {(place: number) => void} go
 * @param {() => void} pressed
 */
export function pointInChart(go, pressed) {
  for (const box of boxes()) pointIn(box, go, pressed);
}

/**
 * @param {HTMLElement} box
 * @param {(place: number) => void} go
 * @param {() => void} pressed
 */
function pointIn(box, go, pressed) {
  const pointAt = (/** @type {PointerEvent} */ event) => {
    const svg = /** @type {SVGSVGElement} */ (box.querySelector("svg"));
    const { from, to } = extent(svg);
    const { left, width } = svg.getBoundingClientRect();
    const x = ((event.clientX - left) / width) * svg.viewBox.baseVal.width;
    go(Math.round((last() * (x - from)) / (to - from)));
  };
  box.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    pressed();
    const mark = event.target instanceof Element ? event.target.closest("[data-place]") : null;
    if (mark instanceof SVGElement) return go(Number(mark.dataset.place));
    box.setPointerCapture(event.pointerId);
    pointAt(event);
  });
  box.addEventListener("pointermove", (event) => { if (event.buttons && box.hasPointerCapture(event.pointerId)) pointAt(event); });
}
