// The search for one decision: the remaining candidate moves and what came of their playouts. It is `Thought` of
// bots/search.py; playouts, guide and learned value are the compiled functions of the engine.

import { Engine } from "./engine.js";
import { randomWords, streams, WORDS } from "./random_streams.js";

/**
 * How a decision is searched, and for how long at the most: a level of bots at a game.
 * @typedef {{ playouts: number, cut: number, guided: boolean, doubt: number, overlooks: number, considers: number,
 *   by_value: number, follows: number, seconds: number }} Level
 */

/**
 * What the search goes by: levels, learned weights by stage and feature, the numbers of secret moves, and constants.
 * @typedef {{ levels: Record<string, Level>, guided: boolean, weights: number[][], secret: [first: number, end: number][],
 *   search: Record<string, number>, plans: Record<string, number>, measure: Record<string, number> }} SearchFacts
 */

/** A decision to be made; the position is what the seat may know. @typedef {{ position: Uint8Array, seat: number, seed: string }} Question */

/** A move with a score in half points. @typedef {[move: number, halves: number]} Scored */

/** A move that is tried: the worth of each of its playouts, and the sum of their scores. @typedef {{ move: number, worths: number[], halves: number }} Candidate */

/** @param {number[]} values */
export const sum = (values) => values.reduce((total, each) => total + each, 0);

/**
 * Return the mean of so many whole numbers and its standard error, from their sum and the sum of their squares.
 * @param {number} count
 * @param {bigint} total
 * @param {bigint} squares
 */
function meanAndError(count, total, squares) {
  if (count < 2) return { mean: 0, error: Infinity };
  const spread = Number(BigInt(count) * squares - total * total);
  return { mean: Number(total) / count, error: Math.sqrt(spread / (count * count * (count - 1))) };
}

export class Thought {
  /**
   * Prepare to search a position; all legal moves are candidates. It takes memory, so it is used inside `within`.
   * @param {Engine} engine
   * @param {SearchFacts} facts
   * @param {Question} question
   * @param {Level} level
   */
  constructor(engine, facts, { position, seat, seed }, level) {
    /** @type {Engine} */
    this.engine = engine;
    /** @type {SearchFacts} */
    this.facts = facts;
    this.constants = facts.search;
    this.seat = seat;
    this.seed = BigInt(seed);
    this.doubt = level.doubt;
    this.guided = level.guided && facts.guided;
    const weights = level.cut === this.constants.to_the_end ? [] : facts.weights;
    this.cut = weights.length ? level.cut : this.constants.to_the_end;
    this.byValue = this.guided && weights.length ? level.by_value : 0;
    this.follows = level.follows;
    this.root = engine.records(1, position);
    this.seats = position[0];
    const { max_dice, max_moves } = engine.facts, features = weights[0]?.length ?? 0;
    this.weights = engine.ints([weights.length, features], weights.flat());
    this.work = engine.records(3);
    this.luck = engine.ints([1 + this.seats, WORDS]);
    this.sides = engine.ints([max_dice]);
    this.listed = engine.ints([max_moves]);
    this.noted = engine.ints([Math.max(1, features)]);
    this.limit = engine.facts.max_decisions;
    this.ahead = engine.ints([1 + this.seats, WORDS]);
    this.after = engine.ints([max_moves]);
    this.others = engine.ints([max_moves]);
    this.rounds = 0;
    this.playouts = 0;
    /** @type {Candidate[]} */
    this.candidates = [];
    if (!this.waits(seat)) return;
    const count = engine.call("legal", this.root, seat, this.listed);
    const moves = Array.from(engine.numbers(this.listed).subarray(0, count));
    this.candidates = moves.map((move) => ({ move, worths: [], halves: 0 }));
  }

  /** The seats that may act now, as bits. @returns {number} */
  get waiting() {
    return this.engine.call("waiting", this.root);
  }

  /** @param {number} seat */
  waits(seat) {
    return Boolean((this.waiting >> seat) & 1);
  }

  get moves() {
    return this.candidates.map(({ move }) => move);
  }

  /** The number of playouts that each candidate has met. */
  get tried() {
    return this.candidates[0]?.worths.length ?? 0;
  }

