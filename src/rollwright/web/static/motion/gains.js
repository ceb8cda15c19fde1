// Points rise from where they were earned to the strip of whoever earned them, and the score counts up. Those of others
// rise at their own strip: on the way there they would seem to come from the sheet that is shown.

import { find, make } from "../shared/dom.js";
import { reducedMotion } from "../shared/media.js";
import { cue } from "./sounds.js";

const RISE = 700; // milliseconds
const COUNTED = 520; // milliseconds until the score begins to count
const BELOW = 34; // pixels: so far below the score points appear whose place is not on the page
const STEPS = 6;
const STEP = 40; // milliseconds
const LARGE = 5; // points that are celebrated

/** @param {string | null | undefined} points such as "14½" */
const halvesOf = (points) => (points ? 2 * parseInt(points || "0", 10) + (points.includes("½") ? 1 : 0) : 0);

/** @param {number} halves */
const asPoints = (halves) => `${halves > 1 || halves % 2 === 0 ? Math.trunc(halves / 2) : ""}${halves % 2 ? "½" : ""}`;

/**
 * Show what a seat has gained.
 * @param {HTMLElement} table
 * @param {string} seat
 * @param {string | null} before its points, as written
 * @param {string | null} after
 * @param {Element | null} origin where they were earned; null if that is not on the page
 */
export function showGain(table, seat, before, after, origin) {
  const gain = halvesOf(after) - halvesOf(before);
  if (before === null || after === null || gain <= 0) return;
  cue("chime");
  const goal = find(table, `[data-scored="${seat}"]`);
  if (reducedMotion.matches || !goal) return;
  const to = goal.getBoundingClientRect();
  const from = origin?.getBoundingClientRect() ?? new DOMRect(to.x, to.y + BELOW, to.width, to.height);
  const flying = document.body.appendChild(make("span", `+${asPoints(gain)}`, "flying-gain"));
  const [x0, y0, x1, y1] = [from.x + from.width / 2, from.y + from.height / 2, to.x + to.width / 2, to.y + to.height / 2];
  flying.animate(
    [
      { transform: `translate(${x0}px, ${y0}px) translate(-50%, -50%) scale(0.4)`, opacity: 0 },
      { transform: `translate(${x0}px, ${y0 - (origin ? 26 : 0)}px) translate(-50%, -50%) scale(1.15)`, opacity: 1, offset: 0.25 },
      { transform: `translate(${x1}px, ${y1}px) translate(-50%, -50%) scale(0.8)`, opacity: 1, offset: 0.92 },
      { transform: `translate(${x1}px, ${y1}px) translate(-50%, -50%) scale(0.8)`, opacity: 0 },
    ],
    { duration: RISE, easing: "cubic-bezier(0.2, 0.8, 0.2, 1)" },
  ).finished.then(() => flying.remove(), () => flying.remove());
  if (gain >= 2 * LARGE) sparkle(x0, y0);
  count(goal, halvesOf(before), gain, after);
}

/**
 * Count a score up to what it is now.
 * @param {HTMLElement} goal
 * @param {number} from
 * @param {number} gain
 * @param {string} after
 */
function count(goal, from, gain, after) {
  goal.textContent = asPoints(from);
  const steps = Math.min(STEPS, gain);
  for (let i = 1; i <= steps; i += 1) {
    setTimeout(() => {
      if (goal.isConnected) goal.textContent = i === steps ? after : asPoints(from + Math.round((gain * i) / steps));
      if (i === 1) goal.closest("button")?.animate([{ borderColor: "var(--held)", boxShadow: "0 0 0 3px var(--held)" }, {}], { duration: 500 });
    }, COUNTED + STEP * i);
  }
}

/**
 * A few sparks around a place.
 * @param {number} x
 * @param {number} y
 */
export function sparkle(x, y) {
  if (reducedMotion.matches) return;
  for (let i = 0; i < 12; i += 1) {
    const spark = document.body.appendChild(make("span", "", `spark spark-${i % 3}`));
    const [turn, far] = [(i / 12) * 2 * Math.PI, 46 + 30 * Math.random()];
    spark.animate(
      [
        { transform: `translate(${x}px, ${y}px) scale(1)`, opacity: 1 },
        { transform: `translate(${x + far * Math.cos(turn)}px, ${y + far * Math.sin(turn)}px) scale(0.2)`, opacity: 0 },
      ],
      { duration: 650, easing: "ease-out" },
    ).finished.then(() => spark.remove(), () => spark.remove());
  }
}
