// Sees to games without a connection, in browsers that have fetched them: brings home what was played, and keeps what is
// needed for more of it up to date.

import { fetchAll, keptVersion, offered } from "./bundle.js";
import { sendHome } from "./homecoming.js";
import { KEPT_LOCK } from "./kept_tables.js";

/** Do it once, unless a page of this browser has the games open: that one does it itself. */
export async function keepUp() {
  const isFree = await navigator.locks.request(KEPT_LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) await sendHome();
    return lock !== null;
  });
  if (!isFree) return;
  const kept = await keptVersion(); // without the lock: whoever opens the games meanwhile waits for the fetching alone
  const bundle = kept && await offered();
  if (bundle && bundle.version !== kept) await fetchAll(bundle);
}
