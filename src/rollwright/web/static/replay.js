// The page of a replay. The server has sent all steps in words; what is drawn of them comes a few frames at a time, is
// kept, and is asked for a little ahead, so that whoever holds an arrow key need not wait.

import { copyFrom, offerShares, shareFrom } from "./links.js";
import { draw, patch, rollDice, setHtml, setTab, tabOf, turnTabs } from "./patching.js";
import { scenesOf } from "./scenes.js";

const $ = (id) => document.getElementById(id);
const table = $("table");
const words = JSON.parse($("words").textContent);
const address = `/table/${table.dataset.table}/replay`;
const fill = (text, places) => text.replace(/{(\w+)}/g, (all, name) => places[name] ?? all);

const AGAIN = 4000; // milliseconds after which a game that goes on is asked for its news
const SOON = 1500; // after which it is asked again for what it did not send
const SHORTEST = 900; // milliseconds for a step that plays by itself,
const LONGEST = 4500; // and for one of which there is much to read
const A_SIGN = 28;
const LARGE = 0.3; // what takes more of a drawing than this is not outlined, as that would say nothing
const MOST = 0.6; // a cell that takes more than this of its group has the shape of all of it

let index = {}; // the steps, as one sees them from the sheet that is shown
let sheet = 0; // whose sheet is shown
let chunks = new Map(); // frames that have come or are on their way, by the sheet and the place of their first
const values = new Map(); // what is drawn
let at = 0; // the step that is shown, or will be as soon as it has come
let drawn = -1; // the step that is drawn
let looks = -1; // and of whose sheet
let playing = 0;
let turns = 0; // how often another sheet or other steps were taken: what was asked for before is not for now

const last = () => index.steps.length - 1;
const step = () => index.steps[at];

// ---- Frames: what has come, and what is asked for -------------------------------------------------------------------

async function ask(what, said) {
  try {
    const response = await fetch(`${address}/${what}?${new URLSearchParams(said)}`, { headers: { Accept: "application/json" } });
    lost(!response.ok, response.status === 404 ? words.gone : words.lost);
    return response.ok ? await response.json() : null;
  } catch {
    lost(true);
    return null;
  }
}

function lost(isLost, why = words.lost) {
  $("lost").hidden = !isLost;
  $("lost").textContent = isLost ? why : "";
}

const SIZE = 16; // frames in a chunk
const firstOf = (place) => place - (place % SIZE);
const chunkOf = (place, of = sheet) => chunks.get(`${of}/${firstOf(place)}`);
const frameAt = (place) => chunkOf(place)?.frames?.[place % SIZE];

// Have the frames around a place of a sheet, sooner or later.
async function bring(place, of = sheet) {
  if (place < 0 || place > last() || chunkOf(place, of)) return;
  const [mine, turn, name] = [chunks, turns, `${of}/${firstOf(place)}`];
  mine.set(name, {});
  const found = await ask("frames", { from: firstOf(place), sheet: of + 1 });
  if (turn !== turns) return;
  if (found?.key === index.key) {
    mine.set(name, found);
    return show();
  }
  mine.delete(name); // it is asked for again when it is wanted again
  if (found) return refresh(); // the game has gone on, or something was taken back
  if (firstOf(place) === firstOf(at) && of === sheet) setTimeout(show, SOON); // the server may be restarting
}

// Everything that is to be seen at a place: the first frame of its chunk, and what has changed since.
function whole(place) {
  const found = Object.assign({}, ...chunkOf(place).frames.slice(0, (place % SIZE) + 1).map((frame) => frame.values));
  for (const [name, value] of Object.entries(found)) if (value === null) delete found[name];
  return found;
}

// ---- Going somewhere ------------------------------------------------------------------------------------------------

let showing = 0;
let follows = false; // whether the sheet of who acts is shown

function go(to) {
  at = Math.max(0, Math.min(last(), to));
  sheet = actor(at) ?? sheet;
  tell();
  cancelAnimationFrame(showing);
  showing = requestAnimationFrame(show); // keys that come faster than the screen is drawn are gone through at once
}

// Whose sheet is to be seen at a place, if it follows from who acts there.
const actor = (place) => (follows && index.alike && index.steps[place]?.seat >= 0 ? index.steps[place].seat : undefined);

