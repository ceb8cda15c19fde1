// Mouse and touch: hovering over, clicking, tapping and dragging spots.

import { $, closest } from "../shared/dom.js";
import { choose, letGo } from "./picking.js";
import { drawPreview } from "./preview.js";
import { going, withSpot } from "./outlook.js";
import { redraw } from "./redraw.js";
import { state, table } from "./state.js";

const DRAG_DISTANCE = 6; // pixels after which a press is a drag

/** @param {EventTarget | null} target */
export const spotOf = (target) => (target instanceof Element ? /** @type {SVGGElement | null} */ (target.closest(".spot")) : null);

/** @param {SVGGElement | null} spot */
export function hover(spot) {
  const id = spot?.matches(".lit, .also") ? spot.id : null;
  if (id === state.hovered && state.pointed === (spot?.id ?? null)) return;
  state.hovered = id;
  state.pointed = spot?.id ?? null;
  drawPreview();
}

table.addEventListener("pointerdown", (event) => {
  state.pointer = event.pointerType;
  if (event.button !== 0 || !event.isPrimary) return;
  const spot = spotOf(event.target);
  if (!spot?.hasAttribute("data-drag") || !spot.matches(".lit, .also, .picked") || state.busy) return;
  state.drag = { spot, x: event.clientX, y: event.clientY, moved: false };
});

table.addEventListener("pointermove", (event) => {
  const { drag } = state;
  if (!drag) {
    if (event.pointerType === "mouse") hover(spotOf(event.target));
    return;
  }
  if (!drag.spot.isConnected) {
    state.drag = null; // an update has removed the spot
    return;
  }
  if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > DRAG_DISTANCE) lift(drag, event);
  if (drag.moved) {
    const scale = drag.spot.ownerSVGElement?.getScreenCTM()?.a ?? 1;
    drag.spot.setAttribute("transform", `translate(${(event.clientX - drag.x) / scale} ${(event.clientY - drag.y) / scale})`);
    hover(under(event));
  }
});

/**
 * @param {Drag} drag
 * @param {PointerEvent} event
 */
function lift(drag, event) {
  drag.moved = true;
  if (state.picks.includes(drag.spot.id)) letGo(drag.spot.id);
  if (withSpot(drag.spot.id)) choose(drag.spot.id, "drag");
  drag.spot.classList.add("dragged");
  table.setPointerCapture(event.pointerId);
}

/**
 * Return the spot under the pointer that takes the dragged one, even if something lies on it, or else the uppermost.
 * @param {PointerEvent} event
 */
function under(event) {
  const spots = document.elementsFromPoint(event.clientX, event.clientY).map(spotOf).filter((each) => each !== null).filter((each) => each !== state.drag?.spot);
  return spots.find((each) => going().next.has(each.id)) ?? spots[0] ?? null;
}

/**
 * End a drag: drop the spot here, or return it.
 * @param {PointerEvent} event
 * @param {boolean} done
 */
function drop(event, done) {
  if (!state.drag) return;
  const { spot, moved } = state.drag;
  const target = moved && done ? under(event) : null;
  state.drag = null;
  if (!moved) return;
  state.dropped = true;
  setTimeout(() => { state.dropped = false; }, 0);
  spot.classList.remove("dragged");
  state.hovered = state.pointed = null;
  if (target && going().next.has(target.id)) choose(target.id, "dropped");
  else if (state.picks.includes(spot.id)) letGo(spot.id);
  else redraw();
}

table.addEventListener("pointerup", (event) => drop(event, true));
table.addEventListener("pointercancel", (event) => drop(event, false));
table.addEventListener("pointerleave", () => hover(null));
table.addEventListener("click", (event) => {
  const spot = spotOf(event.target);
  if (spot && !state.dropped) choose(spot.id, state.pointer === "touch" ? "touch" : "mouse");
});

/**
 * Preview a button's move while the pointer is on it.
 * @param {Event} event
 * @param {boolean} isOver
 */
function propose(event, isOver) {
  const button = closest(event, "button[data-move]");
  const move = isOver && button ? state.moves.find((each) => each.move === button.dataset.move) ?? null : null;
  if (move === state.proposed) return;
  state.proposed = move;
  drawPreview();
}

for (const name of ["pointerover", "focusin"]) $("actions").addEventListener(name, (event) => propose(event, true));
for (const name of ["pointerout", "focusout"]) $("actions").addEventListener(name, (event) => propose(event, false));
