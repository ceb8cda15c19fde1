// The analysis of a finished game: what was luck, what were choices, and the costliest of them as puzzles. It is begun when
// somebody wants to see it, and asked for again until it is complete.

import { $, closest, findAll, make } from "../shared/dom.js";
import { isDrawerOpen, openDrawer } from "../shared/drawer.js";
import { setHtml } from "../shared/morph.js";
import { postJson } from "../shared/requests.js";
import { fill } from "../shared/words.js";
import { ownAnalysis } from "./page_analysis.js";
import { address, state, table, words } from "./replay_state.js";
import { moveCursor } from "./score_chart.js";

const SOON = 700; // milliseconds until the next question while there is nothing to be seen
const LATER = 2500; // and while it is refined

/** What is known, for the sheet that it was asked for. @type {{ sheet: number, version: number, found: Analysis | null, puzzles: Set<number>, timer: number, shown: boolean }} */
const known = { sheet: -1, version: 0, found: null, puzzles: new Set(), timer: 0, shown: false };

/** The puzzles that were tried or given up, by their step and sheet. @type {Set<string>} */
const solved = new Set();

/** @type {(place: number) => void} */
let goTo = () => {};

const nameOf = (/** @type {number} */ step) => `${known.sheet}/${step}`;

/** Show the steps, or the analysis. @param {boolean} wanted */
function showAnalysis(wanted) {
  known.shown = wanted;
  table.classList.toggle("analysing", wanted);
  $("analysis").hidden = !wanted;
  $("show-steps").setAttribute("aria-pressed", String(!wanted));
  $("show-analysis").setAttribute("aria-pressed", String(wanted));
  if (wanted) ask();
  else clearTimeout(known.timer);
}

/** Ask how far it is, and again later. */
async function ask() {
  clearTimeout(known.timer);
  if (known.sheet !== state.sheet) Object.assign(known, { sheet: state.sheet, version: 0 });
  const { sheet } = known;
  const fresh = await answered({ sheet, version: known.version });
  if (!fresh || sheet !== state.sheet) return again(SOON);
  const { stage, done, version, wrong = "" } = fresh;
  $("analysis-wrong").hidden = !wrong;
  $("analysis-wrong").textContent = wrong;
  $("analysis-done").value = done;
  $("analysis-progress").hidden = Boolean(wrong) || stage === "complete";
  $("analysis-progress").classList.toggle("finer", stage === "refining");
  $("analysis-doing").textContent = stage === "refining" || fresh.curve || known.found ? words.refined : words.first_look;
  known.version = version;
  if (fresh.curve) take(/** @type {Analysis} */ (fresh));
  if (stage !== "complete" && stage !== "failed") again(stage === "first" ? SOON : LATER);
}

/** @param {number} delay */
function again(delay) {
  if (known.shown) known.timer = setTimeout(() => { if (document.visibilityState === "visible") ask(); else again(delay); }, delay);
}

/** @param {{ sheet: number, version: number }} body @returns {Promise<AnalysisAnswer | null>} */
async function answered(body) {
  try {
    const own = await ownAnalysis(body.sheet);
    if (own) return await own.answered(body);
    const response = await postJson(`${address}/analysis`, body);
    const told = await response.json();
    return response.ok ? told : { stage: "failed", done: 0, version: 0, wrong: told.refused ?? words.lost };
  } catch {
    return null;
  }
}

/** @param {Analysis} fresh */
function take(fresh) {
  known.found = fresh;
  known.puzzles = new Set(Object.keys(fresh.puzzles).map(Number));
  $("analysis-found").hidden = false;
  setHtml($("analysis-curve"), fresh.curve);
  setHtml($("analysis-sum"), fresh.sum);
  setHtml($("analysis-costly"), fresh.costly);
  moveCursor();
  judge();
}

/** The step whose puzzle is open at a place: the move that comes next, or has just been made. @param {number} place */
const puzzleAt = (place) => [place + 1, place].find((step) => known.puzzles.has(step) && !solved.has(nameOf(step)));

/** Tell what is known of the current step. */
export function judge() {
  if (!$("analysis")) return;
  if (known.shown && known.sheet !== state.sheet) ask();
  const { found } = known;
  if (!found || known.sheet !== state.sheet) return badge("", "plain");
  const step = found.steps[state.at];
  const puzzle = puzzleAt(state.at);
  const box = $("analysis-step");
  box.dataset.at = String(state.at);
  table.classList.toggle("puzzling", puzzle === state.at + 1);
  $("analysis-step-title").textContent = puzzle === state.at + 1 ? words.next_step : words.this_step;
  if (puzzle === state.at + 1) setHtml(box, found.puzzles[puzzle].html);
  else if (puzzle === state.at) box.replaceChildren(make("p", words.retry, "judged-verdict"), retryButton(puzzle));
  else if (step) setHtml(box, step.html);
  else box.replaceChildren(make("p", state.at ? words.not_yet : words.start_step, "small"));
  badge(puzzle === state.at ? "?" : step?.badge ?? "", puzzle === state.at ? "mistake" : step?.tone ?? "plain");
}

/** @param {number} step */
function retryButton(step) {
  const button = make("button", words.try_again, "retry-answer");
  button.type = "button";
  button.dataset.puzzle = String(step);
  return button;
}

/**
 * Show in a few signs beside the step what it was worth; pressing it opens the analysis.
 * @param {string} text
 * @param {string} tone
 */
function badge(text, tone) {
  const button = $("replay-judged");
  button.hidden = !text;
  button.textContent = text;
  button.className = `replay-judged ${tone}`;
  button.setAttribute("aria-label", fill(words.judged, { n: text }));
}

/**
 * Try a move of the puzzle, or give it up, and show what all of them are worth.
 * @param {number} step
 * @param {number} move
 */
function tryMove(step, move) {
  const { found } = known;
  if (!found) return;
  solved.add(nameOf(step));
  const box = $("analysis-step");
  const { told, answer } = found.puzzles[step];
  setHtml(box, answer);
  if (move >= 0) box.prepend(make("p", told[move].said, `retry-told ${told[move].tone}`));
  box.tabIndex = -1;
  box.focus({ preventScroll: true });
}

/**
 * Let people see the analysis; `go` goes to a step.
 * @param {(place: number) => void} go
 */
export function offerAnalysis(go) {
  if (!$("analysis")) return;
  goTo = go;
  $("show-steps").addEventListener("click", () => showAnalysis(false));
  $("show-analysis").addEventListener("click", () => showAnalysis(true));
  $("replay-judged").addEventListener("click", () => {
    showAnalysis(true);
    openDrawer(true);
    $("analysis-step").scrollIntoView({ block: "nearest" });
  });
  $("analysis").addEventListener("click", (event) => {
    const wanted = closest(event, "[data-puzzle]");
    if (wanted) {
      event.preventDefault();
      solved.delete(nameOf(Number(wanted.dataset.puzzle)));
      goTo(Number(wanted.dataset.puzzle) - 1);
      $("analysis-step").scrollIntoView({ block: "nearest" });
      findAll($("analysis-step"), "button")[0]?.focus({ preventScroll: true });
    }
    const tried = closest(event, "[data-try]");
    if (tried) tryMove(Number(/** @type {HTMLElement} */ (tried.closest(".retry")).dataset.step), Number(tried.dataset.try));
  });
  if (new URLSearchParams(location.search).has("analysis")) {
    showAnalysis(true);
    if (!isDrawerOpen()) openDrawer(true);
  }
}
