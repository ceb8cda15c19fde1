// The page of a table. It knows no game: the server sends drawings with named spots, and for each legal move the
// paths of spots that point it out. Here spots are lit, picked and let go, and the move that they make is sent.

const $ = (id) => document.getElementById(id);
const table = $("table");
const words = JSON.parse($("words").textContent);
const address = `/table/${table.dataset.table}`;
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const SVG = "http://www.w3.org/2000/svg";

const seen = { boot: "", version: 0, told: 0, show: 0 }; // what this page has of the server's truth
const values = new Map();
let moves = [];
let state = {};
let picks = []; // spots picked so far, in order
let pending = null; // a spot that was tapped once: the next tap does the move it completes
let hovered = null;
let busy = false;
let advised = null; // the move of a hint, shown until something is picked
let home = null; // the last sheet of a person here that was shown

const fill = (text, places) => text.replace(/{(\w+)}/g, (all, name) => places[name] ?? all);

// ---- Patching: elements stay, so that focus and transitions survive --------------------------------------------

function morph(old, fresh) {
  if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName) {
    old.replaceWith(document.importNode(fresh, true));
    return;
  }
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  if (old.nodeType !== Node.ELEMENT_NODE) return;
  // What this page itself has set stays: a focused spot that loses its tabindex would lose the focus.
  const ours = old.classList.contains("spot") ? "tabindex" : "open";
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && name !== ours) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  morphChildren(old, fresh);
}

function morphChildren(old, fresh) {
  const wanted = [...fresh.childNodes];
  [...old.childNodes].slice(wanted.length).forEach((node) => node.remove());
  wanted.forEach((node, i) => {
    const there = old.childNodes[i];
    if (there) morph(there, node);
    else old.append(document.importNode(node, true));
  });
}

function svgElement(markup) {
  return new DOMParser().parseFromString(`<svg xmlns="${SVG}">${markup}</svg>`, "image/svg+xml").documentElement.firstChild;
}

function setHtml(id, markup) {
  const fresh = document.createElement("template");
  fresh.innerHTML = markup;
  morphChildren($(id), fresh.content);
}

function setPart(name, part) {
  const svg = table.querySelector(`svg[data-part="${name}"]`);
  svg.setAttribute("viewBox", part.box);
  svg.setAttribute("aria-label", part.label);
  const short = table.querySelector(`[data-short="${name}"]`);
  if (short) short.textContent = part.short;
  const points = table.querySelector(`[data-points="${name}"]`);
  if (points) points.textContent = part.points ?? "";
  const wanted = new Set(part.groups);
  for (const child of [...svg.children]) if (!wanted.has(child.id) && !child.matches(".overlay")) child.remove();
  const overlay = svg.querySelector(".overlay") ?? svg.appendChild(document.createElementNS(SVG, "g"));
  overlay.setAttribute("class", "overlay");
  for (const id of part.groups) {
    const fresh = svgElement(values.get(`svg/${id}`));
    const old = svg.querySelector(`#${CSS.escape(id)}`);
    if (old) morph(old, fresh);
    else svg.insertBefore(document.importNode(fresh, true), overlay);
  }
}

// ---- What the server sends ---------------------------------------------------------------------------------------

function apply(update) {
  const fresh = update.boot !== seen.boot;
  if (update.seat !== seen.show || (!fresh && update.version <= seen.version)) return;
  const rolls = state.rolls;
  const changed = new Set();
  for (const [name, value] of Object.entries(update.values)) {
    values.set(name, value);
    if (name.startsWith("svg/")) changed.add(name.slice(4));
  }
  for (const [name, value] of values) {
    if (!name.startsWith("part/")) continue;
    if (name in update.values || value.groups.some((id) => changed.has(id))) setPart(name.slice(5), value);
  }
  for (const [name, value] of Object.entries(update.values)) if (name.startsWith("html/")) setHtml(name.slice(5), value);
  seen.boot = update.boot;
  seen.version = update.version;
  if ("moves" in update.values) {
    moves = update.values.moves;
    picks = [];
    pending = advised = null;
    $("legal").replaceChildren(...moves.map((move) => Object.assign(document.createElement("option"), { value: move.move })));
  }
  if ("state" in update.values) state = update.values.state;
  tell(update);
  if (state.mine) home = seen.show;
  if (rolls !== undefined && state.rolls > rolls) rollDice();
  relight();
  guide();
  if (state.over && "html/end" in update.values && rolls !== undefined) $("end-title")?.focus();
  if (state.mine && state.turns.length && !state.turns.includes(seen.show)) show(state.turns[0]);
}

