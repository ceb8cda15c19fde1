// Measures what positions and moves of a finished game are worth, as `Measure` of bots/analysis/measuring.py does. It adds up
// whole numbers only: the server makes values, losses and words of them.

import { Engine } from "./engine.js";
import { streams, WORDS } from "./random_streams.js";
import { downwards } from "./thought.js";

/** A roll, or a seat's move. @typedef {{ faces?: number[], seat?: number, move?: number }} Step */

/** What came of the playouts of a move: see `Tally` of bots/analysis/measuring.py. @typedef {[move: number, halves: number, share: number, behind: [number, number][]]} Tally */

/**
 * Return the positions of a game, before its first step and after each.
 * @param {Engine} engine
 * @param {Uint8Array} start
 * @param {Step[]} steps
 */
export function walk(engine, start, steps) {
  return engine.within(() => {
    const here = engine.records(1, start), positions = [start];
    for (const { faces, seat = 0, move = 0 } of steps) {
      if (faces) engine.within(() => engine.call("roll", here, engine.ints([faces.length], faces)));
      else engine.call("play", here, seat, move);
      positions.push(engine.bytes(here).slice());
    }
    return positions;
  });
}

/**
 * Return each seat's sums of half points and of shares of the victory, over so many playouts from a position.
 * @param {Engine} engine
 * @param {import("./thought.js").SearchFacts} facts
 * @param {Uint8Array} position
 * @param {string} seed
 * @param {number} playouts
 * @param {number[]} drawn the numbers of each stream that belong to what was played before
 * @returns {[halves: number, share: number][]}
 */
export function valueSums(engine, facts, position, seed, playouts, drawn) {
  return engine.within(() => {
    const { kept, halves, share } = facts.search, seats = position[0], { max_dice, max_moves, max_decisions } = engine.facts;
    const found = engine.ints([playouts, seats, kept]);
    engine.call(
      "from_here", engine.records(1, position), lucksOf(engine, seed, facts.measure.first, playouts, seats),
      engine.ints([1 + seats], drawn), facts.guided, engine.records(1), engine.ints([1 + seats, WORDS]),
      engine.ints([max_dice]), engine.ints([max_moves]), engine.ints([1]), max_decisions, found,
    );
    const all = engine.numbers(found);
    return Array.from({ length: seats }, (_, seat) => {
      const total = (/** @type {number} */ kind) => summed(all, seat * kept + kind, seats * kept);
      return [total(halves), total(share)];
    });
  });
}

/**
 * Return the seconds of a playout, on average over some positions.
 * @param {Engine} engine
 * @param {import("./thought.js").SearchFacts} facts
 * @param {Uint8Array[]} positions
 */
export function timePlayouts(engine, facts, positions) {
  const { probe } = facts.measure;
  let spent = 0;
  for (const position of positions) {
    const drawn = new Array(1 + position[0]).fill(0);
    valueSums(engine, facts, position, "0", 1, drawn);
    const before = performance.now();
    valueSums(engine, facts, position, "0", probe, drawn);
    spent += (performance.now() - before) / 1000 / probe;
  }
  return spent / positions.length;
}

/**
 * Return how many moves a seat had, and what came of those that matter; null if it had only one.
 * @param {Engine} engine
 * @param {import("./thought.js").SearchFacts} facts
 * @param {{ position: Uint8Array, seat: number, played: number, seed: string, playouts: number }} choice
 * @returns {{ count: number, tallies: Tally[] } | null}
 */
export function judgeChoice(engine, facts, { position, seat, played, seed, playouts }) {
  return engine.within(() => {
    const root = engine.records(1, position), listed = engine.ints([engine.facts.max_moves]);
    engine.call("conceal", root, seat);
    const count = engine.call("legal", root, seat, listed);
    if (count < 2) return null;
    const trial = new Trial(engine, facts, root, seat, position[0]);
    const moves = trial.narrowed(Array.from(engine.numbers(listed).subarray(0, count)), played);
    const best = trial.searched(moves, played, seed, playouts);
    const lines = best[0] === played ? best.map((move) => ({ move, start: root, last: move })) : trial.followed(best, seed, playouts);
    return { count, tallies: trial.tallied(lines, lucksOf(engine, seed, facts.measure.afresh, playouts, trial.seats)) };
  });
}

