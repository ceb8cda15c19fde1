// What is written is drawn as by a pencil: strokes along their path, numbers from left to right.

import { reducedMotion } from "../shared/media.js";
import { cue } from "./sounds.js";

const STROKE = 260; // milliseconds for a stroke
const APART = 70; // milliseconds between two marks of one move
const LONGEST = 420; // milliseconds after which the last mark begins

const INK = ".scribble, .stroke, .pencil";

/** @param {Element} group */
export const inkOf = (group) => [...group.querySelectorAll(INK)];

/** Marks that are being written by the current update. @type {SVGElement[]} */
let written = [];

/**
 * Note that a group has more marks than before.
 * @param {Element} group
 * @param {number} before how many there were
 */
export function noteInk(group, before) {
  written.push(.../** @type {SVGElement[]} */ (inkOf(group).slice(before)));
}

/** Write all marks noted since the last call; return the last one, or null. */
export function writeInk() {
  const marks = written.filter((mark) => mark.isConnected && mark.getClientRects().length);
  written = [];
  if (!marks.length) return null;
  cue("scratch");
  if (!reducedMotion.matches) marks.forEach((mark, i) => stroke(mark, Math.min(LONGEST, APART * i)));
  return marks[marks.length - 1];
}

/** Forget what was noted: a whole sheet has been drawn. */
export function forgetInk() {
  written = [];
}

/**
 * @param {SVGElement} mark
 * @param {number} delay
 */
function stroke(mark, delay) {
  const timing = { duration: STROKE, delay, easing: "ease-out", fill: /** @type {FillMode} */ ("backwards") };
  if (mark instanceof SVGGeometryElement) {
    const length = mark.getTotalLength();
    mark.animate([{ strokeDasharray: `${length} ${length}`, strokeDashoffset: length }, { strokeDasharray: `${length} ${length}`, strokeDashoffset: 0 }], timing);
  } else mark.animate([{ clipPath: "inset(-20% 100% -20% -20%)", opacity: 0.4 }, { clipPath: "inset(-20% -20% -20% -20%)", opacity: 1 }], timing);
}
