// The page of a table. It knows no game: the server sends drawings with named spots, and for each legal move the
// paths of spots that point it out. Here spots are lit, picked and let go, and the move that they make is sent.

import * as company from "./company.js";
import { calmly, live } from "./live.js";
import * as patching from "./patching.js";
import { draw, morphChildren, setHtml, SVG, tabOf, turnTabs } from "./patching.js";
import { randomHex } from "./random.js";
import { scenesOf } from "./scenes.js";

const $ = (id) => document.getElementById(id);
const table = $("table");
const words = JSON.parse($("words").textContent);
const address = `/table/${table.dataset.table}`;
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const isPhone = matchMedia("(max-width: 760px)");

const seen = { boot: "", version: 0, told: 0, show: 0, opened: 0, covered: false, language: document.documentElement.lang }; // what this page has of the server's truth
const values = new Map();
let moves = [];
let others = []; // moves that can be made in place of earlier ones
let state = {};
let picks = []; // spots picked so far, in order
let pending = null; // a spot that was tapped once: the next tap does the move it completes
let hovered = null;
let pointed = null; // what the pointer or the focus is on, whether or not it can be picked
let busy = false;
let acted = false; // whether the next moves come of what was done here
let advised = null; // the move of a hint, shown until something is picked
let proposed = null; // the move of a button that is pointed at
let home = null; // the last sheet of a person here that was shown

const fill = (text, places) => text.replace(/{(\w+)}/g, (all, name) => places[name] ?? all);

// ---- What the server sends ---------------------------------------------------------------------------------------

function apply(update) {
  const turned = update.covered !== seen.covered;
  const fresh = update.boot !== seen.boot || turned;
  if (update.seat !== seen.show || update.opened !== seen.opened || (!fresh && update.version <= seen.version)) return; // known, perhaps from the other of two ways
  if (update.since > (fresh ? 0 : seen.version) || update.first > seen.told) return turned ? look() : undefined; // it builds on what we do not have
  if (turned) turnCover(update.covered);
  const before = state;
  const focused = document.activeElement;
  notes = { asked: new Map(), told: new Map() };
  patching.patch(table, values, update.values);
  seen.boot = update.boot;
  seen.version = update.version;
  if ("state" in update.values) state = { ...update.values.state, seat: update.seat };
  if ("moves" in update.values) {
    moves = update.values.moves.filter((move) => move.instead === undefined);
    others = update.values.moves.filter((move) => move.instead !== undefined);
    picks = [];
    pending = advised = proposed = null;
    $("legal").replaceChildren(...moves.map((move) => Object.assign(document.createElement("option"), { value: move.move })));
  }
  tell(update);
  takeScenes(update, before);
  if (state.mine) home = seen.show;
  if (before.rolls !== undefined && state.rolls > before.rolls) patching.rollDice(table);
  relight();
  if ("moves" in update.values) {
    if (!scenes.isShown()) {
      turnTab();
      if (acted) seek();
    }
    acted = false;
  }
  guide();
  company.follow(state, before);
  tellBest(before);
  keepFocus(focused);
  if (state.over && before.over === false) $("end-title")?.focus();
  dressCover(turned);
  passOn(before, turned);
}

// What was focused may be gone or hidden by now: then go where the next thing is to be done.
function keepFocus(focused) {
  if (!focused || focused === document.body) return;
  if (focused.isConnected && !focused.disabled && focused.getClientRects().length) {
    if (document.activeElement === document.body) focused.focus({ preventScroll: true }); // it was disabled for a moment
    return;
  }
  const next = $("roll").hidden ? table.querySelector('.spot[tabindex="0"]') : $("roll");
  (next?.getClientRects().length ? next : $("ask")).focus({ preventScroll: hand === "touch" });
}

function tell(update) {
  if (update.first === 0 && seen.told) { // told from the beginning: from another seat, or from none
    $("log").replaceChildren();
    seen.told = 0;
  }
  const news = update.told.slice(Math.max(0, seen.told - update.first));
  const start = seen.told === 0;
  seen.told = Math.max(seen.told, update.first + update.told.length);
  for (const { round, text, aside } of news) {
    if (aside && !start) company.aside(text);
    const item = document.createElement("li");
    item.append(Object.assign(document.createElement("span"), { className: "round-no", textContent: round || "" }), text);
    $("log").prepend(item);
  }
  if (!start && news.length) $("live").textContent = news.map((each) => each.text).join(" ");
}

// ---- Paths: which spots go on from what is picked ------------------------------------------------------------------

// A state of a path: the steps still open, and of a step that was begun the picks that are left and the spots it has.
const begin = (path) => [{ open: path.steps.map((_, i) => i), step: -1, left: [], used: [] }];

function advance(path, at, pick) {
  const found = [];
  const choices = at.left.length ? [at.step] : path.free ? at.open : at.open.slice(0, 1);
  for (const step of choices) {
    const left = at.left.length ? at.left : path.steps[step].map((_, i) => i);
    const used = at.left.length ? at.used : [];
    for (const i of path.free ? left : left.slice(0, 1)) {
      const spots = path.steps[step][i].split("|").filter((spot) => !used.includes(spot)); // each once in a step
      if (pick === null) found.push(...spots);
      else if (spots.includes(pick)) {
        found.push({ open: at.open.filter((each) => each !== step), step, left: left.filter((each) => each !== i), used: [...used, pick] });
      }
    }
  }
  return found;
}

export function follow(path, picked) {
  let states = begin(path);
  for (const pick of picked) {
    const after = states.flatMap((at) => advance(path, at, pick));
    states = [...new Map(after.map((at) => [JSON.stringify(at), at])).values()];
    if (!states.length) return null;
  }
  return {
    next: [...new Set(states.flatMap((at) => advance(path, at, null)))],
    done: states.some((at) => !at.left.length && at.open.length <= (path.spare ?? 0)),
    closed: states.some((at) => !at.left.length), // every step that was begun is finished
  };
}

