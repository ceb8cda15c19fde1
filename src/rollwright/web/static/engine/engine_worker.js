// The worker that runs a game's engine: it does one thing after another, while the page stays free to move.
//
// Only here may WebAssembly be compiled: the server sends this script with a policy of its own.

import { openEngine } from "./engine.js";
import { judgeChoice, timePlayouts, valueSums, walk } from "./measure.js";
import { advise } from "./search.js";

/** @typedef {{ engine: import("./engine.js").Engine, facts: any }} Opened an engine, and what its search goes by */

/** What can be asked for; each takes what was opened first. @type {Record<string, (opened: Opened, ...given: any[]) => any>} */
export const ABLE = {
  advise: ({ engine, facts }, question) => advise(engine, facts, question),
  walk: ({ engine }, start, steps) => walk(engine, start, steps),
  timePlayouts: ({ engine, facts }, positions) => timePlayouts(engine, facts, positions),
  valueSums: ({ engine, facts }, position, seed, playouts, drawn) => valueSums(engine, facts, position, seed, playouts, drawn),
  judgeChoice: ({ engine, facts }, choice) => judgeChoice(engine, facts, choice),
};

/** @type {Promise<Opened> | null} */
let opened = null;

/** @param {string} engine the address of the engine @param {string} search of what its search goes by */
async function open(engine, search) {
  const facts = fetch(search).then((answer) => answer.json());
  return { engine: await openEngine(engine), facts: await facts };
}

self.addEventListener("message", async (/** @type {MessageEvent} */ { data }) => {
  const { key, name, given } = data;
  try {
    if (name === "open") opened = open(given[0], given[1]);
    const ready = await opened;
    postMessage({ key, answer: name === "open" ? null : ABLE[name](/** @type {Opened} */ (ready), ...given) });
  } catch (fault) {
    postMessage({ key, fault: String(fault) });
  }
});
