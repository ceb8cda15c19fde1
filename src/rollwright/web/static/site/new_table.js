// The form of a new table: choices that a table of this size does not have are not offered, players close ranks, and where
// choices must differ, who had yours gets what you give up. Without this script the server checks the same.

const NOBODY = "none";
const rows = [...document.querySelectorAll(".seats > li")];
const choices = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll("input[data-least]")]);

/** @param {Element} row */
const kindOf = (row) => /** @type {HTMLInputElement} */ (row.querySelector("[name^=kind-]:checked, [name^=kind-][type=hidden]"));

/** @param {string} name @returns {HTMLInputElement[]} */
const group = (name) => [...document.querySelectorAll("input")].filter((each) => each.name === name);

/** What each group of radio buttons had before the last change: browsers do not tell. @type {Map<string, string>} */
const before = new Map();

function remember() {
  for (const each of document.querySelectorAll("input")) if (each.checked) before.set(each.name, each.value);
}

function offerChoices() {
  const seats = rows.filter((row) => kindOf(row).value !== NOBODY).length;
  for (const choice of choices) {
    const fits = Number(choice.dataset.least) <= seats && seats <= Number(choice.dataset.most);
    choice.disabled = !fits;
    const label = choice.closest("label");
    if (label) label.hidden = !fits;
    if (!fits && choice.checked) group(choice.name).filter((each) => !each.disabled).slice(0, 1).forEach((each) => (each.checked = true));
  }
}

/**
 * Give the fields of a row the values of the next one.
 * @param {Element} row
 * @param {Element} next
 */
function take(row, next) {
  const fields = [...row.querySelectorAll("input")];
  for (const [at, field] of [...next.querySelectorAll("input")].entries()) {
    if (field.type === "radio") fields[at].checked = field.checked;
    else fields[at].value = field.value;
  }
}

function closeRanks() {
  for (const [at, row] of rows.entries()) {
    const next = rows[at + 1];
    if (!next || kindOf(row).value !== NOBODY || kindOf(next).value === NOBODY) continue;
    take(row, next);
    for (const empty of next.querySelectorAll("input")) if (empty.value === NOBODY) empty.checked = true;
  }
}

/** @param {HTMLInputElement} picked */
function swap(picked) {
  const distinct = /** @type {HTMLElement | null} */ (picked.closest("[data-distinct]"))?.dataset.distinct;
  if (!distinct) return;
  const others = choices.filter((each) => each.name !== picked.name && each.name.startsWith(`option-${distinct}-`));
  for (const other of others) {
    if (!other.checked || other.value !== picked.value) continue;
    for (const each of group(other.name)) each.checked = each.value === before.get(picked.name);
  }
}

document.addEventListener("change", (event) => {
  const picked = /** @type {HTMLInputElement} */ (event.target);
  if (picked.type !== "radio") return;
  swap(picked);
  closeRanks();
  offerChoices();
  remember();
});
offerChoices();
remember();
