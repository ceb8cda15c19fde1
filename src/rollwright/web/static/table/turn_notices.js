// Tells a player that it is their turn: by the page itself while it is open but not looked at, and by the browser's push
// service when it is closed, if the server does that. Off until it is switched on for this table.

import { $ } from "../shared/dom.js";
import { postJson } from "../shared/requests.js";
import { keep, recall } from "../shared/storage.js";
import { address, state, table, words } from "./state.js";

const KEPT = `rollwright-notices${address}`;
const title = document.title;
const serverKey = table.dataset.push ?? "";

let wanted = recall(KEPT) === "on";
let isReached = false; // whether the server has an address by which it reaches this browser when the page is closed
let isBusy = false;

const canNotify = () => "Notification" in window && isSecureContext;
const isOn = () => wanted && canNotify() && Notification.permission === "granted";

/**
 * Show or hide the switch; it is for players at tables with others, as long as the game goes on.
 * @param {TableState} now
 */
export function showNotices(now) {
  const offered = now.open && now.seats?.length > 0 && !now.over && canNotify();
  $("notify").hidden = $("notify-state").hidden = !offered;
  if (offered) draw();
}

function draw() {
  $("notify").setAttribute("aria-pressed", String(isOn()));
  $("notify-state").textContent = stateText();
}

/** Say what is so: refused by the browser, off, on, or on only while the page is open, and why. */
function stateText() {
  if (Notification.permission === "denied") return words.notify_refused;
  if (!isOn()) return serverKey ? words.notify_off : words.notify_not_offered;
  if (isReached) return words.notify_on;
  return serverKey ? words.notify_unreached : words.notify_open_only;
}

/** Notify of the player's turn, from a page that is open but not looked at. */
export async function notifyTurn() {
  if (!isOn()) return;
  const shown = { body: title, tag: table.dataset.table, data: { table: table.dataset.table } };
  try {
    const note = new Notification(words.your_turn, shown);
    note.onclick = () => { focus(); note.close(); };
  } catch { // on some phones only what runs behind the pages may notify
    const behind = await navigator.serviceWorker?.getRegistration();
    await behind?.showNotification(words.your_turn, shown);
  }
}

/** @param {string} text */
const asBytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

/** Subscribe at the browser's push service, by the server's key; an older key is replaced. */
async function subscribed() {
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: asBytes(serverKey) };
  try {
    return await pushManager.subscribe(options);
  } catch (fault) {
    const old = await pushManager.getSubscription();
    if (!old) throw fault;
    await old.unsubscribe();
    return pushManager.subscribe(options);
  }
}

/** Give the server the address of this browser; note whether it has one. */
async function reach() {
  isReached = false;
  if (!serverKey || !("serviceWorker" in navigator) || !("PushManager" in window)) return;
  try {
    const { endpoint, keys } = (await subscribed()).toJSON();
    const answer = await postJson(`${address}/push`, { on: true, endpoint, p256dh: keys?.p256dh, auth: keys?.auth });
    isReached = (await answer.json()).on === true;
  } catch { /* the browser has no push service, or cannot reach it */ }
}

async function switchOn() {
  await Notification.requestPermission();
  wanted = Notification.permission === "granted";
  if (wanted) await reach();
}

async function switchOff() {
  wanted = isReached = false;
  if (!serverKey) return;
  await postJson(`${address}/push`, { on: false }).then((answer) => answer.json()).catch(() => null); // other tables may use the browser's address
}

$("notify").addEventListener("click", async () => {
  if (isBusy) return;
  isBusy = true;
  await (isOn() ? switchOff() : switchOn());
  keep(KEPT, wanted ? "on" : "off");
  isBusy = false;
  draw();
});

// What a push service knows may have changed since the last visit, and another server may have taken over.
if (isOn()) reach().then(() => showNotices(state.now));
