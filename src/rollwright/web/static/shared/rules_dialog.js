// The rules beside a table or a replay: fetched when they are first opened, as most games are played without them.

import { $, find, get } from "./dom.js";

/** Open the rules by their button, and close them by a click outside. */
export function offerRules() {
  const dialog = $("rules");
  $("rules-open").addEventListener("click", () => void openRules());
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
}

/**
 * Open the rules, at a rule if one is named.
 * @param {string} [rule]
 */
export async function openRules(rule) {
  const dialog = $("rules");
  dialog.showModal();
  await loadRules(get(dialog, ".rules"));
  const place = rule ? find(dialog, `#rule-${rule}`) : null;
  const stated = place?.closest("li, p, tr, h2, h3") ?? place;
  stated?.scrollIntoView({ block: "center" });
  stated?.classList.add("asked-for");
  if (stated) dialog.addEventListener("close", () => stated.classList.remove("asked-for"), { once: true });
}

/**
 * Put the rules in place of the link to their page, which stays where they cannot be had.
 * @param {HTMLElement} place
 */
async function loadRules(place) {
  const link = find(place, "a.rules-page");
  if (!(link instanceof HTMLAnchorElement)) return;
  try {
    const answer = await fetch(link.href);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const found = answer.ok && page.querySelector("article.rules");
    if (found && link.isConnected) place.replaceChildren(...found.children);
  } catch {
    // without a network the link stays, for later
  }
}
