// Click handlers of the page's buttons: the bar, the tabs, and buttons that updates add.

import { liftDice } from "../motion/dice_roll.js";
import { $, closest } from "../shared/dom.js";
import { setTab } from "../shared/tabs.js";
import { putEndAside } from "./end_aside.js";
import { setGuide } from "./guide.js";
import { show, uncover } from "./handover.js";
import { cancel } from "./picking.js";
import { play } from "./play.js";
import { spotOf } from "./pointer.js";
import { send } from "./server.js";
import { state, table } from "./state.js";

table.addEventListener("click", (event) => {
  const button = closest(event, "button");
  if (!button || state.dropped || spotOf(event.target)) return;
  const { move, show: seat, tab, do: what } = button.dataset;
  if (move && event.detail > 1) return; // a double click on Roll, which this button has replaced
  if (move) play(move);
  else if (seat) {
    show(Number(seat));
    putEndAside(true);
  } else if (tab) setTab(table, tab);
  else if (what === "uncover") uncover(button, event);
  else if (what === "guide-off") setGuide("off");
});

$("roll").addEventListener("click", async () => {
  liftDice(table, true);
  if (!(await send("roll", {}))) liftDice(table, false);
});
$("undo").addEventListener("click", () => send("undo", { seat: state.now.undo ?? state.seen.show }));
$("let-go").addEventListener("click", cancel);
