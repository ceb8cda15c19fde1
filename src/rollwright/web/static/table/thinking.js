// Thinks for the bots of this table, and about hints, in a worker, when the server asks for it: it does so only where this
// browser has the table for itself. Where a page cannot think, the server does.

import { state, table } from "./state.js";

const { engine: ENGINE, search: SEARCH, thinks: VERSION } = table.dataset;

/** @type {import("../engine/remote_engine.js").RemoteEngine | null} */
let engine = null;

/** Return what this page thinks with, if it can think now; a hidden one may be stopped by its browser at any time. */
export const thinksWith = () => (engine && !document.hidden ? VERSION : "");

/** Load the engine once the page is complete and idle. Who saves data, or has no use for it, is spared that. */
export function beginToThink() {
  if (!ENGINE || !SEARCH || state.now.over || savesData()) return;
  const load = () => whenIdle(() => { open(ENGINE, SEARCH).catch(() => {}); }); // an old browser, say, has no modules in workers
  if (document.readyState === "complete") load();
  else addEventListener("load", load);
}

const savesData = () => Boolean(/** @type {any} */ (navigator).connection?.saveData);

/** @param {() => void} work */
function whenIdle(work) {
  if ("requestIdleCallback" in window) requestIdleCallback(work);
  else setTimeout(work);
}

/** Load the engine, and tell the server. @param {string} address @param {string} search */
async function open(address, search) {
  const { RemoteEngine } = await import("../engine/remote_engine.js");
  const opened = new RemoteEngine(address, search);
  await opened.ready;
  engine = opened;
  if (state.connection?.isOpen()) state.connection.ask();
}

/**
 * Answer the server with a bot's choice, or with nothing: then it thinks itself.
 * @param {{ think: number, question: { seat: number, level: string, position: string, seed: string } }} message
 */
export async function think({ think: key, question }) {
  const position = Uint8Array.from(atob(question.position), (sign) => sign.charCodeAt(0));
  const advice = await engine?.ask("advise", { ...question, position }).catch(() => null);
  state.connection?.tell({ thought: key, advice: advice ?? null });
}
