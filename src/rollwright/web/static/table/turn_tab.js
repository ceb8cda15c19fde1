// On a phone, switches to the tab of the next pick.

import { allDrawn, findAll } from "../shared/dom.js";
import { setTab, tabOf } from "../shared/tabs.js";
import { going } from "./outlook.js";
import { state, table } from "./state.js";

/** Switch to the tab where the next pick can be made. */
export function turnTab() {
  const tabs = new Set(findAll(table, "[data-tab]").map((each) => each.dataset.tab));
  const tabsOf = (/** @type {Iterable<string>} */ spots) => [...new Set(allDrawn(spots).map(tabOf))].filter((each) => each !== undefined && tabs.has(each));
  let wanted = tabsOf(going().next);
  if (!wanted.length) { // the pick is elsewhere: use the spot that would be written, if there is only one
    const written = tabsOf(state.moves.flatMap((move) => move.marks.write ?? []).map(([spot]) => spot));
    wanted = written.length === 1 ? written : [];
  }
  if (wanted[0] && !wanted.includes(table.dataset.tab)) setTab(table, wanted[0]);
}