function tell(update) {
  const news = update.told.slice(Math.max(0, seen.told - update.first));
  const start = seen.told === 0;
  seen.told = Math.max(seen.told, update.first + update.told.length);
  for (const { round, text } of news) {
    const item = document.createElement("li");
    item.append(Object.assign(document.createElement("span"), { className: "round-no", textContent: round || "" }), text);
    $("log").prepend(item);
  }
  if (!start && news.length) $("live").textContent = news.map((each) => each.text).join(" ");
}

function rollDice() {
  if (reduced.matches) return;
  const dice = table.querySelector('svg[data-part="dice"]');
  dice?.classList.remove("rolling");
  void dice?.getBoundingClientRect();
  dice?.classList.add("rolling");
  setTimeout(() => dice?.classList.remove("rolling"), 900);
}

// ---- Paths: which spots go on from what is picked ------------------------------------------------------------------

// A state of a path: the steps still open, and of a step that was begun the picks that are left.
function advance(path, at, pick) {
  const found = [];
  const choices = at.left.length ? [at.step] : path.free ? at.open : at.open.slice(0, 1);
  for (const step of choices) {
    const left = at.left.length ? at.left : path.steps[step].map((_, i) => i);
    for (const i of path.free ? left : left.slice(0, 1)) {
      if (pick === null) found.push(...path.steps[step][i].split("|"));
      else if (path.steps[step][i].split("|").includes(pick)) {
        found.push({ open: at.open.filter((each) => each !== step), step, left: left.filter((each) => each !== i) });
      }
    }
  }
  return found;
}

function follow(path, picked) {
  let states = [{ open: path.steps.map((_, i) => i), step: -1, left: [] }];
  for (const pick of picked) {
    states = states.flatMap((at) => advance(path, at, pick));
    if (!states.length) return null;
  }
  return {
    next: states.flatMap((at) => advance(path, at, null)),
    done: states.some((at) => !at.left.length && at.open.length <= (path.spare ?? 0)),
  };
}

function outlook(picked) {
  const next = new Set();
  const done = [];
  let fits = 0;
  for (const move of moves) {
    let isDone = false;
    let fitting = false;
    for (const path of move.paths) {
      const found = follow(path, picked);
      if (!found) continue;
      fitting = true;
      found.next.forEach((spot) => next.add(spot));
      isDone ||= found.done;
    }
    if (isDone) done.push(move);
    if (fitting) fits += 1;
  }
  return { next, done, fits };
}

// What would be picked if this spot were chosen now: on from here, or from the beginning.
function withSpot(spot) {
  const on = outlook([...picks, spot]);
  if (on.fits) return { picked: [...picks, spot], ...on };
  const anew = outlook([spot]);
  return anew.fits ? { picked: [spot], ...anew } : null;
}

// Nothing else could be meant, so the move is made; one that is laid out bit by bit is asked for once more.
function isFinal({ fits, done }) {
  return done.length === 1 && fits === 1 && !done[0].confirm;
}

// ---- Choosing ------------------------------------------------------------------------------------------------------

function choose(spot, how) {
  if (busy) return;
  notice("");
  advised = null;
  const going = outlook(picks);
  if (!going.next.has(spot) && picks.includes(spot)) return letGo(spot);
  const would = withSpot(spot);
  if (!would) {
    explain(spot);
    return;
  }
  if (isFinal(would)) {
    if (how === "touch" && pending !== spot) {
      pending = spot;
      relight();
      return;
    }
    send("play", { seat: seen.show, move: would.done[0].move });
    return;
  }
  pending = null;
  picks = would.picked;
  if (how !== "drag") settle();
  relight();
}

// Say why nothing can be done with a spot.
async function explain(spot) {
  if (!state.mine) return;
  try {
    const response = await fetch(`${address}/why?${new URLSearchParams({ seat: seen.show, spot })}`, { headers: { Accept: "application/json" } });
    if (response.ok) notice((await response.json()).why);
  } catch { lost(true); }
}

