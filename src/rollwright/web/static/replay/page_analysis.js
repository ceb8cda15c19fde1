// The analysis of a game by this page's own playouts, in a worker, where the server leaves that to the page: what was measured
// is whole numbers, which the server puts into words. It answers as the server does when it analyses a game.

import { postJson } from "../shared/requests.js";
import { address, table } from "./replay_state.js";

/** @typedef {import("../engine/measure.js").Tally} Tally */
/** @typedef {{ playouts: number, tallies: Tally[] }} Choice */

/**
 * What is to be measured: the game, the seeds, and the steps that are chosen first.
 * @typedef {{ start: string, steps: import("../engine/measure.js").Step[], drawn: number[][], seed: string, first: number[],
 *   choices: Record<string, string[]> }} Task
 */

const TOO_MANY = 429; // a refusal for the moment, as are those from 500 on

const SHARES = { values: 0.5, finerValues: 0.4, finerChoices: 0.8 }; // of a pass that are done after each part

/** What this page measures, once it is known whether it does. @type {Promise<PageAnalysis | null> | null} */
let begun = null;

/**
 * Return this page's own analysis, or null where the server makes it.
 * @param {number} sheet
 * @returns {Promise<PageAnalysis | null>}
 */
export async function ownAnalysis(sheet) {
  begun ??= begin(sheet).catch(() => null);
  const own = await begun;
  return own?.failed ? null : own;
}

/** @param {number} sheet */
async function begin(sheet) {
  const { engine, search, thinks } = table.dataset;
  if (!engine || !search) return null;
  const response = await postJson(`${address}/analysis/task`, { sheet, thinks });
  const { task, budget } = await response.json();
  if (!response.ok || !task) return null;
  const { RemoteEngine } = await import("../engine/remote_engine.js");
  const opened = new RemoteEngine(engine, search);
  await opened.ready;
  const own = new PageAnalysis(opened, task, budget);
  own.run().catch(() => { own.failed = true; }).finally(() => opened.close());
  return own;
}

export class PageAnalysis {
  /**
   * @param {import("../engine/remote_engine.js").RemoteEngine} engine
   * @param {Task} task
   * @param {Record<string, number>} budget
   */
  constructor(engine, task, budget) {
    this.engine = engine;
    this.task = task;
    this.budget = budget;
    this.failed = false;
    /** @type {AnalysisAnswer["stage"]} */
    this.stage = "first";
    this.done = 0;
    this.version = 0;
    this.looked = performance.now();
    /** What can be told now. @type {{ playouts: number, values: number[][][], choices: Record<string, Choice> } | null} */
    this.found = null;
    /** @type {Uint8Array[]} */
    this.positions = [];
  }

  /**
   * Tell how far it is, and in words what is known, if that is not the version that the asker has. What the server cannot
   * put into words now is asked for again the next time.
   * @param {{ sheet: number, version: number }} asked
   * @returns {Promise<AnalysisAnswer>}
   */
  async answered({ sheet, version }) {
    this.looked = performance.now();
    const { stage, done, found } = this, told = { stage, done, version: this.version };
    if (!found || this.version === version) return told;
    const factor = this.budget.value_factor;
    const body = { sheet, ...found, value_playouts: factor * found.playouts, partial: stage === "first", complete: stage === "complete" };
    const response = await postJson(`${address}/analysis/measured`, body);
    if (response.ok) return { ...told, ...await response.json() };
    if (response.status >= 500 || response.status === TOO_MANY) return { stage: stage === "complete" ? "refining" : stage, done, version };
    this.failed = true; // the server would say the same again: it is left to it
    this.engine.close();
    return { stage: "first", done, version: 0 };
  }

  /** Measure everything, and then again with more playouts while somebody looks. */
  async run() {
    const { start, steps, first, choices } = this.task, { times, most, passes } = this.budget;
    this.positions = await this.engine.ask("walk", bytesOf(start), steps);
    let playouts = await this.planned();
    /** @type {Record<string, Choice>} */
    const known = {};
    const values = await this.values(playouts, SHARES.values);
    this.show({ playouts, values, choices: {} }, "first");
    await this.choose(first, playouts, 0, known, SHARES.values, 1);
    this.show({ playouts, values, choices: { ...known } }, "refining");
    for (let nth = 1; nth < passes && playouts * times <= most && this.isLookedAt(); nth++) {
      const before = playouts;
      playouts *= times;
      const finer = await this.values(playouts, SHARES.finerValues);
      await this.choose(this.costliestFirst(first, known), playouts, nth, known, SHARES.finerValues, SHARES.finerChoices);
      const others = Object.keys(choices).map(Number).filter((step) => !known[step] && !first.includes(step));
      await this.choose(others, before, 0, known, SHARES.finerChoices, 1);
      this.show({ playouts, values: finer, choices: { ...known } }, "refining");
    }
    this.stage = "complete";
    this.version += 1;
  }

  /** @param {NonNullable<PageAnalysis["found"]>} found @param {AnalysisAnswer["stage"]} stage */
  show(found, stage) {
    this.found = found;
    this.stage = stage;
    this.version += 1;
  }

  isLookedAt() {
    return performance.now() - this.looked < 1000 * this.budget.looked_for;
  }

  /** Return the playouts of each move in a first view: as many as the time allows here, a power of two. */
  async planned() {
    const { positions, budget } = this, { fewest, most, value_factor: factor, longest_job: longest, moves } = budget;
    if (budget.playouts) return budget.playouts;
    const apart = Math.max(1, Math.floor(positions.length / 4));
    const some = positions.filter((_, place) => place % apart === 0).slice(0, 4);
    const seconds = await this.engine.ask("timePlayouts", some);
    const inTime = budget.seconds / (seconds * (factor * positions.length + moves * Math.max(1, this.task.first.length)));
    let playouts = fewest;
    while (playouts * 2 <= Math.min(inTime, longest / (seconds * moves), most)) playouts *= 2;
    return playouts;
  }

  /** Return the sums of all positions. @param {number} playouts @param {number} part of the pass */
  async values(playouts, part) {
    const { seed, drawn } = this.task, found = [];
    for (const [place, position] of this.positions.entries()) {
      found.push(await this.engine.ask("valueSums", position, seed, this.budget.value_factor * playouts, drawn[place]));
      this.done = (part * found.length) / this.positions.length;
    }
    return found;
  }

  /**
   * Measure some decisions.
   * @param {number[]} steps
   * @param {number} playouts
   * @param {number} nth
   * @param {Record<string, Choice>} known
   * @param {number} from
   * @param {number} to
   */
  async choose(steps, playouts, nth, known, from, to) {
    for (const [number, step] of steps.entries()) {
      const { seat, move: played } = this.task.steps[step - 1];
      const seed = this.task.choices[step][nth], position = this.positions[step - 1];
      const choice = await this.engine.ask("judgeChoice", { position, seat, played, seed, playouts });
      if (choice) known[step] = { playouts, tallies: choice.tallies };
      this.done = from + ((to - from) * (number + 1)) / steps.length;
    }
  }

  /** Return steps, those that lost most first. @param {number[]} steps @param {Record<string, Choice>} known */
  costliestFirst(steps, known) {
    const kind = this.positions[0][0] === 1 ? 1 : 0; // who plays alone loses points, others a share of the victory
    const lost = (/** @type {number} */ step) => {
      const tally = known[step]?.tallies.find(([move]) => move === this.task.steps[step - 1].move);
      return tally ? tally[3][kind][0] / known[step].playouts : 0;
    };
    return [...steps].sort((one, other) => lost(other) - lost(one));
  }
}

/** @param {string} text */
const bytesOf = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
