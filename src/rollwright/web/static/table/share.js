// A picture of the finished sheet, made in the page: an SVG that needs nothing else, or a PNG drawn from it.

import { $, draw, find, findAll, get, SVG } from "../shared/dom.js";
import { state } from "./state.js";

const WIDTH = 1200;
const MARGIN = 48;
const HEAD = 150; // room for the title above the sheet
const GAP = 36;
const LONE = 0.64; // of the width, for a drawing that is left over below pairs
const SHARPNESS = 2; // pixels of the PNG for each unit

/** What style sheets say about drawings, and an SVG can say by attributes. */
const STYLED = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity", "paint-order",
  "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline", "visibility",
];
const COLOURS = new Set(["fill", "stroke"]);

/**
 * Make the picture and hand it on: to the device's own way of sharing, or as a download. Return whether it was saved.
 * @param {"svg" | "png"} kind
 */
export async function sharePicture(kind) {
  const { text, width, height } = await picture();
  const svg = new Blob([text], { type: "image/svg+xml" });
  const file = new File([kind === "svg" ? svg : await asPng(text, width, height)], `${fileName()}.${kind}`, { type: kind === "svg" ? svg.type : "image/png" });
  if (kind === "png" && navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title: title() });
      return false;
    } catch (fault) {
      if (fault instanceof DOMException && fault.name === "AbortError") return false;
    }
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return true;
}

const end = () => get($("end"), ".end");
const title = () => end().dataset.title ?? "";
const fileName = () => title().toLowerCase().normalize("NFD").replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "sheet";
const words = (/** @type {string} */ selector) => find(end(), selector)?.textContent?.trim() ?? "";

/** Return the whole picture as the text of an SVG, and its size. */
export async function picture() {
  const sheet = document.createElementNS(SVG, "svg");
  const drawings = /** @type {SVGSVGElement[]} */ (/** @type {unknown} */ (findAll(end(), ".end-sheet .paper > svg")));
  const bottom = placeDrawings(sheet, drawings);
  const height = Math.ceil(bottom + MARGIN);
  for (const [name, value] of Object.entries({ xmlns: SVG, viewBox: `0 0 ${WIDTH} ${height}`, width: WIDTH, height })) sheet.setAttribute(name, String(value));
  const ground = draw(sheet, "rect", { width: WIDTH, height, fill: colour(getComputedStyle(get(end(), ".end-sheet")).backgroundColor) });
  sheet.prepend(ground);
  writeHead(sheet);
  const text = new XMLSerializer().serializeToString(sheet);
  const fonts = await embeddedFonts(sheet);
  return { text: text.replace(/>/, `><style>${fonts}</style>`), width: WIDTH, height };
}

/**
 * Copy the drawings of the sheet in rows, as wide as there is room, and return where the last row ends.
 * @param {SVGSVGElement} sheet
 * @param {SVGSVGElement[]} drawings
 */
function placeDrawings(sheet, drawings) {
  const sizes = drawings.map((each) => each.viewBox.baseVal);
  const perRow = drawings.length > 1 ? 2 : 1;
  let top = HEAD;
  for (let first = 0; first < drawings.length; first += perRow) {
    const row = drawings.slice(first, first + perRow);
    const ratios = row.map((_, place) => sizes[first + place].width / sizes[first + place].height);
    const all = ratios.reduce((sum, ratio) => sum + ratio, 0);
    const share = row.length < perRow ? LONE : 1;
    const high = Math.min(share * (WIDTH - 2 * MARGIN - GAP * (row.length - 1)) / all, 640);
    let left = (WIDTH - all * high - GAP * (row.length - 1)) / 2;
    row.forEach((each, place) => {
      const copy = styledCopy(each);
      for (const [name, value] of Object.entries({ x: left, y: top, width: ratios[place] * high, height: high })) copy.setAttribute(name, value.toFixed(1));
      sheet.append(copy);
      left += ratios[place] * high + GAP;
    });
    top += high + GAP;
  }
  return top - GAP;
}

/**
 * Return a copy of a drawing that needs no style sheet: what the page's styles say becomes attributes.
 * @param {SVGSVGElement} drawing
 */
function styledCopy(drawing) {
  const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  const from = [drawing, ...drawing.querySelectorAll("*")];
  const to = [copy, ...copy.querySelectorAll("*")];
  const gone = from.map((element, place) => dress(element, to[place]) ? null : to[place]);
  for (const each of gone) each?.remove();
  for (const each of to) for (const name of ["class", "id", "role", "aria-label"]) each.removeAttribute(name);
  copy.setAttribute("overflow", "visible");
  return copy;
}

/**
 * Set what an element looks like as attributes of its copy; return whether it is shown at all.
 * @param {Element} element
 * @param {Element} copy
 */
function dress(element, copy) {
  const style = getComputedStyle(element);
  if (style.display === "none") return false;
  if (!(element instanceof SVGElement)) return true;
  for (const name of STYLED) {
    const value = style.getPropertyValue(name);
    if (value) copy.setAttribute(name, COLOURS.has(name) ? colour(value) : value);
  }
  if (style.transform !== "none" && !element.hasAttribute("transform") && element instanceof SVGGraphicsElement) copy.setAttribute("transform", turned(element, style));
  return true;
}

