// The state of a replay's page.

import { $ } from "../shared/dom.js";
import { readWords } from "../shared/words.js";

export const table = $("table");
export const address = `/table/${table.dataset.table}/replay`;
export const words = readWords();

export const state = {
  /** The steps for the sheet that is shown. @type {ReplaySteps} */
  index: /** @type {any} */ ({}),
  /** Whose sheet is shown. */
  sheet: 0,
  /** Chunks that are cached or being fetched, by sheet and first place. @type {Map<string, ReplayChunk>} */
  chunks: new Map(),
  /** The values that are drawn. @type {PageValues} */
  values: new Map(),
  /** The current step, which is drawn as soon as its frame has arrived. */
  at: 0,
  /** The step and the sheet that are drawn. */
  drawn: -1,
  drawnSheet: -1,
  /** Counts replacements of the steps: responses to earlier requests are ignored. */
  taken: 0,
  /** Whether the acting seat's sheet is shown. */
  follows: false,
  timers: { playing: 0, drawing: 0, address: 0 },
};

export const last = () => state.index.steps.length - 1;
export const step = () => state.index.steps[state.at];
