// Scenes at the table: pictures of what has happened since the last look.

import { $ } from "../shared/dom.js";
import { scenesOf } from "../shared/scenes.js";
import { redraw } from "./redraw.js";
import { turnTab } from "./turn_tab.js";
import { state, table, words } from "./state.js";

export const scenes = scenesOf(table, state.values, {
  words,
  shown: redraw,
  stopped: (inside) => {
    redraw();
    if (state.held) return; // a lesson has something to say, and shows what it is about
    turnTab();
    if (inside) $("ask").focus({ preventScroll: true });
  },
});

/**
 * Take new scenes, which start by themselves, as do scenes appended to the last ones, such as a march after a battle.
 * @param {Update} update
 * @param {Partial<TableState>} before
 */
export function takeScenes(update, before) {
  if (update.values.scenes) scenes.take(update.values.scenes, before.rolls !== undefined);
  else scenes.redraw();
}
