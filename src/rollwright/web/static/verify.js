// The page that checks a finished game's fair dice. It sends nothing anywhere: what is pasted stays in this tab.

import { check } from "./fair.js";

const $ = (id) => document.getElementById(id);
const words = JSON.parse($("words").textContent);
const KEPT = "rollwright-record"; // a table's page may leave its record here; it outlives a change of language
const SEEN = "rollwright-seen";
const say = (name, values = {}) => words[name].replace(/{(\w+)}/g, (_, place) => values[place] ?? "");

function make(tag, text = "", kind = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

// What this browser itself saw and gave before the first roll, if it played this game: the table's page has left it.
function seenBefore(text) {
  try {
    const seen = JSON.parse(sessionStorage.getItem(SEEN) ?? "null");
    return seen?.text.trim() === text.trim() ? seen : null;
  } catch { return null; }
}

const kept = () => { try { return sessionStorage.getItem(KEPT) ?? ""; } catch { return ""; } }; // storage may be forbidden
const keep = (text) => { try { sessionStorage.setItem(KEPT, text); } catch { /* then it is not kept */ } };

function show() {
  const text = $("record").value;
  keep(text);
  const seen = seenBefore(text);
  const found = compared(check(text), seen);
  const proven = found.says === "proven";
  $("verdict").className = `verdict ${proven ? "proven" : "not-proven"}`;
  $("verdict").replaceChildren(make("span", proven ? "✓" : "✗", "sign"), make("p", say(found.says, found.values)));
  $("verdict").firstChild.ariaHidden = "true";
  $("further").replaceChildren(...(proven ? further(found, seen) : []));
  $("rolls").hidden = !found.rows.length;
  $("rows").replaceChildren(...found.rows.map((row) => drawRow(row, found.names)));
  $("result").hidden = false;
}

// A proof that is sound is none if it is not the one that this browser was shown.
function compared(found, seen) {
  if (found.says !== "proven" || !seen) return found;
  if (seen.commitment !== found.commitment) return { ...found, says: "other_commitment" };
  return found.given.includes(seen.nonce) ? found : { ...found, says: "not_added" };
}

function further(found, seen) {
  const givers = found.givers.map((seat) => player(seat, found.names)).join(", ");
  const sum = make("code", found.commitment);
  const compare = make("li", say(seen ? "seen" : "compare"));
  compare.append(" ", sum);
  return [compare, make("li", givers ? say("givers", { names: givers }) : say("nobody")), make("li", say("rules"))];
}

const player = (seat, names) => names[seat] || say("player", { n: seat + 1 });

function drawRow(row, names) {
  const drawn = make("tr");
  const of = row.sides.length ? [row.round || "–", player(row.roller, names)] : ["–", "–"];
  drawn.append(make("td", row.line || "–", "number"), make("td", of[0], "number"), make("td", of[1], "who"));
  const dice = make("td", "", "faces");
  row.faces.forEach((shown, place) => {
    const sides = row.sides[place];
    if (sides && sides !== row.sides[place - 1]) dice.append(make("span", `d${sides}`, "kind")); // of all that follow
    dice.append(drawDie(shown, row.right[place]));
  });
  const sign = make("td", "", row.wrong ? "sign wrong" : "sign");
  const mark = make("span", row.wrong ? "✗" : "✓");
  mark.ariaHidden = "true";
  sign.append(mark, make("span", row.wrong ? say("wrong") : say("right"), "hidden"));
  drawn.append(dice, sign);
  return drawn;
}

function drawDie(shown, right) {
  const differs = right !== undefined && right !== shown;
  const die = make("span", "", differs ? "one wrong" : "one");
  die.append(make(differs ? "s" : "b", shown || "?"));
  if (differs) die.append(" ", make("b", say("instead", { right })));
  return die;
}

$("file").addEventListener("change", async () => {
  const [file] = $("file").files;
  if (!file) return;
  $("record").value = await file.text();
  show();
});
$("check").addEventListener("click", show);
$("record").value ||= kept();
if ($("record").value.trim()) show();
