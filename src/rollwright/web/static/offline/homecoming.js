// Brings games that were played without a connection to the server, which checks every roll and move of them.

import { forgetPlayed, playedTables, refusePlayed } from "./kept_tables.js";
import { postJson } from "../shared/requests.js";

const BROUGHT = "/offline/brought";
const HAS_IT = 200, NEVER = 422;

/**
 * Send what the server does not have yet, one table after another; say how many it has taken. Games that go on are then
 * continued there.
 */
export async function sendHome({ running = true } = {}) {
  let taken = 0;
  try {
    for (const [id, log] of await playedTables()) {
      if (!log || typeof log !== "string" || (!running && !JSON.parse(log).over)) continue;
      const answer = await postJson(BROUGHT, JSON.parse(log));
      if (answer.status === HAS_IT) taken += 1;
      if (answer.status === HAS_IT) await forgetPlayed(id, log);
      if (answer.status === NEVER) await refusePlayed(id, log, (await answer.json()).refused);
    }
  } catch { /* there is no connection, or this browser keeps nothing: the next page tries again */ }
  return taken;
}
