// Gives the parts of a sheet and the dice their sizes: as large as the stage and the tray allow.
// Shared by the page of a table and that of its replay.

import { beforePaint } from "./before_paint.js";
import { find, findAll, get } from "./dom.js";

const GAP = 24; // between parts side by side, as in sheet.css
const ROW_GAP = 10;
const LARGEST_DIE = 92; // pixels
const SMALLEST_DIE = 24;
const DIE = 64; // units of a drawing in the tray that are one die

/**
 * Return the size of a drawing in its own units.
 * @param {Element} figure
 */
function sizeOf(figure) {
  const box = /** @type {SVGSVGElement} */ (figure.querySelector("svg")).viewBox.baseVal;
  return { width: box.width || 1, height: box.height || 1 };
}

/**
 * Return how high parts side by side can be in a room, in rows of the same number of parts.
 * @param {HTMLElement[]} figures
 * @param {number} rows
 * @param {{ width: number, height: number }} room
 */
function arranged(figures, rows, room) {
  const each = Math.ceil(figures.length / rows);
  const lines = Array.from({ length: rows }, (_, i) => figures.slice(i * each, (i + 1) * each)).filter((line) => line.length);
  const height = (room.height - ROW_GAP * (lines.length - 1)) / lines.length;
  const sized = lines.map((line) => {
    const caption = Math.max(...line.map((figure) => find(figure, "figcaption")?.offsetHeight ?? 0));
    const ratios = line.map((figure) => sizeOf(figure).width / sizeOf(figure).height);
    const sum = ratios.reduce((a, b) => a + b, 0);
    const high = Math.min(height - caption, (room.width - GAP * (line.length - 1)) / sum);
    return { widths: ratios.map((ratio) => Math.floor(ratio * high)), line, area: sum * high * high };
  });
  return { sized, area: sized.reduce((sum, { area }) => sum + area, 0) };
}

/**
 * Give the parts of the sheet their sizes before it is painted next.
 * @param {HTMLElement} table
 */
export const fitSheet = (table) => beforePaint("sheet", () => fitParts(table));

/** @param {HTMLElement} table */
function fitParts(table) {
  const desk = get(table, ".desk");
  const sheet = get(desk, ".sheet");
  const figures = findAll(sheet, ".parts figure").filter((figure) => figure.querySelector("svg > :not(.overlay)") && getComputedStyle(figure).display !== "none");
  const style = getComputedStyle(sheet);
  const [across, down] = [parseFloat(style.paddingLeft) + parseFloat(style.paddingRight), parseFloat(style.paddingTop) + parseFloat(style.paddingBottom)];
  const foot = find(sheet, ".foot");
  const room = { width: desk.clientWidth - across, height: desk.clientHeight - down - (foot?.children.length ? foot.offsetHeight + 8 : 0) };
  if (!figures.length || room.width <= 0 || room.height <= 0) return;
  const tried = Array.from({ length: Math.min(3, figures.length) }, (_, i) => arranged(figures, i + 1, room));
  const best = tried.reduce((a, b) => (b.area > 1.15 * a.area ? b : a)); // side by side, unless rows are clearly larger
  for (const { widths, line } of best.sized) line.forEach((figure, i) => { figure.style.width = `${Math.max(40, widths[i])}px`; });
  const parts = get(sheet, ".parts");
  parts.style.width = `${Math.max(...best.sized.map(({ widths }) => widths.reduce((a, b) => a + b, 0) + GAP * (widths.length - 1)))}px`;
}

/** What the tray held when it was fitted last. */
let fitted = "";

/**
 * Show the bays that hold dice; if they are others than before, fit them into the tray before it is painted next.
 * @param {HTMLElement} table
 */
export function fitBays(table) {
  const bays = findAll(table, ".felt .bay");
  for (const bay of bays) bay.hidden = !bay.querySelector("svg > :not(.overlay)");
  const held = bays.filter((bay) => !bay.hidden).map((bay) => `${bay.id} ${get(bay, "svg").getAttribute("viewBox")} ${find(bay, "figcaption")?.textContent}`).join();
  if (held !== fitted) beforePaint("tray", () => fitTray(table));
  fitted = held;
}

/** @param {HTMLElement} table */
function fitTray(table) {
  const felt = find(table, ".felt");
  if (!felt) return;
  const bays = findAll(felt, ".bay").filter((bay) => !bay.hidden && getComputedStyle(bay).position !== "absolute"); // what floats over the others needs no room
  for (const bay of bays) get(bay, "svg").style.width = "0"; // sizes from before must not stretch the tray that is measured
  const style = getComputedStyle(felt);
  const tray = get(table, ".tray");
  const across = felt.offsetWidth - felt.clientWidth + parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
  const most = widest(tray) - across;
  const height = felt.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
  if (!bays.length || most <= 0 || height <= 0) return;
  let die = LARGEST_DIE;
  const sizes = bays.map(roomOf);
  while (die > SMALLEST_DIE && !fits(sizes, die / DIE, most, height)) die -= 2;
  for (const bay of bays) {
    const { width } = sizeOf(bay);
    get(bay, "svg").style.width = `${Math.floor((width * die) / DIE)}px`;
  }
}

/**
 * Return how wide the inside of the tray can become: the room that its neighbours leave.
 * @param {HTMLElement} tray
 */
function widest(tray) {
  const style = getComputedStyle(tray);
  const room = /** @type {HTMLElement} */ (tray.parentElement);
  const columns = getComputedStyle(room).gridTemplateColumns.split(" ").map(parseFloat);
  const whole = columns.length === 3 && columns[2] > 60 ? columns[1] : columns.length === 2 ? columns[0] : room.clientWidth - parseFloat(getComputedStyle(room).paddingLeft) - parseFloat(getComputedStyle(room).paddingRight);
  return whole - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
}

/**
 * Return the size of a bay's drawing, and how much room it needs beside and above that.
 * @param {HTMLElement} bay
 */
function roomOf(bay) {
  const style = getComputedStyle(bay);
  return { ...sizeOf(bay), beside: parseFloat(style.paddingLeft) + parseFloat(style.paddingRight), above: find(bay, "figcaption")?.offsetHeight ?? 0 };
}

/**
 * Say whether all bays fit at a scale, in lines as the tray breaks them.
 * @param {ReturnType<typeof roomOf>[]} bays
 * @param {number} scale
 * @param {number} most
 * @param {number} height
 */
function fits(bays, scale, most, height) {
  let [line, lineHeight, total] = [0, 0, 0];
  for (const bay of bays) {
    const width = bay.width * scale + bay.beside + 2;
    const high = bay.height * scale + bay.above + 4;
    if (width > most) return false;
    if (line + width > most) {
      total += lineHeight + 2;
      line = lineHeight = 0;
    }
    line += width;
    lineHeight = Math.max(lineHeight, high);
  }
  return total + lineHeight <= height;
}

/**
 * Keep everything fitted when the window changes.
 * @param {HTMLElement} table
 */
export function keepFitted(table) {
  const fit = () => { fitParts(table); fitTray(table); };
  const watched = new ResizeObserver(fit);
  for (const each of [".desk", ".dock"]) watched.observe(get(table, each));
  document.fonts.ready.then(fit);
}
