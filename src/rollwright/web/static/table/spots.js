// The appearance and state of spots: lit, picked, dragged, reachable by keyboard.

import { drawn, spotsIn } from "../shared/dom.js";
import { outlook } from "./outlook.js";
import { state, table } from "./state.js";

/** @param {Outlook} now */
export function lightSpots(now) {
  const moved = movedPieces(); // this measures, so it comes before anything is changed
  const others = new Set([...(state.picks.length ? outlook([]).next : []), ...outlook([], state.alternatives).next]);
  const isQuiet = Boolean(state.rolling || state.held);
  const spots = spotsIn(table).map((spot) => {
    const lit = now.next.has(spot.id) && !isQuiet;
    const picked = state.picks.includes(spot.id);
    return { spot, lit, picked, also: !lit && !picked && !isQuiet && others.has(spot.id), pending: state.pending === spot.id };
  });
  const first = new Set(byDrawing(spots.filter(isOpen)).map(reachedByTab));
  for (const each of spots) {
    const { spot, picked } = each;
    for (const name of LOOKS) if (spot.classList.contains(name) !== each[name]) spot.classList.toggle(name);
    put(spot, "role", isOpen(each) ? "button" : "img");
    put(spot, "aria-pressed", isOpen(each) ? String(picked) : null);
    put(spot, "transform", moved.get(spot) ?? null);
    put(spot, "tabindex", first.has(spot) ? "0" : "-1");
  }
}

/** @typedef {{ spot: SVGGElement, lit: boolean, picked: boolean, also: boolean, pending: boolean }} SpotState */

const LOOKS = /** @type {const} */ (["lit", "picked", "also", "pending"]);

/** @param {SpotState} state */
const isOpen = ({ lit, picked, also }) => lit || picked || also;

/**
 * Set an attribute, or remove it, if it is not so already: the browser works out styles anew for whatever is set.
 * @param {Element} element
 * @param {string} name
 * @param {string | null} value
 */
function put(element, name, value) {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/** Return where placed pieces are drawn: at their targets, as a transform for each. */
function movedPieces() {
  /** @type {Map<SVGGElement, string>} */
  const moved = new Map();
  /** @type {Map<string, number>} */
  const used = new Map();
  state.picks.forEach((id, i) => {
    const places = drawn(id)?.dataset.places?.split(";");
    if (!places) return;
    const partner = [state.picks[i - 1], state.picks[i + 1]].map(drawn).find((each) => each?.hasAttribute("data-drag") && !moved.has(each));
    if (!partner) return;
    const at = used.get(id) ?? 0;
    used.set(id, at + 1);
    const [x, y] = across(drawn(id), partner, places[Math.min(at, places.length - 1)].split(" ").map(Number));
    const [x0, y0] = centre(partner);
    moved.set(partner, `translate(${x - x0} ${y - y0})`);
  });
  return moved;
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

/**
 * Return lists of the spots of each drawing.
 * @param {SpotState[]} spots
 */
function byDrawing(spots) {
  /** @type {Map<SVGSVGElement, SpotState[]>} */
  const drawings = new Map();
  for (const each of spots) {
    const svg = /** @type {SVGSVGElement} */ (each.spot.ownerSVGElement);
    const known = drawings.get(svg);
    if (known) known.push(each);
    else drawings.set(svg, [each]);
  }
  return [...drawings];
}

/**
 * Return the one spot of a drawing that Tab reaches; arrows move on from there.
 * @param {[SVGSVGElement, SpotState[]]} drawing
 */
function reachedByTab([svg, open]) {
  const found = open.find(({ spot }) => spot === document.activeElement) ?? open.find(({ spot, lit }) => lit && spot.id === svg.dataset.last) ?? open[0];
  return found.spot;
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