function outlook(picked, among = moves) {
  const next = new Set();
  const done = [];
  let fits = 0;
  let closed = picked.length === 0;
  for (const move of among) {
    const followed = move.paths.map((path) => follow(path, picked)).filter(Boolean);
    if (!followed.length) continue;
    fits += 1;
    followed.forEach((found) => found.next.forEach((spot) => next.add(spot)));
    if (followed.some((found) => found.done)) done.push(move);
    closed ||= followed.some((found) => found.closed);
  }
  return { next, done, fits, closed };
}

// Where picks lead: to a legal move, or else to one in place of an earlier choice.
function going(picked = picks) {
  const found = outlook(picked);
  return found.fits || !picked.length ? found : outlook(picked, others);
}

// What would be picked if this spot were chosen now: on from here, or from the beginning.
function withSpot(spot) {
  for (const picked of [[...picks, spot], [spot]]) {
    for (const among of [moves, others]) {
      const found = outlook(picked, among);
      if (found.fits) return { picked, ...found };
    }
  }
  return null;
}

// Nothing else could be meant, so the move is made; one that is laid out bit by bit is asked for once more.
function isFinal({ fits, done }) {
  return done.length === 1 && fits === 1 && !done[0].confirm;
}

// ---- Choosing ------------------------------------------------------------------------------------------------------

function choose(spot, how) {
  if (busy) return;
  scenes.stop(); // what is chosen is chosen now, not then
  notice("");
  advised = null;
  if (!going().next.has(spot) && picks.includes(spot)) return letGo(spot);
  const would = withSpot(spot);
  if (!would) {
    explain(spot);
    return;
  }
  if (isFinal(would) && how !== "drag") {
    const [move] = would.done;
    if (how === "touch" && pending !== spot && !move.opens) {
      pending = spot;
      relight();
      return;
    }
    send("play", { seat: seen.show, move: move.move, instead: move.instead });
    return;
  }
  pending = null;
  picks = would.picked;
  if (how !== "drag") settle();
  relight();
  turnTab();
  seek();
}

// Say why nothing can be done with a spot.
async function explain(spot) {
  const note = state.mine && (await learn(spot));
  if (note) notice(note.why || note.text);
}

// ---- Notes: what there is to know of a spot, asked for when somebody points at it -----------------------------------

let notes = { asked: new Map(), told: new Map() }; // by spot; thrown away whenever anything changes

async function learn(spot) {
  const mine = notes;
  if (!mine.asked.has(spot)) {
    const query = new URLSearchParams({ seat: seen.show, spot, opened: seen.opened, language: seen.language });
    const answer = fetch(`${address}/about?${query}`, { headers: { Accept: "application/json" } });
    mine.asked.set(spot, answer.then((response) => response.ok ? response.json() : null).catch(() => null));
  }
  const note = await mine.asked.get(spot);
  if (note) mine.told.set(spot, note);
  else mine.asked.delete(spot); // it may be there when it is asked for again
  return mine === notes ? note : null;
}

const subject = () => pending ?? pointed ?? picks.at(-1) ?? null;
let asking = 0;

// Show what is known of the spot that is pointed at, or was picked last; ask for it after a moment's rest.
// With something picked, what the move under the pointer would do says more than the spot alone.
function takeNote(move) {
  const panel = $("note");
  if (!panel) return;
  clearTimeout(asking);
  const spot = state.mine && !state.over ? subject() : null;
  const known = spot && notes.told.get(spot);
  const note = move ? { text: move.say, bars: known?.bars ?? [] } : known;
  if (spot && !known) asking = setTimeout(() => { if (!busy) learn(spot).then((found) => { if (found && subject() === spot) drawOverlay(); }); }, 60); // what is under way may cover the sheet
  const said = spot === pending && !note?.bars.length; // by the bar, which asks whether to do it
  panel.style.minHeight = spot && !note && !said ? `${panel.offsetHeight}px` : ""; // what comes will need room again
  panel.classList.toggle("empty", !spot || said || (!note && panel.classList.contains("empty")));
  if (note) panel.replaceChildren(paragraphOf(note.text), ...(note.bars.length ? [barChart(note.bars)] : []));
  else panel.replaceChildren(paragraphOf(spot || state.over ? "" : panel.dataset.hint));
  if (note && !move && $(spot)?.matches(":focus-visible")) $("live").textContent = note.text;
}

function paragraphOf(text) {
  const element = document.createElement("p");
  element.textContent = text;
  return element;
}

