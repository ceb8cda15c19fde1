// The form of a new table: choices that a table of this size does not have are not offered.

const NOBODY = "none";
const kinds = /** @type {HTMLSelectElement[]} */ ([...document.querySelectorAll("select[name^=kind-]")]);
const choices = /** @type {HTMLOptionElement[]} */ ([...document.querySelectorAll("option[data-least]")]);

function offerChoices() {
  const seats = kinds.filter((kind) => kind.value !== NOBODY).length;
  for (const choice of choices) {
    const fits = Number(choice.dataset.least) <= seats && seats <= Number(choice.dataset.most);
    choice.disabled = choice.hidden = !fits;
    const select = choice.closest("select");
    if (!fits && choice.selected && select) select.selectedIndex = [...select.options].findIndex((each) => !each.disabled);
  }
}

for (const kind of kinds) kind.addEventListener("change", offerChoices);
offerChoices();
