// The page of a replay. It contains all steps in words; the drawings are fetched in chunks of frames.

import { $, closest, comesFrom } from "../shared/dom.js";
import { isDrawerOpen, openDrawer } from "../shared/drawer.js";
import { keepFitted } from "../shared/fit.js";
import { copyFrom, offerShares, shareFrom } from "../shared/links.js";
import { offerRules } from "../shared/rules_dialog.js";
import { setFirstTab, setTab, turnTabs } from "../shared/tabs.js";
import { readJson } from "../shared/words.js";
import { offerAnalysis } from "./analysis.js";
import { outlineChanges, scenes } from "./frame_view.js";
import { byRound, go, refresh, take, turnTo } from "./navigation.js";
import { pause, playOrPause } from "./playback.js";
import { last, state, table, words } from "./replay_state.js";
import { pointInChart } from "./score_chart.js";
import { pointOut, tell } from "./step_words.js";

/** @type {Record<string, () => number>} */
const KEYS = {
  ArrowLeft: () => state.at - 1, ArrowRight: () => state.at + 1, PageUp: () => byRound(-1), PageDown: () => byRound(1), Home: () => 0, End: last,
};

/**
 * Go to a step by hand, which stops the playback.
 * @param {number} place
 */
function stepTo(place) {
  pause();
  go(place);
}

document.addEventListener("keydown", (event) => {
  if ($("rules").open || $("menu").matches(":popover-open") || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (turnTabs(table, event)) return outlineChanges();
  if (comesFrom(event, "input:not([type=range], [type=checkbox]), textarea, select")) return;
  if (event.key === "Escape") return isDrawerOpen() ? openDrawer(false) : scenes.stop();
  if (event.key in KEYS) {
    event.preventDefault();
    stepTo(KEYS[event.key]());
  } else if (event.key === " " && !closest(event, "button, a, summary, [type=checkbox]")) {
    event.preventDefault();
    playOrPause();
  }
});

$("replay-slider").addEventListener("input", () => stepTo(Number($("replay-slider").value)));
$("replay-first").addEventListener("click", () => stepTo(0));
$("replay-back").addEventListener("click", () => stepTo(state.at - 1));
$("replay-next").addEventListener("click", () => stepTo(state.at + 1));
$("replay-last").addEventListener("click", async () => {
  stepTo(last());
  if (!state.index.over) await refresh();
});
$("replay-play").addEventListener("click", playOrPause);
pointInChart(go, pause);

table.addEventListener("click", (event) => {
  const link = closest(event, "a[data-place]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) { // a modified click opens a new window
    event.preventDefault();
    return stepTo(Number(link.dataset.place));
  }
  const button = closest(event, "button");
  if (button?.dataset.show) {
    follow(false);
    turnTo(Number(button.dataset.show));
  } else if (button?.dataset.tab) {
    setTab(table, button.dataset.tab);
    outlineChanges();
    pointOut();
  } else if (button?.dataset.do === "copy") {
    copyFrom(button, words.copied);
    tell(words.copied); // the button has a fixed label, so a change of its text is not read aloud
  } else if (button?.dataset.do === "share") shareFrom(button);
});

/**
 * Follow the acting seat's sheet, or stay on one sheet.
 * @param {boolean} follows
 */
function follow(follows) {
  const box = $("replay-follow");
  if (box) box.checked = state.follows = follows;
}

$("replay-follow")?.addEventListener("change", (event) => {
  follow(/** @type {HTMLInputElement} */ (event.target).checked);
  go(state.at);
});

offerRules();
keepFitted(table);
offerShares(table);
setFirstTab(table);
take(readJson("start"));
offerAnalysis(stepTo);
