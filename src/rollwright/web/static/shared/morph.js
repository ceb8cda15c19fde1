// Updates existing elements to match new markup instead of replacing them, so that focus and transitions survive.

import { SVG } from "./dom.js";

/**
 * @param {Node} old
 * @param {Node} fresh
 */
export function morph(old, fresh) {
  if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName) {
    /** @type {ChildNode} */ (old).replaceWith(document.importNode(fresh, true));
    return;
  }
  if (old instanceof Text && fresh instanceof Text) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  if (!(old instanceof Element) || !(fresh instanceof Element)) return;
  // Keep what this page itself has set: a focused spot that loses its tabindex would lose the focus.
  const ours = old.classList.contains("spot") ? "tabindex" : "open";
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && name !== ours) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.hasAttribute("data-thumbnail") && !fresh.hasChildNodes()) return; // drawn by this page itself
  morphChildren(old, fresh);
}

/**
 * @param {Element} old
 * @param {ParentNode & Node} fresh
 */
export function morphChildren(old, fresh) {
  const wanted = [...fresh.childNodes];
  [...old.childNodes].slice(wanted.length).forEach((node) => node.remove());
  wanted.forEach((node, i) => {
    const there = old.childNodes[i];
    if (there) morph(there, node);
    else old.append(document.importNode(node, true));
  });
}

/** @param {string} markup */
export function svgElement(markup) {
  const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${markup}</svg>`, "image/svg+xml");
  return /** @type {SVGElement} */ (parsed.documentElement.firstChild);
}

/**
 * Set the content of an element to HTML from our server.
 * @param {Element} element
 * @param {string} markup
 */
export function setHtml(element, markup) {
  const fresh = document.createElement("template");
  fresh.innerHTML = markup;
  morphChildren(element, fresh.content);
}
