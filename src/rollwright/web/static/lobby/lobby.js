// The lobby's page: it shows who sits where, and reloads when the game begins.

import { $, closest, fieldOf, findAll } from "../shared/dom.js";
import { calmly, live } from "../shared/connection.js";
import { copyFrom, offerShares, shareFrom } from "../shared/links.js";
import { postJson, randomHex } from "../shared/requests.js";
import { keepName, proposeName } from "../shared/storage.js";
import { readJson } from "../shared/words.js";

const page = $("gathering");
const form = $("sit");
const address = `/table/${page.dataset.table}`;
const state = { boot: "", version: 0, now: /** @type {LobbyState | null} */ (null) };

/**
 * Set the text of an element; it is hidden if there is none.
 * @param {"lost" | "refusal"} id
 * @param {string | undefined} text
 */
function put(id, text = "") {
  $(id).textContent = text;
  $(id).hidden = !text;
}

/** @param {Pick<Update, "boot" | "version" | "template"> & { values: Record<string, any> }} update */
function apply({ boot, version, template, values }) {
  if (template) return location.reload(); // the game has begun
  if (boot === state.boot && version <= state.version) return;
  Object.assign(state, { boot, version });
  if ("html/chairs" in values) {
    const focused = $("chairs").contains(document.activeElement);
    $("chairs").innerHTML = values["html/chairs"]; // written by our own server
    if (focused) $("who").focus();
  }
  if (!values.state) return;
  const mine = state.now?.seats;
  /** @type {LobbyState} */
  const now = { ...state.now, ...values.state };
  state.now = now;
  if (mine && String(mine) !== String(now.seats)) return location.reload(); // seats were taken or left on another page, or freed by the host
  /** @type {Record<string, boolean>} */
  const wanted = { full: !now.free.length, free: now.free.length > 0, fewer: now.free.length > 0 && now.can_start };
  for (const button of findAll(page, "[data-when]")) button.hidden = !wanted[button.dataset.when ?? ""];
  if (form) chooseSeat(form, now);
}

/**
 * @param {HTMLFormElement} form
 * @returns {HTMLInputElement[]}
 */
function choicesOf(form) {
  return [...form.querySelectorAll("input")].filter((each) => each.name.startsWith("option-"));
}

/**
 * Preselect the first free seat for a visitor without one, and disable choices that others have taken.
 * @param {HTMLFormElement} form
 * @param {LobbyState} now
 */
function chooseSeat(form, now) {
  const sits = now.seats.includes(Number(form.dataset.seat));
  if (!sits) form.dataset.seat = String(now.free[0] ?? -1);
  form.hidden = !sits && !now.free.length;
  $("full").hidden = !form.hidden;
  for (const [option, chosen] of Object.entries(now.taken)) {
    const fields = choicesOf(form).filter((each) => each.name === `option-${option}`);
    if (!fields.length) return location.reload(); // a seat has become free, and brings what can be chosen for it
    const others = Object.entries(chosen).filter(([seat]) => seat !== form.dataset.seat).map(([, value]) => value);
    for (const choice of fields) {
      choice.disabled = others.includes(choice.value);
      const card = choice.closest("label");
      if (card) card.hidden = choice.disabled;
    }
    const free = fields.find((choice) => !choice.disabled);
    if (free && !fields.some((choice) => choice.checked && !choice.disabled)) free.checked = true;
  }
}

/**
 * @param {string} what
 * @param {object} body
 */
async function post(what, body) {
  put("refusal", "");
  try {
    const response = await postJson(`${address}/${what}`, { ...body, key: randomHex() });
    const answer = await response.json();
    if (response.ok) return answer;
    put("refusal", answer.refused);
  } catch {
    put("refusal", page.dataset.failed);
  }
  return null;
}

/**
 * Reload the page: the request may have changed more than the seats, such as links and choices.
 * @param {{ gone?: boolean } | null} answer
 */
function goOn(answer) {
  if (answer?.gone) location.href = "/tables";
  else if (answer) location.reload();
}

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = fieldOf(form, "name").value;
  keepName(name);
  /** @type {Record<string, string>} */
  const choices = {};
  for (const field of choicesOf(form)) if (field.checked) choices[field.name.replace("option-", "")] = field.value;
  goOn(await post("sit", { seat: Number(form.dataset.seat), name, choices }));
});

page.addEventListener("click", async (event) => {
  const button = /** @type {HTMLButtonElement | null} */ (closest(event, "button[data-do]"));
  if (!button) return;
  const { do: what = "", seat, link, bots } = button.dataset;
  if (what === "copy") return copyFrom(button, page.dataset.copied ?? "");
  if (what === "share") return shareFrom(button);
  button.disabled = true;
  goOn(await post(what, { seat: Number(seat), link, bots: bots === "1" }));
  button.disabled = false;
});

offerShares(page);
if (form) proposeName(fieldOf(form, "name"));
apply(readJson("start"));
const lost = calmly((isLost) => put("lost", isLost ? page.dataset.failed : ""));
live(address, {
  greeting: () => ({ boot: state.boot, version: state.version }),
  heard: (update) => {
    lost(false);
    apply(update);
  },
  lost: () => lost(true),
  gone: () => {
    lost(false); // or the message of a lost connection would replace this one
    put("lost", page.dataset.gone);
    for (const card of findAll(page, ".card")) card.hidden = true;
  },
});
