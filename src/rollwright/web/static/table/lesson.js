// A lesson at the table: a card says one thing at a time, a spotlight shows where, and it is done by doing it. Which
// step is to be done follows from the table; which sentences were read, this browser remembers.

import { $, closest, find, findAll, get, isShown, make } from "../shared/dom.js";
import { reducedMotion } from "../shared/media.js";
import { keep, keepLearnt, recall } from "../shared/storage.js";
import { setTab, tabOf } from "../shared/tabs.js";
import { fill, readJson } from "../shared/words.js";
import { announce, hearNotices } from "./announcements.js";
import { throwConfetti } from "./celebrate.js";
import { showProgress } from "./frame.js";
import { setGuide } from "./guide.js";
import { scenes } from "./happenings.js";
import { spotOf } from "./pointer.js";
import { redraw } from "./redraw.js";
import { drawSpotlight, elementsOf, holesFor, placeCard } from "./spotlight.js";
import { state, table, words } from "./state.js";

/** @type {Lesson | null} */
const lesson = readJson("lesson-steps");
const panel = /** @type {HTMLElement} */ (find(table, "#lesson"));
const KEPT = `lesson-${table.dataset.table}`;
if (lesson) state.lesson.read = Number(recall(KEPT)) || 0;

/** Return the number of the step that is due, or null: there is no lesson, or it is over. */
function due() {
  const where = state.now.lesson;
  if (!lesson || !where || state.now.over || state.seen.covered) return null;
  const at = Math.min(Math.max(state.lesson.read, where.first), where.at);
  return at < lesson.steps.length ? at : null;
}

/** @param {number} at */
const stepAt = (at) => /** @type {Lesson} */ (lesson).steps[at];

/** Say whether a step is the last one. @param {number} at */
const isLast = (at) => at === /** @type {Lesson} */ (lesson).steps.length - 1;

/** Before anything is drawn: while something is to be read, nothing can be picked. */
export function holdBack() {
  const at = due();
  state.held = at !== null && !stepAt(at).does;
}

/** Show the step that is due, once the bots are done and the dice have landed. */
export function drawLesson() {
  if (!lesson) return;
  const at = due();
  if (table.classList.toggle("in-lesson", at !== null)) showStep(at);
  else showProgress(state.now);
  if (state.rolling || state.busy) return place();
  const where = state.now.lesson;
  const waits = at === null || scenes.isShown() || !(stepAt(at).does ? where?.ready : where?.calm) || !state.now.mine;
  panel.hidden = waits;
  if (waits) {
    table.classList.remove("card-asks");
    state.lesson.shown = -1;
    if (at === null && state.now.lesson && state.now.over) keepLearnt(lesson.key);
    return;
  }
  if (at !== state.lesson.shown) enter(at);
  place();
}

/** Tell in the bar how far the lesson is. @param {number | null} at */
function showStep(at) {
  const { puzzle, title } = /** @type {Lesson} */ (lesson);
  $("progress").textContent = puzzle ? title : fill(words.lesson_step, { n: (at ?? 0) + 1, most: /** @type {Lesson} */ (lesson).steps.length });
  $("progress-dots").replaceChildren();
  table.classList.toggle("begun", state.now.rolls > 0);
}

/** @param {number} at */
function enter(at) {
  const { steps, key } = /** @type {Lesson} */ (lesson);
  const step = steps[at];
  state.lesson.shown = at;
  panel.dataset.step = String(at + 1);
  state.lesson.leaves = false;
  find(panel, ".confetti")?.remove();
  say("");
  if (isLast(at)) {
    keepLearnt(key);
    if (!reducedMotion.matches) throwConfetti(panel);
  }
  dress();
  turnTo(step.show);
  announce(`${step.say} ${step.more ?? ""}`);
  focusStep(step);
}

/** Give the card its words and buttons. */
function dress() {
  const { steps } = /** @type {Lesson} */ (lesson);
  const { shown, leaves } = state.lesson;
  const step = steps[shown];
  const ends = isLast(shown);
  get(panel, ".lesson-say").textContent = leaves ? words.lesson_leave : step.say;
  get(panel, ".lesson-more").textContent = leaves ? words.lesson_waits : step.more ?? "";
  get(panel, ".lesson-dots").replaceChildren(...steps.map((_, i) => make("i", "", i < shown ? "done" : i === shown ? "now" : "")));
  get(panel, ".lesson-foot").hidden = leaves || ends;
  get(panel, ".lesson-ways").hidden = !leaves && !ends;
  get(panel, "[data-lesson=stay]").textContent = leaves ? words.lesson_stay : words.lesson_finish;
  get(panel, "[data-lesson=next]").hidden = Boolean(step.does);
  const after = find(panel, ".lesson-after"); // the next lesson, if the game has one
  if (after) after.hidden = leaves;
}

/**
 * On a phone, turn to the tab where something of this is, unless some of it can be seen.
 * @param {string[]} names
 */
function turnTo(names) {
  const wanted = names.flatMap(elementsOf).filter((each) => tabOf(each));
  const tab = wanted.length && !wanted.some(isShown) && tabOf(wanted[0]);
  if (tab) setTab(table, tab);
}

/**
 * Focus what is to be pressed, unless somebody is elsewhere on the table already.
 * @param {LessonStep} step
 */
