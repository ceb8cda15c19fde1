// What a browser fetches to play without a connection: all files of a version, in a cache of their own.

import { keep, PLAYS_OFFLINE } from "../shared/storage.js";

const CACHES = "rollwright-games-";
const LOCK = "rollwright-fetching"; // under which one page of this browser fetches, and the others wait for what it has
export const ABOUT = "/offline/bundle";

/** @typedef {{ version: string, size: number, kept: number, files: string[] }} Bundle */

/** Return the version that is complete in this browser, or null. @returns {Promise<string | null>} */
export async function keptVersion() {
  for (const name of (await caches.keys()).filter((each) => each.startsWith(CACHES))) {
    if (await (await caches.open(name)).match(ABOUT)) return name.slice(CACHES.length);
  }
  return null;
}

/** Return what the server has; null if it cannot be reached, or has nothing. @returns {Promise<Bundle | null>} */
export async function offered() {
  try {
    const found = await fetch(ABOUT, { cache: "no-cache" });
    return found.ok ? await found.json() : null;
  } catch {
    return null;
  }
}

/**
 * Fetch all files of a version, unless they are here, and then drop those of others.
 * @param {Bundle} bundle
 * @param {(part: number) => void} progress is told which part of the bytes is here
 */
export async function fetchAll(bundle, progress = () => {}) {
  keep(PLAYS_OFFLINE, "1");
  await navigator.locks.request(LOCK, async () => {
    if (await keptVersion() !== bundle.version) await fetchMissing(bundle, progress);
  });
}

/** @param {Bundle} bundle @param {(part: number) => void} progress */
async function fetchMissing(bundle, progress) {
  const name = CACHES + bundle.version;
  const cache = await caches.open(name);
  let here = 0;
  for (const address of bundle.files) {
    if (address.startsWith("/static/") || address.startsWith("/engine/") || !(await cache.match(address))) {
      const found = await fetch(address, { cache: address.startsWith("/offline/") ? "default" : "no-cache" });
      if (!found.ok) throw new Error(`${address}: ${found.status}`);
      const content = await counted(found, (bytes) => progress(Math.min(1, (here += bytes) / bundle.kept)));
      await cache.put(address, content);
    }
  }
  await cache.put(ABOUT, new Response(JSON.stringify(bundle)));
  const old = (await caches.keys()).filter((each) => each.startsWith(CACHES) && each !== name);
  await Promise.all(old.map((each) => caches.delete(each)));
}

/** Drop all that was fetched. */
export async function dropAll() {
  const names = (await caches.keys()).filter((each) => each.startsWith(CACHES));
  await Promise.all(names.map((each) => caches.delete(each)));
}

/**
 * Return the same answer, whose bytes are counted as they arrive.
 * @param {Response} found
 * @param {(bytes: number) => void} count
 */
async function counted(found, count) {
  const counting = new TransformStream({
    transform(part, out) {
      count(part.length);
      out.enqueue(part);
    },
  });
  const headers = new Headers(found.headers);
  headers.delete("Content-Encoding"); // it is decoded by now
  headers.delete("Content-Length");
  return new Response(found.body?.pipeThrough(counting), { headers });
}
