// The appearance and state of spots: lit, picked, dragged, reachable by keyboard.

import { drawn, spotsIn } from "../shared/dom.js";
import { outlook } from "./outlook.js";
import { state, table } from "./state.js";

/** @param {Outlook} now */
export function lightSpots(now) {
  const others = new Set([...(state.picks.length ? outlook([]).next : []), ...outlook([], state.alternatives).next]);
  for (const spot of spotsIn(table)) {
    const lit = now.next.has(spot.id) && !state.rolling && !state.held;
    const picked = state.picks.includes(spot.id);
    const also = !lit && !picked && !state.rolling && !state.held && others.has(spot.id);
    spot.classList.toggle("lit", lit);
    spot.classList.toggle("picked", picked);
    spot.classList.toggle("also", also);
    spot.classList.toggle("pending", state.pending === spot.id);
    spot.setAttribute("role", lit || picked || also ? "button" : "img");
    if (lit || picked || also) spot.setAttribute("aria-pressed", String(picked));
    else spot.removeAttribute("aria-pressed");
    spot.removeAttribute("transform");
    spot.setAttribute("tabindex", "-1");
  }
  movePicked();
  openToKeyboard();
}

/** Draw placed pieces at their targets. */
function movePicked() {
  /** @type {Map<string, number>} */
  const used = new Map();
  state.picks.forEach((id, i) => {
    const places = drawn(id)?.dataset.places?.split(";");
    if (!places) return;
    const partner = [state.picks[i - 1], state.picks[i + 1]].map(drawn).find((each) => each?.hasAttribute("data-drag") && !each.hasAttribute("transform"));
    if (!partner) return;
    const at = used.get(id) ?? 0;
    used.set(id, at + 1);
    const [x, y] = across(drawn(id), partner, places[Math.min(at, places.length - 1)].split(" ").map(Number));
    const [x0, y0] = centre(partner);
    partner.setAttribute("transform", `translate(${x - x0} ${y - y0})`);
  });
}

/**
 * Return a point of one spot's drawing in the units of another's.
 * @param {SVGGElement | null} from
 * @param {SVGGElement} to
 * @param {number[]} point
 */
function across(from, to, [x, y]) {
  const [there, here] = [from?.ownerSVGElement, to.ownerSVGElement];
  if (there === here) return [x, y];
  const [out, back] = [there?.getScreenCTM(), here?.getScreenCTM()?.inverse()];
  const found = out && back ? new DOMPoint(x, y).matrixTransform(out).matrixTransform(back) : { x, y };
  return [found.x, found.y];
}

/** Make one spot of each drawing reachable by Tab; arrows move on from there. */
function openToKeyboard() {
  for (const svg of /** @type {NodeListOf<SVGSVGElement>} */ (table.querySelectorAll("svg[data-part]"))) {
    const able = spotsIn(svg, ".spot.lit, .spot.picked, .spot.also");
    const first = able.find((spot) => spot === document.activeElement) ?? able.find((spot) => spot.id === svg.dataset.last && spot.matches(".lit")) ?? able[0];
    first?.setAttribute("tabindex", "0");
  }
}

/** @param {SVGElement} spot */
export const centre = (spot) => /** @type {string} */ (spot.dataset.at).split(" ").map(Number);

/**
 * Return the nearest spot in a direction: one that can be picked, or with `any` also others, which say why they cannot.
 * @param {SVGGElement} spot
 * @param {number[]} direction
 * @param {boolean} any
 */
export function neighbour(spot, direction, any) {
  const all = spotsIn(/** @type {SVGSVGElement} */ (spot.ownerSVGElement));
  const able = all.filter((each) => each.matches(".lit, .picked, .also"));
  return (any ? null : nearest(spot, direction, able)) ?? nearest(spot, direction, all);
}

/**
 * @param {SVGGElement} spot
 * @param {number[]} direction
 * @param {SVGGElement[]} among
 */
function nearest(spot, [dx, dy], among) {
  const [x, y] = centre(spot);
  let best = null;
  let least = Infinity;
  for (const other of among) {
    const [ox, oy] = centre(other);
    const along = (ox - x) * dx + (oy - y) * dy;
    const across = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (other !== spot && along > 1 && along + 2.5 * across < least) {
      least = along + 2.5 * across;
      best = other;
    }
  }
  return best;
}
