// Search where several seats act at once and in secret: whole plans of all of them are tried against each other. It is
// `SecretPlans` of bots/secret_plans.py; plans are written, drawn and matched by the engine.

import { streams, WORDS } from "./random_streams.js";
import { downwards, Thought } from "./thought.js";

/**
 * Try plans in so many playouts, or as many as there is time for; return their first moves, best first.
 * @param {Thought} thought
 * @param {number} playouts
 * @param {number} deadline
 */
export function rankedPlans(thought, playouts, deadline) {
  const { engine, seats, root, seat, work, luck, sides, listed, noted, limit } = thought;
  const { plans: count, longest, least_trials, at_once, planning, trying } = thought.facts.plans;
  const stream = engine.ints([WORDS], streams(thought.seed, planning, 1));
  const plans = engine.ints([seats, count, longest]), regrets = engine.ints([seats, count]);
  engine.call("write_plans", root, stream, work, listed, plans, regrets);
  const aTrial = count * bits(thought.waiting);
  const trials = Math.max(least_trials, Math.floor(playouts / aTrial)), atOnce = Math.max(1, Math.floor(at_once / aTrial));
  const lucks = thought.lucks(trying, trials), size = lucks.length / trials;
  /** The worth of each plan of the seat, by trial. @type {Float64Array[]} */
  const worths = [];
  while (worths.length < trials && performance.now() < deadline) {
    const some = lucks.subarray(worths.length * size, (worths.length + atOnce) * size), tried = some.length / size;
    engine.within(() => {
      const found = engine.ints([seats, tried, count]);
      engine.call(
        "match_plans", root, seat, false, stream, engine.ints([tried, thought.streamsEach, WORDS], some), thought.cut,
        thought.weights, work, luck, sides, listed, noted, limit, plans, regrets, engine.ints([seats]), found,
      );
      const all = engine.numbers(found);
      for (let i = 0; i < tried; i++) worths.push(all.slice((seat * tried + i) * count, (seat * tried + i + 1) * count));
    });
    thought.playouts += tried * aTrial;
  }
  const firstMoves = engine.numbers(plans).filter((_, i) => Math.floor(i / (count * longest)) === seat && i % longest === 0);
  return ranked(worths, firstMoves, thought.constants.value_unit);
}

/**
 * Return first moves, best first, with the mean worth of their best plan in half points. Early trials, in which nobody
 * has learned yet, do not count. Returns nothing if there was no time for a trial.
 * @param {Float64Array[]} worths
 * @param {Float64Array} firstMoves
 * @param {number} unit
 * @returns {import("./thought.js").Scored[]}
 */
function ranked(worths, firstMoves, unit) {
  const counted = worths.slice(Math.floor(worths.length / 4));
  if (counted.length < 2) return [];
  const means = Array.from(firstMoves, (_, plan) => counted.reduce((total, each) => total + each[plan], 0) / counted.length / unit);
  /** @type {Map<number, number>} */
  const best = new Map();
  for (const plan of downwards(means)) if (!best.has(firstMoves[plan])) best.set(firstMoves[plan], means[plan]);
  return [...best];
}

/** Return how many bits are set. @param {number} mask */
function bits(mask) {
  let found = 0;
  for (let left = mask; left; left &= left - 1) found += 1;
  return found;
}
