// The page about playing without a connection. It is shown when the server cannot be reached, too, from what was kept.

import { dropAll, fetchAll, keptVersion, offered } from "./bundle.js";
import { playedTables } from "./kept_tables.js";
import { $, make } from "../shared/dom.js";

const MEGA = 1_000_000;

/** Show the parts that are true now. */
async function look() {
  const [kept, bundle] = [await keptVersion(), await offered()];
  const isOnline = bundle !== null || (await fetch("/health").catch(() => null))?.ok === true;
  const wanted = !isOnline || location.pathname !== "/offline"; // another page was wanted, and can be tried again
  $("is-offline").hidden = $("unreachable").hidden = !wanted;
  $("is-online").hidden = wanted;
  $("here").hidden = kept === null;
  $("drop-line").hidden = !isOnline;
  $("not-here").hidden = kept !== null || bundle === null;
  $("not-offered").hidden = kept !== null || bundle !== null || !isOnline;
  await tellRefused().catch(() => {}); // this browser keeps nothing
  if (!bundle) return;
  const size = $("how-large");
  size.textContent = (size.dataset.say ?? "").replace("{sent}", told(bundle.size)).replace("{kept}", told(bundle.kept));
}

/** Tell which games the server did not take when they were brought, and why. */
async function tellRefused() {
  const box = $("not-taken"), titles = JSON.parse(box.dataset.titles ?? "{}"), lines = [];
  for (const [id, played] of await playedTables()) {
    if (typeof played === "string") continue;
    const line = make("li"), link = make("a", titles[played.game] ?? played.game);
    link.href = `/offline/play#/table/${id}`;
    line.append(link, `: ${played.refused}`);
    lines.push(line);
  }
  $("refused").replaceChildren(...lines);
  box.hidden = !lines.length;
}

/** @param {number} bytes */
const told = (bytes) => Math.ceil(bytes / MEGA).toLocaleString(document.documentElement.lang);

async function get() {
  $("fetch").disabled = true;
  $("fetch-failed").hidden = true;
  $("fetching").hidden = $("fetched").hidden = false;
  try {
    const bundle = await offered();
    if (!bundle) throw new Error("There is nothing to fetch.");
    await navigator.storage?.persist?.(); // else a browser may drop it when it needs room
    await fetchAll(bundle, (part) => { $("fetched").value = part; });
  } catch {
    $("fetch-failed").hidden = false;
  }
  $("fetch").disabled = false;
  $("fetching").hidden = $("fetched").hidden = true;
  await look();
}

$("fetch").addEventListener("click", get);
$("drop").addEventListener("click", async () => {
  await dropAll();
  await look();
});
addEventListener("online", look);
addEventListener("offline", look);
look();
