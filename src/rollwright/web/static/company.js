// What happens around the game at a table: who is here, whose turn it is, greetings, links, own dice.

import { copyFrom, keepName, offerShares, proposeName, shareFrom } from "./links.js";
import { randomHex } from "./random.js";

const $ = (id) => document.getElementById(id);
const title = document.title;
let page = null; // what the table's own script lends us: { address, words, fill, post, send, show, notice, seen }
let state = {};
let skew = 0; // how far the server's clock is ahead of ours, in milliseconds
let entered = []; // faces of own dice, as far as they are entered
let correcting = false;
let chosen = 0; // the die whose face is entered next
let offeredNumber = false;

export function begin(lent) {
  page = lent;
  setInterval(tick, 500);
}

export function heardTime(response) {
  const told = Date.parse(response.headers.get("date"));
  if (told) skew = told - Date.now();
}

// Take what the server says now; `before` is what it said before.
export function follow(now, before) {
  state = now;
  const watching = !state.seats?.length;
  document.title = state.asked ? `● ${page.words.your_turn} · ${title}` : title;
  if (state.asked && before.asked === false && document.hidden) notify();
  $("notify").hidden = !(state.open && !watching && !state.over && canNotify() && Notification.permission === "default");
  $("greetings").hidden = !state.open || watching;
  $("return").hidden = !state.lent?.includes(page.seen.show) || state.over;
  $("next-table").hidden = !state.next;
  if (state.next) $("next-table").href = `/table/${state.next}`;
  if (state.next && before.next === "" && !watching) goOn();
  const again = document.querySelector("#end form");
  if (again) again.hidden = watching || Boolean(state.next);
  offerNumber();
  ownDice(before);
  tick();
}

// Somebody plays again: whoever is still at the table goes along, after a moment to read it.
function goOn() {
  aside(page.words.onwards);
  setTimeout(() => { location.href = `/table/${state.next}`; }, 2500);
}

// A browser adds its own random number to fair dice, once, before the first of them falls.
async function offerNumber() {
  if (state.nonce === null || state.nonce === undefined || offeredNumber) return;
  offeredNumber = true;
  await page.post("nonce", { seat: state.nonce, nonce: proofHere().nonce }, true);
}

// What this browser was shown first, and the number that it gives: the same in all its windows, as only one of them counts.
function proofHere() {
  const kept = proofKept();
  if (kept) return kept;
  const proof = { commitment: state.fair, nonce: randomHex() };
  try { localStorage.setItem(PROOF(), JSON.stringify(proof)); } catch { /* a browser that keeps nothing cannot compare later */ }
  return proof;
}

const PROOF = () => `fair-${page.address}`;

function proofKept() {
  try { return JSON.parse(localStorage.getItem(PROOF())); } catch { return null; }
}

// ---- Turns: the title, a notification, the clock ---------------------------------------------------------------------

const canNotify = () => "Notification" in window && isSecureContext;

function notify() {
  if (!canNotify() || Notification.permission !== "granted") return;
  try {
    const note = new Notification(page.words.your_turn, { body: title, tag: page.address });
    note.onclick = () => { focus(); note.close(); };
  } catch { /* on some phones only what runs behind the pages may notify */ }
}

function tick() {
  for (const place of document.querySelectorAll("[data-clock]")) {
    const until = state.clock?.[place.dataset.clock];
    place.textContent = until && !state.over ? page.fill(page.words.left, { time: asTime(until - Date.now() - skew) }) : "";
  }
}

function asTime(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  const two = (number) => String(number).padStart(2, "0");
  if (days) return `${days}d ${two(hours)}h`;
  if (hours) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}

let fading = 0;

// What players say to each other, and who comes and goes, shows for a moment.
export function aside(text) {
  clearTimeout(fading);
  $("aside").textContent = text;
  $("aside").hidden = false;
  fading = setTimeout(() => { $("aside").hidden = true; }, 6000);
}

// ---- Own dice: tap what they show --------------------------------------------------------------------------------------

function ownDice(before) {
  const due = state.roll && state.mine && state.own?.length ? state.own : null;
  if (correcting && !state.fallen?.length) correcting = false;
  if (JSON.stringify(before.own) !== JSON.stringify(state.own) && !correcting) {
    entered = [];
    chosen = 0;
  }
  $("correct").hidden = !state.fallen?.length || correcting || Boolean(due);
  drawOwnDice(correcting ? state.fallen : due);
}

