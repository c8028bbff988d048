// Elements from words: a tag, its attributes, its children. Text is always text, never markup.

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element. `on…` attributes are listeners, true is a bare attribute, null leaves it out. */
export function h(tag, attributes = {}, ...children) {
  return dress(document.createElement(tag), attributes, children);
}

/** The same for SVG. */
export function svg(tag, attributes = {}, ...children) {
  return dress(document.createElementNS(SVG, tag), attributes, children);
}

function dress(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else setAttribute(element, name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Sets, bares or removes an attribute, and touches nothing when it is as it should be. */
export function setAttribute(element, name, value) {
  if (value === null || value === undefined || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
    return;
  }
  const text = value === true ? "" : String(value);
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/** Sets text, and touches nothing when it is as it should be. */
export function setText(element, text) {
  if (element.textContent !== String(text)) element.textContent = text;
}

/** Sets classes on or off from a table of names. */
export function setClasses(element, table) {
  for (const [name, on] of Object.entries(table)) element.classList.toggle(name, Boolean(on));
}

/**
 * Makes the children of `parent` stand for `items`, in their order. A child stays the same element
 * while its key stays, so that focus and running motion survive.
 */
export function keep(parent, items, { key, make, update = () => {} }) {
  const before = new Map();
  for (const child of [...parent.children]) before.set(child.dataset.key, child);
  let at = parent.firstElementChild;
  items.forEach((item, index) => {
    const name = String(key(item, index));
    let child = before.get(name);
    if (child) before.delete(name);
    else {
      child = make(item, index);
      child.dataset.key = name;
    }
    if (child === at) at = at.nextElementSibling;
    else parent.insertBefore(child, at);
    update(child, item, index);
  });
  for (const gone of before.values()) gone.remove();
}
