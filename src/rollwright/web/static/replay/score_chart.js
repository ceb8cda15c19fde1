// The chart of everybody's points: a cursor at the current step, and navigation by clicking.

import { $, draw } from "../shared/dom.js";
import { last, state } from "./replay_state.js";

const chart = () => $("replay-chart").querySelector("svg");

/** @param {SVGSVGElement} svg */
function extent(svg) {
  const { from, to, top, foot } = svg.dataset;
  return { from: Number(from), to: Number(to), top: Number(top), foot: Number(foot) };
}

export function moveCursor() {
  const svg = chart();
  if (!svg) return;
  const { from, to, top, foot } = extent(svg);
  const x = from + ((to - from) * state.at) / Math.max(1, last());
  const line = svg.querySelector(".chart-cursor") ?? draw(svg, "line", { class: "chart-cursor" });
  for (const [name, value] of Object.entries({ x1: x, x2: x, y1: top - 6, y2: foot })) line.setAttribute(name, String(value));
}

/**
 * Go to the step that is pointed at in the chart.
 * @param {(place: number) => void} go
 * @param {() => void} pressed
 */
export function pointInChart(go, pressed) {
  const pointAt = (/** @type {PointerEvent} */ event) => {
    const svg = /** @type {SVGSVGElement} */ (chart());
    const { from, to } = extent(svg);
    const box = svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * svg.viewBox.baseVal.width;
    go(Math.round((last() * (x - from)) / (to - from)));
  };
  $("replay-chart").addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    pressed();
    $("replay-chart").setPointerCapture(event.pointerId);
    pointAt(event);
  });
  $("replay-chart").addEventListener("pointermove", (event) => { if (event.buttons) pointAt(event); });
}
