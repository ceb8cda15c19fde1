// Drawing what the server sends: named values, of which only those that changed are put into the page. Elements stay,
// so that focus and transitions survive. The page of a table and that of its replay draw by this.

export const SVG = "http://www.w3.org/2000/svg";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

export function morph(old, fresh) {
  if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName) {
    old.replaceWith(document.importNode(fresh, true));
    return;
  }
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  if (old.nodeType !== Node.ELEMENT_NODE) return;
  // What this page itself has set stays: a focused spot that loses its tabindex would lose the focus.
  const ours = old.classList.contains("spot") ? "tabindex" : "open";
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && name !== ours) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  morphChildren(old, fresh);
}

export function morphChildren(old, fresh) {
  const wanted = [...fresh.childNodes];
  [...old.childNodes].slice(wanted.length).forEach((node) => node.remove());
  wanted.forEach((node, i) => {
    const there = old.childNodes[i];
    if (there) morph(there, node);
    else old.append(document.importNode(node, true));
  });
}

export function svgElement(markup) {
  return new DOMParser().parseFromString(`<svg xmlns="${SVG}">${markup}</svg>`, "image/svg+xml").documentElement.firstChild;
}

export function setHtml(id, markup) {
  const fresh = document.createElement("template");
  fresh.innerHTML = markup;
  morphChildren(document.getElementById(id), fresh.content);
}

export function draw(parent, name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}

// Put values into a page that keeps all it was sent, and draw what they change. Returns the groups that look otherwise.
export function patch(table, values, fresh) {
  const changed = new Set();
  for (const [name, value] of Object.entries(fresh)) {
    values.set(name, value);
    if (name.startsWith("svg/")) changed.add(name.slice(4));
  }
  for (const [name, value] of values) {
    if (!name.startsWith("part/")) continue;
    if (name in fresh || value.groups.some((id) => changed.has(id))) setPart(table, values, name.slice(5), changed);
  }
  for (const [name, value] of Object.entries(fresh)) if (name.startsWith("html/")) setHtml(name.slice(5), value);
  return changed;
}

function setPart(table, values, name, changed) {
  const part = values.get(`part/${name}`);
  const svg = table.querySelector(`svg[data-part="${name}"]`) ?? newPart(table, name, part);
  svg.setAttribute("viewBox", part.box);
  svg.setAttribute("aria-label", part.label);
  const figure = svg.closest("[data-figure]");
  if (part.where === "sheet") {
    figure.dataset.tabOf = part.tab;
    figure.classList.toggle("shown", part.tab === table.dataset.tab);
  }
  const put = (attribute, text) => table.querySelectorAll(`[${attribute}="${name}"]`).forEach((each) => { each.textContent = text; });
  put("data-short", part.short);
  put("data-title", part.label);
  put("data-points", part.points ?? "");
  const overlay = svg.querySelector(".overlay") ?? svg.appendChild(document.createElementNS(SVG, "g"));
  overlay.setAttribute("class", "overlay");
  const there = new Map([...svg.children].filter((child) => child !== overlay).map((child) => [child.id, child]));
  let after = null; // groups stand in their order, so that what is drawn later lies on top
  for (const id of part.groups) {
    const old = there.get(id);
    const fresh = old && !changed.has(id) ? null : svgElement(values.get(`svg/${id}`));
    const group = old ?? document.importNode(fresh, true);
    if (old && fresh) morph(old, fresh);
    there.delete(id);
    const next = after ? after.nextSibling : svg.firstChild;
    if (next !== group) svg.insertBefore(group, next);
    after = group;
  }
  for (const gone of there.values()) gone.remove();
}

// A part that was not there when the page was made.
function newPart(table, name, part) {
  const figure = document.createElement("figure");
  figure.dataset.figure = name;
  figure.id = `figure-${name}`;
  const caption = figure.appendChild(document.createElement("figcaption"));
  caption.dataset[part.where === "sheet" ? "title" : "short"] = name;
  const svg = figure.appendChild(document.createElementNS(SVG, "svg"));
  svg.setAttribute("class", "part");
  svg.setAttribute("role", "group");
  svg.dataset.part = name;
  table.querySelector({ sheet: ".sheet .parts", foot: ".sheet .foot", dice: ".side" }[part.where]).append(figure);
  return svg;
}

export function rollDice(table) {
  if (reduced.matches) return;
  for (const dice of table.querySelectorAll(".dice svg")) {
    dice.classList.remove("rolling");
    void dice.getBoundingClientRect();
    dice.classList.add("rolling");
    setTimeout(() => dice.classList.remove("rolling"), 900);
  }
}

// On a phone parts of the table lie behind each other, on tabs.
export function setTab(table, name) {
  table.dataset.tab = name;
  for (const tab of table.querySelectorAll("[data-tab]")) {
    const chosen = tab.dataset.tab === name;
    tab.setAttribute("aria-selected", chosen);
    tab.tabIndex = chosen ? 0 : -1;
  }
  for (const figure of table.querySelectorAll(".sheet .parts figure")) figure.classList.toggle("shown", figure.dataset.tabOf === name);
  table.querySelector("#others").classList.toggle("shown", name === "others");
}

export const tabOf = (spot) => spot.closest("[data-tab-of]")?.dataset.tabOf;

// Arrows go from tab to tab. Says whether that was meant.
export function turnTabs(table, event) {
  const tab = event.target.closest("[role=tab]");
  if (!tab || (event.key !== "ArrowLeft" && event.key !== "ArrowRight")) return false;
  const tabs = [...table.querySelectorAll("[role=tab]")];
  const next = tabs[(tabs.indexOf(tab) + (event.key === "ArrowRight" ? 1 : tabs.length - 1)) % tabs.length];
  setTab(table, next.dataset.tab);
  next.focus();
  return true;
}