// A bar for each number: full as far as it is sure, hollow as far as it is possible, a cross where there is nothing.
function barChart(bars) {
  const [wide, high, low] = [300, 92, 74];
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${wide} ${high}`);
  svg.setAttribute("class", bars.length > 12 ? "bars many" : "bars");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", bars.map(([name, sure, possible]) => `${name}: ${sure === possible ? sure : `${sure}-${possible}`}`).join(", "));
  const step = Math.min(30, wide / bars.length);
  const most = Math.max(1, ...bars.map(([, , possible]) => possible));
  bars.forEach(([name, sure, possible], i) => {
    const x = (wide - step * bars.length) / 2 + step * (i + 0.5);
    const height = (value) => (50 * value) / most;
    draw(svg, "rect", { x: x - step * 0.36, y: low - height(possible), width: step * 0.72, height: height(possible), class: "bar-possible" });
    draw(svg, "rect", { x: x - step * 0.36, y: low - height(sure), width: step * 0.72, height: height(sure), class: "bar-sure" });
    if (possible === 0) draw(svg, "path", { d: `M${x - 4} ${low - 10} l8 8 m0 -8 l-8 8`, class: "bar-none" });
    else draw(svg, "text", { x, y: low - height(possible) - 8, class: "bar-value" }, sure === possible ? sure : possible);
    draw(svg, "text", { x, y: low + 10, class: "bar-name" }, name);
  });
  return svg;
}

// A thing that can only be put somewhere goes to the roomiest place at once; it can be taken back or dragged on.
function settle() {
  const { next, done } = going();
  const places = [...next].map($).filter((each) => each?.dataset.places);
  if (done.length || places.length !== next.size || !$(picks.at(-1))?.hasAttribute("data-drag")) return;
  const room = (each) => each.dataset.places.split(";").length;
  const ordered = [...table.querySelectorAll("[data-places]")].filter((each) => places.includes(each));
  ordered.sort((a, b) => room(b) - room(a));
  if (ordered.length) picks.push(ordered[0].id);
}

function letGo(spot) {
  const i = spot === undefined ? picks.length - 1 : picks.indexOf(spot);
  const without = (from, count) => picks.filter((_, at) => at < from || at >= from + count);
  const isPlace = (id) => id !== undefined && $(id)?.hasAttribute("data-places");
  const pairs = []; // a thing goes together with the place where it was put
  if (isPlace(picks[i]) || isPlace(picks[i + 1])) pairs.push(without(i, 2));
  if (isPlace(picks[i]) || isPlace(picks[i - 1])) pairs.push(without(i - 1, 2));
  const paired = pairs.find((left) => going(left).closed);
  const single = without(i, 1);
  picks = paired ?? (going(single).fits ? single : picks.slice(0, i));
  pending = advised = null;
  relight();
}

// ---- Light ---------------------------------------------------------------------------------------------------------

function relight() {
  const now = going();
  const other = new Set([...(picks.length ? outlook([]).next : []), ...outlook([], others).next]);
  for (const spot of table.querySelectorAll(".spot")) {
    const lit = now.next.has(spot.id);
    const picked = picks.includes(spot.id);
    const also = !lit && !picked && other.has(spot.id);
    spot.classList.toggle("lit", lit);
    spot.classList.toggle("picked", picked);
    spot.classList.toggle("also", also);
    spot.classList.toggle("pending", pending === spot.id);
    spot.setAttribute("role", lit || picked || also ? "button" : "img");
    if (lit || picked || also) spot.setAttribute("aria-pressed", picked);
    else spot.removeAttribute("aria-pressed");
    spot.removeAttribute("transform");
    spot.setAttribute("tabindex", -1);
  }
  placePicked();
  roving();
  drawOverlay();
  buttons(now);
}

// Things that were put somewhere stand there.
function placePicked() {
  const used = new Map();
  picks.forEach((id, i) => {
    const place = $(id);
    if (!place?.dataset.places) return;
    const partner = [picks[i - 1], picks[i + 1]].map((each) => each && $(each)).find((each) => each?.hasAttribute("data-drag") && !each.hasAttribute("transform"));
    if (!partner) return;
    const points = place.dataset.places.split(";");
    const at = used.get(id) ?? 0;
    used.set(id, at + 1);
    const [x, y] = points[Math.min(at, points.length - 1)].split(" ").map(Number);
    const [x0, y0] = partner.dataset.at.split(" ").map(Number);
    partner.setAttribute("transform", `translate(${x - x0} ${y - y0})`);
  });
}

function roving() {
  for (const svg of table.querySelectorAll("svg[data-part]")) {
    const able = [...svg.querySelectorAll(".spot.lit, .spot.picked, .spot.also")];
    const first = able.find((spot) => spot === document.activeElement) ?? able.find((spot) => spot.id === svg.dataset.last && spot.matches(".lit")) ?? able[0];
    first?.setAttribute("tabindex", 0);
  }
}

function preview() {
  if (proposed) return proposed;
  if (advised) return advised;
  const spot = pending ?? hovered;
  if (spot) {
    const would = withSpot(spot);
    if (would && would.done.length === 1) return would.done[0];
    if (would) return null;
  }
  const { done } = going();
  return picks.length && done.length === 1 ? done[0] : null;
}

function drawOverlay() {
  for (const overlay of table.querySelectorAll(".overlay")) overlay.replaceChildren();
  for (const each of table.querySelectorAll(".ghosted")) each.classList.remove("ghosted");
  const move = preview();
  for (const each of table.querySelectorAll("[aria-description]")) each.removeAttribute("aria-description");
  const note = $("note") && notes.told.get(subject());
  if (note) {
    drawMarks(note.marks);
    $(subject())?.setAttribute("aria-description", note.text);
  }
  takeNote(picks.length && (pending ?? hovered) ? move : null);
  if (move) {
    const spot = (pending ?? hovered) && $(pending ?? hovered);
    const more = note && note.text !== move.say ? `. ${note.text}` : "";
    const gain = move.gain && !move.opens ? ` (${move.gain})` : "";
    spot?.setAttribute("aria-description", `${move.say}${gain}${more}`);
    const kinds = Object.entries(move.marks);
    drawMarks(move.marks);
    const anchor = kinds[0]?.[1].at(-1)?.[0];
    const shows = move.gain !== "+0" || "write" in move.marks || "trace" in move.marks;
    if (anchor && move.gain !== null && !move.opens && shows) badge(anchor, move.gain, true);
  }
  if (picks.length || only()) gains(move);
  if (picks.length) offer(move);
}

// With something picked, the places where it could go on say what would be written there.
function offer(shown) {
  const marked = new Set((shown?.marks.write ?? []).map(([spot]) => spot));
  const offered = new Map();
  for (const move of [...moves, ...others]) {
    if (!move.marks.offer || !move.paths.some((path) => follow(path, picks))) continue;
    for (const [spot, text] of move.marks.offer) offered.set(spot, new Set([...(offered.get(spot) ?? []), text]));
  }
  for (const [spot, texts] of offered) {
    const found = !marked.has(spot) && $(spot)?.matches(".lit") && at(spot);
    if (found) draw(found.overlay, "text", { x: found.point[0], y: found.point[1], class: "offer-text" }, [...texts].join(found.size < 40 ? "" : " "));
  }
}

// With one thing in hand, the places where it would score say so at once, unless it scores alike everywhere.
function gains(shown) {
  if (new Set(moves.map((move) => move.gain)).size < 2) return;
  const marked = new Set(Object.values(shown?.marks ?? {}).flat().map(([spot]) => spot));
  for (const move of moves) {
    if (move === shown || !move.gain || move.gain === "+0" || move.button) continue;
    for (const path of move.paths) {
      const found = follow(path, picks);
      if (found && found.next.length === 1 && !found.done && !marked.has(found.next[0]) && $(found.next[0])?.classList.contains("lit") && follow(path, [...picks, found.next[0]]).done) {
        badge(found.next[0], move.gain, false);
        break;
      }
    }
  }
}

const only = () => moves.length > 0 && moves.every((move) => move.paths.some((path) => path.steps.length === 1 && path.steps[0].length === 1));

function at(spot) {
  const element = $(spot);
  return element?.dataset.at ? { element, overlay: element.ownerSVGElement.querySelector(".overlay"), point: element.dataset.at.split(" ").map(Number), size: Number(element.dataset.size) } : null;
}

function drawMarks(marks) {
  for (const [kind, each] of Object.entries(marks)) {
    if (kind === "walk") walkMark(each);
    else if (kind !== "offer") for (const [spot, text] of each) mark(kind, spot, text);
  }
}

function mark(kind, spot, text) {
  const found = at(spot);
  if (!found) return;
  const { point: [x, y], size } = found;
  if (kind === "dot") draw(found.overlay, "circle", { cx: x + size * 0.32, cy: y + size * 0.32, r: Math.max(2.6, size * 0.09), class: "mark-dot", "data-of": spot });
  else if (kind === "trace") {
    found.element.classList.add("ghosted");
    draw(found.overlay, "text", { x, y, class: "trace-count" }, text);
  } else if (kind === "write") draw(found.overlay, "text", { x, y: y + 2, class: "pencil ghost" }, text);
  else if (kind === "bar" || kind === "cross") {
    const reach = size / 3;
    draw(found.overlay, "path", { d: `M${x - reach} ${y - reach} l${2 * reach} ${2 * reach} m0 ${-2 * reach} l${-2 * reach} ${2 * reach}`, class: `ghost-${kind}` });
  }
}

// A walk from spot to spot, with a head that shows where it ends.
function walkMark(marks) {
  const found = marks.map(([spot]) => at(spot)).filter(Boolean);
  if (found.length < 2) return;
  const points = found.map((each) => each.point);
  const { overlay, size } = found[0];
  const [[x0, y0], [x, y]] = points.slice(-2);
  const far = Math.hypot(x - x0, y - y0);
  const [ux, uy] = [(x - x0) / far, (y - y0) / far];
  const [tx, ty] = [x - ux * size * 0.42, y - uy * size * 0.42]; // before the middle, which is written on
  const wing = size * 0.2;
  const line = [...points.slice(0, -1), [tx, ty]].map(([px, py]) => `${px} ${py}`).join(" L");
  draw(overlay, "circle", { cx: points[0][0], cy: points[0][1], r: size * 0.1, class: "walk-start" });
  draw(overlay, "path", { d: `M${line}`, class: "walk-line" });
  draw(overlay, "path", { d: `M${tx - wing * (ux - uy)} ${ty - wing * (uy + ux)} L${tx} ${ty} L${tx - wing * (ux + uy)} ${ty - wing * (uy - ux)}`, class: "walk-line" });
}

function badge(spot, gain, large) {
  const found = at(spot);
  if (!found) return;
  const [middle, y] = found.point;
  const width = (large ? 18 : 12) + 8 * gain.length;
  const x = found.overlay.querySelector(".walk-line") ? middle + found.size * 0.34 : middle; // beside the walk, not upon it
  const top = large && found.overlay.querySelector(".ghost, .trace-count") ? y - found.size * 0.4 : y;
  const group = draw(found.overlay, "g", { class: large ? "gain large" : "gain" });
  draw(group, "rect", { x: x - width / 2, y: top - 10, width, height: 20, rx: 10 });
  draw(group, "text", { x, y: top + 0.5 }, gain);
}

function buttons(now) {
  const mine = state.mine && !busy;
  $("roll").hidden = !state.roll || state.over || !state.mine || state.own?.length > 0;
  $("roll").disabled = busy;
  $("undo").hidden = state.mine === false || (state.over && state.undo == null);
  table.classList.toggle("over", Boolean(state.over));
  $("undo").disabled = state.undo == null || busy;
  $("undo").textContent = state.undone ? fill(words.undo_of, { name: state.undone }) : words.undo; // at one screen another may have moved last
  $("hint").hidden = !state.mine || !state.hints || !moves.length || picks.length > 0 || pending !== null;
  $("hint").disabled = busy;
  $("let-go").hidden = !picks.length && !pending;
  $("typed").hidden = !state.seats.length;
  $("back").hidden = state.mine !== false || !state.seats.length;
  $("scenes-again").hidden = !scenes.any() || scenes.isShown() || picks.length > 0 || pending !== null;
  const offered = [];
  if (mine) {
    if (pending) offered.push(...(withSpot(pending)?.done ?? []));
    else if (picks.length) offered.push(...now.done);
    else offered.push(...new Set([...(advised ? [advised] : []), ...moves.filter((move) => move.button)]));
  }
  const wanted = offered.map((move) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = pending || picks.length || advised || !now.next.size ? "strong" : ""; // with spots lit, it is but another way
    button.dataset.move = move.move;
    const asked = move.confirm || pending;
    const gain = move.gain && move.gain !== "+0" && !move.opens ? ` (${move.gain})` : ""; // what only opens a deed has not scored yet
    button.textContent = (move.button ?? (asked ? words.confirm : move.say)) + gain;
    if (asked) button.setAttribute("aria-label", `${words.confirm}: ${move.say}${gain}`);
    return button;
  });
  const fragment = document.createDocumentFragment();
  fragment.append(...wanted);
  morphChildren($("actions"), fragment);
  let asked = values.get("html/ask");
  if (pending) asked = paragraph(fill(words.look, { move: withSpot(pending).done[0].say }));
  else if (picks.length && now.done.length === 1 && now.done[0].confirm) asked = paragraph(fill(words.sure, { move: now.done[0].say }));
  else if (picks.length && (!now.closed || (!now.done.length && !$(picks[0])?.hasAttribute("data-drag")))) asked = paragraph(fill(words.picked, { spot: $(picks.at(-1))?.getAttribute("aria-label").replace(/\.$/, "") }));
  const bar = table.querySelector(".bar");
  const { height } = bar.getBoundingClientRect(); // while a move is being picked the sheet must not move under the finger
  if (asked !== undefined) setHtml("ask", asked);
  bar.style.minHeight = picks.length || pending ? `${height}px` : "";
}

function paragraph(text) {
  const element = document.createElement("p");
  element.textContent = text;
  return element.outerHTML;
}

// On a phone not everything is in sight: turn to the part where the next pick can be made.
function turnTab() {
  const lit = [...going().next].map($).filter(Boolean);
  const figures = new Set(lit.map(tabOf));
  const tabs = new Set([...table.querySelectorAll("[data-tab]")].map((each) => each.dataset.tab));
  const inTabs = (all) => [...all].filter((each) => tabs.has(each));
  let wanted = inTabs(figures);
  if (!wanted.length) { // what is picked stands elsewhere: where it would be written, if there is but one such place
    const written = inTabs(new Set(moves.flatMap((move) => move.marks.write ?? []).map(([spot]) => $(spot)).filter(Boolean).map(tabOf)));
    wanted = written.length === 1 ? written : [];
  }
  if (wanted.length && !wanted.includes(table.dataset.tab)) setTab(wanted[0]);
}

// On a phone, scroll to the figure where the next pick can be made, if there is but one.
function seek() {
  const lit = [...going().next].map($).filter((spot) => spot?.closest(".sheet figure")?.getClientRects().length);
  const figures = new Set(lit.map((spot) => spot.closest(".sheet figure")));
  if (isPhone.matches && figures.size === 1) requestAnimationFrame(() => bringIntoSight([...figures][0], lit));
}

const around = (rects) => ({ top: Math.min(...rects.map((each) => each.top)), bottom: Math.max(...rects.map((each) => each.bottom)) });

// Scroll what is lit between the bar and the dice, with its figure, and with all that is on the tab, if there is room.
function bringIntoSight(figure, lit) {
  const guide = table.querySelector(".guide:not([hidden])");
  const stays = guide && getComputedStyle($("guide")).position === "sticky";
  const high = table.querySelector(".bar").offsetHeight + 8 + (stays ? guide.offsetHeight + 6 : 0);
  const low = (table.querySelector(".dice")?.getBoundingClientRect().top ?? innerHeight) - 4;
  const wanted = [[...table.querySelectorAll(".sheet .parts figure.shown")], [figure], lit].map((all) => around(all.map((each) => each.getBoundingClientRect())));
  const { top, bottom } = wanted.find((each) => each.bottom - each.top <= low - high) ?? wanted[2];
  const by = top < high ? top - high : bottom > low ? Math.min(bottom - low, top - high) : 0;
  if (by) scrollBy({ top: by, behavior: reduced.matches ? "auto" : "smooth" });
}

const setTab = (name) => patching.setTab(table, name);

function notice(text, kind = "refused") {
  $("notice").hidden = !text;
  $("notice").classList.toggle("told", kind === "told");
  $("notice").textContent = text;
}

// ---- Hints for the first round, and a bot's advice -----------------------------------------------------------------

const remembered = `guide-${table.dataset.game}`;

function recall(name) {
  try { return localStorage.getItem(name); } catch { return null; }
}

function keep(name, value) {
  try { localStorage.setItem(name, value); } catch { /* a browser that keeps nothing is told every time */ }
}

function guide() {
  const note = table.querySelector(".guide");
  const wanted = recall(remembered);
  const shown = note && state.mine && (wanted === "on" || (wanted !== "off" && note.dataset.first === "1"));
  if (note) note.hidden = !shown;
  for (const figure of table.querySelectorAll("[data-figure]")) figure.classList.toggle("guided", Boolean(shown) && figure.dataset.figure === note.dataset.guide);
}

async function askHint() {
  if (busy) return;
  notice(words.thinking, "told");
  const question = () => `${seen.show} ${moves.map((move) => move.move)}`;
  const asked = question();
  const answer = await post("hint", { seat: seen.show });
  if (!answer || question() !== asked) return notice(""); // it is about another position
  notice(answer.text, "told");
  picks = [];
  pending = null;
  advised = moves.find((move) => move.move === answer.move) ?? null;
  if (advised?.confirm) { // what is laid out bit by bit is laid out, to be confirmed or changed
    const { steps, spare = 0 } = advised.paths[0];
    picks = steps.slice(0, steps.length - spare).flat().map((pick) => pick.split("|")[0]);
    advised = null;
  }
  relight();
  const spot = advised?.paths[0]?.steps[0].at(-1).split("|")[0];
  const tab = spot && $(spot) && tabOf($(spot));
  if (tab) setTab(tab);
}

// ---- Handing the screen over: what only one of the people here may see is covered until they say who they are -------

let finished = { epoch: 0, seats: new Set() }; // who was seen to have nothing more to do, since secrets last opened

// Forget what belongs to the sheet that was shown: its moves, what was pointed out on it and told of it.
function forgetSheet() {
  seen.version = seen.told = 0;
  moves = [];
  others = [];
  picks = [];
  notes = { asked: new Map(), told: new Map() };
  pending = hovered = pointed = advised = proposed = null;
  clearTimeout(asking);
  $("log").replaceChildren();
  notice("");
}

// Cover the sheet or take the cover away. Either way nothing stays on the page of what it has shown before.
function turnCover(covered) {
  scenes.forget();
  forgetSheet();
  seen.covered = covered;
  values.clear();
  for (const svg of table.querySelectorAll("svg[data-part]")) {
    svg.replaceChildren();
    svg.removeAttribute("aria-label");
  }
  for (const named of table.querySelectorAll("[data-title], [data-short], [data-points]")) named.textContent = "";
  for (const id of ["ask", "actions", "cover", "end", "guide", "legal", "live", "note", "players", "score"]) $(id)?.replaceChildren();
  $("typed").reset();
  $("cover").hidden = !covered;
  table.classList.toggle("covered", covered);
}

// Say on the cover what is asked of whom, and put the focus on its button; from a sheet just opened, on what is asked.
function dressCover(turned) {
  if (finished.epoch !== state.epoch) finished = { epoch: state.epoch, seats: new Set() };
  if (!seen.covered && state.private.includes(seen.show)) finished.seats[state.turns.includes(seen.show) ? "delete" : "add"](seen.show);
  $("conceal").hidden = seen.covered || !state.private.includes(seen.show);
  const button = $("cover").querySelector("button");
  if (seen.covered && button) {
    const now = askedHere().includes(seen.show) ? "asked" : "done";
    for (const each of $("cover").querySelectorAll("[data-when]")) {
      each.hidden = each.dataset.when !== now;
      if (each.hidden) each.querySelector("h2").removeAttribute("id");
      else each.querySelector("h2").id = "cover-title";
    }
    if (!$("cover").contains(document.activeElement)) button.focus({ preventScroll: true });
  } else if (turned && seen.opened === state.opening) $("ask").focus({ preventScroll: true });
}

// The people here who are asked for something, as far as this page may know.
const askedHere = () => (state.private.length ? state.turns.filter((seat) => !finished.seats.has(seat)) : state.turns);

// When the turn passes to another person here, their sheet comes up, or its cover; with nobody left a private sheet is
// covered. But somebody who chose to look elsewhere, or has just opened this sheet, looks at it in peace.
function passOn(before, turned) {
  const arrived = before.seat !== undefined && before.seat !== seen.show;
  const opened = turned && !seen.covered && state.private.includes(seen.show);
  const elsewhere = before.here?.length && !before.here.includes(seen.show) && !turned;
  const asked = askedHere();
  state.here = asked;
  if (!state.mine || arrived || opened || elsewhere || asked.includes(seen.show)) return;
  if (asked.length) show(state.private.length ? asked.find((seat) => seat > seen.show) ?? asked[0] : asked[0]);
  else if (!seen.covered && state.private.includes(seen.show)) conceal();
}

// Cover the sheet that is shown, before it is left or the screen is handed over.
function conceal() {
  if (seen.covered) return;
  turnCover(true);
  seen.opened = 0;
  look();
}

function uncover(button, event) {
  if (event.detail > 1 || Number(button.dataset.seat) !== seen.show) return; // a second click on what stood here before
  seen.opened = state.opening;
  look();
}

addEventListener("pagehide", () => { if (state.private?.includes(seen.show)) conceal(); }); // the browser may bring the page back as it was

// ---- Scenes: what has happened, picture by picture ------------------------------------------------------------------

const scenes = scenesOf(table, values, {
  words,
  shown: () => relight(),
  stopped: (inside) => {
    relight();
    turnTab();
    if (inside) $("ask").focus({ preventScroll: true });
  },
});

// New scenes begin by themselves, and so do those that are added to the last ones: a march after a battle.
function takeScenes(update, before) {
  if ("scenes" in update.values) scenes.take(update.values.scenes, before.rolls !== undefined);
  else scenes.redraw();
}

// ---- The best of this device: kept here, for games played alone -----------------------------------------------------

const MOST_KEPT = 10;
const LATEST = 8.64e15; // what a date can hold

// The best results under a name, each {table, halves, date}, the best first; nothing of what somebody else wrote there.
function results(name) {
  try {
    const found = JSON.parse(recall(name)) ?? [];
    return found.filter(({ table, halves, date }) => typeof table === "string" && Number.isInteger(halves) && Math.abs(date) < LATEST);
  } catch { return []; }
}

// Every table has one result at most: looked at again, played on or taken back, it is replaced or goes.
function keepResult(name, table, halves, date) {
  const known = results(name);
  const old = known.find((each) => each.table === table);
  if (old?.halves === halves) return true;
  if (!old && halves === null) return true;
  const others = known.filter((each) => each !== old);
  const now = halves === null ? others : [...others, { table, halves, date }];
  const text = JSON.stringify(now.sort((a, b) => b.halves - a.halves || a.date - b.date).slice(0, MOST_KEPT));
  keep(name, text);
  return recall(name) === text;
}

function asPoints(halves) {
  const whole = Math.trunc(Math.abs(halves) / 2);
  return `${halves < 0 ? "-" : ""}${halves % 2 ? `${whole || ""}½` : whole}`;
}

const asDate = (date) => new Intl.DateTimeFormat(seen.language, { dateStyle: "long" }).format(date);

// Say at the end how the result compares with the others of this device, and before it what there is to beat.
function tellBest(before) {
  const aim = table.querySelector(".best-aim") ?? $("score").parentElement.appendChild(Object.assign(document.createElement("p"), { className: "best-aim small" }));
  const told = table.querySelector(".end .best");
  let [goal, verdict] = ["", ""];
  if (state.alone) {
    const { key, halves, opened } = state.alone;
    const name = `best-${key}`;
    const id = table.dataset.table;
    const kept = keepResult(name, id, state.over ? halves : null, before.over === false ? Date.now() : opened);
    const others = results(name).filter((each) => each.table !== id);
    if (state.over) verdict = kept ? compared(halves, results(name).find((each) => each.table === id), others) : "";
    else if (others.length) goal = fill(words.aim, { points: asPoints(others[0].halves) });
  }
  aim.textContent = goal;
  aim.hidden = !goal;
  if (!told) return;
  told.textContent = verdict;
  told.hidden = !verdict;
}

function compared(halves, mine, others) {
  const best = others[0];
  const tell = (text, each) => fill(text, { points: asPoints(each.halves), date: asDate(each.date) });
  if (best?.halves > halves) return tell(words.beat, best);
  if (best?.halves === halves) return tell(words.equal, best);
  const earlier = others.find((each) => each.date < mine.date);
  return earlier ? tell(words.better, earlier) : words.best;
}

// ---- The wire ------------------------------------------------------------------------------------------------------

const pause = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

// Post something; a lost connection is tried again with the same key, so nothing is done twice.
async function post(what, body, quietly = false) {
  const sent = { ...body, ...seen, key: randomHex() };
  for (let attempt = 1; ; attempt += 1) {
    let response;
    try {
      response = await fetch(`${address}/${what}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json" },
        body: JSON.stringify(sent),
      });
    } catch {
      lost(true);
      await pause(Math.min(5, attempt / 2));
      continue;
    }
    company.heardTime(response);
    const answer = await response.json().catch(() => null);
    if (response.ok && !answer) continue; // cut off on its way: asked once more, it is not done twice
    if (line?.isOpen()) lost(false);
    if (response.ok) {
      if (answer.gone) location.href = "/tables"; // who has left has nothing to see here
      if (quietly) apply(answer);
      return answer;
    }
    const still = sent.show === seen.show && sent.opened === seen.opened; // else it is about another's sheet
    if (still && !quietly) notice(answer?.refused ?? fill(words.failed, { reason: response.status }));
    return null;
  }
}

