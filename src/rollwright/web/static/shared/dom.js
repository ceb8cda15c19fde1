// Finds and creates elements.

export const SVG = "http://www.w3.org/2000/svg";

/**
 * Return an element that the page always has; types.d.ts lists them all.
 * @template {keyof PageElements} Id
 * @param {Id} id
 * @returns {PageElements[Id]}
 */
export const $ = (id) => /** @type {any} */ (document.getElementById(id));

/**
 * Return a spot or another group of a drawing, or null if it is not drawn.
 * @param {string | null | undefined} id
 */
export const drawn = (id) => /** @type {SVGGElement | null} */ (/** @type {unknown} */ (id ? document.getElementById(id) : null));

/**
 * Return the groups with these names that are drawn.
 * @param {Iterable<string>} ids
 */
export const allDrawn = (ids) => [...ids].map(drawn).filter((each) => each !== null);

/**
 * Return the first element that matches a selector, or null.
 * @param {ParentNode} within
 * @param {string} selector
 */
export const find = (within, selector) => /** @type {HTMLElement | null} */ (within.querySelector(selector));

/**
 * Return the first element that matches a selector, which must exist.
 * @param {ParentNode} within
 * @param {string} selector
 */
export const get = (within, selector) => /** @type {HTMLElement} */ (within.querySelector(selector));

/**
 * @param {ParentNode} within
 * @param {string} selector
 */
export const findAll = (within, selector) => /** @type {HTMLElement[]} */ ([...within.querySelectorAll(selector)]);

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export const fieldOf = (form, name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));

/**
 * Return the spots within an element that match a selector, or all that can be picked: pictures in the rules have some, too.
 * @param {ParentNode} within
 * @param {string} [selector]
 */
export const spotsIn = (within, selector = "svg[data-part] .spot") => /** @type {SVGGElement[]} */ ([...within.querySelectorAll(selector)]);

/**
 * Return the closest ancestor of an event's target that matches.
 * @param {Event} event
 * @param {string} selector
 */
export const closest = (event, selector) => /** @type {HTMLElement | null} */ (event.target instanceof Element ? event.target.closest(selector) : null);

/**
 * @param {Event} event
 * @param {string} selector
 */
export const comesFrom = (event, selector) => event.target instanceof Element && event.target.matches(selector);

/**
 * Say whether an element is rendered: in the page, and not hidden.
 * @param {Element | null | undefined} element
 */
export const isShown = (element) => Boolean(element?.getClientRects().length);

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string | number} [text]
 * @param {string} [className]
 */
export function make(tag, text = "", className = "") {
  const made = document.createElement(tag);
  made.textContent = String(text);
  if (className) made.className = className;
  return made;
}

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Element} parent
 * @param {Tag} tag
 * @param {Record<string, string | number>} attributes
 * @param {string | number} [text]
 */
export function draw(parent, tag, attributes, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (text !== undefined) element.textContent = String(text);
  parent.append(element);
  return element;
}
