// Makes elements: the only place where the page's tree is put together.

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element. `traits` become attributes (false and null are left out); `children` are nodes or texts. */
export function make(tag, traits = {}, ...children) {
  return furnish(document.createElement(tag), traits, children);
}

/** An SVG element. */
export function draw(tag, traits = {}, ...children) {
  return furnish(document.createElementNS(SVG, tag), traits, children);
}

/** Gives the element this text, touching the tree only if it differs. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Gives the element this attribute, touching the tree only if it differs. */
export function mark(element, name, value) {
  if (value === null || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

function furnish(element, traits, children) {
  for (const [name, value] of Object.entries(traits)) mark(element, name, value);
  element.append(...children);
  return element;
}
