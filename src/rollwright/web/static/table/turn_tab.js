// On a phone, switches to the tab of the next pick.

import { allDrawn, findAll } from "../shared/dom.js";
import { setTab, tabOf } from "../shared/tabs.js";
import { going } from "./outlook.js";
import { state, table } from "./state.js";

// How many rolls there had been when new dice last turned to a tab: where they are written, and before that, where the
// sheet begins. A tab that somebody turns to after that is left only if nothing can be picked there.
let [writtenAt, begunAt] = [-1, -1];

/** Switch to the tab where the next pick can be made. */
export function turnTab() {
  const tabs = findAll(table, "[data-tab]").map((each) => /** @type {string} */ (each.dataset.tab));
  const tabsOf = (/** @type {Iterable<string>} */ spots) => {
    const found = new Set(allDrawn(spots).map(tabOf));
    return tabs.filter((each) => found.has(each));
  };
  let wanted = tabsOf(going().next);
  if (!wanted.length) { // the pick is elsewhere: use the spot that would be written, if there is only one
    const written = tabsOf(state.moves.flatMap((move) => move.marks.write ?? []).map(([spot]) => spot));
    wanted = written.length === 1 ? written : [];
  }
  const { rolls } = state.now;
  let isNew = !state.picks.length && rolls !== writtenAt;
  if (wanted.length && isNew) writtenAt = rolls;
  if (!wanted.length && isNew && state.moves.length) { // dice are shared out, say: what they are for comes next
    isNew = rolls !== begunAt;
    begunAt = rolls;
    wanted = isNew ? tabs.slice(0, 1) : [];
  }
  if (wanted[0] && (isNew || !wanted.includes(table.dataset.tab ?? ""))) setTab(table, wanted[0]);
}
