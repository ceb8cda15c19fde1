// The one state of a table's page. Every module of the table reads and changes it here; nothing is kept elsewhere.

import { $ } from "../shared/dom.js";
import { readWords } from "../shared/words.js";

export const table = $("table");
export const address = `/table/${table.dataset.table}`;
export const words = readWords();

export const state = {
  /** What this page has of the server's truth; it is sent along with every request. */
  seen: { boot: "", version: 0, told: 0, show: 0, opened: 0, covered: false, language: document.documentElement.lang },
  /** All that the page was sent, by name. @type {PageValues} */
  values: new Map(),
  /** How the table stands; empty before the first update. @type {TableState} */
  now: /** @type {any} */ ({}),
  /** @type {Move[]} */
  moves: [],
  /** Moves that can be made in place of earlier ones. @type {Move[]} */
  alternatives: [],
  /** Spots picked so far, in order. @type {string[]} */
  picks: [],
  /** A spot that was tapped once: the next tap makes the move it completes. @type {string | null} */
  pending: null,
  /** A spot under the pointer that can be picked. @type {string | null} */
  hovered: null,
  /** What the pointer or the focus is on, whether or not it can be picked. @type {string | null} */
  pointed: null,
  /** The move of a hint, shown until something is picked. @type {Move | null} */
  advised: null,
  /** The move of a button that is pointed at. @type {Move | null} */
  proposed: null,
  /** A request is under way that changes the table. */
  busy: false,
  /** The next moves come of what was done here. */
  acted: false,
  /** The last sheet of a person here that was shown. @type {number | null} */
  home: null,
  /** What pointed last: not every browser says it with a click. */
  pointer: "mouse",
  /** What is being dragged. @type {Drag | null} */
  drag: null,
  /** The click that ends a drag is still to come. */
  dropped: false,
  /** What is known of spots, until anything changes. */
  notes: emptyNotes(),
  /** Seats that were seen to have nothing more to do, since secrets last opened. */
  finished: { epoch: 0, seats: /** @type {Set<number>} */ (new Set()) },
  /** Own dice: faces entered so far, the die that is next, and whether fallen dice are being corrected. */
  entry: { faces: /** @type {(number | undefined)[]} */ ([]), chosen: 0, correcting: false },
  /** How far the server's clock is ahead of ours, in milliseconds. */
  clockSkew: 0,
  /** This browser has offered its number for fair dice. */
  offeredNumber: false,
  /** @type {LiveConnection | null} */
  connection: null,
  /** The table is deleted, for good. */
  gone: false,
  timers: { note: 0, aside: 0 },
};

/** Return notes of nothing: by spot, what was asked for and what was told. */
function emptyNotes() {
  return {
    asked: /** @type {Map<string, Promise<SpotNote | null>>} */ (new Map()),
    told: /** @type {Map<string, SpotNote>} */ (new Map()),
  };
}

export function forgetNotes() {
  state.notes = emptyNotes();
}

export function forgetPicks() {
  state.picks = [];
  state.pending = state.advised = state.proposed = null;
}
