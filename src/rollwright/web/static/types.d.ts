// Types shared by the scripts, the server and the pages. Only the type checker reads this: python -m tools.typescript

// ---- What the server sends -----------------------------------------------------------------------------------------

/** All values that a page received, by name: "svg/<group>", "part/<part>", "html/<element>", "moves", "scenes", "state". */
type PageValues = Map<string, any>;

/** What has changed at a table since the page's last version. */
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
  /** The groups of the sheet: when it comes, all codes, looks and ways from before are dropped. */
  template?: PartTemplate[];
  /** Of the sheet: slot and code in turn. */
  codes?: number[];
  /** By seat: the kind of its thumbnail, then slot and code in turn. */
  thumbnails?: Record<string, number[]>;
  looks?: [kind: number, slot: number, code: number, svg: string][];
  ways?: [move: number, code: number, way: Way][];
}

interface UpdateValues {
  state?: Partial<TableState>;
  moves?: Offers;
  scenes?: Scenes;
  [name: string]: any;
}

/** A part of the sheet, and its groups: for each kind the first slot and their names. */
interface PartTemplate {
  name: string;
  where: "sheet" | "foot" | "dice";
  tab: string;
  groups: [first: number, names: string[]][];
}

interface PartHeading {
  box: string;
  label: string;
  short: string;
  points: string | null;
}

/** The moves that are offered, as numbers. */
interface Offers {
  /** Move, code and gain in half points (null if it is not known), in turn. */
  legal: any[];
  /** The ways of moves that depend on the position. */
  beside?: Record<string, Way>;
  /** Moves that can be made in place of earlier ones: the earlier one, then a move and its code, or its way. */
  instead?: [made: string, move: number | Way, code?: number][];
}

interface LogEntry {
  round: number;
  text: string;
  /** A greeting, or news about who joins or leaves. */
  aside?: boolean;
}

/** The state of a table, as far as one seat may know. */
interface TableState {
  seat: number;
  /** Whether dice are due and may be rolled at this screen. */
  roll: boolean;
  /** The seat whose move can be taken back. */
  undo: number | null;
  undone: string;
  mine: boolean;
  seats: number[];
  turns: number[];
  lent: number[];
  former: number[];
  over: boolean;
  /** Seats whose sheets the other people at this screen may not see. */
  private: number[];
  opening: number;
  epoch: number;
  rolls: number;
  /** Whose dice the server is about to roll, and the milliseconds that are left for an undo, of how many. */
  bot_roll?: { seat: number; name: string; in_ms: number; of_ms: number } | null;
  /** The bots that are to move or to roll. */
  acting: number[];
  alone: { key: string; halves: number; opened: number } | null;
  /** Whether people can join by links. */
  open: boolean;
  hints: boolean;
  asked: boolean;
  /** How far a learner is: steps before `first` are done, `at` is the next to be done, if it is `ready`; `calm`: no bot is to act. */
  lesson: { first: number; at: number; ready: boolean; calm: boolean } | null;
  next: string;
  /** How far the game is: in words, and as a step of so many, or zeros. */
  progress: [text: string, at: number, steps: number];
  /** The seat whose browser must still commit to its number for fair dice; once all seats' commitments are told, show it. */
  number: { seat: number; commitments: string[] | null; open?: string[] } | null;
  fair: string;
  /** Real dice to be entered, and those that can be corrected. */
  own?: OwnDie[];
  fallen?: OwnDie[];
  /** The deadline of each seat, in Unix milliseconds. */
  clock?: Record<string, number>;
  /** The seats at this screen that are asked for something; computed by the page. */
  here?: number[];
}

/** What a symbol means, and the rule it comes from. */
interface SymbolHelp {
  say: string;
  rule: string;
}

/** A lesson, in the reader's language. */
interface Lesson {
  key: string;
  title: string;
  steps: LessonStep[];
  /** Whether it is a puzzle: a question, and why the answer is right. */
  puzzle: boolean;
}

interface LessonStep {
  say: string;
  more?: string;
  /** Names of parts, of groups, or of areas of the page. */
  show: string[];
  /** What is to be done; nothing if the step is only read. */
  does?: "roll" | "move";
  otherwise?: string;
}

interface OwnDie {
  sides: number;
  name: string;
  face?: number;
}

/** How a move is pointed out, and its preview. */
interface Way {
  move: string;
  say: string;
  paths: SpotPath[];
  marks: Marks;
  button?: string;
  confirm?: boolean;
  /** What is asked once one of its paths has been begun. */
  then?: string;
  /** What is asked instead where the move has been begun elsewhere than at the first pick of its first path. */
  backward?: string;
  /** What is asked once two picks are made of a path that has more. */
  further?: string;
  opens?: boolean;
  /** Whether it is the wish to roll: the dice are rolled at once. */
  rolls?: boolean;
  /** Whether its points come from something else, and are not shown. */
  quiet?: boolean;
}

/** A legal move, and what it brings. */
interface Move extends Way {
  gain: string | null;
  /** The earlier move that it replaces. */
  instead?: string;
}

/** Steps of picks; the spots that qualify for a pick are separated by "|". */
interface SpotPath {
  steps: string[][];
  free?: number;
  spare?: number;
}

/** By kind: spots, each with its text. */
type Marks = Record<string, [spot: string, text: string][]>;