function show() {
  if (!frameAt(at)) return bring(at);
  if (drawn !== at || looks !== sheet) drawFrame();
  fetchAhead();
}

// Ask for what may be wanted next, one after the other, lest what is wanted now must wait.
function fetchAhead() {
  const wanted = [[at + SIZE, sheet], [at - SIZE, sheet], [last(), sheet]];
  if (follows) for (let ahead = 1; ahead <= SIZE; ahead += 1) wanted.unshift([at + ahead, actor(at + ahead) ?? sheet]);
  if ([...chunks.values()].some((each) => !each.frames)) return;
  const next = wanted.find(([place, of]) => place >= 0 && place <= last() && !chunkOf(place, of));
  if (next) bring(...next);
}

function drawFrame() {
  scenes.stop();
  const now = whole(at);
  const fresh = {};
  for (const [name, value] of Object.entries(now)) {
    const old = values.get(name);
    if (old !== value && (typeof value === "string" || JSON.stringify(old) !== JSON.stringify(value))) fresh[name] = value;
  }
  for (const name of [...values.keys()]) if (!(name in now)) forget(name);
  const rolls = step().dice && drawn === at - 1;
  patch(table, values, fresh);
  scenes.take(values.get("scenes"), false);
  $("scenes-again").hidden = !frameAt(at).scenes;
  drawn = at;
  looks = sheet;
  turnTab();
  mark();
  if (rolls) rollDice(table);
}

const scenes = scenesOf(table, values, { words, shown: clearMarks, stopped: mark });

// A part that is not there now is not seen.
function forget(name) {
  values.delete(name);
  if (name.startsWith("part/")) table.querySelector(`svg[data-part="${name.slice(5)}"]`)?.replaceChildren();
}

// On a phone not everything is in sight: turn to where something has changed, unless somebody reads the log.
function turnTab() {
  const tabs = new Set(frameAt(at).changed.map($).filter(Boolean).map(tabOf).filter(Boolean));
  if (tabs.size && !tabs.has(table.dataset.tab) && table.dataset.tab !== "others") setTab(table, [...tabs][0]);
}

// An outline around what the step has changed.
function mark() {
  clearMarks();
  if (drawn !== at || looks !== sheet) return;
  for (const id of frameAt(drawn)?.changed ?? []) {
    const group = $(id);
    const svg = group?.ownerSVGElement;
    if (!svg?.getClientRects().length || group.closest(".dice")) continue; // of dice one sees that they fell
    const { x, y, width, height } = group.getBBox();
    const box = svg.viewBox.baseVal;
    if (!width || !height || width * height > LARGE * box.width * box.height) continue;
    const overlay = svg.querySelector(".overlay");
    const cell = group.querySelector(".cell");
    const { width: wide = 0, height: high = 0 } = cell?.getBBox() ?? {};
    if (wide * high > MOST * width * height) overlay.append(cell.cloneNode()); // a hex is outlined as a hex
    else draw(overlay, "rect", { x: x - 3, y: y - 3, width: width + 6, height: height + 6, rx: 6 });
    overlay.lastChild.setAttribute("class", "replay-mark");
  }
}

function clearMarks() {
  for (const old of table.querySelectorAll(".replay-mark")) old.remove();
}

// ---- Words ----------------------------------------------------------------------------------------------------------

function spoken({ round, text }) {
  const named = fill(words.round, { n: round });
  return round && !text.startsWith(named) ? fill(words.step, { round: named, step: text }) : text;
}

function tell() {
  const { round, text, more = [], gains = {}, seat } = step();
  const named = fill(words.round, { n: round });
  $("replay-round").textContent = round && !text.startsWith(named) ? named : ""; // some words say it themselves
  $("replay-step").textContent = text;
  $("replay-gain").textContent = gains[seat] ?? "";
  $("replay-more").replaceChildren(...more.map((each) => Object.assign(document.createElement("li"), { textContent: each })));
  $("replay-said").scrollTop = 0;
  const slider = $("replay-slider");
  slider.max = last();
  slider.value = at;
  slider.setAttribute("aria-valuetext", spoken(step()));
  slider.style.setProperty("--done", `${(100 * at) / Math.max(1, last())}%`);
  $("replay-count").textContent = `${at} / ${last()}`;
  $("replay-count").title = fill(words.count, { n: at, most: last() });
  for (const [id, end] of [["replay-first", 0], ["replay-back", 0], ["replay-next", last()]]) $(id).setAttribute("aria-disabled", at === end);
  $("replay-last").setAttribute("aria-disabled", index.over && at === last());
  for (const [place, row] of table.querySelectorAll(".players > li").entries()) {
    row.classList.toggle("acts", place === seat);
    row.dataset.gain = gains[place] ?? "";
  }
  pointOut();
  moveCursor();
  soon();
}

