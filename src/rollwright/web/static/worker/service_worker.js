// Runs behind the pages. It shows an honest page when the server cannot be reached, and tells whose turn it is when no page
// is open. Pages always come from the server: only what the offline page needs is kept, by addresses that change with it.
// The server writes `BUILT` before this text.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const CACHE = `rollwright-${BUILT.version}`;
const KEPT = new Set(BUILT.files);
const LOOK = "/offline/look"; // under which it is noted in which language and theme the offline page was fetched
const PLAY = "/offline/play"; // the page that holds the games without a connection, in a cache that pages fill
const GAMES = "rollwright-games-";
const FILES = /^\/(offline\/files|static|engine)\//;
let mayBePlaying = true; // until it is known that no page holds the games
const TABLE = /^[\w-]{1,64}$/;

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll([BUILT.offline, ...BUILT.files]);
  await worker.skipWaiting(); // no page depends on the worker that it began with
}

/** Forget what earlier versions kept, and serve the pages that are open. */
async function takeOver() {
  const old = (await caches.keys()).filter((name) => name.startsWith("rollwright-") && !name.startsWith(GAMES) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

worker.clients.matchAll({ type: "window", includeUncontrolled: true }).then((open) => { mayBePlaying = open.some(holdsGames); });

worker.addEventListener("fetch", (event) => {
  const { request, clientId } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.destination === "iframe") event.respondWith(askGames(request)); // no page of the server is ever framed
  else if (request.method === "GET" && request.mode === "navigate") event.respondWith(pageOf(request, pathname));
  else if (request.method === "GET" && (KEPT.has(pathname) || FILES.test(pathname))) event.respondWith(fileOf(request));
  else if (mayBePlaying && request.mode !== "navigate") event.respondWith(framed(clientId, request));
});

/**
 * Ask the app in the page if a page in its frame asks, and else the server.
 * @param {string} clientId
 * @param {Request} request
 */
async function framed(clientId, request) {
  const client = await worker.clients.get(clientId);
  return client?.frameType === "nested" ? askGames(request) : fetch(request);
}

/**
 * Have a request answered by the app that runs in an open page, without the server.
 * @param {Request} request
 * @returns {Promise<Response>}
 */
async function askGames(request) {
  const { pathname, search } = new URL(request.url);
  const body = request.method === "GET" ? null : await request.arrayBuffer();
  const ask = { method: request.method, address: pathname + search, headers: [...request.headers], body };
  const open = (await worker.clients.matchAll({ type: "window", includeUncontrolled: true })).filter(holdsGames);
  const answered = open.map((client) => new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    client.postMessage({ ask }, [port2]);
  }));
  if (!answered.length) return Response.error();
  const { sorry, status, headers, body: content } = await Promise.race(answered); // only one of them runs the app
  if (!status) return new Response(sorry, { status: 500 });
  return new Response([204, 303, 304, 307].includes(status) ? null : content, { status, headers });
}

/** @param {Client} client */
const holdsGames = (client) => new URL(client.url).pathname === PLAY;

/**
 * Return a page from the server, whatever it answers. Only if nothing answers: the page that holds the games, if it was
 * asked for, or else the offline page.
 * @param {Request} request
 * @param {string} pathname
 */
async function pageOf(request, pathname) {
  if (pathname === PLAY) mayBePlaying = true;
  try {
    return await fetch(request);
  } catch (fault) {
    const offline = (pathname === PLAY && await caches.match(PLAY)) || await caches.match(BUILT.offline);
    if (!offline) throw fault;
    return offline;
  }
}

/** @param {Request} request */
const fileOf = async (request) => (await caches.match(request)) ?? fetch(request);

// A page tells its language and theme, so that the offline page is kept as the reader wants to see it.
worker.addEventListener("message", (event) => {
  const look = event.data?.look;
  if (typeof look === "string") event.waitUntil(keepLook(look));
});

/** @param {string} look */
async function keepLook(look) {
  if (!(await caches.has(CACHE))) return; // a newer worker has taken over
  const cache = await caches.open(CACHE);
  const known = await (await cache.match(LOOK))?.text();
  if (known === look) return;
  try {
    await cache.add(BUILT.offline);
    await cache.put(LOOK, new Response(look));
  } catch { /* the server cannot be reached: the next page tells it again */ }
}

worker.addEventListener("push", (event) => event.waitUntil(tell(event.data)));

/**
 * Show what the server has sent: whose turn it is at which table. Browsers want something shown for every message.
 * @param {PushMessageData | null} data
 */
async function tell(data) {
  const { title, body, table } = data?.json() ?? {};
  if (!TABLE.test(table)) return;
  const shown = { body, tag: table, icon: BUILT.icon, badge: BUILT.icon, data: { table } };
  await worker.registration.showNotification(title, shown);
}

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(`/table/${event.notification.data.table}`));
});

/**
 * Show a table: in the window where it is open, or else in a new one, with what this browser knows of it.
 * @param {string} address
 */
async function open(address) {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const found = windows.find((each) => new URL(each.url).pathname === address);
  await (found ? found.focus() : worker.clients.openWindow(address));
}
