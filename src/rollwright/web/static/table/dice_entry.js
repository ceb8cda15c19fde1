// Entry of real dice: people roll them and tap the faces.

import { $, find, make } from "../shared/dom.js";
import { send } from "./server.js";
import { state, words } from "./state.js";

function clear() {
  state.entry.faces = [];
  state.entry.chosen = 0;
}

/**
 * Show the form where dice are due or being corrected, and the button to correct them where that is possible.
 * @param {Partial<TableState>} before
 */
export function showDiceEntry(before) {
  const { now, entry } = state;
  const due = now.roll && now.mine && now.own?.length ? now.own : null;
  if (entry.correcting && !now.fallen?.length) entry.correcting = false;
  if (JSON.stringify(before.own) !== JSON.stringify(now.own) && !entry.correcting) clear();
  $("correct").hidden = !now.fallen?.length || entry.correcting || Boolean(due);
  drawEntry(entry.correcting ? now.fallen ?? null : due);
}

/** @param {OwnDie[] | null} dice */
function drawEntry(dice) {
  const form = $("own-dice");
  form.hidden = !dice;
  $("roll").hidden ||= Boolean(dice);
  if (!dice) return form.replaceChildren();
  const active = document.activeElement;
  const focused = active instanceof HTMLElement && form.contains(active) ? active.dataset.key : null;
  const { faces, chosen } = state.entry;
  const done = faces.filter(Boolean).length === dice.length;
  const sides = Array.from({ length: dice[chosen]?.sides ?? 0 }, (_, i) => i + 1);
  const pad = sides.map((face) => button(`face-${face}`, "face", face, () => enter(dice, face), `${dice[chosen].name}: ${face}`));
  form.replaceChildren(make("p", words.enter), row("slots", dice.map((die, at) => slot(dice, die, at))), row("pad", pad), row("buttons", lastButtons(dice, done)));
  if (focused) (find(form, `[data-key="${done && focused.startsWith("face") ? "send" : focused}"]`) ?? find(form, "button"))?.focus();
}

/**
 * @param {OwnDie[]} dice
 * @param {OwnDie} die
 * @param {number} at
 */
function slot(dice, die, at) {
  const face = state.entry.faces[at] ?? "?";
  const made = button(`slot-${at}`, "slot", face, () => { state.entry.chosen = at; drawEntry(dice); }, `${die.name}: ${face}`);
  made.setAttribute("aria-pressed", String(at === state.entry.chosen));
  made.title = die.name;
  made.append(make("small", die.name));
  return made;
}

/**
 * @param {OwnDie[]} dice
 * @param {boolean} done
 */
function lastButtons(dice, done) {
  const sends = button("send", "strong", words.entered, sendDice);
  sends.disabled = !done;
  const clears = button("clear", "", words.clear, () => { clear(); drawEntry(dice); });
  if (!state.entry.correcting) return [sends, clears, button("app", "", words.app_rolls, () => send("roll", {}))];
  const cancels = button("cancel", "", words.cancel, () => {
    state.entry.correcting = false;
    showDiceEntry(state.now);
    $("correct").focus();
  });
  return [sends, clears, cancels];
}

/**
 * @param {string} kind
 * @param {HTMLElement[]} children
 */
function row(kind, children) {
  const made = make("div", "", kind);
  made.append(...children);
  return made;
}

/**
 * Create a button; its key identifies it when the form is redrawn.
 * @param {string} key
 * @param {string} kind
 * @param {string | number} text
 * @param {() => void} act
 * @param {string} label
 */
function button(key, kind, text, act, label = String(text)) {
  const made = make("button", text);
  made.type = "button";
  made.className = kind;
  made.dataset.key = key;
  made.setAttribute("aria-label", label);
  made.addEventListener("click", act);
  return made;
}

/**
 * @param {OwnDie[]} dice
 * @param {number} face
 */
function enter(dice, face) {
  const { entry } = state;
  entry.faces[entry.chosen] = face;
  const next = dice.findIndex((_, at) => !entry.faces[at]);
  entry.chosen = next < 0 ? dice.length - 1 : next;
  drawEntry(dice);
}

async function sendDice() {
  const sent = await send(state.entry.correcting ? "correct" : "roll", { faces: [...state.entry.faces] });
  if (!sent) return;
  state.entry.correcting = false;
  clear();
  showDiceEntry(state.now);
}

$("correct").addEventListener("click", () => {
  const fallen = state.now.fallen ?? [];
  state.entry = { faces: fallen.map((die) => die.face), chosen: 0, correcting: true };
  $("correct").hidden = true;
  drawEntry(fallen);
  find($("own-dice"), "button")?.focus();
});