// The step in the list of all of them, scrolled into sight there, while the page stays where it is.
function pointOut() {
  const log = $("log");
  log.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const item = log.children[at];
  item.firstElementChild.setAttribute("aria-current", "step");
  const [top, bottom] = [item.offsetTop, item.offsetTop + item.offsetHeight];
  if (top < log.scrollTop || bottom > log.scrollTop + log.clientHeight) log.scrollTop = top - log.clientHeight / 3;
}

const here = () => `${address}?${new URLSearchParams({ at: step().at, sheet: sheet + 1 })}`;
let later = 0;

// What need not follow every step of a key that is held: the address, and what is said aloud.
function soon() {
  $("replay-address").value = location.origin + here();
  table.querySelector('[data-do="copy"]').textContent = words.copy;
  clearTimeout(later);
  later = setTimeout(() => {
    history.replaceState(null, "", here());
    document.querySelector(".preferences [name=back]").value = here();
    if (document.activeElement !== $("replay-slider")) $("live").textContent = spoken(step()); // which speaks for itself
  }, 250);
}

// ---- The steps: all of them in words, and the points at each ---------------------------------------------------------

function take(fresh) {
  turns += 1;
  index = fresh;
  sheet = fresh.sheet;
  chunks = new Map(fresh.chunk ? [[`${sheet}/${fresh.chunk.first}`, fresh.chunk]] : []);
  drawn = -1;
  let round = -1;
  $("log").replaceChildren(...index.steps.map((each, place) => {
    const item = document.createElement("li");
    const link = item.appendChild(document.createElement("a"));
    link.href = `?${new URLSearchParams({ at: each.at, sheet: sheet + 1 })}`;
    link.dataset.place = place;
    link.append(Object.assign(document.createElement("span"), { className: "round-no", textContent: each.round !== round && each.round ? each.round : "" }), each.text);
    round = each.round;
    return item;
  }));
  setHtml("replay-chart", index.chart);
  $("replay-chart").hidden = !index.chart;
  $("replay-hidden").hidden = Boolean(index.chart);
  $("replay-wrong").hidden = !index.wrong;
  $("replay-wrong").textContent = index.wrong ?? "";
  go(fresh.place);
}

// Ask which steps there are now: of a game that has gone on, or from another sheet.
async function refresh(of = sheet) {
  const turn = turns;
  const fresh = await ask("steps", { sheet: of + 1, at: step().at, key: of === sheet ? index.key : "" });
  if (!fresh || turn !== turns || fresh.same) return;
  const same = fresh.steps.findIndex((each) => each.at === step().at); // one may have stepped on since it was asked
  if (at === last() && !index.over) fresh.place = fresh.steps.length - 1; // who is at the end stays there
  else if (same >= 0) fresh.place = same;
  fresh.wrong = "";
  take(fresh);
}

// Show another sheet: where all have the same steps, its frames are all that is missing.
function turnTo(seat) {
  if (seat === sheet) return;
  if (!index.alike) return refresh(seat);
  sheet = seat;
  go(at);
}

setInterval(() => { if (!index.over && document.visibilityState === "visible") refresh(); }, AGAIN);

// ---- The chart: a cursor, and a way to go anywhere ------------------------------------------------------------------

function moveCursor() {
  const chart = $("replay-chart").querySelector("svg");
  if (!chart) return;
  const { from, to, top, foot } = chart.dataset;
  const x = Number(from) + ((to - from) * at) / Math.max(1, last());
  const line = chart.querySelector(".chart-cursor") ?? draw(chart, "line", { class: "chart-cursor" });
  for (const [name, value] of Object.entries({ x1: x, x2: x, y1: top - 6, y2: foot })) line.setAttribute(name, value);
}

