// The page of a table whose players are still to come: it shows who sits where, and goes on when the game begins.

import { copyFrom, keepName, offerShares, proposeName, shareFrom } from "./links.js";
import { calmly, live } from "./live.js";
import { randomHex } from "./random.js";

const $ = (id) => document.getElementById(id);
const page = $("gathering");
const form = $("sit");
const address = `/table/${page.dataset.table}`;
let state = {};
let boot = "";
let version = 0;

function put(id, text) {
  $(id).textContent = text;
  $(id).hidden = !text;
}

function apply(update) {
  const now = update.values.state;
  if (now && now.started !== false) return location.reload(); // the game has begun
  if (update.boot === boot && update.version <= version) return;
  [boot, version] = [update.boot, update.version];
  if ("html/chairs" in update.values) {
    const focused = $("chairs").contains(document.activeElement);
    $("chairs").innerHTML = update.values["html/chairs"]; // written by our own server
    if (focused) $("who").focus();
  }
  if (!now) return;
  const mine = state.seats;
  state = now;
  if (mine && String(mine) !== String(state.seats)) return location.reload(); // sat down or left elsewhere, or was asked to
  const wanted = { full: !state.free.length, free: state.free.length > 0, fewer: state.free.length > 0 && state.can_start };
  for (const button of page.querySelectorAll("[data-when]")) button.hidden = !wanted[button.dataset.when];
  if (form) chooseSeat();
}

// Whoever has no seat yet gets the first free one; what others have chosen meanwhile cannot be chosen any more.
function chooseSeat() {
  const sits = state.seats.includes(Number(form.dataset.seat));
  if (!sits) form.dataset.seat = state.free[0] ?? -1;
  form.hidden = !sits && !state.free.length;
  $("full").hidden = !form.hidden;
  for (const [option, chosen] of Object.entries(state.taken)) {
    const field = form.elements[`option-${option}`];
    const others = Object.entries(chosen).filter(([seat]) => seat !== form.dataset.seat).map(([, value]) => value);
    for (const choice of field.options) choice.disabled = choice.hidden = others.includes(choice.value);
    if (field.selectedOptions[0]?.disabled) field.value = [...field.options].find((choice) => !choice.disabled)?.value ?? "";
  }
}

async function post(what, body) {
  put("refusal", "");
  try {
    const headers = { "Content-Type": "application/json", Accept: "application/json" };
    const response = await fetch(`${address}/${what}`, { method: "POST", headers, body: JSON.stringify({ ...body, key: randomHex() }) });
    const answer = await response.json();
    if (response.ok) return answer;
    put("refusal", answer.refused);
  } catch {
    put("refusal", page.dataset.failed);
  }
  return null;
}

// What was done changes more than who sits where: links, and what can be chosen.
function goOn(answer) {
  if (answer?.gone) location.href = "/tables";
  else if (answer) location.reload();
}

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  keepName(form.elements.name.value);
  const choices = {};
  for (const field of form.querySelectorAll("select")) choices[field.name.replace("option-", "")] = field.value;
  goOn(await post("sit", { seat: Number(form.dataset.seat), name: form.elements.name.value, choices }));
});

page.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-do]");
  if (!button) return;
  const { do: what, seat, link, bots } = button.dataset;
  if (what === "copy") return copyFrom(button, page.dataset.copied);
  if (what === "share") return shareFrom(button);
  button.disabled = true;
  goOn(await post(what, { seat: Number(seat), link, bots: bots === "1" }));
  button.disabled = false;
});

offerShares(page);
proposeName(form?.elements.name);
apply(JSON.parse($("start").textContent));
const lost = calmly((isLost) => put("lost", isLost ? page.dataset.failed : ""));
live(address, {
  greeting: () => ({ boot, version }),
  heard: (update) => {
    lost(false);
    apply(update);
  },
  lost: () => lost(true),
  gone: () => {
    lost(false); // else that it is lost would be said in place of this, a moment later
    put("lost", page.dataset.gone);
    for (const card of page.querySelectorAll(".card")) card.hidden = true;
  },
});