// A thing that can only be put somewhere goes to the roomiest place at once; it can be taken back or dragged on.
function settle() {
  const { next, done } = outlook(picks);
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
  const tries = [without(i, 2), without(i - 1, 2), without(i, 1), picks.slice(0, i)];
  const even = tries.find((each, at) => each.length < picks.length && (at !== 1 || i > 0) && closed(each));
  picks = even ?? picks.slice(0, i);
  pending = advised = null;
  relight();
}

// Picks of which nothing hangs in the air: every step that was begun is finished.
function closed(picked) {
  if (!picked.length) return true;
  return moves.some((move) => move.paths.some((path) => {
    let states = [{ open: path.steps.map((_, i) => i), step: -1, left: [] }];
    for (const pick of picked) states = states.flatMap((at) => advance(path, at, pick));
    return states.some((at) => !at.left.length);
  }));
}

// ---- Light ---------------------------------------------------------------------------------------------------------

function relight() {
  const now = outlook(picks);
  const other = picks.length ? outlook([]).next : new Set();
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
  turnTab(now);
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
  if (advised) return advised;
  const spot = pending ?? hovered;
  if (spot) {
    const would = withSpot(spot);
    if (would && would.done.length === 1) return would.done[0];
    if (would) return null;
  }
  const { done } = outlook(picks);
  return picks.length && done.length === 1 ? done[0] : null;
}

function drawOverlay() {
  for (const overlay of table.querySelectorAll(".overlay")) overlay.replaceChildren();
  for (const each of table.querySelectorAll(".ghosted")) each.classList.remove("ghosted");
  const move = preview();
  if (move) {
    const kinds = Object.entries(move.marks);
    for (const [kind, marks] of kinds) for (const [spot, text] of marks) mark(kind, spot, text);
    const anchor = kinds[0]?.[1].at(-1)?.[0];
    if (anchor && move.gain !== null) badge(anchor, move.gain, true);
  }
  if (picks.length || only()) gains(move);
}

// With one thing in hand, the places where it would score say so at once.
function gains(shown) {
  const marked = new Set(Object.values(shown?.marks ?? {}).flat().map(([spot]) => spot));
  for (const move of moves) {
    if (move === shown || !move.gain || move.gain === "+0") continue;
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
  return element?.dataset.at ? { element, overlay: element.ownerSVGElement.querySelector(".overlay"), point: element.dataset.at.split(" ").map(Number) } : null;
}

function draw(parent, name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}

function mark(kind, spot, text) {
  const found = at(spot);
  if (!found) return;
  const [x, y] = found.point;
  if (kind === "trace") {
    found.element.classList.add("ghosted");
    draw(found.overlay, "text", { x, y, class: "trace-count" }, text);
  } else if (kind === "write") draw(found.overlay, "text", { x, y: y + 2, class: "pencil ghost" }, text);
  else {
    const reach = 22;
    draw(found.overlay, "path", { d: `M${x - reach} ${y - reach} l${2 * reach} ${2 * reach} m0 ${-2 * reach} l${-2 * reach} ${2 * reach}`, class: `ghost-${kind}` });
  }
}

function badge(spot, gain, large) {
  const found = at(spot);
  if (!found) return;
  const [x, y] = found.point;
  const width = large ? 34 : 28;
  const top = large && found.overlay.querySelector(".ghost, .trace-count") ? y - 24 : y;
  const group = draw(found.overlay, "g", { class: large ? "gain large" : "gain" });
  draw(group, "rect", { x: x - width / 2, y: top - 10, width, height: 20, rx: 10 });
  draw(group, "text", { x, y: top + 0.5 }, gain);
}

function buttons(now) {
  const mine = state.mine && !busy;
  $("roll").hidden = !state.roll || state.over || !state.mine;
  $("roll").disabled = busy;
  $("undo").hidden = state.mine === false;
  $("undo").disabled = !state.undo || busy;
  $("hint").hidden = !state.mine || !moves.length || picks.length > 0 || pending !== null;
  $("hint").disabled = busy;
  $("let-go").hidden = !picks.length && !pending;
  $("back").hidden = state.mine !== false;
  const offered = [];
  if (mine) {
    if (pending) offered.push(...(withSpot(pending)?.done ?? []));
    else if (picks.length) offered.push(...now.done);
    else offered.push(...new Set([...(advised ? [advised] : []), ...moves.filter((move) => move.button)]));
  }
  const wanted = offered.map((move) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "strong";
    button.dataset.move = move.move;
    const asked = move.confirm || pending;
    button.textContent = move.button ?? (asked ? words.confirm : move.say) + (move.gain && move.gain !== "+0" ? ` (${move.gain})` : "");
    if (asked) button.setAttribute("aria-label", `${words.confirm}: ${move.say}`);
    return button;
  });
  const fragment = document.createDocumentFragment();
  fragment.append(...wanted);
  morphChildren($("actions"), fragment);
  let asked = values.get("html/ask");
  if (pending) asked = paragraph(fill(words.look, { move: withSpot(pending).done[0].say }));
  else if (picks.length && now.done.length === 1 && now.done[0].confirm) asked = paragraph(fill(words.sure, { move: now.done[0].say }));
  else if (picks.length && !closed(picks)) asked = paragraph(fill(words.picked, { spot: $(picks.at(-1))?.getAttribute("aria-label") }));
  if (asked !== undefined) setHtml("ask", asked);
}

