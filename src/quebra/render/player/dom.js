// Elements of the file.

export const CELL = 40; // pixels of a cell in a drawing

/**
 * @typedef {Record<string, unknown>} Attributes
 */

/**
 * Create an element with attributes, listeners (`onclick`) and children.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} attributes
 * @param {...(Node | string | false)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  return decorate(document.createElement(tag), attributes, children);
}

/**
 * Create an SVG element.
 *
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} attributes
 * @param {...(Node | string | false)} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, attributes = {}, ...children) {
  return decorate(
    document.createElementNS("http://www.w3.org/2000/svg", tag),
    attributes,
    children,
  );
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes} attributes
 * @param {(Node | string | false)[]} children
 */
function decorate(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value == null) continue;
    if (name.startsWith("on"))
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(.../** @type {(Node | string)[]} */ (children.filter((child) => child !== false)));
  return element;
}

/**
 * The shapes of a drawing, without its ground and title.
 *
 * @param {string} svg
 * @returns {SVGElement[]}
 */
export function shapesOf(svg) {
  const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const parts = [...root.children].filter((part, i) => part.tagName !== "title" && i !== 1);
  return parts.map((part) => /** @type {any} */ (document.importNode(part, true)));
}

/**
 * A button of the file.
 *
 * @param {string} text
 * @param {() => unknown} run
 * @param {Attributes} attributes
 */
export const button = (text, run, attributes = {}) =>
  h("button", { type: "button", onclick: run, ...attributes }, text);
