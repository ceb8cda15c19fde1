// The lines of the score: they are asked for when somebody opens them, and again when something has changed meanwhile.

import { find } from "../shared/dom.js";
import { setHtml } from "../shared/morph.js";
import { getJson } from "../shared/requests.js";
import { address, state, table } from "./state.js";

export async function showScoreLines() {
  const lines = find(table, "details.score[open] [data-lines]");
  if (!lines) return;
  const asked = JSON.stringify(state.seen);
  try {
    const response = await getJson(`${address}/score`, state.seen);
    if (response.ok && asked === JSON.stringify(state.seen)) setHtml(lines, (await response.json()).html);
  } catch { /* the connection is lost: the next update asks again */ }
}

table.addEventListener("toggle", showScoreLines, true); // this event does not bubble
