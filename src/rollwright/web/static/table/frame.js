// The frame around the sheet: the progress of the game, the menu, typed moves, and a click on the dice.

import { canShake, feel, setShake, shakeIsOn } from "../motion/shake.js";
import { setSound, soundIsOn } from "../motion/sounds.js";
import { $, closest, make } from "../shared/dom.js";
import { roll } from "./play.js";
import { spotOf } from "./pointer.js";
import { state, table } from "./state.js";

const MOST_DOTS = 20; // steps of a game that are shown as dots

/** @param {TableState} now */
export function showProgress({ progress, rolls }) {
  if (!progress?.[0] || table.classList.contains("in-lesson")) return; // a lesson tells its own
  const [text, at, steps] = progress;
  $("progress").textContent = text;
  const dots = steps <= MOST_DOTS ? steps : 0;
  if ($("progress-dots").childElementCount !== dots) $("progress-dots").replaceChildren(...Array.from({ length: dots }, () => make("i")));
  [...$("progress-dots").children].forEach((dot, i) => dot.classList.toggle("now", i + 1 === at));
  table.classList.toggle("begun", rolls > 0);
}

/** Show the field for typed moves, or hide it. @param {boolean} open */
export function openTyping(open) {
  if (open && !state.now.seats?.length) return;
  $("typed").hidden = !open;
  if (open) $("typed").querySelector("input")?.focus();
  else $("ask").focus({ preventScroll: true });
}

$("typed-open").addEventListener("click", () => {
  $("menu").hidePopover();
  openTyping(true);
});
$("menu").addEventListener("click", (event) => { if (closest(event, "button:not([name], [aria-pressed])")) $("menu").hidePopover(); });

/** Show whether sounds are on. */
function showSound() {
  $("sound").setAttribute("aria-pressed", String(soundIsOn()));
}

$("sound").addEventListener("click", () => {
  setSound(!soundIsOn());
  showSound();
});
showSound();

$("shake").hidden = !canShake();
$("shake").setAttribute("aria-pressed", String(shakeIsOn()));
$("shake").addEventListener("click", async () => $("shake").setAttribute("aria-pressed", String(await setShake(!shakeIsOn(), roll))));
if (shakeIsOn()) feel(roll);

/** Roll by a click on the dice. */
table.addEventListener("click", (event) => {
  if (closest(event, ".tray") && !spotOf(event.target)?.matches(".lit, .also, .picked") && event.detail < 2) roll();
});
