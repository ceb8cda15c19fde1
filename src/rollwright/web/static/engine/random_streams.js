// Streams of random numbers from a seed, the same as those of core/random_stream.py: NumPy's SeedSequence in whole numbers.

const POOL = 4;
export const WORDS = 4; // of a stream
const FIRST_MIXED = 0x43b0d7e5, NEXT_MIXED = 0x931e8875;
const FIRST_DRAWN = 0x8b51f9dd, NEXT_DRAWN = 0x58f38ded;
const LEFT = 0xca01f9dd, RIGHT = 0x4973f715;

/**
 * Return so many random words of 32 bits for a part of a seed.
 * @param {bigint} seed
 * @param {number} part
 * @param {number} count
 */
export function randomWords(seed, part, count) {
  const pool = pooled([...wordsOf(seed), part]);
  const found = new Uint32Array(count);
  let factor = FIRST_DRAWN;
  for (let i = 0; i < count; i++) {
    const word = pool[i % POOL] ^ factor;
    factor = Math.imul(factor, NEXT_DRAWN);
    const drawn = Math.imul(word, factor);
    found[i] = drawn ^ (drawn >>> 16);
  }
  return found;
}

/**
 * Return so many streams, four words each.
 * @param {bigint} seed
 * @param {number} part
 * @param {number} count
 */
export const streams = (seed, part, count) => randomWords(seed, part, WORDS * count);

/** Return the words of a seed, the lowest first. @param {bigint} seed */
function wordsOf(seed) {
  const found = [];
  for (let left = seed; left > 0n || !found.length; left >>= 32n) found.push(Number(left & 0xffffffffn));
  return found;
}

/** Mix words so that each changes all of the pool. @param {number[]} entropy */
function pooled(entropy) {
  let factor = FIRST_MIXED;
  const hashed = (/** @type {number} */ word) => {
    const changed = word ^ factor;
    factor = Math.imul(factor, NEXT_MIXED);
    const product = Math.imul(changed, factor);
    return product ^ (product >>> 16);
  };
  const mixed = (/** @type {number} */ x, /** @type {number} */ y) => {
    const sum = (Math.imul(LEFT, x) - Math.imul(RIGHT, y)) | 0;
    return sum ^ (sum >>> 16);
  };
  const pool = Array.from({ length: POOL }, (_, i) => hashed(entropy[i] ?? 0));
  for (let from = 0; from < POOL; from++) {
    for (let to = 0; to < POOL; to++) if (from !== to) pool[to] = mixed(pool[to], hashed(pool[from]));
  }
  for (const word of entropy.slice(POOL)) for (let to = 0; to < POOL; to++) pool[to] = mixed(pool[to], hashed(word));
  return pool;
}
