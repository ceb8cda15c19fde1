// The end of a game as it arrives: paper slides up, steps rise, and for a win or a new best confetti falls and stays.

import { $, closest, find, make } from "../shared/dom.js";
import { reducedMotion } from "../shared/media.js";
import { state, words } from "./state.js";

const PIECES = 60;
const FALL = 1800; // milliseconds, all together

/**
 * Celebrate a game that has just ended at this page; `best` says whether it is a new best of this device.
 * @param {Partial<TableState>} before
 * @param {boolean} best
 */
export function celebrate(before, best) {
  const end = find($("end"), ".end");
  if (!end || !state.now.over || before.over !== false) return;
  end.classList.add("arrives");
  if ((best || end.dataset.wins === "1") && !reducedMotion.matches) throwConfetti(end);
}

/** @param {HTMLElement} end */
export function throwConfetti(end) {
  const layer = make("div", "", "confetti");
  layer.setAttribute("aria-hidden", "true");
  end.prepend(layer);
  const { clientHeight } = end;
  for (let n = 0; n < PIECES; n += 1) {
    const piece = layer.appendChild(document.createElement("i"));
    const [left, down, wait] = [Math.random(), Math.sqrt(Math.random()), Math.random() / 3];
    const turn = 360 * Math.random();
    piece.style.left = `${100 * left}%`;
    piece.style.top = `${96 * down}%`;
    piece.style.rotate = `${turn}deg`;
    piece.animate(
      [{ transform: `translate(${80 * Math.random() - 40}px, ${-down * clientHeight - 40}px) rotate(${720 * Math.random()}deg)` }, { transform: "none" }],
      { delay: FALL * wait, duration: FALL * (1 - wait), easing: "cubic-bezier(0.2, 0.6, 0.4, 1)", fill: "backwards" },
    );
  }
}

// Pictures are made by a module of their own, which is fetched only when somebody wants one.
$("end").addEventListener("click", async (event) => {
  const button = closest(event, '[data-do="share"]');
  if (!button) return;
  const told = find($("end"), ".end-told");
  const tell = (/** @type {string} */ text) => { if (told) told.textContent = text; };
  tell(words.drawing_picture);
  try {
    const { sharePicture } = await import("./share.js");
    tell(await sharePicture(button.dataset.kind === "svg" ? "svg" : "png") ? words.picture_saved : "");
  } catch {
    tell(words.picture_failed);
  }
});
