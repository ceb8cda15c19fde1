// Sentences of the scripts: the server sends them in the reader's language, with placeholders to fill.

/**
 * @template {string} Name
 * @returns {Record<Name, string>}
 */
export const readWords = () => readJson("words");

/**
 * @param {string} id
 * @returns {any}
 */
export const readJson = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "null");

/**
 * Fill the placeholders of a sentence; one without a value stays as it is.
 * @param {string} text
 * @param {Record<string, string | number | undefined>} places
 */
export const fill = (text, places) => text.replace(/{(\w+)}/g, (whole, name) => String(places[name] ?? whole));
