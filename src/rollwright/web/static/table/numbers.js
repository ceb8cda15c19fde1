// Numbers become drawings and moves. The server sends the codes of the groups that have changed, and once for each code
// how the group looks; the same for moves: a code for each, and once for each code how the move is pointed out.

import { SVG, $, find, findAll } from "../shared/dom.js";
import { setHtml, svgElement } from "../shared/morph.js";
import { state, table } from "./state.js";

const ABSENT = -1; // the code of a group that is not drawn
const BY_POSITION = -1; // the code of a move whose way is sent with it, as it depends on more than a number
const SHEET = -1; // the kind of a look on the sheet; other kinds are those of thumbnails

/**
 * Return the named values that an update brings, with the drawings and moves that its numbers stand for; null if they
 * stand for something that this page was never sent.
 * @param {Update} update
 * @returns {Record<string, any> | null}
 */
export function expand(update) {
  const { drawing } = state;
  if (update.template) begin(update.template);
  for (const [kind, slot, code, look] of update.looks ?? []) drawing.looks.set(`${kind} ${slot} ${code}`, look);
  for (const [move, code, way] of update.ways ?? []) drawing.ways.set(`${move} ${code}`, way);
  const { moves, ...values } = update.values;
  const groups = changedGroups(update.codes ?? []);
  const fresh = groups && { ...values, ...groups, ...changedParts(update, values) };
  if (moves) drawing.offers = moves;
  if (fresh && (moves || update.ways)) {
    const offered = offeredMoves();
    if (!offered) return null;
    fresh.moves = offered;
  }
  return fresh;
}

/** Forget all that was drawn by numbers, and what was offered. */
export function forgetDrawing() {
  begin([]);
  state.drawing.headings.clear();
  state.drawing.offers = { legal: [] };
}

/**
 * Begin a drawing anew. Headings and offers stay: they are sent when they change, also without a new template.
 * @param {PartTemplate[]} template
 */
function begin(template) {
  const { drawing } = state;
  drawing.parts = template;
  for (const kept of [drawing.slots, drawing.codes, drawing.looks, drawing.ways, drawing.thumbnails]) kept.clear();
  for (const part of template) {
    for (const [first, names] of part.groups) names.forEach((name, i) => drawing.slots.set(first + i, { name, part }));
  }
}

/**
 * Return the code of a group of the sheet.
 * @param {string} name
 */
export const codeOf = (name) => state.drawing.codes.get([...state.drawing.slots].find(([, each]) => each.name === name)?.[0] ?? ABSENT);

/**
 * Return the drawings of groups whose codes have changed, by name.
 * @param {number[]} numbers slot and code in turn
 */
function changedGroups(numbers) {
  const { drawing } = state;
  /** @type {Record<string, string>} */
  const found = {};
  for (let i = 0; i < numbers.length; i += 2) {
    const [slot, code] = [numbers[i], numbers[i + 1]];
    const at = drawing.slots.get(slot);
    const look = drawing.looks.get(`${SHEET} ${slot} ${code}`);
    if (!at || (look === undefined && code !== ABSENT)) return null;
    drawing.codes.set(slot, code);
    if (look !== undefined) found[`svg/${at.name}`] = look;
  }
  return found;
}

/**
 * Return the parts that have changed: their headings, and the names of the groups that are drawn now, in their order.
 * @param {Update} update
 * @param {Record<string, any>} values
 */
function changedParts(update, values) {
  const { drawing } = state;
  const touched = new Set((update.codes ?? []).filter((_, i) => i % 2 === 0).map((slot) => drawing.slots.get(slot)?.part));
  /** @type {Record<string, SheetPart>} */
  const found = {};
  for (const part of drawing.parts) {
    const name = `part/${part.name}`;
    if (values[name]) drawing.headings.set(name, values[name]);
    if (!values[name] && !touched.has(part)) continue;
    const groups = part.groups.flatMap(([first, names]) => names.filter((_, i) => (drawing.codes.get(first + i) ?? ABSENT) !== ABSENT));
    found[name] = { .../** @type {PartHeading} */ (drawing.headings.get(name)), where: part.where, tab: part.tab, groups };
  }
  return found;
}

/**
 * Return the moves that are offered, and those that can replace earlier ones.
 * @returns {Move[] | null}
 */
function offeredMoves() {
  const { legal, beside = {}, instead = [] } = state.drawing.offers;
  /** @type {Move[]} */
  const found = [];
  for (let i = 0; i < legal.length; i += 3) {
    const [move, code, gain] = [legal[i], legal[i + 1], legal[i + 2]];
    const way = code === BY_POSITION ? beside[String(move)] : state.drawing.ways.get(`${move} ${code}`);
    if (!way) return null;
    found.push({ ...way, gain: way.quiet || gain === null ? null : signed(gain) });
  }
  for (const [made, move, code] of instead) {
    const way = typeof move === "number" ? state.drawing.ways.get(`${move} ${code}`) : move;
    if (!way) return null;
    found.push({ ...way, gain: null, instead: made });
  }
  return found;
}

/**
 * Write a change in half points as points with a sign; rollwright.core.scoring.signed does the same in Python.
 * @param {number} halves
 */
function signed(halves) {
  const [whole, half] = [Math.floor(Math.abs(halves) / 2), Math.abs(halves) % 2 === 1];
  return `${halves < 0 ? "-" : "+"}${half && !whole ? "" : whole}${half ? "½" : ""}`;
}

/**
 * Draw the rows of the list of players that have changed, and their thumbnails.
 * @param {Update} update
 */
export function drawPlayers(update) {
  const rows = Object.entries(update.values).filter(([name]) => name.startsWith("player/"));
  if (rows.length) {
    const list = find($("players"), "ul") ?? $("players").appendChild(document.createElement("ul"));
    list.className = "players";
    for (const [name, row] of rows) {
      const seat = Number(name.slice("player/".length));
      while (list.children.length <= seat) list.append(document.createElement("li"));
      setHtml(list.children[seat], row);
    }
  }
  for (const [attribute, kind] of [["data-status", "status"], ["data-scored", "scored"]]) {
    for (const place of findAll(table, `[${attribute}]`)) {
      place.textContent = state.values.get(`${kind}/${place.getAttribute(attribute)}`) ?? "";
    }
  }
  for (const [seat, numbers] of Object.entries(update.thumbnails ?? {})) drawThumbnail(seat, numbers);
}

/**
 * Draw the changed groups of a seat's thumbnail.
 * @param {string} seat
 * @param {number[]} numbers the kind of the thumbnail, then slot and code in turn
 */
function drawThumbnail(seat, [kind, ...numbers]) {
  const svg = document.querySelector(`#players [data-thumbnail="${seat}"]`);
  if (!svg) return;
  if (!state.drawing.thumbnails.has(seat)) svg.replaceChildren(); // made anew, with all its groups
  state.drawing.thumbnails.add(seat);
  for (let i = 0; i < numbers.length; i += 2) {
    const [slot, code] = [numbers[i], numbers[i + 1]];
    const look = state.drawing.looks.get(`${kind} ${slot} ${code}`);
    const group = look === undefined ? document.createElementNS(SVG, "g") : /** @type {SVGElement} */ (document.importNode(svgElement(look), true));
    group.dataset.slot = String(slot);
    const old = svg.querySelector(`[data-slot="${slot}"]`);
    if (old) old.replaceWith(group);
    else svg.append(group);
  }
}
