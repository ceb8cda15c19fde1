// The one state of a replay's page.

import { $ } from "../shared/dom.js";
import { readWords } from "../shared/words.js";

export const table = $("table");
export const address = `/table/${table.dataset.table}/replay`;
export const words = readWords();

export const state = {
  /** The steps, as one sees them from the sheet that is shown. @type {ReplaySteps} */
  index: /** @type {any} */ ({}),
  /** Whose sheet is shown. */
  sheet: 0,
  /** Frames that have come or are on their way, by the sheet and the place of their first. @type {Map<string, ReplayChunk>} */
  chunks: new Map(),
  /** What is drawn. @type {PageValues} */
  values: new Map(),
  /** The step that is shown, or will be as soon as it has come. */
  at: 0,
  /** The step that is drawn, and of whose sheet. */
  drawn: -1,
  drawnSheet: -1,
  /** How often other steps were taken: what was asked for before is not for now. */
  taken: 0,
  /** The sheet of who acts is shown. */
  follows: false,
  timers: { playing: 0, drawing: 0, address: 0 },
};

export const last = () => state.index.steps.length - 1;
export const step = () => state.index.steps[state.at];
