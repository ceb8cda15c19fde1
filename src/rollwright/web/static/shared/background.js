// Starts what runs behind the pages: the service worker, which shows an honest page when the server cannot be reached. It
// waits until the page is complete, and browsers that do not know it, or refuse it, lose nothing else.

import { isFramed } from "./frame_socket.js";
import { PLAYS_OFFLINE, recall } from "./storage.js";

const { lang, dataset } = document.documentElement;

async function begin() {
  try {
    await navigator.serviceWorker.register("/service-worker.js", { updateViaCache: "none" });
    const { active } = await navigator.serviceWorker.ready;
    if (recall(PLAYS_OFFLINE)) import("../offline/upkeep.js").then(({ keepUp }) => keepUp());
    active?.postMessage({ look: `${lang} ${dataset.theme ?? ""}` });
  } catch { /* private windows of some browsers refuse it */ }
}

if ("serviceWorker" in navigator && !isFramed) addEventListener("load", begin);