function pointAt(event) {
  const chart = $("replay-chart").querySelector("svg");
  const { from, to } = chart.dataset;
  const box = chart.getBoundingClientRect();
  const x = ((event.clientX - box.left) / box.width) * chart.viewBox.baseVal.width;
  go(Math.round((last() * (x - from)) / (to - from)));
}

$("replay-chart").addEventListener("pointerdown", (event) => {
  if (event.button !== 0) return;
  pause();
  $("replay-chart").setPointerCapture(event.pointerId);
  pointAt(event);
});
$("replay-chart").addEventListener("pointermove", (event) => { if (event.buttons) pointAt(event); });

// ---- Playing by itself ----------------------------------------------------------------------------------------------

function dressPlay() {
  const name = playing ? words.pause : words.play;
  table.classList.toggle("playing", Boolean(playing));
  $("replay-play").title = $("replay-play").querySelector("span").textContent = name;
}

function pause() {
  clearTimeout(playing);
  playing = 0;
  dressPlay();
}

function play() {
  if (at === last()) go(0);
  const wait = () => {
    const { text, more = [] } = step();
    const signs = text.length + more.join("").length;
    playing = setTimeout(() => {
      if (drawn === at) go(at + 1); // else it is still on its way
      if (at === last()) pause();
      else wait();
    }, Math.min(LONGEST, Math.max(SHORTEST, A_SIGN * signs)));
  };
  wait();
  dressPlay();
}

// ---- Hands ----------------------------------------------------------------------------------------------------------

// The first step of the next round, or of this one or the one before.
function byRound(direction) {
  const rounds = index.steps.map((each) => each.round);
  if (direction > 0) {
    const next = rounds.findIndex((round, place) => place > at && round !== rounds[at]);
    return next < 0 ? last() : next;
  }
  const before = rounds[Math.max(0, at - 1)];
  return rounds.indexOf(before);
}

const WAYS = {
  ArrowLeft: () => at - 1, ArrowRight: () => at + 1, PageUp: () => byRound(-1), PageDown: () => byRound(1), Home: () => 0, End: () => last(),
};

function turn(to) {
  pause();
  go(to);
}

document.addEventListener("keydown", (event) => {
  if ($("rules").open || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (turnTabs(table, event)) return mark();
  const { target } = event;
  if (target.matches("input:not([type=range], [type=checkbox]), textarea, select")) return;
  if (event.key === "Escape") return scenes.stop();
  if (event.key in WAYS) {
    event.preventDefault();
    turn(WAYS[event.key]());
  } else if (event.key === " " && !target.closest("button, a, summary, [type=checkbox]")) {
    event.preventDefault();
    playing ? pause() : play();
  }
});

$("replay-slider").addEventListener("input", (event) => turn(Number(event.target.value)));
$("replay-first").addEventListener("click", () => turn(0));
$("replay-back").addEventListener("click", () => turn(at - 1));
$("replay-next").addEventListener("click", () => turn(at + 1));
$("replay-last").addEventListener("click", async () => {
  turn(last());
  if (!index.over) await refresh();
});
$("replay-play").addEventListener("click", () => { playing ? pause() : play(); });

table.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-place]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) { // else it is opened in a window of its own
    event.preventDefault();
    return turn(Number(link.dataset.place));
  }
  const button = event.target.closest("button");
  if (button?.dataset.show) {
    if ($("replay-follow")) $("replay-follow").checked = follows = false;
    turnTo(Number(button.dataset.show));
  } else if (button?.dataset.tab) {
    setTab(table, button.dataset.tab);
    mark();
    pointOut();
  } else if (button?.dataset.do === "copy") {
    copyFrom(button, words.copied);
    $("live").textContent = words.copied; // the button itself is called otherwise, so that nobody would hear it
  } else if (button?.dataset.do === "share") shareFrom(button);
});

$("replay-follow")?.addEventListener("change", (event) => {
  follows = event.target.checked;
  go(at);
});
$("rules-open").addEventListener("click", () => $("rules").showModal());
$("rules").addEventListener("click", (event) => { if (event.target === $("rules")) $("rules").close(); });

new ResizeObserver(() => document.documentElement.style.setProperty("--dock", `${table.querySelector(".replay-bar").offsetHeight}px`)).observe(table.querySelector(".replay-bar"));

offerShares(table);
setTab(table, table.querySelector("[data-tab]").dataset.tab);
take(JSON.parse($("start").textContent));
