// The table's menu: invitations, seats to take, lend or leave, and information on the dice.

import { $, closest, comesFrom, fieldOf } from "../shared/dom.js";
import { copyFrom, offerShares, shareFrom } from "../shared/links.js";
import { getJson } from "../shared/requests.js";
import { keepName, proposeName } from "../shared/storage.js";
import { notice } from "./announcements.js";
import { verify } from "./fair_number.js";
import { show } from "./handover.js";
import { post, send } from "./server.js";
import { address, state, words } from "./state.js";

const menu = $("company");
const content = $("company-about");

async function openMenu() {
  if ((await loadMenu()) && !menu.open) menu.showModal();
}

/** Fetch the menu's content; return whether it arrived. */
async function loadMenu() {
  try {
    const response = await getJson(`${address}/company`, { language: state.seen.language });
    const answer = await response.json();
    if (!response.ok) {
      notice(answer.refused);
      return false;
    }
    content.innerHTML = answer.html; // written by our own server
    offerShares(content);
    proposeName(content.querySelector("input[name=name]"));
    return true;
  } catch {
    notice(words.lost);
    return false;
  }
}

/**
 * Handle a button of the menu or of the list of players.
 * @param {HTMLElement} button
 */
async function act(button) {
  const { do: what, link } = button.dataset;
  const seat = Number(button.dataset.seat);
  if (what === "copy") return copyFrom(button, words.copied);
  if (what === "share") return shareFrom(button);
  if (what === "take") return openMenu();
  if (what === "link") {
    const made = (await post("link", { link, seat })) && (await loadMenu());
    if (made) document.getElementById(`link-${link}-${seat}`)?.parentElement?.querySelector("input")?.focus();
    return;
  }
  if (what === "agree" || what === "disagree") {
    if (await send(what, {})) await loadMenu();
    return;
  }
  if (what === "lend" || what === "leave" || what === "return") {
    menu.close();
    await send(what, { seat });
  }
}

/** @param {HTMLFormElement} form */
async function take(form) {
  const [name, seat] = [fieldOf(form, "name").value, Number(form.dataset.seat)];
  keepName(name);
  menu.close();
  if (await send("sit", { seat, name, choices: {} })) show(seat);
}

$("company-open").addEventListener("click", openMenu);
menu.addEventListener("click", (event) => {
  if (event.target === menu) return menu.close();
  const target = closest(event, "[data-do]");
  if (target?.dataset.do === "verify") return verify(event);
  if (target) act(target);
});
menu.addEventListener("submit", (event) => {
  if (!comesFrom(event, ".take")) return;
  event.preventDefault();
  take(/** @type {HTMLFormElement} */ (event.target));
});
$("players").addEventListener("click", (event) => {
  const target = closest(event, "[data-do]");
  if (target) act(target);
});
