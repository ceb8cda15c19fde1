// The page of an invitation link. The part after the # of its address is the invitation's secret: it is removed from the
// address bar at once, posted to the server, and stored nowhere.

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
    if (response.ok) return location.replace(answer.address); // the back button skips this page
    refusal = answer.refused ?? refusal;
  } catch {
    // the response was cut off, or came from another server
  }
  $("coming").textContent = "";
  $("refusal").textContent = refusal;
  $("refusal").hidden = false;
  button.disabled = false;
  field.value = link; // so that the user can retry
  field.focus();
}

function takeFromAddress() {
  const link = location.hash.slice(1);
  if (!link || link === "main") return; // no link, or the skip link to the content
  history.replaceState(null, "", location.pathname);
  comeIn(link);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  comeIn(field.value.trim());
});
addEventListener("hashchange", takeFromAddress); // another link was pasted into the address bar
form.hidden = false;
takeFromAddress();
// Without a secret in the address there is nothing to protect, and with "no-referrer" the browser would send the forms at
// the top without an Origin, which the server requires.
document.head.append(Object.assign(document.createElement("meta"), { name: "referrer", content: "same-origin" }));
