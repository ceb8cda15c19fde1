// The action bar: the prompt and its buttons.

import { beforePaint } from "../shared/before_paint.js";
import { $, drawn, get, make } from "../shared/dom.js";
import { morphChildren, setHtml } from "../shared/morph.js";
import { fill } from "../shared/words.js";
import { follow } from "./paths.js";
import { scenes } from "./happenings.js";
import { withSpot } from "./outlook.js";
import { state, table, words } from "./state.js";

/** @param {Outlook} outlook */
export function drawActions(outlook) {
  showButtons();
  const moves = offered(outlook);
  const [confirms, choices] = [moves.filter(isMain), moves.filter((move) => !isMain(move))];
  const active = confirms.length || !$("roll").hidden || choices.length < 2 ? [] : choices.filter((move) => move.move.includes(" ")); // what does something has room in the main place, where passing never stands
  place($("confirm"), [...confirms.slice(0, 1).map((move) => moveButton(move, isWeaker(move) ? "main plain" : "main")), ...active.map((move) => moveButton(move, "main plain one-of"))]);
  const only = !outlook.next.size && moves.length === 1;
  place($("actions"), [...confirms.slice(1), ...choices.filter((move) => !active.includes(move))].map((move) => moveButton(move, only ? "choice strong" : "choice")));
  const asked = question(outlook);
  if (asked !== undefined) setQuestion(asked);
}

/**
 * @param {HTMLElement} container
 * @param {HTMLElement[]} buttons
 */
function place(container, buttons) {
  const wanted = document.createDocumentFragment();
  wanted.append(...buttons);
  morphChildren(container, wanted);
}

/**
 * Say whether a move's button stands in the main place: what has been picked or advised. Moves that need no pick, such
 * as passing, never stand where one has just rolled.
 * @param {Move} move
 */
const isMain = (move) => Boolean(state.pending || state.picks.length || move === state.advised) && !(move.button && !move.paths.length && move !== state.advised);

/**
 * Say whether the picks can still become a move that brings more: then this one is offered, but not emphasised.
 * @param {Move} move
 */
const isWeaker = (move) => state.picks.length > 0 && !state.pending && fitting().some((other) => points(other.gain) > points(move.gain));

/** Return a gain such as "+2½" as a number. @param {string | null} [gain] */
const points = (gain) => Number((gain ?? "0").replace("½", ".5").replace("−", "-").replace(/^\+/, "")) || 0;

const LONG = 34; // letters of a button that are set smaller, so that three lines fit on a phone
const SMALLER = ["long", "longer"]; // classes that set a question smaller

/** @param {string} html */
function setQuestion(html) {
  if ($("ask").dataset.asked === html) return; // measured already
  setHtml($("ask"), html);
  $("ask").dataset.asked = html;
  beforePaint("question", fitQuestion);
}

/** Set a question smaller that does not fit; what is still too long can be scrolled, by keys, too. */
function fitQuestion() {
  const ask = $("ask");
  const isTooHigh = () => ask.scrollHeight > ask.clientHeight;
  ask.classList.remove(...SMALLER);
  for (const smaller of SMALLER) if (isTooHigh()) ask.classList.add(smaller);
  ask.tabIndex = isTooHigh() ? 0 : -1;
}

document.fonts.addEventListener("loadingdone", () => beforePaint("question", fitQuestion));
new ResizeObserver(fitQuestion).observe(get(table, ".question"));

function showButtons() {
  const { now, busy } = state;
  const picking = state.picks.length > 0 || state.pending !== null;
  $("roll").hidden = !now.roll || now.over || !now.mine || (now.own?.length ?? 0) > 0;
  $("roll").disabled = busy;
  $("undo").hidden = now.mine === false || (now.over && now.undo == null);
  table.classList.toggle("over", Boolean(now.over));
  table.classList.toggle("ended", $("end").hasChildNodes()); // by :has() all spots would be styled anew whenever anything changes
  $("undo").disabled = now.undo == null || busy;
  get($("undo"), "span").textContent = now.undone ? fill(words.undo_of, { name: now.undone }) : words.undo; // on a shared screen, somebody else may have moved last
  $("hint").hidden = !now.mine || !now.hints || !state.moves.length || picking;
  $("hint").disabled = busy;
  $("let-go").hidden = !picking;
  $("back").hidden = now.mine !== false || !now.seats.length;
  $("scenes-again").hidden = !scenes.any() || scenes.isShown() || picking;
}

/** @param {Outlook} outlook */
function offered(outlook) {
  if (!state.now.mine || state.busy || state.rolling || state.held) return [];
  if (state.pending) return withSpot(state.pending)?.done ?? [];
  if (state.picks.length) return outlook.done;
  return [...new Set([...(state.advised ? [state.advised] : []), ...state.moves.filter((move) => move.button)])];
}

/**
 * @param {Move} move
 * @param {string} kind
 */
function moveButton(move, kind) {
  const gain = move.gain && move.gain !== "+0" && !move.opens ? move.gain : ""; // a move that only opens others does not score yet
  const button = make("button", move.button ?? move.say);
  if (gain) button.append(" ", make("b", gain));
  button.type = "button";
  button.className = (button.textContent ?? "").length > LONG ? `${kind} long` : kind;
  button.dataset.move = move.move;
  if (button.textContent !== move.say) button.setAttribute("aria-label", gain ? `${move.say} ${gain}` : move.say);
  return button;
}

/**
 * Return the prompt: about the current picks, or else the one from the server.
 * @param {Outlook} outlook
 * @returns {string | undefined}
 */
function question({ done, next }) {
  const { picks, pending } = state;
  if (state.rolling) return lines(words.rolling, "");
  if (pending) return lines(withSpot(pending)?.done[0].say ?? "", words.again);
  if (!picks.length) return state.values.get("html/ask");
  if (done.length === 1 && !next.size) return lines(words.sure, done[0].say);
  const open = fitting();
  const [further, ...unlike] = picks.length > 1 ? new Set(open.map((move) => move.further)) : [];
  if (further && !unlike.length) return lines(further, "");
  const [then, ...others] = new Set(open.map((move) => (isBackward(move) ? move.backward : move.then) ?? ""));
  const names = [...new Set(open.map((move) => move.say))];
  const more = names.length <= MOST_NAMED ? names.join(" · ") : drawn(picks.at(-1))?.getAttribute("aria-label") ?? "";
  return then && !others.length ? lines(then, names.length <= MOST_NAMED ? more : "") : lines(words.where_to, more);
}

/** Say whether the picks begin a move elsewhere than at its first pick: with the box, not with the die. @param {Move} move */
const isBackward = (move) => Boolean(move.backward) && !move.paths[0].steps[0][0].split("|").includes(state.picks[0]);

const MOST_NAMED = 3; // moves that are still possible are named, if they are few

/** Return the moves that the picks can still become. */
const fitting = () => [...state.moves, ...state.alternatives].filter((move) => move.paths.some((path) => follow(path, state.picks)));

/**
 * @param {string} ask
 * @param {string} more
 */
const lines = (ask, more) => make("p", ask).outerHTML + (more ? make("p", more, "more").outerHTML : "");
