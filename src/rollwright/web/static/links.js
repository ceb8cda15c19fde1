// Links to send, and the name that a browser gave last: on the page where people gather, and at the table.

export async function copyFrom(button, copied) {
  const field = button.closest(".link-row").querySelector("input");
  field.select();
  try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand("copy"); } // no clipboard over plain http
  button.textContent = copied;
}

// A phone can hand a link to whatever people write to each other with.
export async function shareFrom(button) {
  const url = button.closest(".link-row").querySelector("input").value;
  try { await navigator.share({ title: document.title, url }); } catch { /* let go */ }
}

export function offerShares(within) {
  for (const button of within.querySelectorAll('[data-do="share"]')) button.hidden = !navigator.share;
}

const NAME = "rollwright-name";

export function keepName(name) {
  try { localStorage.setItem(NAME, name); } catch { /* a browser that keeps nothing */ }
}

// A name that was given once is proposed the next time.
export function proposeName(field) {
  if (!field || field.value) return;
  try { field.value = localStorage.getItem(NAME) ?? ""; } catch { /* a browser that keeps nothing */ }
}
