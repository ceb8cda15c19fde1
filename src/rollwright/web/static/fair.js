// The arithmetic of fair dice, worked out here: on a plain http address browsers keep their own back (crypto.subtle).
// rollwright.core.dice.FairDice says the same in Python, and rollwright.records how a record is written.

const ROUNDS = new Uint32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);
const BEGIN = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
const BLOCK = 64;

const turned = (word, by) => (word >>> by) | (word << (32 - by));

// SHA-256, as FIPS 180-4 writes it down.
export function sha256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  const state = Uint32Array.from(BEGIN), words = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += BLOCK) {
    for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i += 1) {
      const near = words[i - 15], far = words[i - 2];
      const small = turned(near, 7) ^ turned(near, 18) ^ (near >>> 3);
      words[i] = words[i - 16] + small + words[i - 7] + (turned(far, 17) ^ turned(far, 19) ^ (far >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i += 1) {
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i]) | 0;
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] += word; });
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setUint32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

const joined = (one, other) => { const both = new Uint8Array(one.length + other.length); both.set(one); both.set(other, one.length); return both; };

// HMAC-SHA256, as RFC 2104 writes it down; the key is no longer than a block.
export function hmac(key, message) {
  const pad = (by) => Uint8Array.from({ length: BLOCK }, (_, i) => (key[i] ?? 0) ^ by);
  return sha256(joined(pad(0x5c), sha256(joined(pad(0x36), message))));
}

export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));

// The face of one die: values that would favour the low faces are rejected.
export function face(seed, name, sides) {
  const all = 1n << 64n, fair = all - (all % BigInt(sides));
  for (let attempt = 0; ; attempt += 1) {
    const digest = hmac(seed, new TextEncoder().encode(`${name}/${attempt}`));
    const value = new DataView(digest.buffer).getBigUint64(0);
    if (value < fair) return Number(value % BigInt(sides)) + 1;
  }
}

const parts = (value) => (value ? value.split(",").map((part) => part.trim()) : []);

// What a record says of its dice, and nothing else of the game; null for a text that is no record.
export function readRecord(text) {
  const head = {}, dice = [];
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

// Check a record; return what to say of it, by name and values, and a row for every roll.
export function check(text) {
  const record = readRecord(text);
  if (!record) return { says: "no_record", rows: [] };
  const { head, dice, over, names } = record;
  if (!Object.keys(head).some((name) => name.startsWith("fair-"))) return { says: "no_proof", rows: [] };
  const commitment = head["fair-commitment"] ?? "", seed = head["fair-seed"], nonces = parts(head["fair-nonces"]);
  const readable = SECRET.test(commitment) && (seed === undefined || SECRET.test(seed)) && nonces.every((nonce) => NONCE.test(nonce));
  if (!readable || nonces.length !== record.seats) return { says: "bad_proof", rows: [] };
  if (seed === undefined) return { says: over ? "no_seed" : "not_over", rows: [] };
  if (hex(sha256(unhex(seed))) !== commitment) return { says: "other_seed", rows: [] };
  const given = nonces.map((nonce) => (nonce === "-" ? "" : nonce));
  const rows = checkRolls(dice, parts(head["fair-rolls"]), unhex(seed), given.join(","));
  const wrong = rows.find((row) => row.wrong);
  const result = { rows, names, commitment, given, givers: given.flatMap((nonce, seat) => (nonce ? [seat] : [])) };
  if (wrong) return { ...result, says: wrong.wrong.says, values: wrong.wrong };
  if (!over) return { ...result, says: "cut" };
  return { ...result, says: "proven", values: { dice: rows.reduce((sum, row) => sum + row.faces.length, 0), rolls: rows.length } };
}

// Compare every roll with what follows from the seed; each roller's dice of a round are counted without a gap.
function checkRolls(dice, listed, seed, nonces) {
  const counted = new Map(), rows = [];
  let last = 0;
  for (let at = 0; at < Math.max(dice.length, listed.length); at += 1) {
    const { line, faces } = dice[at] ?? { line: 0, faces: [] };
    const told = ROLL.exec(listed[at] ?? "");
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
