// The page that a link leads to. What stands behind the # of its address opens a table: it is taken out of the address
// bar at once, sent to the server alone, and not kept.

const $ = (id) => document.getElementById(id);
const form = $("join");
const field = form.elements.link;
const button = form.querySelector("button");

async function comeIn(link) {
  button.disabled = true;
  $("refusal").hidden = true;
  $("coming").textContent = $("coming").dataset.coming;
  let refusal = form.dataset.failed;
  try {
    const headers = { "Content-Type": "application/json", Accept: "application/json" };
    const answer = await fetch("/join", { method: "POST", headers, body: JSON.stringify({ link }) });
    const told = await answer.json();
    if (answer.ok) return location.replace(told.address); // the way back leads past this page
    refusal = told.refused ?? refusal;
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
