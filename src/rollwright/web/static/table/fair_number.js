// Fair dice: before the first roll this browser commits to a number, and shows it when nobody can commit any more. It
// remembers what it was shown: the commitment to the seed, and those of all players.

import { $, closest } from "../shared/dom.js";
import { randomHex } from "../shared/requests.js";
import { PROOF, RECORD, keep, recallJson } from "../shared/storage.js";
import { numberCommitment } from "../verify/fair_dice.js";
import { post } from "./server.js";
import { address, state } from "./state.js";

const KEPT = `fair-${address}`;

/**
 * Send what is due of this browser's number, each once: the commitment to it, then the number itself. What the server was
 * too busy for is sent again as long as it is due: otherwise its player would be told to have kept the number back.
 * @param {TableState} now
 */
export async function offerNumber(now) {
  const due = now.number;
  if (!due) {
    state.offeredNumber = ""; // who leaves and sits down again commits again
    return;
  }
  const step = due.commitments ? "nonce" : "commitment", offered = `${step} ${due.seat}`;
  if (state.offeredNumber === offered) return;
  state.offeredNumber = offered;
  const isDue = () => state.offeredNumber === offered;
  const proof = proofHere(now);
  if (proof.commitment !== now.fair) return; // another seed: this number was not meant for it
  const mine = numberCommitment(proof.commitment, due.seat, proof.nonce);
  if (!due.commitments) {
    await post(step, { seat: due.seat, commitment: mine }, true, isDue);
  } else if (due.commitments[due.seat] === mine) {
    keepProof({ ...proof, commitments: due.commitments, open: due.open }); // what others committed to, before they can know this number
    await post(step, { seat: due.seat, nonce: proof.nonce }, true, isDue);
  } // else another device has committed this seat, and only that one can show the number
}

/**
 * Return the commitment that this browser was shown first, and its nonce: the same in all windows, as only one counts.
 * @param {TableState} now
 * @returns {FairProof}
 */
function proofHere(now) {
  return recallJson(KEPT) ?? state.proof ?? keepProof({ commitment: now.fair, nonce: randomHex() });
}

/**
 * Keep a proof, if need be for as long as this page is open.
 * @param {FairProof} proof
 */
function keepProof(proof) {
  keep(KEPT, JSON.stringify(proof));
  state.proof = proof;
  return proof;
}

/**
 * Pass the record to the page that checks it; without a record, that page asks for one.
 * @param {Event} event
 */
export async function verify(event) {
  event.preventDefault();
  try {
    const response = await fetch(`${address}/record`);
    if (response.ok) {
      const text = await response.text();
      keep(RECORD, text, "sessionStorage");
      const seen = recallJson(KEPT);
      if (seen) keep(PROOF, JSON.stringify({ text, ...seen }), "sessionStorage");
    }
  } catch { /* cut off */ }
  location.href = "/verify";
}

$("end").addEventListener("click", (event) => { if (closest(event, '[data-do="verify"]')) verify(event); });
