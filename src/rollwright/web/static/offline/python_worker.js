// The worker in which the app runs without a connection: Python, started from a snapshot of its memory.
//
// Only here may WebAssembly be compiled: the server sends this script with a policy of its own.

import { Bridge } from "../engine/bridge.js";
import { openEngine } from "../engine/engine.js";
import { keepTables, keptFile, playedTables } from "./kept_tables.js";

const PAGE = 65536;

/** @type {Promise<any> | null} */
let running = null;

/** What is said when the app cannot answer. */
let sorry = "";

/**
 * What the page says to start the app.
 * @typedef {{ files: string, engines: Record<string, string>, lock: string }} Start besides, what is said of the reader
 */

/**
 * Load Python with its memory, and open the app on what the browser has kept.
 * @param {Start} start
 */
async function open({ files, engines, lock, ...reader }) {
  const [{ loadPyodide }, { default: create }, memory, saved, left] = await Promise.all([
    import(`${files}pyodide.mjs`),
    import(`${files}pyodide.asm.mjs`),
    fetch(`${files}memory.bin`).then((found) => found.arrayBuffer()),
    keptFile(),
    playedTables(),
  ]);
  const snapshot = new Uint8Array(memory);
  const python = await loadPyodide({
    indexURL: files,
    lockFileContents: lock,
    env: { PYTHONOPTIMIZE: "2" },
    stdLibURL: `${files}nothing.zip`,
    _loadSnapshot: snapshot,
    createPyodideModule: (/** @type {any} */ settings) => create(withRoomFor(snapshot, settings)),
  });
  const heap = () => python._module.HEAPU8;
  const browser = {
    /** @param {any} content @param {any} played */
    keep: (content, played) => keepTables(content.toJs(), JSON.parse(played)),
    /** @param {string} game */
    engine: async (game) => new Bridge(await openEngine(engines[game]), heap),
  };
  python.pyimport("rollwright.offline.warm_start").write_files();
  const page = python.pyimport("rollwright.offline.page_app");
  const unbrought = Object.fromEntries(left.map(([id, played]) => [id, typeof played === "string" ? "" : played.refused]));
  return page.open_app(saved, browser, JSON.stringify(reader), JSON.stringify(unbrought));
}

/**
 * Make the memory of a new Python as large as the snapshot that is going to fill it.
 * @param {Uint8Array} snapshot
 * @param {any} settings
 */
function withRoomFor(snapshot, settings) {
  const instantiate = settings.instantiateWasm;
  settings.instantiateWasm = (/** @type {any} */ imports, /** @type {any} */ done) =>
    instantiate(imports, (/** @type {WebAssembly.Instance} */ instance, /** @type {WebAssembly.Module} */ module) => {
      const memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
      const missing = Math.ceil((snapshot.length - memory.buffer.byteLength) / PAGE);
      if (missing > 0) memory.grow(missing);
      done(instance, module);
    });
  return settings;
}

/**
 * Answer a request of a page.
 * @param {{ method: string, address: string, headers: [string, string][], body: ArrayBuffer | null }} asked
 * @param {MessagePort} port
 */
async function answer({ method, address, headers, body }, port) {
  try {
    const app = await running;
    const found = await app.answer(method, address, JSON.stringify(headers), body ? new Uint8Array(body) : undefined);
    const [status, told, content] = found.toJs();
    found.destroy();
    port.postMessage({ status, headers: JSON.parse(told), body: content }, [content.buffer]);
  } catch (fault) {
    console.error(fault); // a reader could do nothing with it
    port.postMessage({ sorry });
  }
}

/**
 * Connect a page to its table.
 * @param {string} address
 * @param {MessagePort} port
 */
async function connect(address, port) {
  const app = await running;
  const connection = app.connect(
    address,
    (/** @type {string} */ text) => port.postMessage({ text }),
    (/** @type {number} */ code) => port.postMessage({ code }),
  );
  port.onmessage = ({ data }) => (data.text === undefined ? connection.leave() : connection.hear(data.text));
  port.postMessage({ open: true });
}

self.addEventListener("message", async ({ data, ports: [port] }) => {
  if (data.ask) return answer(data.ask, port);
  if (data.live) return connect(data.live, port);
  sorry = data.sorry;
  running = open(data.start);
  try {
    await running;
    postMessage({ ready: true });
  } catch (fault) {
    postMessage({ fault: String(fault) });
  }
});