function drawOwnDice(dice) {
  const form = $("own-dice");
  form.hidden = !dice;
  $("roll").hidden ||= Boolean(dice);
  if (!dice) return form.replaceChildren();
  const words = page.words;
  const focused = form.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const slots = dice.map((die, at) => button("slot", entered[at] ?? "?", `${die.name}: ${entered[at] ?? "?"}`, () => { chosen = at; drawOwnDice(dice); }, { key: `slot-${at}`, "aria-pressed": at === chosen, title: die.name }));
  slots.forEach((slot, at) => slot.append(Object.assign(document.createElement("small"), { textContent: dice[at].name })));
  const faces = dice[chosen] ? Array.from({ length: dice[chosen].sides }, (_, i) => i + 1) : [];
  const pad = faces.map((face) => button("face", face, `${dice[chosen].name}: ${face}`, () => enter(dice, face), { key: `face-${face}` }));
  const done = entered.filter(Boolean).length === dice.length;
  const send = button("strong", words.entered, words.entered, () => sendDice(), { key: "send" });
  send.disabled = !done;
  const rest = [send, button("", words.clear, words.clear, () => { entered = []; chosen = 0; drawOwnDice(dice); }, { key: "clear" })];
  if (correcting) rest.push(button("", words.cancel, words.cancel, () => { correcting = false; ownDice(state); $("correct").focus(); }, { key: "cancel" }));
  else rest.push(button("", words.app_rolls, words.app_rolls, () => page.send("roll", {}), { key: "app" }));
  const lead = Object.assign(document.createElement("p"), { textContent: words.enter });
  form.replaceChildren(lead, row("slots", slots), row("pad", pad), row("buttons", rest));
  if (focused) (form.querySelector(`[data-key="${done && focused.startsWith("face") ? "send" : focused}"]`) ?? form.querySelector("button"))?.focus();
}

function row(kind, children) {
  const element = document.createElement("div");
  element.className = kind;
  element.append(...children);
  return element;
}

function button(kind, text, label, act, more = {}) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = kind;
  made.textContent = text;
  made.setAttribute("aria-label", label);
  const { key, ...attributes } = more;
  if (key) made.dataset.key = key;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.addEventListener("click", act);
  return made;
}

function enter(dice, face) {
  entered[chosen] = face;
  const next = dice.findIndex((_, at) => !entered[at]);
  chosen = next < 0 ? dice.length - 1 : next;
  drawOwnDice(dice);
}

async function sendDice() {
  const faces = [...entered];
  const sent = await page.send(correcting ? "correct" : "roll", { faces });
  if (!sent) return;
  correcting = false;
  entered = [];
  chosen = 0;
  ownDice(state);
}

// ---- The table's own dialog: links, leaving, dice ----------------------------------------------------------------------

async function openCompany() {
  if ((await loadCompany()) && !$("company").open) $("company").showModal();
}

async function loadCompany() {
  try {
    const response = await fetch(`${page.address}/company?language=${page.seen.language}`, { headers: { Accept: "application/json" } });
    const answer = await response.json();
    if (!response.ok) return page.notice(answer.refused);
    $("company-about").innerHTML = answer.html; // written by our own server
    offerShares($("company-about"));
    proposeName($("company-about").querySelector("[name=name]"));
    return true;
  } catch {
    return page.notice(page.words.lost);
  }
}

async function act(button) {
  const { do: what, seat, link } = button.dataset;
  if (what === "copy") return copyFrom(button, page.words.copied);
  if (what === "share") return shareFrom(button);
  if (what === "take") return openCompany();
  if (what === "link") {
    const made = (await page.post("link", { link, seat: Number(seat) })) && (await loadCompany());
    if (made) $(`link-${link}-${seat}`)?.parentElement.querySelector("input")?.focus();
    return;
  }
  if (what === "lend" || what === "leave") {
    $("company").close();
    await page.send(what, { seat: Number(seat) });
  }
}

// Take a seat that its player has left.
async function take(form) {
  const [name, seat] = [form.elements.name.value, Number(form.dataset.seat)];
  keepName(name);
  $("company").close();
  if (await page.send("sit", { seat, name, choices: {} })) page.show(seat);
}

// Take the record along to the page that checks it; without it, the page asks for it.
async function verify(event) {
  event.preventDefault();
  try {
    const response = await fetch(`${page.address}/record`);
    if (response.ok) {
      const text = await response.text();
      sessionStorage.setItem("rollwright-record", text);
      const seen = proofKept();
      if (seen) sessionStorage.setItem("rollwright-seen", JSON.stringify({ text, ...seen }));
    }
  } catch { /* cut off, or a browser that keeps nothing */ }
  location.href = "/verify";
}

$("company-open").addEventListener("click", openCompany);
$("company").addEventListener("click", (event) => {
  if (event.target === $("company")) return $("company").close();
  const target = event.target.closest("[data-do]");
  if (target?.dataset.do === "verify") return verify(event);
  if (target) act(target);
});
$("company").addEventListener("submit", (event) => {
  if (!event.target.matches(".take")) return;
  event.preventDefault();
  take(event.target);
});
$("players").addEventListener("click", (event) => {
  const target = event.target.closest("[data-do]");
  if (target) act(target);
});
$("end").addEventListener("click", (event) => { if (event.target.closest('[data-do="verify"]')) verify(event); });
$("greetings").addEventListener("click", (event) => {
  const target = event.target.closest("[data-greeting]");
  if (!target) return;
  page.post("greet", { seat: state.seats[0], greeting: target.dataset.greeting });
  $("greetings").open = false;
  $("greetings").querySelector("summary").focus();
});
$("return").addEventListener("click", () => page.send("return", { seat: page.seen.show }));
$("correct").addEventListener("click", () => {
  correcting = true;
  entered = state.fallen.map((die) => die.face);
  chosen = 0;
  $("correct").hidden = true;
  drawOwnDice(state.fallen);
  $("own-dice").querySelector("button")?.focus();
});
$("notify").addEventListener("click", async () => {
  await Notification.requestPermission();
  $("notify").hidden = true;
});