/**
 * Return the transform that a style sheet gives an element, as an attribute, about the same point.
 * @param {SVGGraphicsElement} element
 * @param {CSSStyleDeclaration} style
 */
function turned(element, style) {
  const box = style.transformBox === "fill-box" ? element.getBBox() : { x: 0, y: 0 };
  const [x, y] = style.transformOrigin.split(" ").map(Number.parseFloat);
  return `translate(${box.x + x} ${box.y + y}) ${style.transform} translate(${-box.x - x} ${-box.y - y})`;
}

const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

/**
 * Return a colour in a form that every program reads: mixed colours are written as they come out.
 * @param {string} value
 */
function colour(value) {
  if (!pen || !/^(color|oklab|oklch|lab|lch)/.test(value)) return value;
  pen.canvas.width = pen.canvas.height = 1;
  pen.fillStyle = value;
  pen.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data;
  return `rgba(${red}, ${green}, ${blue}, ${(alpha / 255).toFixed(3)})`;
}

/**
 * Write the title, the verdict, the names with their points, and the date above the sheet.
 * @param {SVGSVGElement} sheet
 */
function writeHead(sheet) {
  const style = getComputedStyle(get(end(), ".end-sheet h3"));
  const ink = colour(style.color);
  const soft = colour(getComputedStyle(get(end(), ".end-story summary")).color);
  const display = style.fontFamily;
  const plain = getComputedStyle(document.body).fontFamily;
  const date = new Intl.DateTimeFormat(state.seen.language, { dateStyle: "long" }).format(Number(end().dataset.opened));
  const players = findAll(end(), ".ranking li").map((each) => `${find(each, ".step-name")?.textContent}: ${find(each, "strong")?.textContent}`);
  draw(sheet, "text", { x: MARGIN, y: 74, fill: ink, "font-family": display, "font-size": 40, "word-spacing": "0.14em" }, title());
  draw(sheet, "text", { x: WIDTH - MARGIN, y: 74, fill: ink, "font-family": display, "font-size": 30, "text-anchor": "end", "word-spacing": "0.14em" }, words("#end-title"));
  draw(sheet, "text", { x: MARGIN, y: 116, fill: soft, "font-family": plain, "font-size": 22 }, players.join(" · ") || words(".rating"));
  draw(sheet, "text", { x: WIDTH - MARGIN, y: 116, fill: soft, "font-family": plain, "font-size": 22, "text-anchor": "end" }, `${date} · Rollwright`);
}

/**
 * Return the font faces that a picture uses, with the fonts themselves inside.
 * @param {SVGSVGElement} sheet
 */
async function embeddedFonts(sheet) {
  const used = [sheet, ...sheet.querySelectorAll("[font-family]")].map((each) => each.getAttribute("font-family") ?? "").join();
  const text = sheet.textContent ?? "";
  const rules = [...document.styleSheets].flatMap((each) => [...each.cssRules].filter((rule) => rule instanceof CSSFontFaceRule).map((rule) => ({ rule, base: each.href ?? location.href })));
  const faces = rules.map(async ({ rule, base }) => {
    const named = (/** @type {string} */ name) => rule.style.getPropertyValue(name);
    const address = /url\("?([^")]+)"?\)/.exec(named("src"))?.[1];
    const range = named("unicode-range");
    if (!address || !used.includes(named("font-family").replaceAll('"', "")) || (range && !covers(range, text))) return "";
    const bytes = await (await fetch(new URL(address, base))).blob();
    return `@font-face{font-family:${named("font-family")};font-weight:${named("font-weight") || "normal"};${range ? `unicode-range:${range};` : ""}src:url(${await asDataUrl(bytes)}) format("woff2")}`;
  });
  return (await Promise.all(faces)).join("");
}

/**
 * Say whether any character of a text is in a unicode range.
 * @param {string} range
 * @param {string} text
 */
function covers(range, text) {
  const spans = [...range.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/gi)].map(([, from, to]) => [Number.parseInt(from, 16), Number.parseInt(to ?? from, 16)]);
  return [...text].some((sign) => spans.some(([from, to]) => from <= (sign.codePointAt(0) ?? 0) && (sign.codePointAt(0) ?? 0) <= to));
}

/**
 * @param {Blob} blob
 * @returns {Promise<string>}
 */
function asDataUrl(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

/**
 * Draw the text of an SVG as a PNG.
 * @param {string} text
 * @param {number} width
 * @param {number} height
 * @returns {Promise<Blob>}
 */
async function asPng(text, width, height) {
  const image = new Image();
  image.src = await asDataUrl(new Blob([text], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: width * SHARPNESS, height: height * SHARPNESS });
  const brush = canvas.getContext("2d");
  for (let n = 0; n < 2; n += 1) { // some browsers have the fonts ready only for the second drawing
    brush?.drawImage(image, 0, 0, canvas.width, canvas.height);
    await new Promise((resolve) => { setTimeout(resolve, 50); });
  }
  return new Promise((resolve, reject) => { canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"); });
}