function paragraph(text) {
  const element = document.createElement("p");
  element.textContent = text;
  return element.outerHTML;
}

// On a phone one part is shown at a time: turn to the one where the next pick can be made.
function turnTab(now) {
  const lit = [...now.next].map($).filter(Boolean);
  const figures = new Set(lit.map((each) => each.closest("[data-figure]")?.dataset.figure));
  const tabs = new Set([...table.querySelectorAll("[data-tab]")].map((each) => each.dataset.tab));
  const wanted = [...figures].filter((each) => tabs.has(each));
  if (wanted.length && !wanted.includes(table.dataset.tab)) setTab(wanted[0]);
}

function setTab(name) {
  table.dataset.tab = name;
  for (const tab of table.querySelectorAll("[data-tab]")) {
    const chosen = tab.dataset.tab === name;
    tab.setAttribute("aria-selected", chosen);
    tab.tabIndex = chosen ? 0 : -1;
  }
  for (const figure of table.querySelectorAll(".sheet .parts figure")) figure.classList.toggle("shown", figure.dataset.figure === name);
  $("others").classList.toggle("shown", name === "others");
}

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
  const version = seen.version;
  const answer = await post("hint", { seat: seen.show });
  if (!answer || seen.version !== version) return notice("");
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
  const figure = spot && $(spot)?.closest("[data-figure]")?.dataset.figure;
  if (figure && table.querySelector(`[data-tab="${figure}"]`)) setTab(figure);
}

// ---- The wire ------------------------------------------------------------------------------------------------------

