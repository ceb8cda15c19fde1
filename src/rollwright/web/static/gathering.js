// The page of a table whose players are still to come: it shows who sits where, and goes on when the game begins.

const $ = (id) => document.getElementById(id);
const page = $("gathering");
const address = `/table/${page.dataset.table}`;
let state = {};
let boot = "";
let version = 0;
let failures = 0;

const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function refuse(text) {
  $("refusal").textContent = text;
  $("refusal").hidden = !text;
}

function apply(update) {
  const now = update.values.state;
  if (now && now.started !== false) return location.reload(); // the game has begun
  if (update.boot === boot && update.version <= version) return;
  [boot, version] = [update.boot, update.version];
  if ("html/chairs" in update.values) $("chairs").innerHTML = update.values["html/chairs"]; // written by our own server
  if (now) {
    state = now;
    for (const button of page.querySelectorAll("[data-when]")) {
      const wanted = { full: !state.free.length, free: state.free.length > 0, fewer: state.free.length > 0 && state.can_start };
      button.hidden = !wanted[button.dataset.when];
    }
  }
}

async function post(what, body) {
  refuse("");
  try {
    const headers = { "Content-Type": "application/json", Accept: "application/json" };
    const response = await fetch(`${address}/${what}`, { method: "POST", headers, body: JSON.stringify({ ...body, key: newKey() }) });
    const answer = await response.json();
    if (response.ok) return answer;
    refuse(answer.refused);
  } catch {
    refuse(page.dataset.failed);
  }
  return null;
}

function connect() {
  const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${address}/live`);
  socket.onopen = () => socket.send(JSON.stringify({ boot, version }));
  socket.onmessage = (event) => {
    failures = 0;
    refuse("");
    apply(JSON.parse(event.data));
  };
  socket.onclose = (event) => {
    if (event.code === 4004) return refuse(page.dataset.gone);
    failures += 1;
    if (failures > 1) refuse(page.dataset.failed);
    setTimeout(connect, 1000 * Math.min(5, failures / 2));
  };
}

$("sit")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  try { localStorage.setItem(NAME, form.elements.name.value); } catch { /* a browser that keeps nothing */ }
  const choices = {};
  for (const field of form.querySelectorAll("select")) choices[field.name.replace("option-", "")] = field.value;
  if (await post("sit", { seat: Number(form.dataset.seat), name: form.elements.name.value, choices })) location.reload();
});

page.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-do]");
  if (!button) return;
  const { do: what, seat, link, bots } = button.dataset;
  if (what === "copy") {
    const field = button.closest(".link-row").querySelector("input");
    field.select();
    try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand("copy"); } // no clipboard over plain http
    button.textContent = page.dataset.copied;
  } else if (what === "begin") {
    button.disabled = true;
    if (await post("begin", { bots: bots === "1" })) location.reload();
    button.disabled = false;
  } else if (await post(what, { seat: Number(seat), link })) location.reload();
});

// A name that was given once is proposed the next time.
const NAME = "rollwright-name";
const field = $("sit")?.elements.name;
if (field && !field.value) try { field.value = localStorage.getItem(NAME) ?? ""; } catch { /* a browser that keeps nothing */ }

apply(JSON.parse($("start").textContent));
connect();
