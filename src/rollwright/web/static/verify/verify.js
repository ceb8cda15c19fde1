// The page that checks a finished game's fair dice. It sends nothing: pasted text stays in this tab.

import { $, make } from "../shared/dom.js";
import { PROOF, RECORD, keep, recall, recallJson } from "../shared/storage.js";
import { fill, readWords } from "../shared/words.js";
import { check } from "./record_check.js";

/** @import { Finding, Row } from "./record_check.js" */

const words = readWords();

/**
 * @param {string} name
 * @param {Record<string, string | number | undefined>} values
 */
const say = (name, values = {}) => fill(words[name], values);

/**
 * Return the commitment and nonce that the table's page stored before the first roll, if this browser played this game.
 * @param {string} text
 * @returns {FairProof | null}
 */
function seenBefore(text) {
  const seen = recallJson(PROOF, "sessionStorage");
  return typeof seen?.text === "string" && seen.text.trim() === text.trim() ? seen : null;
}

function show() {
  const text = $("record").value;
  keep(RECORD, text, "sessionStorage"); // survives a change of language
  const seen = seenBefore(text);
  const found = compared(check(text), seen);
  const proven = found.says === "proven";
  const sign = make("span", proven ? "✓" : "✗", "sign");
  sign.ariaHidden = "true";
  $("verdict").className = `verdict ${proven ? "proven" : "not-proven"}`;
  $("verdict").replaceChildren(sign, make("p", say(found.says, named(found))));
  $("further").replaceChildren(...(proven ? further(found, seen) : []));
  $("rolls").hidden = !found.rows.length;
  $("rows").replaceChildren(...found.rows.map((row) => drawRow(row, found.names ?? [])));
  $("result").hidden = false;
}

/**
 * Return the values of a verdict, with the name of the player that it is about.
 * @param {Finding} found
 */
const named = ({ values = {}, names = [] }) => ({ ...values, name: values.seat === undefined ? "" : player(Number(values.seat), names) });

/**
 * Compare a valid proof with the commitments that this browser was shown: with different ones it proves nothing.
 * @param {Finding} found
 * @param {FairProof | null} seen
 * @returns {Finding}
 */
function compared(found, seen) {
  if (found.says !== "proven" || !seen) return found;
  if (seen.commitment !== found.commitment) return { ...found, says: "other_commitment" };
  if (!found.given?.includes(seen.nonce)) return { ...found, says: "not_added" };
  if (!seen.commitments) return found;
  const { commitments, open = [] } = seen, { committed = [], given } = found;
  const exchanged = commitments.findIndex((each, at) => each !== (committed[at] ?? ""));
  if (exchanged >= 0) return { ...found, says: "other_number", values: { seat: exchanged } };
  const added = given.findIndex((number, at) => number && !commitments[at] && number !== open[at]);
  return added < 0 ? found : { ...found, says: "late_number", values: { seat: added } };
}

/**
 * @param {Finding} found
 * @param {FairProof | null} seen
 */
function further({ givers = [], given: numbers = [], committed = [], names = [], commitment }, seen) {
  const listed = (/** @type {number[]} */ seats) => seats.map((seat) => player(seat, names)).join(", ");
  const given = listed(givers), openly = listed(givers.filter((seat) => !committed[seat]));
  const kept = listed(committed.flatMap((each, seat) => (each && !numbers[seat] ? [seat] : [])));
  const compare = make("li", say(seen ? "seen" : "compare"));
  compare.append(" ", make("code", commitment));
  const lines = [given ? say("givers", { names: given }) : say("nobody")];
  if (given) lines.push(openly ? say("openly", { names: openly }) : say("committed"));
  if (kept) lines.push(say("unrevealed", { names: kept }));
  return [compare, ...[...lines, say("rules")].map((line) => make("li", line))];
}

/**
 * @param {number} seat
 * @param {string[]} names
 */
const player = (seat, names) => names[seat] || say("player", { n: seat + 1 });

/**
 * @param {Row} row
 * @param {string[]} names
 */
function drawRow(row, names) {
  const drawn = make("tr");
  const [round, roller] = row.sides.length ? [row.round || "–", player(row.roller, names)] : ["–", "–"];
  drawn.append(make("td", row.line || "–", "number"), make("td", round, "number"), make("td", roller, "who"));
  const dice = make("td", "", "faces");
  row.faces.forEach((shown, place) => {
    const sides = row.sides[place];
    if (sides && sides !== row.sides[place - 1]) dice.append(make("span", `d${sides}`, "kind")); // the sides are shown where they change
    dice.append(drawDie(shown, row.right[place]));
  });
  const sign = make("td", "", row.wrong ? "sign wrong" : "sign");
  const mark = make("span", row.wrong ? "✗" : "✓");
  mark.ariaHidden = "true";
  sign.append(mark, make("span", row.wrong ? say("wrong") : say("right"), "hidden"));
  drawn.append(dice, sign);
  return drawn;
}

/**
 * @param {number} shown
 * @param {number | undefined} right
 */
function drawDie(shown, right) {
  const differs = right !== undefined && right !== shown;
  const die = make("span", "", differs ? "one wrong" : "one");
  die.append(make(differs ? "s" : "b", shown || "?"));
  if (differs) die.append(" ", make("b", say("instead", { right })));
  return die;
}

$("file").addEventListener("change", async () => {
  const file = $("file").files?.[0];
  if (!file) return;
  $("record").value = await file.text();
  show();
});
$("check").addEventListener("click", show);
$("record").value ||= recall(RECORD, "sessionStorage") ?? "";
if ($("record").value.trim()) show();