async function send(what, body) {
  if (busy) return false;
  const focused = document.activeElement;
  busy = acted = true;
  hovered = pointed = null; // who has just clicked knows what it was
  notice("");
  table.setAttribute("aria-busy", "true");
  relight();
  const answer = await post(what, body);
  busy = false;
  table.removeAttribute("aria-busy");
  picks = [];
  pending = null;
  if (answer) apply(answer);
  relight();
  keepFocus(focused);
  return answer !== null;
}

const lost = calmly(showLost);

function showLost(isLost) {
  if (gone || $("lost").hidden === !isLost) return;
  $("lost").hidden = !isLost;
  $("lost").textContent = isLost ? words.lost : "";
  if (!isLost) $("live").textContent = words.back;
}

let line = null; // the live connection
let gone = false; // the table is deleted, for good

function connect() {
  line = live(address, {
    greeting: () => seen,
    heard: (update) => {
      lost(false);
      apply(update);
    },
    lost: () => lost(true),
    gone: () => {
      showLost(true);
      gone = true;
      $("lost").textContent = words.gone;
    },
  });
}

async function look() {
  if (line?.isOpen()) return line.ask();
  try {
    const response = await fetch(`${address}/view?${new URLSearchParams(seen)}`, { headers: { Accept: "application/json" } });
    if (response.ok) apply(await response.json());
  } catch { lost(true); }
}

