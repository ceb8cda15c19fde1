// What the scripts agree on with the server and with the pages. Only the type checker reads this: python -m tools.typescript

// ---- What the server sends -----------------------------------------------------------------------------------------

/** All that a page was sent, by name: "svg/<group>", "part/<part>", "html/<element>", "moves", "scenes", "state". */
type PageValues = Map<string, any>;

/** What has changed at a table since the page last heard of it. */
interface Update {
  boot: string;
  version: number;
  since: number;
  seat: number;
  opened: number;
  covered: boolean;
  values: UpdateValues;
  told: LogEntry[];
  /** The number of the first entry in `told`. */
  first: number;
}

interface UpdateValues {
  state?: Omit<TableState, "seat">;
  moves?: Move[];
  scenes?: Scenes;
  [name: string]: any;
}

interface LogEntry {
  round: number;
  text: string;
  /** Said by a player, or about who comes and goes. */
  aside?: boolean;
}

/** How a table stands, as one seat may know it. */
interface TableState {
  seat: number;
  /** Dice are due, and may be rolled here. */
  roll: boolean;
  /** The seat whose move can be taken back. */
  undo: number | null;
  undone: string;
  mine: boolean;
  seats: number[];
  turns: number[];
  lent: number[];
  over: boolean;
  /** Seats whose sheets the other people at this screen may not see. */
  private: number[];
  opening: number;
  epoch: number;
  rolls: number;
  alone: { key: string; halves: number; opened: number } | null;
  /** People play here by links. */
  open: boolean;
  hints: boolean;
  asked: boolean;
  next: string;
  /** The seat whose browser is to add a number to fair dice. */
  nonce: number | null;
  fair: string;
  /** People's own dice that are to be entered, and those that can be corrected. */
  own?: OwnDie[];
  fallen?: OwnDie[];
  /** Until when each seat may think, in Unix milliseconds. */
  clock?: Record<string, number>;
  /** The people here who are asked for something; worked out by the page. */
  here?: number[];
}

interface OwnDie {
  sides: number;
  name: string;
  face?: number;
}

/** A move that may be made: how it is pointed out, and what it would do. */
interface Move {
  move: string;
  say: string;
  gain: string | null;
  paths: SpotPath[];
  marks: Marks;
  button?: string;
  confirm?: boolean;
  opens?: boolean;
  /** The earlier move in whose place it can be made. */
  instead?: string;
}

/** Steps of picks; a pick names its spots with "|" between them. */
interface SpotPath {
  steps: string[][];
  free?: number;
  spare?: number;
}

/** By kind: spots, each with what is written there. */
type Marks = Record<string, [spot: string, text: string][]>;

interface SpotNote {
  text: string;
  why: string;
  marks: Marks;
  bars: Bar[];
}

type Bar = [name: string, sure: number, possible: number];

interface SheetPart {
  where: "sheet" | "foot" | "dice";
  box: string;
  label: string;
  short: string;
  points: string | null;
  groups: string[];
  tab: string;
}

interface Scenes {
  key: string;
  frames: { text: string; spot: string; flows: boolean; groups: Record<string, string> }[];
}

/** How a table stands whose players are still to come. */
interface LobbyState {
  started: boolean;
  seats: number[];
  free: number[];
  can_start: boolean;
  /** By option: what is chosen at each seat. */
  taken: Record<string, Record<string, string>>;
}

/** The steps of a replay, from one sheet. */
interface ReplaySteps {
  key: string;
  sheet: number;
  steps: ReplayStep[];
  over: boolean;
  /** The steps are the same ones from every sheet. */
  alike: boolean;
  chart: string;
  place: number;
  chunk?: ReplayChunk;
  wrong?: string;
  same?: boolean;
}

interface ReplayStep {
  at: string;
  round: number;
  text: string;
  seat: number;
  more?: string[];
  dice?: boolean;
  gains?: Record<string, string>;
}

/** Some frames; one that is on its way has none yet. */
interface ReplayChunk {
  key?: string;
  first?: number;
  frames?: { values: Record<string, any>; changed: string[]; scenes: boolean }[];
}

// ---- What the pages hand to each other, and what their modules share ---------------------------------------------------

interface LiveConnection {
  ask(): void;
  isOpen(): boolean;
}

/** What this browser was shown and gave before the first fair die fell. */
interface FairProof {
  commitment: string;
  nonce: string;
}

/** A spot that is dragged, and where its press began. */
interface Drag {
  spot: SVGGElement;
  x: number;
  y: number;
  moved: boolean;
}

/** Where picks lead: the spots to go on with, the moves that are complete, and how many moves fit. */
interface Outlook {
  next: Set<string>;
  done: Move[];
  fits: number;
  /** Every step that was begun is finished. */
  closed: boolean;
}

/** The ids of the pages' own elements. */
interface PageElements {
  actions: HTMLElement;
  aside: HTMLElement;
  ask: HTMLElement;
  back: HTMLButtonElement;
  chairs: HTMLElement;
  check: HTMLButtonElement;
  coming: HTMLElement;
  company: HTMLDialogElement;
  "company-about": HTMLElement;
  "company-open": HTMLButtonElement;
  conceal: HTMLButtonElement;
  correct: HTMLButtonElement;
  cover: HTMLElement;
  end: HTMLElement;
  "end-title": HTMLElement | null;
  file: HTMLInputElement;
  full: HTMLElement;
  further: HTMLElement;
  gathering: HTMLElement;
  greetings: HTMLDetailsElement;
  guide: HTMLElement;
  "guide-open": HTMLButtonElement;
  hint: HTMLButtonElement;
  join: HTMLFormElement;
  legal: HTMLDataListElement;
  "let-go": HTMLButtonElement;
  live: HTMLElement;
  log: HTMLElement;
  lost: HTMLElement;
  "next-table": HTMLAnchorElement;
  note: HTMLElement | null;
  notice: HTMLElement;
  notify: HTMLButtonElement;
  others: HTMLElement;
  "own-dice": HTMLFormElement;
  players: HTMLElement;
  record: HTMLTextAreaElement;
  refusal: HTMLElement;
  "replay-address": HTMLInputElement;
  "replay-back": HTMLButtonElement;
  "replay-chart": HTMLElement;
  "replay-count": HTMLElement;
  "replay-first": HTMLButtonElement;
  "replay-follow": HTMLInputElement | null;
  "replay-gain": HTMLElement;
  "replay-hidden": HTMLElement;
  "replay-last": HTMLButtonElement;
  "replay-more": HTMLElement;
  "replay-next": HTMLButtonElement;
  "replay-play": HTMLButtonElement;
  "replay-round": HTMLElement;
  "replay-said": HTMLElement;
  "replay-slider": HTMLInputElement;
  "replay-step": HTMLElement;
  "replay-wrong": HTMLElement;
  result: HTMLElement;
  return: HTMLButtonElement;
  roll: HTMLButtonElement;
  rolls: HTMLElement;
  rows: HTMLElement;
  rules: HTMLDialogElement;
  "rules-open": HTMLButtonElement;
  scenes: HTMLElement;
  "scenes-again": HTMLButtonElement;
  "scenes-back": HTMLButtonElement;
  "scenes-count": HTMLElement;
  "scenes-next": HTMLButtonElement;
  "scenes-skip": HTMLButtonElement;
  "scenes-text": HTMLElement;
  score: HTMLElement;
  sit: HTMLFormElement | null;
  table: HTMLElement;
  typed: HTMLFormElement;
  undo: HTMLButtonElement;
  verdict: HTMLElement;
  who: HTMLElement;
}