/** A move that is measured, and from where: see `Line` of bots/analysis/measuring.py. @typedef {{ move: number, start: import("./engine.js").Area, last: number }} Line */

/** The playouts of one decision. */
class Trial {
  /**
   * @param {Engine} engine
   * @param {import("./thought.js").SearchFacts} facts
   * @param {import("./engine.js").Area} root
   * @param {number} seat
   * @param {number} seats
   */
  constructor(engine, facts, root, seat, seats) {
    this.engine = engine;
    this.facts = facts;
    this.root = root;
    this.seat = seat;
    this.seats = seats;
  }

  /** Keep the guide's favourites, if there are too many moves to try, and the one that was made. @param {number[]} moves @param {number} played */
  narrowed(moves, played) {
    const { wide } = this.facts.measure;
    if (moves.length <= wide) return moves;
    return [played, ...this.favourites(this.root, moves).slice(0, wide).filter((move) => move !== played)];
  }

  /** Return moves in the order in which the guide likes them. @param {import("./engine.js").Area} root @param {number[]} moves */
  favourites(root, moves) {
    const { engine } = this;
    const weights = engine.within(() => {
      const found = engine.ints([moves.length]);
      engine.call("weigh", root, this.seat, engine.ints([moves.length], moves), found);
      return Array.from(engine.numbers(found));
    });
    return downwards(weights).map((place) => moves[place]);
  }

  /**
   * Return the best moves by a first round of playouts, best first, and the one that was made.
   * @param {number[]} moves
   * @param {number} played
   * @param {string} seed
   * @param {number} playouts
   */
  searched(moves, played, seed, playouts) {
    const { searching, shown, first } = this.facts.measure;
    const all = searching * playouts, size = (1 + this.seats) * WORDS;
    const lucks = streams(BigInt(seed), first, all * (1 + this.seats));
    const rounds = Math.max(1, 32 - Math.clz32(moves.length - 1) - 1);
    let begun = 0, left = moves;
    for (;;) {
      const each = Math.max(1, Math.floor(all / (rounds * left.length)));
      const from = begun + each <= all ? begun : 0;
      begun += each;
      const worths = this.worths(this.root, left, lucks.subarray(from * size, (from + each) * size));
      left = downwards(worths).map((place) => left[place]);
      if (left.length <= shown) return left.includes(played) ? left : [...left, played];
      left = left.slice(0, Math.max(shown, Math.floor((left.length + 1) / 2)));
    }
  }

  /**
   * Return the moves with what the seat best does next, the best line first.
   * @param {number[]} moves
   * @param {string} seed
   * @param {number} playouts
   */
  followed(moves, seed, playouts) {
    const { following, next } = this.facts.measure;
    const half = Math.max(1, Math.floor((following * playouts) / 4));
    const lucks = streams(BigInt(seed), next, 3 * half * (1 + this.seats));
    const lines = moves.map((move) => this.line(move, lucks, half));
    return downwards(lines.map(({ worth }) => worth)).map((place) => lines[place]);
  }

  /**
   * Return a move with the best next one of its seat, and the sum of its worths in `half` playouts. The next moves are
   * tried in twice as many, and the best two of them in those that tell the worth.
   * @param {number} move
   * @param {Uint32Array} lucks
   * @param {number} half
   * @returns {Line & { worth: number }}
   */
  line(move, lucks, half) {
    const { engine, root, seat } = this, { followed } = this.facts.measure, size = (1 + this.seats) * WORDS;
    const after = engine.records(1, engine.bytes(root).slice());
    engine.call("play", after, seat, move);
    let start = root, found = [move];
    if ((engine.call("waiting", after) >> seat) & 1) {
      start = after;
      found = engine.within(() => {
        const listed = engine.ints([engine.facts.max_moves]), count = engine.call("legal", after, seat, listed);
        return Array.from(engine.numbers(listed).subarray(0, count));
      });
    }
    if (found.length > followed) found = this.favourites(start, found).slice(0, followed);
    if (found.length > 1) {
      const each = Math.max(1, Math.floor((2 * half) / found.length));
      const tried = this.worths(start, found, lucks.subarray(half * size, (half + each) * size));
      found = downwards(tried).slice(0, 2).map((place) => found[place]);
    }
    const worths = this.worths(start, found, lucks.subarray(0, half * size)), [best] = downwards(worths);
    return { move, start, last: found[best], worth: worths[best] };
  }

