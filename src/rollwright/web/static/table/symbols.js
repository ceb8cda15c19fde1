// What the symbols of the sheet mean: pointing at one, touching it for long, or "?" with one in focus tells it, with the
// rule it comes from; and of a place on one's own sheet why it is lit, or why not.

import { $, drawn, make } from "../shared/dom.js";
import { openRules } from "../shared/rules_dialog.js";
import { announce } from "./announcements.js";
import { learn } from "./notes.js";
import { state, table, words } from "./state.js";

const REST = 800; // milliseconds for which a mouse rests on a symbol before it is explained
const LEAVE = 250; // milliseconds to go from a symbol to its card
const HOLD = 500; // milliseconds of a long touch
const SHAKY = 10; // pixels by which a finger that rests may move
const GAP = 8; // pixels between a symbol and its card

/** @type {Promise<Record<string, SymbolHelp>> | null} */
let known = null;
let resting = 0;
let leaving = 0;
/** The symbol whose card is shown. @type {Element | null} */
let shown = null;
/** A finger that may become a long touch. @type {{ x: number, y: number } | null} */
let finger = null;
let explaining = false;

/** Fetch, once, what the game says about its symbols. */
function learnSymbols() {
  known ??= fetch(`/symbols/${table.dataset.game}`).then((answer) => (answer.ok ? answer.json() : {})).catch(() => {
    known = null; // it can be asked for again
    return {};
  });
  return known;
}

/**
 * Return the symbol that an event is about: a group of a drawing.
 * @param {EventTarget | null} target
 */
const symbolOf = (target) => (target instanceof Element ? target.closest("svg[data-part] > g[id]") : null);

/**
 * Return what is said about a symbol: by the longest beginning of its name.
 * @param {Record<string, SymbolHelp>} symbols
 * @param {string} name
 */
function helpFor(symbols, name) {
  const parts = name.split("-");
  for (let count = parts.length; count; count--) {
    const found = symbols[parts.slice(0, count).join("-")];
    if (found) return found;
  }
  return null;
}

/**
 * Explain a symbol in a card beside it. One that was asked for is also read out.
 * @param {Element} symbol
 * @param {boolean} [asked]
 */
async function explain(symbol, asked = false) {
  const help = helpFor(await learnSymbols(), symbol.id);
  const note = asked && symbol.matches(".spot") && state.now.mine && !state.now.over ? await learn(symbol.id) : null;
  const more = note ? note.why || note.text : "";
  if ((!help && !more) || !symbol.isConnected) return;
  const card = $("symbol-card");
  card.replaceChildren(...[help?.say ?? "", more].filter(Boolean).map((text) => make("p", text)));
  if (help?.rule) {
    const rule = make("button", help.rule, "rule-link");
    rule.type = "button";
    rule.title = words.rule;
    rule.dataset.rule = help.rule;
    card.append(rule);
  }
  hideCard();
  shown = symbol;
  symbol.classList.add("explained");
  card.hidden = false;
  card.classList.toggle("asked", asked);
  placeCard(card, symbol);
  if (asked) announce(`${help?.say ?? ""} ${more}`);
}

/**
 * Put the card below its symbol, or above where there is no room.
 * @param {HTMLElement} card
 * @param {Element} symbol
 */
function placeCard(card, symbol) {
  const { left, top, bottom, width } = symbol.getBoundingClientRect();
  const x = Math.max(GAP, Math.min(left + width / 2 - card.offsetWidth / 2, innerWidth - card.offsetWidth - GAP));
  const below = bottom + GAP + card.offsetHeight < innerHeight;
  card.style.left = `${x}px`;
  card.style.top = `${below ? bottom + GAP : Math.max(GAP, top - GAP - card.offsetHeight)}px`;
}

function hideCard() {
  shown?.classList.remove("explained");
  shown = null;
  $("symbol-card").hidden = true;
}

/** @param {boolean} on */
function setExplaining(on) {
  explaining = on;
  table.classList.toggle("explaining", on);
  if (on) announce(words.point);
}

table.addEventListener("pointermove", (event) => {
  if (finger && Math.hypot(event.clientX - finger.x, event.clientY - finger.y) > SHAKY) forgetFinger();
  if (event.pointerType !== "mouse") return;
  const symbol = symbolOf(event.target);
  clearTimeout(resting);
  if (symbol && symbol !== shown && !state.picks.length && !state.drag) resting = setTimeout(explain, REST, symbol);
  const stays = symbol === shown || (event.target instanceof Node && $("symbol-card").contains(event.target));
  clearTimeout(leaving);
  if (shown && !stays && !$("symbol-card").classList.contains("asked")) leaving = setTimeout(hideCard, LEAVE);
});

table.addEventListener("pointerdown", (event) => {
  clearTimeout(resting);
  if (!(event.target instanceof Node && $("symbol-card").contains(event.target))) hideCard();
  const symbol = symbolOf(event.target);
  if (event.pointerType === "mouse" || !symbol) return;
  finger = { x: event.clientX, y: event.clientY };
  resting = setTimeout(() => {
    finger = null;
    swallowClick();
    navigator.vibrate?.(15);
    void explain(symbol, true);
  }, HOLD);
});

function forgetFinger() {
  if (finger) clearTimeout(resting);
  finger = null;
}
table.addEventListener("pointerup", forgetFinger);
table.addEventListener("pointercancel", forgetFinger);
table.addEventListener("contextmenu", (event) => { if (state.pointer !== "mouse" && symbolOf(event.target)) event.preventDefault(); }); // a long touch asks for it

/** A touch that has become a question is no click. */
function swallowClick() {
  const swallow = (/** @type {Event} */ event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  table.addEventListener("click", swallow, { capture: true, once: true });
  table.addEventListener("pointerdown", () => table.removeEventListener("click", swallow, { capture: true }), { capture: true, once: true });
}

table.addEventListener("click", (event) => { // with "What is this?" switched on, a click asks instead of playing
  if (!explaining) return;
  const symbol = symbolOf(event.target);
  setExplaining(false);
  if (!symbol) return;
  event.stopPropagation();
  event.preventDefault();
  void explain(symbol, true);
}, { capture: true });

$("symbol-card").addEventListener("click", (event) => {
  const rule = event.target instanceof HTMLElement ? event.target.dataset.rule : "";
  if (!rule) return;
  hideCard();
  void openRules(rule);
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && (shown || explaining)) {
    setExplaining(false);
    hideCard();
    event.stopPropagation();
  } else if (event.key === "?" && !(event.target instanceof HTMLInputElement)) {
    const symbol = symbolOf(document.activeElement) ?? drawn(state.pointed) ?? null;
    if (symbol) void explain(symbol, true);
    else setExplaining(true);
  }
}, { capture: true });

$("explain-open").addEventListener("click", () => setExplaining(true));