  /**
   * Put the candidates into the guide's order, the favourite first; equals, and all without a guide, at random. Drops
   * those that are overlooked, but never all. Moves that there is no time for come last.
   * @param {number} overlooks
   * @param {number} deadline
   */
  order(overlooks, deadline) {
    const words = randomWords(this.seed, this.constants.order, 2 * this.candidates.length);
    let order = this.candidates.map((_, place) => place).sort((one, other) => words[2 * one] - words[2 * other]);
    if (overlooks) {
      const noticed = order.filter((place) => Math.floor((words[2 * place + 1] * 100) / 2 ** 32) >= overlooks);
      order = noticed.length ? noticed : order.slice(0, 1);
    }
    this.keep(order);
    if (this.guided) {
      const weights = this.weighed(deadline);
      this.keep(downwards(weights));
    }
    if (this.byValue && performance.now() <= deadline) this.keep(this.inOrderOfValue(deadline));
  }

  /** Return the guide's weights of the candidates; 0 for those after the deadline. @param {number} deadline */
  weighed(deadline) {
    const { engine, moves } = this, weights = new Array(moves.length).fill(0);
    for (let first = 0; first < moves.length; first += this.constants.chunk) {
      const some = moves.slice(first, first + this.constants.chunk);
      engine.within(() => {
        const found = engine.ints([some.length]);
        engine.call("weigh", this.root, this.seat, engine.ints([some.length], some), found);
        engine.numbers(found).forEach((weight, i) => { weights[first + i] = weight; });
      });
      if (performance.now() > deadline) break;
    }
    return weights;
  }

  /**
   * Return the places of the candidates, the one with the greatest learned value first. Of those that lead to the same
   * position before dice are due only the first is among them.
   * @param {number} deadline
   */
  inOrderOfValue(deadline) {
    const { engine, moves } = this, size = engine.facts.state;
    /** @type {Map<string, number>} */
    const seen = new Map();
    /** @type {number[]} */
    const values = new Array(moves.length).fill(0);
    const luck = this.lucks(this.constants.looking, 1).subarray(0, WORDS * (1 + this.seats));
    for (let first = 0; first < moves.length; first += this.constants.chunk) {
      const some = moves.slice(first, first + this.constants.chunk);
      engine.within(() => {
        const ends = engine.records(some.length), found = engine.ints([some.length]);
        engine.call(
          "foresee", this.root, this.seat, engine.ints([some.length], some), engine.ints([1 + this.seats, WORDS], luck),
          this.follows, this.weights, ends, this.work, this.luck, this.sides, this.listed, this.others, this.noted,
          this.limit, found,
        );
        engine.numbers(found).forEach((value, i) => { values[first + i] = value; });
        const bytes = engine.bytes(ends);
        some.forEach((_, i) => {
          const end = String.fromCharCode(...bytes.subarray(i * size, (i + 1) * size));
          if (!seen.has(end)) seen.set(end, first + i);
        });
      });
      if (performance.now() > deadline) break;
    }
    const places = [...seen.values()];
    return downwards(places.map((place) => values[place])).map((place) => places[place]);
  }

  /** Keep at most this many candidates, the first ones. @param {number} most */
  narrow(most) {
    this.candidates = this.candidates.slice(0, most);
  }

  /**
   * Make `each` playouts of every candidate, with the same luck for all; return whether the deadline was met.
   * @param {number} each
   * @param {number} deadline
   */
  playOut(each, deadline) {
    const { chunk, chunk_by_value, worth, halves, kept, searching } = this.constants;
    const lucks = this.lucks(searching + 1 + this.rounds, each), size = lucks.length / each;
    this.rounds += 1;
    const most = this.byValue ? chunk_by_value : chunk;
    const atOnce = Math.min(most, this.candidates.length), lucksAtOnce = Math.floor(most / atOnce);
    for (let first = 0; first < each; first += lucksAtOnce) {
      const some = lucks.subarray(first * size, Math.min(each, first + lucksAtOnce) * size);
      const count = some.length / size;
      /** @type {Float64Array[]} */
      const parts = [];
      for (let at = 0; at < this.candidates.length; at += atOnce) {
        parts.push(this.results(this.moves.slice(at, at + atOnce), some, this.cut));
        if (performance.now() > deadline) return false; // what not all candidates have met is of no use
      }
      this.candidates.forEach((candidate, place) => {
        const found = parts[Math.floor(place / atOnce)], from = (place % atOnce) * count * kept;
        for (let i = from; i < from + count * kept; i += kept) {
          candidate.worths.push(found[i + worth]);
          candidate.halves += found[i + halves];
        }
      });
    }
    return true;
  }

