// The state of a table's page. All modules of the table read and change it here, and keep no state elsewhere.

import { $ } from "../shared/dom.js";
import { readWords } from "../shared/words.js";

export const table = $("table");
export const address = `/table/${table.dataset.table}`;
export const words = readWords();

export const state = {
  /** What this page has received from the server; it is sent with every request. */
  seen: { boot: "", version: 0, told: 0, show: 0, opened: 0, covered: false, language: document.documentElement.lang },
  /** All values received, by name. @type {PageValues} */
  values: new Map(),
  /** What the server's numbers stand for: see numbers.js. */
  drawing: {
    /** @type {PartTemplate[]} */
    parts: [],
    /** The groups of the sheet by slot. @type {Map<number, { name: string, part: PartTemplate }>} */
    slots: new Map(),
    /** The codes of the sheet by slot. @type {Map<number, number>} */
    codes: new Map(),
    /** Looks by "kind slot code". @type {Map<string, string>} */
    looks: new Map(),
    /** Ways by "move code". @type {Map<string, Way>} */
    ways: new Map(),
    /** @type {Map<string, PartHeading>} */
    headings: new Map(),
    /** The seats whose thumbnails are drawn. @type {Set<string>} */
    thumbnails: new Set(),
    /** @type {Offers} */
    offers: { legal: [] },
  },
  /** The table's state; empty before the first update. @type {TableState} */
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
  /** The spot under the pointer or the focus, whether or not it can be picked. @type {string | null} */
  pointed: null,
  /** The move of a hint, shown until something is picked. @type {Move | null} */
  advised: null,
  /** The move of a button that is pointed at. @type {Move | null} */
  proposed: null,
  /** How many rolls are being shown: until the dice have landed, nothing is told about them. */
  rolling: 0,
  /** What is done when the dice have landed. @type {(() => void)[]} */
  waiting: [],
  /** While something is to be read, as in a lesson, nothing can be picked or rolled. */
  held: false,
  /** A lesson: how many steps were read, the step that is shown, and whether to leave is being asked. */
  lesson: { read: 0, shown: -1, leaves: false },
  /** A request is under way that changes the table. */
  busy: false,
  /** The last sheet shown of a person at this screen. @type {number | null} */
  home: null,
  /** The last pointer type: not every browser reports it with a click. */
  pointer: "mouse",
  /** What is being dragged. @type {Drag | null} */
  drag: null,
  /** Whether the click event that follows a drag is still to come. */
  dropped: false,
  /** Notes by spot, valid until anything changes. */
  notes: emptyNotes(),
  /** Seats that have nothing more to do in this epoch. */
  finished: { epoch: 0, seats: /** @type {Set<number>} */ (new Set()) },
  /** Entry of real dice: the faces entered so far, the next die, and whether dice are being corrected. */
  entry: { faces: /** @type {(number | undefined)[]} */ ([]), chosen: 0, correcting: false },
  /** How far the server's clock is ahead of ours, in milliseconds. */
  clockSkew: 0,
  /** What this page has sent last of its number for fair dice, the commitment to it or the number, and for which seat. */
  offeredNumber: "",
  /** What this page was shown of fair dice, and its number. @type {FairProof | null} */
  proof: null,
  /** @type {LiveConnection | null} */
  connection: null,
  /** Whether the table was deleted. */
  gone: false,
  timers: { note: 0, aside: 0 },
};

/** Return empty notes: the spots requested, and the notes received. */
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
