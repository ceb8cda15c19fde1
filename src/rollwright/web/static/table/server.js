// Communication with the server: requests that are retried until they arrive, and the live connection.

import { $ } from "../shared/dom.js";
import { calmly, live } from "../shared/connection.js";
import { getJson, postJson, randomHex } from "../shared/requests.js";
import { fill } from "../shared/words.js";
import { announce, notice } from "./announcements.js";
import { heardTime } from "./clock.js";
import { keepFocus } from "./focus.js";
import { redraw, redrawn } from "./redraw.js";
import { speed } from "./speed.js";
import { address, state, table, words } from "./state.js";
import { think, thinksWith } from "./thinking.js";

/** @type {((update: Update) => void)[]} */
const receivers = [];

/**
 * Register a receiver of the server's updates.
 * @param {(update: Update) => void} receive
 */
export const onUpdate = (receive) => { receivers.push(receive); };

/** @param {Update} update */
const apply = (update) => receivers.forEach((receive) => receive(update));

/** @param {number} seconds */
const pause = (seconds) => new Promise((done) => { setTimeout(done, 1000 * seconds); });

const TRIES = 20; // with a busy server, before a request is given up

/** @param {number} status */
const isBusy = (status) => status === 429 || status >= 500;

/**
 * Post a request; it is retried with the same key when the connection is lost, so that nothing is done twice.
 * @param {string} what
 * @param {object} body
 * @param {boolean} quietly
 * @param {() => boolean} isDue whether to try again, after a pause, what the server was too busy for
 * @returns {Promise<any>} the answer, or null if it was refused
 */
export async function post(what, body, quietly = false, isDue = () => false) {
  const { seen } = state;
  const sent = { ...body, ...seen, key: randomHex() };
  if (LIVE.has(what)) {
    const answer = await actLive(what, sent);
    if (answer) return told(answer.refused, sent) ? null : answer;
  }
  for (let attempt = 1; ; attempt += 1) {
    let response;
    try {
      response = await postJson(`${address}/${what}`, sent);
    } catch {
      lost(true);
      await pause(Math.min(5, attempt / 2));
      continue;
    }
    heardTime(Date.parse(response.headers.get("date") ?? ""));
    const answer = await response.json().catch(() => null);
    if (response.ok && !answer) continue; // the response was cut off: retry with the same key
    if (state.connection?.isOpen()) lost(false);
    if (response.ok) {
      if (answer.gone) location.href = "/tables"; // this browser has left the table
      if (quietly) apply(answer);
      return answer;
    }
    if (isBusy(response.status) && attempt < TRIES && isDue()) {
      await pause(Math.min(5, attempt));
      if (isDue()) continue;
    }
    if (!quietly) told(answer?.refused ?? fill(words.failed, { reason: response.status }), sent);
    return null;
  }
}

/**
 * Show why a request was refused, unless another sheet is shown by now; return whether it was refused.
 * @param {string | undefined} refusal
 * @param {{ show: number, opened: number }} sent
 */
function told(refusal, sent) {
  if (refusal && sent.show === state.seen.show && sent.opened === state.seen.opened) notice(refusal);
  return Boolean(refusal);
}

const LIVE = new Set(["play", "roll", "correct", "undo"]); // sent over the live connection, while there is one

/**
 * The action that was sent over the live connection and has no answer yet.
 * @type {{ number: number, answer: ActionAnswer | null, resolve: (answer: ActionAnswer | null) => void } | null}
 */
let acting = null;
let actions = 0;

/**
 * Send an action over the live connection; return its answer when the update that follows it is shown, or null if there
 * is no connection, or it ended before the answer came.
 * @param {string} what
 * @param {object} body
 * @returns {Promise<ActionAnswer | null>}
 */
function actLive(what, body) {
  actions += 1;
  const number = actions;
  return new Promise((resolve) => {
    acting = { number, answer: null, resolve };
    if (!state.connection?.act({ ...body, do: what, action: number })) settle(null);
  });
}

/** @param {ActionAnswer | null} answer */
function settle(answer) {
  acting?.resolve(answer);
  acting = null;
}

/**
 * Take a message of the live connection: the answer to an action, or an update.
 * @param {any} message
 */
function heard(message) {
  lost(false);
  if ("think" in message) return think(message);
  if ("action" in message) {
    if (message.now) heardTime(message.now);
    if (!acting || message.action !== acting.number) return;
    if (message.refused) settle(message);
    else acting.answer = message; // the update follows
    return;
  }
  if (acting?.answer) setFree(); // so that everything is drawn once, as it is after the action
  apply(message);
  if (acting?.answer) settle(acting.answer);
}

let drawnBefore = 0; // how often everything had been drawn when people were let act again

/** Let people act again: what was sent is done, or refused. */
function setFree() {
  drawnBefore = redrawn.count;
  state.busy = false;
  state.picks = [];
  state.pending = null;
  table.removeAttribute("aria-busy");
}

/**
 * Send an action to the table and show its result; return whether it was done.
 * @param {string} what
 * @param {object} body
 */
export async function send(what, body) {
  if (state.busy) return false;
  const focused = document.activeElement;
  state.busy = true;
  state.hovered = state.pointed = null; // no preview right after a click
  notice("");
  table.setAttribute("aria-busy", "true");
  redraw();
  const answer = await post(what, body);
  if (state.busy) setFree();
  if (answer && !("action" in answer)) apply(answer);
  if (redrawn.count === drawnBefore) redraw(); // no update has done it
  keepFocus(focused);
  return answer !== null;
}

export async function look() {
  if (state.connection?.isOpen()) return state.connection.ask();
  try {
    const response = await getJson(`${address}/view`, state.seen);
    if (response.ok) apply(await response.json());
  } catch { lost(true); }
}

const lost = calmly(showLost);

/** @param {boolean} isLost */
function showLost(isLost) {
  if (state.gone || $("lost").hidden === !isLost) return;
  $("lost").hidden = !isLost;
  $("lost").textContent = isLost ? words.lost : "";
  if (!isLost) announce(words.back);
}

export function connect() {
  state.connection = live(address, {
    greeting: () => ({ ...state.seen, speed: speed(), thinks: thinksWith() }),
    heard,
    cutOff: () => settle(null),
    lost: () => lost(true),
    gone: () => {
      showLost(true);
      state.gone = true;
      $("lost").textContent = words.gone;
    },
  });
}