// Show another seat's sheet: what belongs to the one before is forgotten.
function show(seat) {
  if (seat === seen.show) return;
  if (state.private?.length && !seen.covered) turnCover(true);
  seen.show = seat;
  seen.opened = 0;
  forgetSheet();
  relight();
  look();
}

// ---- Hands: pointer, touch, keyboard -------------------------------------------------------------------------------

const spotOf = (target) => target instanceof Element ? target.closest(".spot") : null;
let dragging = null;
let justDragged = false;

let hand = "mouse"; // what pointed last: not every browser says it with a click

table.addEventListener("pointerdown", (event) => {
  hand = event.pointerType;
  if (event.button !== 0 || !event.isPrimary) return;
  const spot = spotOf(event.target);
  if (!spot?.hasAttribute("data-drag") || !spot.matches(".lit, .also, .picked") || busy) return;
  dragging = { spot, x: event.clientX, y: event.clientY, moved: false };
});

table.addEventListener("pointermove", (event) => {
  if (!dragging) {
    if (event.pointerType === "mouse") hover(spotOf(event.target));
    return;
  }
  const { spot } = dragging;
  if (!spot.isConnected) {
    dragging = null; // an update has taken it away
    return;
  }
  if (!dragging.moved && Math.hypot(event.clientX - dragging.x, event.clientY - dragging.y) > 6) {
    dragging.moved = true;
    if (picks.includes(spot.id)) letGo(spot.id);
    if (withSpot(spot.id)) choose(spot.id, "drag");
    spot.classList.add("dragged");
    table.setPointerCapture(event.pointerId);
  }
  if (dragging.moved) {
    const scale = spot.ownerSVGElement.getScreenCTM().a;
    spot.setAttribute("transform", `translate(${(event.clientX - dragging.x) / scale} ${(event.clientY - dragging.y) / scale})`);
    hover(under(event));
  }
});

