// The page that holds the app without a connection. The app runs in a worker of this page, and its pages are shown in a
// frame: so Python is started once, and not for each page. What the frame asks for comes here by the service worker.

import { fetchAll, keptVersion, offered } from "./bundle.js";
import { sendHome } from "./homecoming.js";
import { KEPT_LOCK } from "./kept_tables.js";
import { $ } from "../shared/dom.js";

const PATIENCE = 3000; // milliseconds for a page that is being left to give up the games

const start = JSON.parse(document.body.dataset.start ?? "{}");
const frame = $("app");
/** @type {Worker | null} */
let worker = null;

/** Show one of the sentences. @param {"starting-now" | "fetching-now" | "is-open" | "missing" | "failed"} which */
function tell(which, why = "") {
  for (const each of /** @type {const} */ (["starting-now", "fetching-now", "is-open", "missing", "failed"])) $(each).hidden = each !== which;
  $("fetched").hidden = which !== "fetching-now";
  $("why").textContent = why;
}

/** Fetch the files of this page's version, if they are not here. */
async function isHere() {
  if (await keptVersion() === start.version) return true;
  const bundle = await offered();
  if (!bundle || bundle.version !== start.version) {
    tell("missing");
    return false;
  }
  tell("fetching-now");
  await fetchAll(bundle, (part) => { $("fetched").value = part; });
  tell("starting-now");
  return true;
}

async function open() {
  try {
    if (!(await isHere())) return;
    await navigator.serviceWorker.ready;
    await sendHome({ running: false });
    run();
  } catch (fault) {
    tell("failed", String(fault));
  }
}

function run() {
  const { protocol, host } = location;
  const { lang, dataset } = document.documentElement;
  worker = new Worker(new URL("./python_worker.js", import.meta.url), { type: "module" });
  worker.onerror = (event) => tell("failed", event.message);
  worker.onmessage = ({ data }) => (data.ready ? show() : tell("failed", data.fault));
  worker.postMessage({
    sorry: document.body.dataset.sorry,
    start: { files: start.files, engines: start.engines, lock: start.lock, scheme: protocol.slice(0, -1), host, language: lang, theme: dataset.theme ?? "" },
  });
}

/** Show the app, where it was before a reload. */
function show() {
  $("starting").hidden = true;
  frame.hidden = false;
  frame.src = location.hash.startsWith("#/") ? location.hash.slice(1) : "/";
  frame.addEventListener("load", () => {
    const inside = frame.contentWindow;
    if (!inside) return;
    history.replaceState(null, "", `#${inside.location.pathname}${inside.location.search}`);
    document.title = inside.document.title;
  });
}

// What the frame asks for, from the service worker.
navigator.serviceWorker.addEventListener("message", ({ data, ports }) => {
  if (data.ask) worker?.postMessage({ ask: data.ask }, [ports[0]]);
});

// A table in the frame wants a live connection.
addEventListener("message", ({ data, origin, ports }) => {
  if (origin === location.origin && data.live) worker?.postMessage({ live: data.live }, [ports[0]]);
});

navigator.locks.request(KEPT_LOCK, { signal: AbortSignal.timeout(PATIENCE) }, () => {
  open();
  return new Promise(() => {}); // kept until the page is left
}).catch(() => tell("is-open"));
