// The page that a link leads to. What stands behind the # of its address opens a table: it is taken out of the address
// bar at once, sent to the server alone, and not kept.

import { $, fieldOf, get } from "../shared/dom.js";
import { postJson } from "../shared/requests.js";

const form = $("join");
const field = fieldOf(form, "link");
const button = /** @type {HTMLButtonElement} */ (get(form, "button"));

/** @param {string} link */
async function comeIn(link) {
  button.disabled = true;
  $("refusal").hidden = true;
  $("coming").textContent = $("coming").dataset.coming ?? "";
  let refusal = form.dataset.failed ?? "";
  try {
    const response = await postJson("/join", { link });
    const answer = await response.json();
    if (response.ok) return location.replace(answer.address); // the way back leads past this page
    refusal = answer.refused ?? refusal;
  } catch {
    // cut off, or not our server that answers
  }
  $("coming").textContent = "";
  $("refusal").textContent = refusal;
  $("refusal").hidden = false;
  button.disabled = false;
  field.value = link; // so that it can be tried again
  field.focus();
}

function takeFromAddress() {
  const link = location.hash.slice(1);
  if (!link || link === "main") return; // nothing, or the way to the content
  history.replaceState(null, "", location.pathname);
  comeIn(link);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  comeIn(field.value.trim());
});
addEventListener("hashchange", takeFromAddress); // another link, put into the same window's address bar
form.hidden = false;
takeFromAddress();
// Without a secret in the address there is none to protect, and under "no-referrer" the forms at the top would come
// without their origin, which the server wants to see.
document.head.append(Object.assign(document.createElement("meta"), { name: "referrer", content: "same-origin" }));
