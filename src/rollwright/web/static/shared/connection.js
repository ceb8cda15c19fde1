// The live connection of a page to its table. It reconnects whenever it is lost, and is checked periodically: a phone
// that wakes up, or was out of reach, may hold a dead connection.

import { FrameSocket, isFramed } from "./frame_socket.js";

const PING_INTERVAL = 25_000; // milliseconds between two checks
const ANSWER_TIMEOUT = 8_000; // milliseconds to wait for an answer
const LOST_DELAY = 3_000; // milliseconds before a lost connection is shown: a restarting server is back sooner
const SERVICE_RESTART = 1012; // close code: the server will be back at once
const GONE = 4004; // close code: the table does not exist any more
const OTHER_PAGE = 4009; // close code: the table has another page, as the rules have changed

/**
 * Stay connected to a table for as long as the page is open.
 * @param {string} address
 * @param {{ greeting: () => object, heard: (message: any) => void, lost: () => void, gone: () => void, cutOff?: () => void }} handlers
 *   `greeting` returns what the page has received, `heard` takes a message; `cutOff` is called whenever the connection
 *   ends, `lost` if it does not come back soon, `gone` when the table was deleted
 * @returns {LiveConnection}
 */
export function live(address, { greeting, heard, lost, gone, cutOff = () => {} }) {
  let socket = /** @type {WebSocket | FrameSocket | null} */ (null);
  let failures = 0;
  let waiting = 0; // timer of the answer
  let again = 0; // timer of the next attempt
  let over = false;

  function connect() {
    rest();
    const place = `${address}/live`;
    const mine = isFramed ? new FrameSocket(place) : new WebSocket(location.origin.replace(/^http/, "ws") + place);
    socket = mine;
    waiting = setTimeout(cut, ANSWER_TIMEOUT);
    mine.onopen = ask;
    mine.onmessage = (/** @type {{ data: string }} */ event) => {
      if (mine !== socket) return;
      failures = 0;
      rest();
      heard(JSON.parse(event.data));
    };
    mine.onclose = (/** @type {{ code: number }} */ event) => { if (mine === socket) leave(event.code); };
  }

  // Stop all timers: those of an earlier connection must not end this one, or open a second one.
  function rest() {
    clearTimeout(waiting);
    clearTimeout(again);
    waiting = 0;
  }

  /** @param {number} code */
  function leave(code) {
    socket = null;
    rest();
    cutOff();
    over = code === GONE;
    if (over) return gone();
    if (code === OTHER_PAGE) return location.reload();
    failures += 1;
    if (failures > 1) lost();
    const wait = code === SERVICE_RESTART ? 200 : 1000 * Math.min(5, failures / 2);
    again = setTimeout(connect, wait * (0.5 + Math.random())); // jitter, so that pages do not all reconnect at once
  }

  const isOpen = () => socket?.readyState === WebSocket.OPEN;

  // Ask for an update; the server always answers, so silence means that the connection is dead.
  function ask() {
    socket?.send(JSON.stringify(greeting()));
    waiting ||= setTimeout(cut, ANSWER_TIMEOUT);
  }

  // Send an action, which the server always answers.
  /** @param {object} message */
  function act(message) {
    if (!isOpen()) return false;
    socket?.send(JSON.stringify(message));
    waiting ||= setTimeout(cut, ANSWER_TIMEOUT);
    return true;
  }

  // Send what needs no answer.
  /** @param {object} message */
  function tell(message) {
    if (isOpen()) socket?.send(JSON.stringify(message));
  }

  // Drop a connection without waiting for its close event, which may never come.
  function cut() {
    const old = socket;
    failures += 1;
    leave(0);
    old?.close();
  }

  // Check the connection at once when the network or the page's visibility has changed.
  function look() {
    if (over) return;
    if (isOpen()) ask();
    else if (socket?.readyState !== WebSocket.CONNECTING) connect();
  }

  addEventListener("online", look);
  addEventListener("offline", () => { if (!over && !isFramed) cut(); });
  addEventListener("pageshow", (event) => { if (event.persisted) look(); }); // restored from the back/forward cache
  document.addEventListener("visibilitychange", look);
  setInterval(look, PING_INTERVAL);
  connect();
  return { ask, act, tell, isOpen };
}

/**
 * Return a function that shows whether the connection is lost, ignoring short interruptions.
 * @param {(isLost: boolean) => void} show
 */
export function calmly(show) {
  let waiting = 0;
  return (/** @type {boolean} */ isLost) => {
    if (isLost) waiting ||= setTimeout(show, LOST_DELAY, true);
    else {
      clearTimeout(waiting);
      waiting = 0;
      show(false);
    }
  };
}
