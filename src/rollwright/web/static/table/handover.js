// Handing over a shared screen: a private sheet is covered until its player confirms to be there.

import { $, findAll, get } from "../shared/dom.js";
import { notice } from "./announcements.js";
import { scenes } from "./happenings.js";
import { redraw } from "./redraw.js";
import { forgetDrawing } from "./numbers.js";
import { look } from "./server.js";
import { forgetNotes, forgetPicks, state, table } from "./state.js";

/** Forget the state of the sheet that was shown: its moves, picks and notes. */
function forgetSheet() {
  state.seen.version = state.seen.told = 0;
  state.moves = [];
  state.alternatives = [];
  forgetPicks();
  forgetNotes();
  state.hovered = state.pointed = null;
  clearTimeout(state.timers.note);
  $("log").replaceChildren();
  $("last").textContent = "";
  state.waiting = [];
  notice("");
}

/**
 * Cover or uncover the sheet. Either way, everything shown before is removed from the page.
 * @param {boolean} covered
 */
export function turnCover(covered) {
  scenes.forget();
  forgetSheet();
  forgetDrawing();
  state.seen.covered = covered;
  state.values.clear();
  for (const svg of table.querySelectorAll("svg[data-part]")) {
    svg.replaceChildren();
    svg.removeAttribute("aria-label");
  }
  for (const named of table.querySelectorAll("[data-title], [data-short], [data-points]")) named.textContent = "";
  for (const id of /** @type {const} */ (["ask", "actions", "confirm", "cover", "end", "guide", "legal", "live", "note", "players", "score"])) $(id)?.replaceChildren();
  delete $("ask").dataset.asked;
  $("typed").reset();
  $("cover").hidden = !covered;
  table.classList.toggle("covered", covered);
}

/**
 * Show on the cover who is asked for what, and focus its button; on a sheet that was just opened, focus the prompt.
 * @param {boolean} turned
 */
export function dressCover(turned) {
  const { seen, now } = state;
  if (state.finished.epoch !== now.epoch) state.finished = { epoch: now.epoch, seats: new Set() };
  if (!seen.covered && now.private.includes(seen.show)) state.finished.seats[now.turns.includes(seen.show) ? "delete" : "add"](seen.show);
  $("conceal").hidden = seen.covered || !now.private.includes(seen.show);
  const button = $("cover").querySelector("button");
  if (seen.covered && button) {
    const wanted = askedHere().includes(seen.show) ? "asked" : "done";
    for (const each of findAll($("cover"), "[data-when]")) {
      each.hidden = each.dataset.when !== wanted;
      if (each.hidden) get(each, "h2").removeAttribute("id");
      else get(each, "h2").id = "cover-title";
    }
    if (!$("cover").contains(document.activeElement)) button.focus({ preventScroll: true });
  } else if (turned && seen.opened === now.opening) $("ask").focus({ preventScroll: true });
}

/** Return the seats at this screen that are asked for something, as far as this page may know. */
const askedHere = () => (state.now.private.length ? state.now.turns.filter((seat) => !state.finished.seats.has(seat)) : state.now.turns);

/**
 * When the turn passes to another person at this screen, show their sheet or its cover; when nobody is asked, cover a
 * private sheet. Do nothing if somebody chose to look at another sheet, or has just opened this one.
 * @param {Partial<TableState>} before
 * @param {boolean} turned
 */
export function passOn(before, turned) {
  const { seen, now } = state;
  const arrived = before.seat !== undefined && before.seat !== seen.show;
  const opened = turned && !seen.covered && now.private.includes(seen.show);
  const elsewhere = before.here?.length && !before.here.includes(seen.show) && !turned;
  const asked = askedHere();
  now.here = asked;
  if (!now.mine || arrived || opened || elsewhere || asked.includes(seen.show)) return;
  if (asked.length) show(now.private.length ? asked.find((seat) => seat > seen.show) ?? asked[0] : asked[0]);
  else if (!seen.covered && now.private.includes(seen.show)) conceal();
}

/**
 * Show another seat's sheet, and forget the state of the previous one.
 * @param {number} seat
 */
export function show(seat) {
  if (seat === state.seen.show) return;
  if (state.now.private?.length && !state.seen.covered) turnCover(true);
  state.seen.show = seat;
  state.seen.opened = 0;
  forgetSheet();
  redraw();
  look();
}

/** Cover the current sheet before it is left or the screen is handed over. */
function conceal() {
  if (state.seen.covered) return;
  turnCover(true);
  state.seen.opened = 0;
  look();
}

/**
 * Open the sheet of the player who has confirmed to be there.
 * @param {HTMLElement} button
 * @param {MouseEvent} event
 */
export function uncover(button, event) {
  if (event.detail > 1 || Number(button.dataset.seat) !== state.seen.show) return; // a double click on the button that was here before
  state.seen.opened = state.now.opening;
  look();
}

addEventListener("pagehide", () => { if (state.now.private?.includes(state.seen.show)) conceal(); }); // the browser may restore the page from its cache
$("conceal").addEventListener("click", (event) => { if (event.detail < 2) conceal(); }); // a double click was meant for the button that was here before
$("back").addEventListener("click", () => show(state.home ?? state.now.turns[0] ?? 0));
