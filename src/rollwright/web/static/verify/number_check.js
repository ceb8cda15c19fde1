// Checks the players' numbers of fair dice: each must be the one that its seat committed to before any was shown.

import { numberCommitment } from "./fair_dice.js";

/**
 * The players' numbers by seat, their commitments (none in an older proof), and the order in which all came.
 * @typedef {{ given: string[], committed: string[], order: string[] }} Numbers
 */

const COMMITTED = /^([0-9a-f]{64}|-)$/;
const STEP = /^(close|(commit|reveal|give) (0|[1-9]\d{0,2}))$/;
const LINES = ["fair-version", "fair-committed", "fair-order"];

/** @param {string | undefined} value */
const parts = (value) => (value ? value.split(",").map((part) => part.trim()) : []);

/**
 * Return the players' numbers of a proof; null if they cannot be read.
 * @param {Record<string, string>} head
 * @param {string[]} given
 * @returns {Numbers | null}
 */
export function readNumbers(head, given) {
  if (!LINES.some((name) => name in head)) return { given, committed: [], order: [] };
  const listed = parts(head["fair-committed"]), order = parts(head["fair-order"]);
  const readable = listed.every((each) => COMMITTED.test(each)) && order.every((step) => STEP.test(step));
  const committed = listed.map((each) => (each === "-" ? "" : each));
  if (head["fair-version"] !== "2" || !readable || listed.length !== given.length || !committed.some(Boolean)) return null;
  return { given, committed, order };
}

/**
 * Return what is wrong with the numbers, if anything is.
 * @param {Numbers} numbers
 * @param {string} commitment that to the seed
 * @returns {{ says: string, values?: Record<string, number> } | null}
 */
export function checkNumbers({ given, committed, order }, commitment) {
  if (!committed.length) return null;
  const seat = given.findIndex((number, at) => number && committed[at] && numberCommitment(commitment, at, number) !== committed[at]);
  if (seat >= 0) return { says: "swapped", values: { seat } };
  return isInOrder(given, committed, order) ? null : { says: "disorder" };
}

/**
 * Say whether all commitments came first, then the closing, and only then any number. Numbers given openly, before there
 * were commitments, come before all of that: later, others could be seen.
 * @param {string[]} given
 * @param {string[]} committed
 * @param {string[]} order
 */
function isInOrder(given, committed, order) {
  const sorted = (/** @type {string[]} */ all) => [...all].sort().join();
  const fitting = (/** @type {string} */ what, /** @type {(seat: number) => unknown} */ fits) => given.flatMap((_, seat) => (fits(seat) ? [`${what} ${seat}`] : []));
  const openly = fitting("give", (seat) => given[seat] && !committed[seat]);
  const steps = order.slice(openly.length), closing = steps.includes("close") ? steps.indexOf("close") : steps.length;
  return new Set(order).size === order.length && sorted(order.slice(0, openly.length)) === sorted(openly)
    && sorted(steps.slice(0, closing)) === sorted(fitting("commit", (seat) => committed[seat]))
    && sorted(steps.slice(closing + 1)) === sorted(fitting("reveal", (seat) => given[seat] && committed[seat]));
}
