// Shows the current step in words: in the bar, the list of steps, the address, and for screen readers.

import { $, findAll, get, make } from "../shared/dom.js";
import { fill } from "../shared/words.js";
import { judge } from "./analysis.js";
import { address, last, state, step, table, words } from "./replay_state.js";
import { moveCursor } from "./score_chart.js";

const IDLE_DELAY = 250; // milliseconds on a step until it is announced and put into the address
const MOST_SIGNS = 60; // in the large letters of a question; a longer step is told in smaller ones

/** @param {ReplayStep} step */
function spoken({ round, text }) {
  const named = fill(words.round, { n: round });
  return round && !text.startsWith(named) ? fill(words.step, { round: named, step: text }) : text;
}

/** Show the current step everywhere. */
export function tellStep() {
  const { round, text, more = [], gains = {}, seat } = step();
  const named = fill(words.round, { n: round });
  $("replay-round").textContent = round && !text.startsWith(named) ? named : ""; // unless the text itself begins with it
  $("replay-step").textContent = text;
  $("replay-said").classList.toggle("long", text.length > MOST_SIGNS || more.length > 0);
  $("replay-gain").textContent = gains[seat] ?? "";
  $("replay-more").replaceChildren(...more.map((each) => make("li", each)));
  $("replay-said").scrollTop = 0;
  tellPlace();
  for (const [place, row] of findAll(table, ".players > li").entries()) {
    row.classList.toggle("acts", place === seat);
    row.dataset.gain = gains[place] ?? "";
  }
  pointOut();
  judge();
  moveCursor();
  soon();
}

/** Show the current place on the slider and the buttons. */
function tellPlace() {
  const { at } = state;
  const slider = $("replay-slider");
  slider.max = String(last());
  slider.value = String(at);
  slider.setAttribute("aria-valuetext", spoken(step()));
  slider.style.setProperty("--done", `${(100 * at) / Math.max(1, last())}%`);
  $("replay-count").textContent = `${at} / ${last()}`;
  $("replay-count").title = fill(words.count, { n: at, most: last() });
  $("replay-first").setAttribute("aria-disabled", String(at === 0));
  $("replay-back").setAttribute("aria-disabled", String(at === 0));
  $("replay-next").setAttribute("aria-disabled", String(at === last()));
  $("replay-last").setAttribute("aria-disabled", String(state.index.over && at === last()));
}

/** Mark the step in the list and scroll the list to it, without scrolling the page. */
export function pointOut() {
  const log = $("log");
  log.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const item = /** @type {HTMLElement} */ (log.children[state.at]);
  item.firstElementChild?.setAttribute("aria-current", "step");
  const [top, bottom] = [item.offsetTop, item.offsetTop + item.offsetHeight];
  if (top < log.scrollTop || bottom > log.scrollTop + log.clientHeight) log.scrollTop = top - log.clientHeight / 3;
}

/** List all steps, each with a link to it. */
export function listSteps() {
  let round = -1;
  $("log").replaceChildren(...state.index.steps.map((each, place) => {
    const link = make("a");
    link.href = `?${query(each)}`;
    link.dataset.place = String(place);
    link.append(make("span", each.round !== round && each.round ? each.round : "", "round-no"), each.text);
    round = each.round;
    const item = make("li");
    item.append(link);
    return item;
  }));
}

/** @param {ReplayStep} step */
const query = ({ at }) => new URLSearchParams({ at, sheet: String(state.sheet + 1) });
const here = () => `${address}?${query(step())}`;

/** Update the address and the announcement, debounced while a key is held down. */
function soon() {
  $("replay-address").value = location.origin + here();
  get(table, '[data-do="copy"]').textContent = words.copy;
  clearTimeout(state.timers.address);
  state.timers.address = setTimeout(settle, IDLE_DELAY);
}

function settle() {
  const shown = table.classList.contains("analysing") ? `${here()}&analysis=1` : here(); // a page that is loaded again shows the same
  history.replaceState(null, "", shown);
  const back = /** @type {HTMLInputElement} */ (get(document, ".preferences [name=back]"));
  back.value = shown;
  if (document.activeElement !== $("replay-slider")) $("live").textContent = spoken(step()); // the slider announces itself
}

/** Tell what has just been done; the announcement of the step, if it is still to come, does not replace it. @param {string} text */
export function tell(text) {
  clearTimeout(state.timers.address);
  settle();
  $("live").textContent = text;
}