function focusStep(step) {
  const active = document.activeElement;
  const idle = !active || active === document.body || panel.contains(active) || !isShown(active) || active === $("ask");
  if (step.does && !idle) return;
  const target = step.does === "roll" ? $("roll") : step.does && !byKeys ? null : step.does ? findAll(table, '.spot.lit[tabindex="0"], .deeds [data-move]').find(isShown) : find(panel, ".lesson-ways:not([hidden]) button, .lesson-foot:not([hidden]) .lesson-next");
  (target ?? get(panel, ".lesson-card")).focus({ preventScroll: true });
}

/** Whether the last thing done was done by keys: a spot that gets the focus shows what it would bring. */
let byKeys = false;
addEventListener("keydown", () => { byKeys = true; }, true);
addEventListener("pointerdown", () => { byKeys = false; }, true);

/** Put spotlight and card where things are now. */
function place() {
  if (panel.hidden || state.lesson.shown < 0) return;
  const { shown, leaves } = state.lesson;
  const step = stepAt(shown);
  const holes = leaves ? [] : holesFor(step.show);
  const button = findAll(table, ".deeds .first [data-move]").some(isShown) ? holesFor(["main"]) : []; // what was picked is made by this button
  tellAsked(step);
  drawSpotlight(get(panel, ".spotlight"), [...holes, ...button]);
  placeCard(get(panel, ".lesson-card"), holes, Boolean(step.does) && !leaves);
}

/**
 * On a phone the card takes the place of the question: once something is picked, it also says what is asked then.
 * @param {LessonStep} step
 */
function tellAsked(step) {
  const asks = !state.lesson.leaves && Boolean(step.does) && (state.picks.length > 0 || Boolean(state.pending));
  panel.classList.toggle("asks", asks);
  table.classList.toggle("card-asks", !panel.hidden && !step.show.includes("question"));
  get(panel, ".lesson-ask").innerHTML = asks ? $("ask").innerHTML : "";
}

/** Say something more on the card, such as why something else is wanted. @param {string} text */
function say(text) {
  const again = get(panel, ".lesson-again");
  again.textContent = text;
  again.hidden = !text;
}

/** Answer something wrong: shake the spotlight, and say why. @param {string} text */
function remind(text) {
  say(text);
  place();
  if (reducedMotion.matches) return;
  for (const edge of panel.querySelectorAll(".edges, .lesson-card")) edge.animate([{ translate: "0" }, { translate: "-7px" }, { translate: "6px" }, { translate: "-4px" }, { translate: "0" }], { duration: 320 });
}

/** @param {boolean} leaves */
function ask(leaves) {
  state.lesson.leaves = leaves;
  say("");
  dress();
  place();
  focusStep(leaves ? { say: "", show: [] } : stepAt(state.lesson.shown));
}

/** Go on: what was shown has been read. */
function goOn() {
  state.lesson.read = state.lesson.shown + 1;
  keep(KEPT, String(state.lesson.read));
  if (isLast(state.lesson.shown)) setGuide("on"); // the game goes on, and somebody still new plays it
  redraw();
  if (panel.hidden) $("ask").focus({ preventScroll: true });
}

const DEEDS = "#roll, #hint, .tray, .deeds [data-move]";
const OTHERS = "button, a, input, label, summary, dialog, .drawer, .menu, [role=tab]";

/** @param {MouseEvent} event */
function check(event) {
  if (panel.hidden || closest(event, ".lesson-card")) return;
  const step = stepAt(state.lesson.shown);
  const spot = spotOf(event.target);
  if (spot ? spot.matches(".lit, .picked, .also, .pending") && !state.held : !(state.held && closest(event, DEEDS)) && closest(event, `${OTHERS}, .tray`)) {
    if (spot) say(""); // a correction of before no longer holds
    return;
  }
  if (spot && !state.held && !step.otherwise) return remind(""); // the game says why
  event.stopPropagation();
  remind(state.held && !isLast(state.lesson.shown) ? words.lesson_read : step.otherwise || step.say);
}

if (lesson) {
  table.addEventListener("click", check, true);
  panel.addEventListener("click", (event) => {
    const what = closest(event, "[data-lesson]")?.dataset.lesson;
    if (what === "next" || (what === "stay" && !state.lesson.leaves)) goOn();
    else if (what === "leave" || what === "stay") ask(what === "leave");
  });
  document.addEventListener("keydown", (event) => {
    const busy = state.picks.length || state.pending || !$("typed").hidden || $("rules").open || $("company").open || $("menu").matches(":popover-open") || table.classList.contains("drawer-open");
    if (event.key !== "Escape" || panel.hidden || busy) return;
    if (!isLast(state.lesson.shown)) ask(!state.lesson.leaves);
  }, true);
  hearNotices((text) => {
    if (panel.hidden) return false;
    remind(text);
    return true;
  });
  let planned = 0;
  const later = () => { planned ||= requestAnimationFrame(() => { planned = 0; place(); }); };
  addEventListener("resize", later);
  document.addEventListener("scroll", later, true);
  const watched = new ResizeObserver(later);
  for (const each of findAll(table, ".desk, .dock, .sheet .parts figure, .bar")) watched.observe(each);
  new MutationObserver(later).observe(table, { attributeFilter: ["data-tab"] });
  document.fonts.ready.then(later);
}
