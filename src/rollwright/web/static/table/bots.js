// Bots that are watched: the speed at which they act, and the moment before a bot rolls, in which an undo stops it.

import { $, closest, draw, find, findAll, make } from "../shared/dom.js";
import { reducedMotion } from "../shared/media.js";
import { postJson } from "../shared/requests.js";
import { keep } from "../shared/storage.js";
import { fill } from "../shared/words.js";
import { spotOf } from "./pointer.js";
import { onUpdate } from "./server.js";
import { speed, SPEED } from "./speed.js";
import { address, state, table, words } from "./state.js";

const RADIUS = 20; // of the ring, in units of its drawing
const AROUND = 2 * Math.PI * RADIUS;

/** The moment that the ring shows. @type {TableState["bot_roll"]} */
let shown = null;

/**
 * Tell the server something that needs no answer; nothing is lost if it does not arrive.
 * @param {string} what
 * @param {object} body
 */
function tell(what, body) {
  const sent = { ...state.seen, ...body };
  if (!state.connection?.act({ ...sent, do: what, action: 0 })) postJson(`${address}/${what}`, sent).catch(() => {});
}

/** Let bots act now that only wait so that people can follow; they are quick until a person is asked. */
export function hurry() {
  if (isWatching()) tell("hurry", {});
}

/** Say whether somebody who plays here waits for a bot. */
export const isWatching = () => Boolean(state.now.seats?.length && !state.now.over && (state.now.bot_roll || state.now.acting?.length));

/**
 * Choose the speed of the bots, here and for later.
 * @param {string} chosen watch, quick or at-once
 */
export function chooseSpeed(chosen) {
  keep(SPEED, chosen);
  tell("speed", { speed: chosen });
  showSpeed();
}

function showSpeed() {
  for (const choice of findAll(document, "#bot-speed input")) /** @type {HTMLInputElement} */ (choice).checked = /** @type {HTMLInputElement} */ (choice).value === speed();
}

/** Show the ring on the tray while a bot is about to roll, or take it away. */
export function showBotRoll() {
  const roll = state.now.over ? null : state.now.bot_roll ?? null;
  if (roll === shown) return;
  shown = roll;
  find(table, ".bot-roll")?.remove();
  if (roll) find(table, ".tray")?.append(ring(roll));
}

/**
 * Return a button with a ring that fills until the dice fall; it lets them fall now.
 * @param {{ name: string, in_ms: number, of_ms: number }} roll
 */
function ring({ name, in_ms: left, of_ms: whole }) {
  const button = make("button", "", "bot-roll");
  const told = fill(words.rolls_in, { name, n: Math.max(1, Math.round(left / 1000)) });
  button.type = "button";
  button.title = `${told} (F)`;
  button.setAttribute("aria-label", told);
  if (reducedMotion.matches) {
    button.classList.add("still");
    button.textContent = told;
    return button;
  }
  const svg = draw(button, "svg", { viewBox: "0 0 48 48", "aria-hidden": "true" });
  draw(svg, "circle", { class: "track", cx: 24, cy: 24, r: RADIUS });
  const arc = draw(svg, "circle", { class: "arc", cx: 24, cy: 24, r: RADIUS, "stroke-dasharray": AROUND });
  draw(svg, "rect", { class: "die", x: 15, y: 15, width: 18, height: 18, rx: 4 });
  for (const at of [20, 24, 28]) draw(svg, "circle", { class: "pip", cx: at, cy: at, r: 1.8 });
  const rest = AROUND * Math.min(1, left / Math.max(1, whole));
  arc.animate([{ strokeDashoffset: rest }, { strokeDashoffset: 0 }], { duration: Math.max(1, left), fill: "forwards" });
  return button;
}

/** Begin to watch bots: show rings, offer the speeds, and hurry by a click on the dice. */
export function watchBots() {
  onUpdate(showBotRoll);
  showBotRoll();
  showSpeed();
  find(document, "#bot-speed")?.addEventListener("change", (event) => chooseSpeed(/** @type {HTMLInputElement} */ (event.target).value));
  table.addEventListener("click", (event) => {
    if (closest(event, ".tray") && !spotOf(event.target)?.matches(".lit, .also, .picked") && $("roll").hidden) hurry();
  });
}
