// When a game is over, its end lies over the sheets: whoever wants to see one puts the end aside, and gets it back.

import { $ } from "../shared/dom.js";
import { state, table } from "./state.js";

/** Put the end aside to show a sheet, or lay it back; while a game goes on there is none. @param {boolean} aside */
export function putEndAside(aside) {
  const shown = aside && Boolean(state.now.over);
  table.classList.toggle("end-aside", shown);
  table.classList.remove("again");
  $("to-end").hidden = !shown;
}

$("to-end").addEventListener("click", () => {
  putEndAside(false);
  $("end-title")?.focus();
});
$("scenes-again").addEventListener("click", () => table.classList.add("again")); // it comes back by itself after the last scene
