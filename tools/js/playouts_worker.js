// The worker of a page's engine, which here also plays whole games and makes playouts of given moves, as bots/playout.py and
// bots/search.py do natively: for tests and measurements. tools/page_playouts.py puts it in the place of the page's own.

import { ABLE } from "/static/engine/engine_worker.js?own";
import { WORDS } from "/static/engine/random_streams.js";

/** @typedef {import("/static/engine/engine.js").Engine} Engine */

/**
 * Play a random game with each of the streams of random numbers. Returns the number of decisions, half points and
 * tie-break value by game and seat, and the bytes of the final positions.
 * @param {Engine} engine
 * @param {number} seats
 * @param {number[][]} options by option and seat
 * @param {ArrayLike<number>} streams
 */
function playGames(engine, seats, options, streams) {
  return engine.within(() => {
    const { max_dice, max_moves, max_decisions } = engine.facts;
    const count = streams.length / WORDS;
    const states = engine.records(count), scores = engine.ints([count, seats, 2]);
    const chosen = engine.ints([options.length, options[0]?.length ?? seats], options.flat());
    const decisions = engine.call(
      "whole_games", states, seats, chosen, engine.ints([count, WORDS], streams),
      engine.ints([max_dice]), engine.ints([max_moves]), scores, max_decisions,
    );
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
 * @param {{ kept: number, to_the_end: number }} facts
 * @param {Uint8Array} position
 * @param {number} seat
 * @param {ArrayLike<number>} moves
 * @param {ArrayLike<number>} lucks
 * @param {Way} way
 */
function tryMoves(engine, { kept, to_the_end }, position, seat, moves, lucks, { guided, cut = to_the_end, weights = [] }) {
  return engine.within(() => {
    const { max_dice, max_moves, max_decisions } = engine.facts;
    const streams = 1 + position[0], count = lucks.length / (streams * WORDS);
    const features = weights[0]?.length ?? 0;
    const found = engine.ints([moves.length, count, kept]);
    engine.call(
      "try_moves", engine.records(1, position), seat, engine.ints([moves.length], moves),
      engine.ints([count, streams, WORDS], lucks), guided, weights.length ? cut : to_the_end,
      engine.ints([weights.length, features], weights.flat()), engine.records(1), engine.ints([streams, WORDS]),
      engine.ints([max_dice]), engine.ints([max_moves]), engine.ints([Math.max(1, features)]), max_decisions, found,
    );
    return engine.numbers(found);
  });
}

ABLE.playGames = ({ engine }, seats, options, luck) => playGames(engine, seats, options, luck);
ABLE.tryMoves = ({ engine, facts }, position, seat, moves, lucks, way) =>
  tryMoves(engine, facts.search, position, seat, moves, lucks, way);
