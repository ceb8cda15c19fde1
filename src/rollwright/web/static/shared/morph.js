// Updates existing elements to match new markup instead of replacing them, so that focus and transitions survive.

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

/** Pieces of SVG that were read once, by their markup: most come again, and reading takes longer than comparing. @type {Map<string, SVGElement>} */
const drawings = new Map();
const reader = document.createElement("template");

/**
 * Return the element that a piece of SVG describes; it is shared, so whoever wants to change it makes a copy.
 * @param {string} markup
 */
export function svgElement(markup) {
  const known = drawings.get(markup);
  if (known) return known;
  reader.innerHTML = `<svg>${markup}</svg>`; // far faster than a parser of whole documents
  const drawing = /** @type {SVGElement} */ (reader.content.firstElementChild?.firstChild);
  drawings.set(markup, drawing);
  return drawing;
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
