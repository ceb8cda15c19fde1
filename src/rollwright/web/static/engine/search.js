// Chooses a seat's move, as `advise` of bots/search.py does: the same position, level and seed give the same advice, as long
// as the time suffices. Only the order of things is written here a second time; what counts is done by the engine.

import { Engine } from "./engine.js";
import { rankedPlans } from "./secret_plans.js";
import { Thought } from "./thought.js";

/**
 * The chosen move, its expected score in half points, the next best moves with theirs, and the number of playouts.
 * @typedef {{ move: number, halves: number, others: import("./thought.js").Scored[], playouts: number }} Advice
 */

/**
 * Choose a move within a level's playouts, or until its time is up.
 * @param {Engine} engine
 * @param {import("./thought.js").SearchFacts} facts
 * @param {import("./thought.js").Question & { level: string, seconds?: number }} question
 * @returns {Advice}
 */
export function advise(engine, facts, question) {
  return engine.within(() => {
    const level = facts.levels[question.level];
    const deadline = performance.now() + 1000 * (question.seconds ?? level.seconds);
    const thought = new Thought(engine, facts, question, level);
    if (!thought.candidates.length) throw new Error(`Seat ${question.seat} is not waited for.`);
    const now = engine.call("score", thought.root, thought.seat);
    const [only, ...rest] = thought.moves;
    if (!rest.length) return { move: only, halves: now, others: [], playouts: 0 };
    thought.order(level.overlooks, deadline);
    return chosen(thought, level, now, deadline);
  });
}

/**
 * @param {Thought} thought
 * @param {import("./thought.js").Level} level
 * @param {number} now the seat's present score
 * @param {number} deadline
 * @returns {Advice}
 */
function chosen(thought, { playouts, overlooks, considers }, now, deadline) {
  const { least, shown, to_the_end } = thought.constants;
  const guides = thought.moves[0];
  const inSecret = playouts > 0 && !overlooks && thought.isInSecret;
  let ranked;
  if (inSecret) ranked = rankedPlans(thought, playouts, deadline);
  else {
    const most = Math.max(2, Math.floor(playouts / least));
    thought.narrow(considers ? Math.min(most, considers) : most);
    ranked = playouts ? halved(thought, guides, playouts, deadline) : [];
  }
  if (!ranked.length) return { move: guides, halves: now, others: [], playouts: thought.playouts };
  const isWorth = inSecret || (thought.cut !== to_the_end && thought.seats > 1); // which is no score
  if (isWorth) ranked = thought.told(ranked.slice(0, 1 + shown).map(([move]) => move));
  const [[move, halves], ...others] = ranked.slice(0, 1 + shown);
  return { move, halves, others, playouts: thought.playouts };
}

/**
 * Return the candidates, best first, with their mean scores: the guide's favourite first if none is surely better.
 * Returns nothing if time was up before the first playout.
 * @param {Thought} thought
 * @param {number} guides
 * @param {number} playouts
 * @param {number} deadline
 */
function halved(thought, guides, playouts, deadline) {
  /** @type {import("./thought.js").Scored[]} */
  const dropped = [];
  const rounds = Math.max(1, 32 - Math.clz32(thought.candidates.length - 1));
  for (let round = 0; round < rounds; round++) {
    const each = Math.max(1, Math.floor(playouts / (rounds * thought.candidates.length)));
    const inTime = thought.playOut(each, deadline);
    dropped.unshift(...thought.drop(Math.floor((thought.candidates.length + 1) / 2), thought.guided ? guides : null));
    if (!inTime) break;
  }
  const best = thought.means();
  if (best.length && thought.guided && best[0][0] !== guides) {
    const place = thought.moves.indexOf(guides);
    if (!thought.leads(place)) best.unshift(...best.splice(place, 1));
  }
  return [...best, ...dropped];
}