function under(event) {
  return document.elementsFromPoint(event.clientX, event.clientY).map(spotOf).find((each) => each && each !== dragging?.spot) ?? null;
}

function drop(event, done) {
  if (!dragging) return;
  const { spot, moved } = dragging;
  const target = moved && done ? under(event) : null;
  dragging = null;
  if (!moved) return;
  justDragged = true;
  setTimeout(() => { justDragged = false; }, 0);
  spot.classList.remove("dragged");
  hovered = pointed = null;
  if (target && going().next.has(target.id)) choose(target.id, "dropped");
  else if (picks.includes(spot.id)) letGo(spot.id);
  else relight();
}

table.addEventListener("pointerup", (event) => drop(event, true));
table.addEventListener("pointercancel", (event) => drop(event, false));
table.addEventListener("pointerleave", () => hover(null));

// A button shows what its move would do while it is pointed at.
function propose(event, isOver) {
  const button = event.target instanceof Element ? event.target.closest("button[data-move]") : null;
  const move = isOver && button ? moves.find((each) => each.move === button.dataset.move) ?? null : null;
  if (move === proposed) return;
  proposed = move;
  drawOverlay();
}
for (const [name, isOver] of [["pointerover", true], ["pointerout", false], ["focusin", true], ["focusout", false]]) $("actions").addEventListener(name, (event) => propose(event, isOver));