const pause = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));
const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// Post something; a lost connection is tried again with the same key, so nothing is done twice.
async function post(what, body) {
  const key = newKey();
  for (let attempt = 1; ; attempt += 1) {
    let response;
    try {
      response = await fetch(`${address}/${what}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json" },
        body: JSON.stringify({ ...body, ...seen, key }),
      });
    } catch {
      lost(true);
      await pause(Math.min(5, attempt / 2));
      continue;
    }
    lost(false);
    const answer = await response.json().catch(() => null);
    if (response.ok && answer) return answer;
    notice(answer?.refused ?? fill(words.failed, { reason: response.status }));
    return null;
  }
}

async function send(what, body) {
  if (busy) return;
  busy = true;
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
}

function lost(isLost) {
  if ($("lost").hidden === !isLost) return;
  $("lost").hidden = !isLost;
  $("lost").textContent = isLost ? words.lost : "";
  if (!isLost) $("live").textContent = words.back;
}

let socket = null;
let failures = 0;

function connect() {
  socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${address}/live`);
  socket.onopen = () => {
    failures = 0;
    lost(false);
    look();
  };
  socket.onmessage = (event) => apply(JSON.parse(event.data));
  socket.onclose = (event) => {
    if (event.code === 4004) {
      lost(true);
      $("lost").textContent = words.gone;
      return;
    }
    failures += 1;
    if (failures > 1) lost(true);
    setTimeout(connect, 1000 * Math.min(5, failures / 2));
  };
}

function look() {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(seen));
}

// Show another seat's sheet: what belongs to the one before is forgotten.
async function show(seat) {
  seen.show = seat;
  seen.version = seen.told = 0;
  $("log").replaceChildren();
  moves = [];
  picks = [];
  pending = hovered = advised = null;
  notice("");
  relight();
  if (socket?.readyState === WebSocket.OPEN) return look();
  try {
    const query = new URLSearchParams(seen);
    const response = await fetch(`${address}/view?${query}`, { headers: { Accept: "application/json" } });
    if (response.ok) apply(await response.json());
  } catch { lost(true); }
}

// ---- Hands: pointer, touch, keyboard -------------------------------------------------------------------------------

const spotOf = (target) => target instanceof Element ? target.closest(".spot") : null;
let dragging = null;
let justDragged = false;

table.addEventListener("pointerdown", (event) => {
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
  hovered = null;
  if (target && outlook(picks).next.has(target.id)) choose(target.id, "dropped");
  else if (picks.includes(spot.id)) letGo(spot.id);
  else relight();
}

table.addEventListener("pointerup", (event) => drop(event, true));
table.addEventListener("pointercancel", (event) => drop(event, false));
table.addEventListener("pointerleave", () => hover(null));

function hover(spot) {
  const id = spot && (spot.matches(".lit, .also")) ? spot.id : null;
  if (id === hovered) return;
  hovered = id;
  drawOverlay();
}

table.addEventListener("click", (event) => {
  if (justDragged) return;
  const spot = spotOf(event.target);
  if (spot) return choose(spot.id, event.pointerType === "touch" ? "touch" : "mouse");
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.move) send("play", { seat: seen.show, move: button.dataset.move });
  else if (button.dataset.show) {
    show(Number(button.dataset.show));
    if (table.dataset.tab === "others") setTab(table.querySelector("[data-tab]").dataset.tab);
  } else if (button.dataset.tab) setTab(button.dataset.tab);
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
  if ($("rules").open) return;
  if ((event.ctrlKey || event.metaKey) && event.key === "z" && !event.target.matches("input") && !$("undo").disabled) {
    event.preventDefault();
    return $("undo").click();
  }
  if (event.key === "Escape" && (picks.length || pending)) return pending ? ((pending = null), relight()) : letGo();
  const tab = event.target.closest("[role=tab]");
  if (tab && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
    const tabs = [...table.querySelectorAll("[role=tab]")];
    const next = tabs[(tabs.indexOf(tab) + (event.key === "ArrowRight" ? 1 : tabs.length - 1)) % tabs.length];
    setTab(next.dataset.tab);
    return next.focus();
  }
  const spot = spotOf(event.target);
  if (!spot) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    choose(spot.id, "key");
  } else if (event.key in ARROWS) {
    event.preventDefault();
    const next = neighbour(spot, ARROWS[event.key]);
    if (!next) return;
    spot.setAttribute("tabindex", -1);
    next.setAttribute("tabindex", 0);
    next.focus();
  }
});

// The nearest spot that can be picked, in a direction.
function neighbour(spot, [dx, dy]) {
  const [x, y] = spot.dataset.at.split(" ").map(Number);
  let best = null;
  let least = Infinity;
  for (const other of spot.ownerSVGElement.querySelectorAll(".spot.lit, .spot.picked, .spot.also")) {
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
$("undo").addEventListener("click", () => send("undo", { seat: seen.show }));
$("let-go").addEventListener("click", () => { pending ? ((pending = null), relight()) : letGo(); });
$("back").addEventListener("click", () => show(home ?? state.turns[0] ?? 0));
$("hint").addEventListener("click", askHint);
$("guide-open").addEventListener("click", () => { keep(remembered, "on"); guide(); table.querySelector(".guide")?.scrollIntoView({ block: "nearest" }); });
$("rules-open").addEventListener("click", () => $("rules").showModal());
$("rules").addEventListener("click", (event) => { if (event.target === $("rules")) $("rules").close(); });
$("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = event.target.elements.move;
  if (field.value.trim()) send("play", { seat: seen.show, move: field.value.trim() });
  field.value = "";
});

const start = JSON.parse($("start").textContent);
seen.show = start.seat;
setTab(table.querySelector("[data-tab]").dataset.tab);
apply(start);
connect();
