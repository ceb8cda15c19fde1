// Applies updates from the server: draws them, announces what is new, and moves to the next action.

import { $, make } from "../shared/dom.js";
import { patch, rollDice } from "../shared/sheet.js";
import { tell } from "./announcements.js";
import { showAround } from "./around.js";
import { celebrate } from "./celebrate.js";
import { keepFocus } from "./focus.js";
import { showGuide } from "./guide.js";
import { dressCover, passOn, turnCover } from "./handover.js";
import { scenes, takeScenes } from "./happenings.js";
import { tellBest } from "./personal_best.js";
import { drawPlayers, expand } from "./numbers.js";
import { redraw } from "./redraw.js";
import { showScoreLines } from "./score_lines.js";
import { seek, turnTab } from "./scrolling.js";
import { look } from "./server.js";
import { forgetNotes, forgetPicks, state, table } from "./state.js";

/** @param {Update} update */
export function apply(update) {
  const { seen } = state;
  const turned = update.covered !== seen.covered;
  const fresh = update.boot !== seen.boot || turned;
  if (update.seat !== seen.show || update.opened !== seen.opened || (!fresh && update.version <= seen.version)) return; // already known, from the live connection or a response
  if (update.since > (fresh ? 0 : seen.version) || update.first > seen.told) { // it builds on a version that we do not have
    if (turned) look();
    return;
  }
  if (turned) turnCover(update.covered);
  const values = expand(update);
  if (!values) return startOver();
  const before = /** @type {Partial<TableState>} */ (state.now);
  const focused = document.activeElement;
  take(update, values);
  tell(update);
  takeScenes(update, before);
  if (state.now.mine) state.home = seen.show;
  if (before.rolls !== undefined && state.now.rolls > before.rolls) rollDice(table);
  redraw();
  if (values.moves) bringIntoSight();
  showGuide();
  showScoreLines();
  showAround(state.now, before);
  celebrate(before, tellBest(before));
  keepFocus(focused);
  if (state.now.over && before.over === false) $("end-title")?.focus();
  dressCover(turned);
  passOn(before, turned);
}

/** Ask for everything anew: an update stands for something that this page does not have. */
function startOver() {
  state.seen.version = 0;
  look();
}

/**
 * Apply changed values to the page and the state.
 * @param {Update} update
 * @param {Record<string, any>} values
 */
function take(update, values) {
  const { seat, boot, version, since } = update;
  forgetNotes();
  patch(table, state.values, values);
  drawPlayers(update);
  state.seen.boot = boot;
  state.seen.version = version;
  if (values.state) state.now = { ...(since ? state.now : {}), ...values.state, seat };
  if (!values.moves) return;
  /** @type {Move[]} */
  const moves = values.moves;
  state.moves = moves.filter((move) => move.instead === undefined);
  state.alternatives = moves.filter((move) => move.instead !== undefined);
  forgetPicks();
  $("legal").replaceChildren(...state.moves.map((move) => Object.assign(make("option"), { value: move.move })));
}

/** After new moves have arrived, scroll to the next pick, unless scenes are shown. */
function bringIntoSight() {
  if (!scenes.isShown()) {
    turnTab();
    if (state.acted) seek();
  }
  state.acted = false;
}