function hover(spot) {
  const id = spot && (spot.matches(".lit, .also")) ? spot.id : null;
  if (id === hovered && pointed === (spot?.id ?? null)) return;
  hovered = id;
  pointed = spot?.id ?? null;
  drawOverlay();
}

table.addEventListener("click", (event) => {
  if (justDragged) return;
  const spot = spotOf(event.target);
  if (spot) return choose(spot.id, hand === "touch" ? "touch" : "mouse");
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.move && event.detail > 1) return; // a second click on Roll, whose place it has taken
  if (button.dataset.move) send("play", { seat: seen.show, move: button.dataset.move });
  else if (button.dataset.show) {
    show(Number(button.dataset.show));
    if (table.dataset.tab === "others") setTab(table.querySelector("[data-tab]").dataset.tab);
  } else if (button.dataset.tab) setTab(button.dataset.tab);
  else if (button.dataset.do === "uncover") uncover(button, event);
  else if (button.dataset.do === "guide-off") {
    keep(remembered, "off");
    guide();
  }
});

table.addEventListener("focusin", (event) => {
  const spot = spotOf(event.target);
  if (spot) spot.ownerSVGElement.dataset.last = spot.id;
  if (spot?.matches(":focus-visible")) hover(spot);
});
table.addEventListener("focusout", (event) => { if (spotOf(event.target)) hover(null); });

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