  /** Return the sums of the worths of moves. @param {import("./engine.js").Area} root @param {number[]} moves @param {Uint32Array} lucks */
  worths(root, moves, lucks) {
    const { engine } = this, { kept, worth } = this.facts.search;
    return engine.within(() => {
      const count = lucks.length / WORDS / (1 + this.seats);
      const found = this.results(root, moves, engine.ints([count, 1 + this.seats, WORDS], lucks));
      return moves.map((_, place) => summed(found.subarray(place * count * kept, (place + 1) * count * kept), worth, kept));
    });
  }

  /**
   * Add up playouts of moves, and how far each stayed behind the first one: in shares, in half points, and in its lead.
   * @param {Line[]} lines
   * @param {import("./engine.js").Area} lucks
   * @returns {Tally[]}
   */
  tallied(lines, lucks) {
    const { kept, worth, halves, share } = this.facts.search, { worth_in_lead, share_in_lead } = this.facts.measure;
    const rows = lines.map(({ start, last }) => this.results(start, [last], lucks)), size = lucks.shape[0] * kept;
    const lead = (/** @type {Float64Array} */ row, /** @type {number} */ i) => worth_in_lead * row[i + worth] - share_in_lead * row[i + share];
    /** @type {((row: Float64Array, i: number) => number)[]} */
    const kinds = [(row, i) => row[i + share], (row, i) => row[i + halves], lead];
    return lines.map(({ move }, place) => {
      const behind = kinds.map((kind) => {
        let total = 0, squares = 0;
        for (let i = 0; i < size; i += kept) {
          const lost = kind(rows[0], i) - kind(rows[place], i);
          total += lost;
          squares += lost * lost;
        }
        return /** @type {[number, number]} */ ([total, squares]);
      });
      return [move, summed(rows[place], halves, kept), summed(rows[place], share, kept), behind];
    });
  }

  /**
   * Return what came of playouts after each of these moves, with the same lucks for all.
   * @param {import("./engine.js").Area} root
   * @param {number[]} moves
   * @param {import("./engine.js").Area} lucks
   * @returns {Float64Array}
   */
  results(root, moves, lucks) {
    const { engine, seat, seats, facts } = this, { max_dice, max_moves, max_decisions } = engine.facts;
    return engine.within(() => {
      const found = engine.ints([moves.length, lucks.shape[0], facts.search.kept]);
      engine.call(
        "try_moves", root, seat, engine.ints([moves.length], moves), lucks, facts.guided, facts.search.to_the_end,
        engine.ints([0, 0]), engine.records(1), engine.ints([1 + seats, WORDS]), engine.ints([max_dice]),
        engine.ints([max_moves]), engine.ints([1]), max_decisions, found,
      );
      return engine.numbers(found);
    });
  }
}

/**
 * @param {Engine} engine
 * @param {string} seed
 * @param {number} part
 * @param {number} playouts
 * @param {number} seats
 */
function lucksOf(engine, seed, part, playouts, seats) {
  return engine.ints([playouts, 1 + seats, WORDS], streams(BigInt(seed), part, playouts * (1 + seats)));
}

/** Add up every so many numbers from one on. @param {Float64Array} numbers @param {number} from @param {number} step */
function summed(numbers, from, step) {
  let total = 0;
  for (let i = from; i < numbers.length; i += step) total += numbers[i];
  return total;
}
