// Fair dice: this browser adds a nonce before the first roll, and remembers the commitment that it was shown.

import { $, closest } from "../shared/dom.js";
import { randomHex } from "../shared/requests.js";
import { PROOF, RECORD, keep, recallJson } from "../shared/storage.js";
import { post } from "./server.js";
import { address, state } from "./state.js";

const KEPT = `fair-${address}`;

/**
 * Send this browser's nonce, once.
 * @param {TableState} now
 */
export async function offerNumber(now) {
  if (now.nonce === null || now.nonce === undefined || state.offeredNumber) return;
  state.offeredNumber = true;
  await post("nonce", { seat: now.nonce, nonce: proofHere(now).nonce }, true);
}

/**
 * Return the commitment that this browser was shown first, and its nonce: the same in all windows, as only one counts.
 * @param {TableState} now
 * @returns {FairProof}
 */
function proofHere(now) {
  const kept = recallJson(KEPT);
  if (kept) return kept;
  const proof = { commitment: now.fair, nonce: randomHex() };
  keep(KEPT, JSON.stringify(proof));
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