  /**
   * Return what came of a playout of each of these moves with each of these lucks; to the end, by the guide.
   * @param {number[]} moves
   * @param {Uint32Array} lucks
   * @param {number} cut
   * @returns {Float64Array}
   */
  results(moves, lucks, cut) {
    const { engine, root, seat, weights, work, luck, sides, listed, noted, limit } = this;
    const streamsEach = this.streamsEach, count = lucks.length / (streamsEach * WORDS);
    this.playouts += moves.length * count;
    return engine.within(() => {
      const found = engine.ints([moves.length, count, this.constants.kept]);
      const tried = engine.ints([moves.length], moves), given = engine.ints([count, streamsEach, WORDS], lucks);
      if (this.byValue && cut !== this.constants.to_the_end) {
        engine.call(
          "try_moves_by_value", root, seat, tried, given, this.byValue, this.follows, cut, weights, work, luck,
          this.ahead, sides, listed, this.after, this.others, noted, limit, found,
        );
      } else {
        engine.call("try_moves", root, seat, tried, given, this.guided, cut, weights, work, luck, sides, listed, noted, limit, found);
      }
      return engine.numbers(found);
    });
  }

  /**
   * Keep the `keep` best candidates, best first, and the guide's; return the others, with their mean scores.
   * @param {number} keep
   * @param {number | null} guides
   */
  drop(keep, guides) {
    this.keep(downwards(this.candidates.map(({ worths }) => sum(worths))));
    const stays = this.candidates.map(({ move }, place) => place < keep || move === guides);
    const dropped = this.means().filter((_, place) => !stays[place]);
    this.candidates = this.candidates.filter((_, place) => stays[place]);
    return dropped;
  }

  /** Keep only the candidates at these places, in this order. @param {number[]} which */
  keep(which) {
    this.candidates = which.map((place) => this.candidates[place]);
  }

  /** Return the candidates with the seat's mean score in half points; nothing if there was no playout. @returns {Scored[]} */
  means() {
    const { tried } = this, isCut = this.cut !== this.constants.to_the_end;
    if (!tried) return [];
    return this.candidates.map(({ move, worths, halves }) => [move, (isCut ? sum(worths) / this.constants.value_unit : halves) / tried]);
  }

  /** Say whether the first candidate is better than another beyond doubt. @param {number} other */
  leads(other) {
    const mine = this.candidates[0].worths, its = this.candidates[other].worths;
    let total = 0n, squares = 0n;
    mine.forEach((worth, i) => {
      const lead = BigInt(worth - its[i]);
      total += lead;
      squares += lead * lead;
    });
    const { mean, error } = meanAndError(mine.length, total, squares);
    return mean > this.doubt * error;
  }

  /** Whether others act at the same time, and nobody sees what: then plans of all are searched, but not by value. */
  get isInSecret() {
    const others = this.waiting & ~(1 << this.seat);
    const isSecret = (/** @type {number} */ move) => this.facts.secret.some(([first, end]) => first <= move && move < end);
    return this.guided && !this.byValue && others !== 0 && this.moves.some(isSecret);
  }

  /** Return moves with their mean scores in a few playouts to the end. @param {number[]} moves @returns {Scored[]} */
  told(moves) {
    const { telling, told, to_the_end, kept, halves } = this.constants;
    const found = this.results(moves, this.lucks(telling, told), to_the_end);
    return moves.map((move, place) => {
      let total = 0;
      for (let i = 0; i < told; i++) total += found[(place * told + i) * kept + halves];
      return [move, total / told];
    });
  }

  /** The number of random streams of a luck: for the dice and for each seat's choices. */
  get streamsEach() {
    return (1 + this.seats) * (this.byValue ? 2 : 1);
  }

  /** Return so many lucks. @param {number} part @param {number} count */
  lucks(part, count) {
    return streams(this.seed, part, count * this.streamsEach);
  }
}

/** Return the places of values, the greatest first; equals stay in their order. @param {number[]} values */
export function downwards(values) {
  return values.map((_, place) => place).sort((one, other) => values[other] - values[one]);
}
