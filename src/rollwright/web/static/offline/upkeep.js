// Sees to games without a connection, in browsers that have fetched them: brings home what was played, and keeps what is
// needed for more of it up to date.

import { fetchAll, keptVersion, offered } from "./bundle.js";
import { sendHome } from "./homecoming.js";

/** Do it once, unless a page of this browser has the games open: that one does it itself. */
export async function keepUp() {
  await navigator.locks.request("rollwright-games", { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    await sendHome();
    const kept = await keptVersion();
    const bundle = kept && await offered();
    if (bundle && bundle.version !== kept) await fetchAll(bundle);
  });
}
