// Checks a record's fair dice: every face must follow from the seed that was committed to before the first roll, and
// every player's number must be the one that they committed to before any was shown.

import { face, hex, sha256, unhex } from "./fair_dice.js";
import { checkNumbers, readNumbers } from "./number_check.js";

/**
 * A row for every roll of a record, with what is wrong with it.
 * @typedef {{ says: string, line: number, roll?: string, die?: number, face?: number, right?: number }} Wrong
 * @typedef {{ line: number, faces: number[], right: number[], round: number, roller: number, sides: number[], wrong?: Wrong }} Row
 */

/**
 * A verdict on a record: the name of a sentence, and its values.
 * @typedef {object} Finding
 * @property {string} says
 * @property {Row[]} rows
 * @property {Record<string, string | number | undefined>} [values]
 * @property {string[]} [names]
 * @property {string} [commitment]
 * @property {string[]} [given]
 * @property {number[]} [givers]
 * @property {string[]} [committed]
 */

/** @param {string | undefined} value */
const parts = (value) => (value ? value.split(",").map((part) => part.trim()) : []);

/**
 * Return what a record says about its dice; null for a text that is not a record.
 * @param {string} text
 */
function readRecord(text) {
  /** @type {Record<string, string>} */
  const head = {};
  /** @type {{ line: number, faces: number[] }[]} */
  const dice = [];
  let begun = false, over = false;
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/);
  lines.map((line) => line.trim()).forEach((line, at) => {
    if (!line || line.startsWith("#")) return;
    const colon = line.indexOf(":");
    if (colon >= 0 && !begun) { head[line.slice(0, colon).trim()] = line.slice(colon + 1).trim(); return; }
    begun = true;
    const [first, ...rest] = line.split(/\s+/);
    if (first === "dice") dice.push({ line: at + 1, faces: rest.map((said) => (/^\d{1,4}$/.test(said) ? Number(said) : 0)) });
    if (first === "score") over = true;
  });
  if (head.rollwright !== "1") return null;
  return { head, dice, over, names: parts(head.names), seats: Number(head.seats) };
}

const SECRET = /^[0-9a-f]{64}$/;
const NONCE = /^([0-9a-f]{1,64}|-)$/;
const ROLL = /^(\d{1,4})\.(\d{1,4})\.(\d{1,4}):([1-9]\d{0,3}(?:\+[1-9]\d{0,3})*)$/;

/**
 * Check a record.
 * @param {string} text
 * @returns {Finding}
 */
export function check(text) {
  const record = readRecord(text);
  if (!record) return { says: "no_record", rows: [] };
  const { head, dice, over, names } = record;
  if (!Object.keys(head).some((name) => name.startsWith("fair-"))) return { says: "no_proof", rows: [] };
  const commitment = head["fair-commitment"] ?? "", seed = head["fair-seed"], nonces = parts(head["fair-nonces"]);
  const readable = SECRET.test(commitment) && (seed === undefined || SECRET.test(seed)) && nonces.every((nonce) => NONCE.test(nonce));
  const numbers = readNumbers(head, nonces.map((nonce) => (nonce === "-" ? "" : nonce)));
  if (!readable || nonces.length !== record.seats || !numbers) return { says: "bad_proof", rows: [] };
  if (seed === undefined) return { says: over ? "no_seed" : "not_over", rows: [] };
  if (hex(sha256(unhex(seed))) !== commitment) return { says: "other_seed", rows: [] };
  const { given, committed } = numbers, unfit = checkNumbers(numbers, commitment);
  if (unfit) return { ...unfit, rows: [], names };
  const rows = checkRolls(dice, parts(head["fair-rolls"]), unhex(seed), given.join(","));
  const wrong = rows.find((row) => row.wrong)?.wrong;
  const result = { rows, names, commitment, given, committed, givers: given.flatMap((nonce, seat) => (nonce ? [seat] : [])) };
  if (wrong) return { ...result, says: wrong.says, values: { ...wrong } };
  if (!over) return { ...result, says: "cut" };
  return { ...result, says: "proven", values: { dice: rows.reduce((sum, row) => sum + row.faces.length, 0), rolls: rows.length } };
}

/**
 * Compare every roll with the seed; each roller's dice in a round are numbered consecutively.
 * @param {{ line: number, faces: number[] }[]} dice
 * @param {string[]} listed
 * @param {Uint8Array} seed
 * @param {string} nonces
 */
function checkRolls(dice, listed, seed, nonces) {
  const counted = new Map();
  /** @type {Row[]} */
  const rows = [];
  let last = 0;
  for (let at = 0; at < Math.max(dice.length, listed.length); at += 1) {
    const { line, faces } = dice[at] ?? { line: 0, faces: [] };
    const told = ROLL.exec(listed[at] ?? "");
    /** @type {Row} */
    const row = { line, faces, right: [], round: 0, roller: 0, sides: [] };
    rows.push(row);
    if (!told || !line) { row.wrong = { says: line ? "not_listed" : "too_many", line, roll: listed[at] ?? "" }; continue; }
    const [round, roller, first] = told.slice(1, 4).map(Number), key = `${round}/${roller}`, before = counted.get(key) ?? 0;
    Object.assign(row, { round, roller, sides: told[4].split("+").map(Number) });
    row.right = row.sides.map((sides, place) => face(seed, `${nonces}/${key}/${first + place}`, sides));
    counted.set(key, before + row.sides.length);
    const die = row.right.findIndex((right, place) => right !== faces[place]);
    if (first !== before || round < last) row.wrong = { says: "gap", line, roll: listed[at] };
    else if (faces.length !== row.sides.length) row.wrong = { says: "not_listed", line, roll: listed[at] };
    else if (die >= 0) row.wrong = { says: "differs", line, die: die + 1, face: faces[die], right: row.right[die] };
    last = round;
  }
  return rows;
}
