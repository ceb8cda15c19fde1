// The live connection of a page to its table. It is made again whenever it is lost, and asked now and then whether it still
// is one: a phone that comes out of a tunnel, or wakes up, may hold a connection at whose other end there is nobody.

const PULSE = 25_000; // milliseconds between two questions
const PATIENCE = 8_000; // for an answer
const CALM = 3_000; // for which nobody is told that the connection is lost: a server that restarts is back sooner
const RESTARTS = 1012; // the code of a server that will be back at once
const GONE = 4004; // the code for a table that is not there any more

/**
 * Connect to a table, for as long as the page is open.
 * @param {string} address
 * @param {{ greeting: () => object, heard: (update: any) => void, lost: () => void, gone: () => void }} handlers
 *   `greeting` says what the page has seen, `heard` takes what is new; `lost` and `gone` are told what has become of it
 * @returns {LiveConnection}
 */
export function live(address, { greeting, heard, lost, gone }) {
  let socket = /** @type {WebSocket | null} */ (null);
  let failures = 0;
  let waiting = 0; // for an answer
  let again = 0; // until the next try
  let over = false;

  function connect() {
    rest();
    const mine = new WebSocket(`${location.origin.replace(/^http/, "ws")}${address}/live`);
    socket = mine;
    waiting = setTimeout(cut, PATIENCE);
    mine.onopen = ask;
    mine.onmessage = (event) => {
      if (mine !== socket) return;
      failures = 0;
      rest();
      heard(JSON.parse(event.data));
    };
    mine.onclose = (event) => { if (mine === socket) leave(event.code); };
  }

  // Stop all timers: what was begun for an earlier connection must not end this one, nor make a second one.
  function rest() {
    clearTimeout(waiting);
    clearTimeout(again);
    waiting = 0;
  }

  /** @param {number} code */
  function leave(code) {
    socket = null;
    rest();
    over = code === GONE;
    if (over) return gone();
    failures += 1;
    if (failures > 1) lost();
    const wait = code === RESTARTS ? 200 : 1000 * Math.min(5, failures / 2);
    again = setTimeout(connect, wait * (0.5 + Math.random())); // not all pages in the same moment
  }

  const isOpen = () => socket?.readyState === WebSocket.OPEN;

  // Ask what is new; an answer always comes, or else nobody is there any more.
  function ask() {
    socket?.send(JSON.stringify(greeting()));
    waiting ||= setTimeout(cut, PATIENCE);
  }

  // Give a connection up without waiting for its end, which may never be told.
  function cut() {
    const old = socket;
    failures += 1;
    leave(0);
    old?.close();
  }

  // Something has changed around us: see at once whether the connection has.
  function look() {
    if (over) return;
    if (isOpen()) ask();
    else if (socket?.readyState !== WebSocket.CONNECTING) connect();
  }

  addEventListener("online", look);
  addEventListener("offline", () => { if (!over) cut(); });
  addEventListener("pageshow", (event) => { if (event.persisted) look(); }); // brought back as it was
  document.addEventListener("visibilitychange", look);
  setInterval(look, PULSE);
  connect();
  return { ask, isOpen };
}

/**
 * Show that the connection is lost, or that it is back; but not if it is back within a moment.
 * @param {(isLost: boolean) => void} show
 */
export function calmly(show) {
  let waiting = 0;
  return (/** @type {boolean} */ isLost) => {
    if (isLost) waiting ||= setTimeout(show, CALM, true);
    else {
      clearTimeout(waiting);
      waiting = 0;
      show(false);
    }
  };
}
