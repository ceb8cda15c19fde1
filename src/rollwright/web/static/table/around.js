// Everything around the game: whose turn it is, greetings, a seat lent to a bot, and the next table.

import { $, closest, find } from "../shared/dom.js";
import { aside } from "./announcements.js";
import { tick } from "./clock.js";
import { showDiceEntry } from "./dice_entry.js";
import { putEndAside } from "./end_aside.js";
import { offerNumber } from "./fair_number.js";
import { post, send } from "./server.js";
import { state, words } from "./state.js";
import { notifyTurn, showNotices } from "./turn_notices.js";

const READING_TIME = 2500; // milliseconds before the page moves on to the next table
const title = document.title;

/**
 * @param {TableState} now
 * @param {Partial<TableState>} before
 */
export function showAround(now, before) {
  const watching = !now.seats?.length;
  document.title = now.asked ? `● ${words.your_turn} · ${title}` : title;
  if (now.asked && before.asked === false && document.hidden) notifyTurn();
  showNotices(now);
  $("greetings").hidden = !now.open || watching;
  $("return").hidden = !(now.lent?.includes(state.seen.show) || now.former?.includes(state.seen.show)) || now.over;
  $("next-table").hidden = !now.next;
  if (now.next) $("next-table").href = `/table/${now.next}`;
  if (now.next && before.next === "" && !watching) goOn(now.next);
  const again = find(document, "#end form");
  if (again) again.hidden = watching || Boolean(now.next);
  if (!now.over) putEndAside(false);
  offerNumber(now);
  showDiceEntry(before);
  tick();
}

/**
 * Follow the others to the next table, after a moment to read the message.
 * @param {string} next
 */
function goOn(next) {
  aside(words.onwards);
  setTimeout(() => { location.href = `/table/${next}`; }, READING_TIME);
}

$("greetings").addEventListener("click", (event) => {
  const button = closest(event, "[data-greeting]");
  if (!button) return;
  post("greet", { seat: state.now.seats[0], greeting: button.dataset.greeting });
  $("greetings").open = false;
});
$("return").addEventListener("click", () => send("return", { seat: state.seen.show }));