document.addEventListener("keydown", (event) => {
  if (seen.covered && event.repeat && $("cover").contains(event.target)) event.preventDefault(); // a key still held down from the move before
  if ($("rules").open || $("company").open || seen.covered) return;
  if ((event.ctrlKey || event.metaKey) && event.code === "KeyZ" && !event.target.matches("input") && !$("undo").disabled) {
    event.preventDefault();
    return $("undo").click();
  }
  if (event.key === "Escape" && scenes.isShown()) return scenes.stop();
  if (event.key === "Escape" && (picks.length || pending)) return pending ? ((pending = null), relight()) : letGo();
  if (turnTabs(table, event)) return;
  const spot = spotOf(event.target);
  if (!spot) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    choose(spot.id, "key");
  } else if (event.key in ARROWS) {
    event.preventDefault();
    const next = event.shiftKey ? nearest(spot, ARROWS[event.key], [...spot.ownerSVGElement.querySelectorAll(".spot")]) : neighbour(spot, ARROWS[event.key]);
    if (!next) return;
    spot.setAttribute("tabindex", -1);
    next.setAttribute("tabindex", 0);
    next.focus();
  }
});

// The nearest spot in a direction: one that can be picked, or any, which then says why it cannot. With Shift, any.
function neighbour(spot, direction) {
  const all = [...spot.ownerSVGElement.querySelectorAll(".spot")];
  return nearest(spot, direction, all.filter((each) => each.matches(".lit, .picked, .also"))) ?? nearest(spot, direction, all);
}

function nearest(spot, [dx, dy], among) {
  const [x, y] = spot.dataset.at.split(" ").map(Number);
  let best = null;
  let least = Infinity;
  for (const other of among) {
    const [ox, oy] = other.dataset.at.split(" ").map(Number);
    const along = (ox - x) * dx + (oy - y) * dy;
    const across = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (other !== spot && along > 1 && along + 2.5 * across < least) {
      least = along + 2.5 * across;
      best = other;
    }
  }
  return best;
}

$("roll").addEventListener("click", () => send("roll", {}));
$("undo").addEventListener("click", () => send("undo", { seat: state.undo ?? seen.show }));
$("let-go").addEventListener("click", () => { pending ? ((pending = null), relight()) : letGo(); });
$("back").addEventListener("click", () => show(home ?? state.turns[0] ?? 0));
$("hint").addEventListener("click", askHint);
$("conceal").addEventListener("click", conceal);
$("guide-open").addEventListener("click", () => { keep(remembered, "on"); guide(); table.querySelector(".guide")?.scrollIntoView({ block: "nearest" }); });
$("rules-open").addEventListener("click", () => $("rules").showModal());
$("rules").addEventListener("click", (event) => { if (event.target === $("rules")) $("rules").close(); });
$("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = event.target.elements.move;
  if (!field.value.trim() || busy) return;
  send("play", { seat: seen.show, move: field.value.trim() }).then((made) => { if (made) field.value = ""; });
});

const measure = (name, element) => new ResizeObserver(() => document.documentElement.style.setProperty(name, `${element.offsetHeight}px`)).observe(element);
measure("--bar-height", table.querySelector(".bar"));
const dock = table.querySelector(".dice");
if (dock) {
  new ResizeObserver(() => {
    document.documentElement.style.setProperty("--dock", `${dock.offsetHeight}px`);
    if (picks.length || pending) seek(); // a note that has come must not cover what it is about
  }).observe(dock);
}
$("notice").addEventListener("click", () => notice(""));

company.begin({ address, words, fill, post, send, show, notice, seen });
const start = JSON.parse($("start").textContent);
seen.show = start.seat;
setTab(table.querySelector("[data-tab]").dataset.tab);
apply(start);
if (innerHeight > 700 || !table.querySelector(".guide:not([hidden])")) seek();
connect();
