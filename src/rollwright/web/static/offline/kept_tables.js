// What the browser keeps of games without a connection: the file of the store, in parts of which only those are written
// that have changed, and the logs of tables that the server is to have. Both change together, or not at all.

/** The lock under which one page of this browser has them to itself: while it has the games open, or brings them home. */
export const KEPT_LOCK = "rollwright-games";

const NAME = "rollwright", FILE = "file", PLAYED = "played", SIZE = "size";
const PART = 16384;

/** The file as it was kept last. @type {Uint8Array} */
let last = new Uint8Array();

/** @returns {Promise<IDBDatabase>} */
function database() {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore(FILE);
      opening.result.createObjectStore(PLAYED);
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

/** @template T @param {IDBRequest<T>} asked @returns {Promise<T>} */
const found = (asked) => new Promise((resolve, reject) => {
  asked.onsuccess = () => resolve(asked.result);
  asked.onerror = () => reject(asked.error);
});

/** @param {IDBTransaction} change @returns {Promise<void>} */
const done = (change) => new Promise((resolve, reject) => {
  change.oncomplete = () => resolve();
  change.onabort = change.onerror = () => reject(change.error);
});

/** Return the file that was kept, if any was. */
export async function keptFile() {
  const kept = await database();
  const parts = kept.transaction(FILE).objectStore(FILE);
  const size = await found(parts.get(SIZE));
  last = new Uint8Array(size ?? 0);
  for (let at = 0; at < last.length; at += PART) last.set(await found(parts.get(at)), at);
  return size ? last : undefined;
}

/**
 * Keep the file, and what has changed of the tables that the server is to have; null for one that it need not have.
 * @param {Uint8Array} file
 * @param {Record<string, string | null>} played
 */
export async function keepTables(file, played) {
  const kept = await database();
  const change = kept.transaction([FILE, PLAYED], "readwrite", { durability: "strict" });
  const parts = change.objectStore(FILE), tables = change.objectStore(PLAYED);
  for (let at = 0; at < file.length; at += PART) {
    const part = file.subarray(at, at + PART);
    if (!same(part, last.subarray(at, at + PART))) parts.put(part.slice(), at);
  }
  for (let at = Math.ceil(file.length / PART) * PART; at < last.length; at += PART) parts.delete(at);
  parts.put(file.length, SIZE);
  for (const [table, log] of Object.entries(played)) {
    if (log === null) tables.delete(table);
    else tables.put(log, table);
  }
  try {
    await done(change);
  } finally {
    kept.close();
  }
  last = file;
}

/**
 * What is kept of a table that the server is to have: its log as it is sent, or why the server does not take it.
 * @typedef {string | { refused: string, game: string }} Played
 */

/** Return what is kept of the tables that the server does not have, by their ids. @returns {Promise<[string, Played][]>} */
export async function playedTables() {
  const kept = await database();
  const tables = kept.transaction(PLAYED).objectStore(PLAYED);
  const [ids, logs] = [await found(tables.getAllKeys()), await found(tables.getAll())];
  kept.close();
  return ids.map((id, place) => [String(id), logs[place]]);
}

/**
 * Forget a table that the server has, unless it was played on meanwhile.
 * @param {string} id
 * @param {string} sent
 */
export const forgetPlayed = (id, sent) => after(id, sent, (tables) => tables.delete(id));

/**
 * Note why the server does not take a table, so that it is not sent again; it stays here.
 * @param {string} id
 * @param {string} sent
 * @param {string} refused the server's sentence
 */
export const refusePlayed = (id, sent, refused) =>
  after(id, sent, (tables) => tables.put({ refused, game: JSON.parse(sent).events[0].game }, id));

/**
 * @param {string} id
 * @param {string} sent
 * @param {(tables: IDBObjectStore) => void} then is done if the table is as it was sent
 */
async function after(id, sent, then) {
  const kept = await database();
  const change = kept.transaction(PLAYED, "readwrite");
  const tables = change.objectStore(PLAYED);
  if (await found(tables.get(id)) === sent) then(tables);
  await done(change);
  kept.close();
}

/** @param {Uint8Array} one @param {Uint8Array} other */
function same(one, other) {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
