// The guide, which is on in the first round and optional later, and hints from a bot.

import { $, drawn, find, findAll } from "../shared/dom.js";
import { keep, recall } from "../shared/storage.js";
import { setTab, tabOf } from "../shared/tabs.js";
import { notice } from "./announcements.js";
import { redraw } from "./redraw.js";
import { post } from "./server.js";
import { state, table, words } from "./state.js";

const KEPT = `guide-${table.dataset.game}`;
/** Whether the guide keeps its room while it has nothing to say. */
let keepRoom = false;

export function showGuide() {
  const guide = find(table, ".guide");
  const wanted = recall(KEPT);
  const shown = Boolean(guide && state.now.mine && (wanted === "on" || (wanted !== "off" && guide.dataset.first === "1")));
  if (guide) guide.hidden = !shown;
  keepRoom = shown || (keepRoom && !guide && wanted !== "off" && !state.now.over); // between two things to say, nothing moves
  $("guide").classList.toggle("kept", keepRoom);
  for (const figure of findAll(table, "[data-figure]")) figure.classList.toggle("guided", shown && figure.dataset.figure === guide?.dataset.guide);
}

/** @param {"on" | "off"} wanted */
export function setGuide(wanted) {
  keep(KEPT, wanted);
  showGuide();
}

/** Ask a bot for a hint, and show it. */
async function askHint() {
  if (state.busy) return;
  notice(words.thinking, "told");
  const question = () => `${state.seen.show} ${state.moves.map((move) => move.move)}`;
  const asked = question();
  const answer = await post("hint", { seat: state.seen.show });
  if (!answer?.move || question() !== asked) return notice(""); // the position has changed
  notice(answer.text, "told");
  state.picks = [];
  state.pending = null;
  state.advised = state.moves.find((move) => move.move === answer.move) ?? null;
  if (state.advised?.confirm) { // a move of several picks is laid out, to be confirmed or changed
    const { steps, spare = 0 } = state.advised.paths[0];
    state.picks = steps.slice(0, steps.length - spare).flat().map((pick) => pick.split("|")[0]);
    state.advised = null;
  }
  redraw();
  const spot = drawn(state.advised?.paths[0]?.steps[0].at(-1)?.split("|")[0]);
  const tab = spot && tabOf(spot);
  if (tab) setTab(table, tab);
}

$("hint").addEventListener("click", askHint);
$("guide-open").addEventListener("click", () => {
  setGuide("on");
  find(table, ".guide")?.classList.add("asked");
  find(table, ".guide")?.scrollIntoView({ block: "nearest" });
});
// On a phone the guide has room for four lines: touching them shows the rest, over the sheet.
$("guide").addEventListener("click", (event) => {
  if (!(event.target instanceof HTMLButtonElement)) find(table, ".guide")?.classList.toggle("whole");
});
