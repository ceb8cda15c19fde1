// Whole random games, and playouts of moves, by a game's engine: what bots/playout.py and bots/search.py do natively.

import { Engine } from "./engine.js";

const STUCK = -1;
const WORDS = 4;
const KEPT = 3;
export const TO_THE_END = -1;

/**
 * Play a random game with each of the streams of random numbers, four words each. Returns the number of decisions, half
 * points and tie-break value by game and seat, and the bytes of the final positions.
 * @param {Engine} engine
 * @param {number} seats
 * @param {number[][]} options by option and seat
 * @param {ArrayLike<number>} streams
 */
export function playGames(engine, seats, options, streams) {
  return engine.within(() => {
    const { max_dice, max_moves, max_decisions } = engine.facts;
    const count = streams.length / WORDS;
    const states = engine.records(count), scores = engine.ints([count, seats, 2]);
    const chosen = engine.ints([options.length, options[0]?.length ?? seats], options.flat());
    const decisions = engine.call(
      "whole_games", states, seats, chosen, engine.ints([count, WORDS], streams),
      engine.ints([max_dice]), engine.ints([max_moves]), scores, max_decisions,
    );
    if (decisions === STUCK) throw new Error("A game did not end.");
    return { decisions, scores: engine.numbers(scores), states: engine.bytes(states).slice() };
  });
}

/**
 * How playouts are made: whether the guide is followed, after how many rolls they are cut short, and the learned weights
 * by stage and feature that value them then.
 * @typedef {{ guided: boolean, cut?: number, weights?: number[][] }} Way
 */

/**
 * Make one playout of each move with each of the lucks, which have 1 + seats streams each. Returns, by move and luck, the
 * worth, the half points and the share of the victory for the seat.
 * @param {Engine} engine
 * @param {Uint8Array} position
 * @param {number} seat
 * @param {ArrayLike<number>} moves
 * @param {ArrayLike<number>} lucks
 * @param {Way} way
 */
export function tryMoves(engine, position, seat, moves, lucks, { guided, cut = TO_THE_END, weights = [] }) {
  return engine.within(() => {
    const { max_dice, max_moves, max_decisions } = engine.facts;
    const streams = 1 + position[0], count = lucks.length / (streams * WORDS);
    const features = weights[0]?.length ?? 0;
    const found = engine.ints([moves.length, count, KEPT]);
    engine.call(
      "try_moves", engine.records(1, position), seat, engine.ints([moves.length], moves),
      engine.ints([count, streams, WORDS], lucks), guided, weights.length ? cut : TO_THE_END,
      engine.ints([weights.length, features], weights.flat()), engine.records(1), engine.ints([streams, WORDS]),
      engine.ints([max_dice]), engine.ints([max_moves]), engine.ints([Math.max(1, features)]), max_decisions, found,
    );
    return engine.numbers(found);
  });
}
