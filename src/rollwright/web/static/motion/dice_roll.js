// Dice that tumble: faces change while they hop, and the words tell the result only after they have landed.

import { draw, find, findAll } from "../shared/dom.js";
import { reducedMotion } from "../shared/media.js";
import { cue } from "./sounds.js";

const TUMBLE = 420; // milliseconds that one die hops
const APART = 35; // milliseconds between the starts of two dice
const MOST_STARTS = 4; // with more dice, several start together: all have landed after 560 ms
const LANDS = 0.7; // of its hop, when a die comes down and shows its face
const FLICKER = 70; // milliseconds for which a die shows a face that means nothing

/** Where pips can stand on a face, in units of its size. @type {Record<number, number[][]>} */
const PIPS = { 1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]], 5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]] };

/**
 * Lift the dice while the server is asked for a roll.
 * @param {HTMLElement} table
 * @param {boolean} lifted
 */
export function liftDice(table, lifted) {
  find(table, ".felt")?.classList.toggle("lifted", lifted);
  if (lifted) cue("rattle");
}

/**
 * Let the rolled dice tumble; call `landed` when they lie still, or at once where motion is not wanted. Return whether
 * any of them lie in the tray: what some rolls decide is decided at once.
 * @param {HTMLElement} table
 * @param {Set<string>} changed the groups whose drawings are new
 * @param {() => void} landed
 */
export function tumble(table, changed, landed) {
  liftDice(table, false);
  const dice = rolled(table, changed);
  if (reducedMotion.matches || !dice.length) {
    landed();
    return dice.length > 0;
  }
  cue("rattle");
  const inAir = new Set(dice);
  dice.forEach((die, i) => hop(die, APART * (i % (MOST_STARTS + 1)), () => { // comes down with its true face
    inAir.delete(die);
    settle(die);
  }));
  const flickering = setInterval(() => inAir.forEach(flicker), FLICKER);
  dice.forEach(flicker);
  setTimeout(() => {
    clearInterval(flickering);
    inAir.clear();
    dice.forEach(settle);
    cue("tock");
    landed();
  }, TUMBLE + APART * Math.min(MOST_STARTS, dice.length));
  return true;
}

/**
 * Return the dice in the tray that were rolled: those that look different, or all in play when each shows what it did.
 * @param {HTMLElement} table
 * @param {Set<string>} changed
 */
function rolled(table, changed) {
  const all = findAll(table, ".felt .die-face:not(.still)").filter((die) => !die.closest(".used") && die.getClientRects().length);
  const fresh = all.filter((die) => changed.has(die.closest("svg > g")?.id ?? ""));
  return fresh.length ? fresh : all;
}

/**
 * @param {Element} die
 * @param {number} delay
 * @param {() => void} down
 */
function hop(die, delay, down) {
  const [aside, height, turns] = [8 * (Math.random() - 0.5), 14 + 12 * Math.random(), (Math.random() < 0.5 ? -1 : 1) * (1 + Math.random())];
  const at = (/** @type {number} */ share, /** @type {number} */ up) => `translate(${aside * share * 4}px, ${-up}px) rotate(${360 * turns * share}deg)`;
  setTimeout(down, delay + LANDS * TUMBLE);
  die.animate(
    [
      { transform: "translate(0, 0) rotate(0)" },
      { transform: at(0.45, height), offset: 0.4 },
      { transform: "translate(0, 0) rotate(0) scale(1)", offset: LANDS },
      { transform: "scale(1.05, 0.94)", offset: 0.9 },
      { transform: "none" },
    ],
    { duration: TUMBLE, delay, easing: "cubic-bezier(0.2, 0.8, 0.2, 1)" },
  );
}

/** Show a face that means nothing. @param {HTMLElement} die */
function flicker(die) {
  die.classList.add("tumbling");
  find(die, ".fake")?.remove();
  const body = /** @type {SVGGraphicsElement | null} */ (die.querySelector(".die-body"));
  if (!body) return;
  const { x, y, width, height } = body.getBBox();
  const [cx, cy] = [x + width / 2, y + height / 2];
  const sides = Number(die.dataset.sides ?? 6);
  const shown = 1 + Math.floor(sides * Math.random());
  const fake = draw(die, "g", { class: "fake" });
  if (die.querySelector(".die-number") || sides !== 6) draw(fake, "text", { x: cx, y: cy, class: "die-number" }, shown);
  else for (const [dx, dy] of PIPS[shown]) draw(fake, "circle", { cx: cx + dx * width * 0.26, cy: cy + dy * width * 0.26, r: width * 0.09, class: "pip" });
}

/** Show the true face. @param {HTMLElement} die */
function settle(die) {
  die.classList.remove("tumbling");
  find(die, ".fake")?.remove();
}