interface SpotNote {
  text: string;
  why: string;
  marks: Marks;
  bars: Bar[];
}

type Bar = [name: string, sure: number, possible: number];

interface SheetPart extends PartHeading {
  where: "sheet" | "foot" | "dice";
  groups: string[];
  tab: string;
}

interface Scenes {
  key: string;
  frames: { text: string; spot: string; flows: boolean; groups: Record<string, string> }[];
}

/** The state of a lobby. */
interface LobbyState {
  seats: number[];
  free: number[];
  can_start: boolean;
  /** By option and seat: the values taken. */
  taken: Record<string, Record<string, string>>;
}

/** The steps of a replay, for one sheet. */
interface ReplaySteps {
  key: string;
  sheet: number;
  steps: ReplayStep[];
  over: boolean;
  /** Whether all sheets have the same steps. */
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

/** What is known of a game's analysis, for one sheet. */
interface Analysis {
  curve: string;
  sum: string;
  costly: string;
  /** What each step was worth, by its place. */
  steps: Record<number, { badge: string; tone: string; html: string }>;
  /** The costliest choices, by their places: the question, and what to say to each answer. */
  puzzles: Record<number, { html: string; told: { said: string; tone: string }[]; answer: string }>;
}

interface AnalysisAnswer extends Partial<Analysis> {
  stage: "first" | "refining" | "complete" | "failed";
  done: number;
  version: number;
  wrong?: string;
}

/** A chunk of frames, which has none while it is being fetched. */
interface ReplayChunk {
  key?: string;
  first?: number;
  frames?: { values: Record<string, any>; changed: string[]; scenes: boolean }[];
}

// ---- What the pages hand to each other, and what their modules share ---------------------------------------------------

interface LiveConnection {
  ask(): void;
  /** Send an action; return whether there is a connection. */
  act(message: object): boolean;
  /** Send what needs no answer; nothing, if there is no connection. */
  tell(message: object): void;
  isOpen(): boolean;
}

/** The answer to an action over the live connection: it is done, or refused. */
interface ActionAnswer {
  action: number;
  now?: number;
  refused?: string;
}

/** What this browser was shown before the first roll, and its nonce. */
interface FairProof {
  /** The commitment to the seed. */
  commitment: string;
  nonce: string;
  /** The commitments of all seats to their numbers, as they were when this browser showed its own. */
  commitments?: string[];
  /** The numbers that stood open by then without a commitment, at a table from before there were any. */
  open?: string[];
}

/** A dragged spot, and where the drag started. */
interface Drag {
  spot: SVGGElement;
  x: number;
  y: number;
  moved: boolean;
}

/** Where picks lead: the next spots, the complete moves, and how many moves fit. */
interface Outlook {
  next: Set<string>;
  done: Move[];
  fits: number;
  /** Whether no step is unfinished. */
  closed: boolean;
}

/** The ids of the pages' own elements. */
interface PageElements {
  app: HTMLIFrameElement;
  starting: HTMLElement;
  "starting-now": HTMLElement;
  "fetching-now": HTMLElement;
  "is-open": HTMLElement;
  missing: HTMLElement;
  failed: HTMLElement;
  why: HTMLElement;
  fetched: HTMLProgressElement;
  fetch: HTMLButtonElement;
  fetching: HTMLElement;
  "fetch-failed": HTMLElement;
  "is-offline": HTMLElement;
  "is-online": HTMLElement;
  unreachable: HTMLElement;
  here: HTMLElement;
  "not-here": HTMLElement;
  "not-offered": HTMLElement;
  "not-taken": HTMLElement;
  refused: HTMLElement;
  "how-large": HTMLElement;
  drop: HTMLButtonElement;
  "drop-line": HTMLElement;
  shake: HTMLButtonElement;
  sound: HTMLButtonElement;
  "drawer-close": HTMLButtonElement;
  last: HTMLElement;
  menu: HTMLElement;
  "menu-open": HTMLButtonElement;
  progress: HTMLElement;
  "progress-dots": HTMLElement;
  ticker: HTMLButtonElement;
  "typed-open": HTMLButtonElement;
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
  confirm: HTMLElement;
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
  "notify-state": HTMLElement;
  others: HTMLElement;
  "own-dice": HTMLFormElement;
  players: HTMLElement;
  record: HTMLTextAreaElement;
  refusal: HTMLElement;
  "replay-address": HTMLInputElement;
  "replay-back": HTMLButtonElement;
  "replay-chart": HTMLElement;
  "replay-judged": HTMLButtonElement;
  "show-steps": HTMLButtonElement;
  "show-analysis": HTMLButtonElement;
  analysis: HTMLElement;
  "analysis-wrong": HTMLElement;
  "analysis-progress": HTMLElement;
  "analysis-doing": HTMLElement;
  "analysis-done": HTMLProgressElement;
  "analysis-found": HTMLElement;
  "analysis-curve": HTMLElement;
  "analysis-step": HTMLElement;
  "analysis-step-title": HTMLElement;
  "analysis-costly": HTMLElement;
  "analysis-sum": HTMLElement;
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
  "symbol-card": HTMLElement;
  "explain-open": HTMLButtonElement;
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
  "to-end": HTMLButtonElement;
  typed: HTMLFormElement;
  undo: HTMLButtonElement;
  verdict: HTMLElement;
  who: HTMLElement;
}
