// Keyboard control: arrows move between spots, Enter picks, Escape goes back, and moves can be typed.

import { $, comesFrom, fieldOf, findAll, isShown } from "../shared/dom.js";
import { isDrawerOpen, openDrawer } from "../shared/drawer.js";
import { turnTabs } from "../shared/tabs.js";
import { hurry } from "./bots.js";
import { openTyping } from "./frame.js";
import { scenes } from "./happenings.js";
import { choose, stepBack } from "./picking.js";
import { play } from "./play.js";
import { hover, spotOf } from "./pointer.js";
import { neighbour } from "./spots.js";
import { state, table } from "./state.js";

/** @type {Record<string, number[]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

document.addEventListener("keydown", (event) => {
  const { covered } = state.seen;
  if (covered && event.repeat && event.target instanceof Node && $("cover").contains(event.target)) event.preventDefault(); // a key still held down from the previous move
  if ($("rules").open || $("company").open || $("menu").matches(":popover-open") || covered) return;
  if ((event.ctrlKey || event.metaKey) && event.code === "KeyZ" && !comesFrom(event, "input") && !$("undo").disabled) {
    event.preventDefault();
    return $("undo").click();
  }
  if (event.key === "Escape" && !$("typed").hidden) return openTyping(false);
  if (event.key === "Escape" && isDrawerOpen()) return openDrawer(false);
  if (event.key === "Escape" && scenes.isShown()) return scenes.stop();
  if (event.key === "Escape" && isShown($("to-end"))) return $("to-end").click();
  if (event.key === "Escape" && (state.picks.length || state.pending)) return stepBack();
  if (turnTabs(table, event)) return;
  const spot = spotOf(event.target);
  if (!spot) return pressShortcut(event);
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    choose(spot.id, "key");
  } else if (event.key in ARROWS) {
    event.preventDefault();
    const next = neighbour(spot, ARROWS[event.key], event.shiftKey);
    if (!next) return;
    spot.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
  } else pressShortcut(event);
});

/** Keys that stand for a button, wherever the focus is, but not while somebody types or is in a menu. @type {Record<string, () => void>} */
const SHORTCUTS = {
  " ": () => (mainButton() ? mainButton()?.click() : hurry()),
  f: hurry,
  u: () => pressIfShown($("undo")),
  h: () => pressIfShown($("hint")),
  l: () => openDrawer(!isDrawerOpen()),
  "/": () => openTyping(true),
};

/** Return the button in the main place. */
const mainButton = () => findAll(table, ".first :is(button, a)").find(isShown);

/** @param {HTMLButtonElement} button */
const pressIfShown = (button) => { if (isShown(button) && !button.disabled) button.click(); };

/** @param {KeyboardEvent} event */
function pressShortcut(event) {
  const { key, repeat, ctrlKey, metaKey, altKey } = event;
  const press = SHORTCUTS[key.toLowerCase()];
  if (!press || repeat || ctrlKey || metaKey || altKey || comesFrom(event, "input, select, textarea")) return;
  if (key === " " && comesFrom(event, "button, a, summary, [role=tab], [role=button]")) return; // it presses that
  event.preventDefault();
  press();
}

table.addEventListener("focusin", (event) => {
  const spot = spotOf(event.target);
  if (spot?.ownerSVGElement) spot.ownerSVGElement.dataset.last = spot.id;
  if (spot?.matches(":focus-visible")) hover(spot);
});
table.addEventListener("focusout", (event) => { if (spotOf(event.target)) hover(null); });

$("typed").addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = fieldOf($("typed"), "move");
  if (!field.value.trim() || state.busy) return;
  if (await play(field.value.trim())) field.value = "";
});
