// A bar for each number: solid for what is certain, hollow for what is possible, a cross for nothing.

import { SVG, draw } from "../shared/dom.js";

const [WIDTH, HEIGHT, FOOT, TALLEST] = [300, 92, 74, 50];
const WIDEST_BAR = 30; // the largest distance between bars, in SVG units

/** @param {Bar[]} bars */
export function barChart(bars) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  svg.setAttribute("class", bars.length > 12 ? "bars many" : "bars");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", bars.map(([name, sure, possible]) => `${name}: ${sure === possible ? sure : `${sure}-${possible}`}`).join(", "));
  const step = Math.min(WIDEST_BAR, WIDTH / bars.length);
  const most = Math.max(1, ...bars.map(([, , possible]) => possible));
  const height = (/** @type {number} */ value) => (TALLEST * value) / most;
  bars.forEach(([name, sure, possible], i) => {
    const x = (WIDTH - step * bars.length) / 2 + step * (i + 0.5);
    draw(svg, "rect", { x: x - step * 0.36, y: FOOT - height(possible), width: step * 0.72, height: height(possible), class: "bar-possible" });
    draw(svg, "rect", { x: x - step * 0.36, y: FOOT - height(sure), width: step * 0.72, height: height(sure), class: "bar-sure" });
    if (possible === 0) draw(svg, "path", { d: `M${x - 4} ${FOOT - 10} l8 8 m0 -8 l-8 8`, class: "bar-none" });
    else draw(svg, "text", { x, y: FOOT - height(possible) - 8, class: "bar-value" }, sure === possible ? sure : possible);
    draw(svg, "text", { x, y: FOOT + 10, class: "bar-name" }, name);
  });
  return svg;
}
