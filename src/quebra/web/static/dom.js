// Elements, made in one line each.

/** @typedef {Node | string | number | false | null | undefined} Child */
/** @typedef {Record<string, unknown>} Attributes */

/**
 * Create an element with attributes, listeners (`onclick`) and children. `value` and `checked` are
 * set as properties. False, null and undefined attributes and children are left out.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} attributes
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value == null) continue;
    if (name.startsWith("on"))
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (name === "value" || name === "checked") Object.assign(element, { [name]: value });
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  fill(element, ...children);
  return element;
}

/**
 * Replace the children of an element.
 *
 * @param {Pick<ParentNode, "replaceChildren">} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  const present = children.flat().filter((child) => child != null && child !== false);
  element.replaceChildren(.../** @type {(Node | string)[]} */ (present));
}

/**
 * Create an SVG element.
 *
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number>} attributes
 * @param {...Node} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * The element of a drawing from the server. Its inline style would break the content security
 * policy of the page, and its name is given by the page.
 *
 * @param {string} text
 * @returns {SVGSVGElement}
 */
export function drawing(text) {
  const clean = text.replace(/(<svg\b[^>]*?) style="[^"]*"/, "$1");
  const svg = new DOMParser().parseFromString(clean, "image/svg+xml").documentElement;
  for (const name of ["width", "height", "role", "aria-label"]) svg.removeAttribute(name);
  svg.setAttribute("aria-hidden", "true");
  svg.querySelector("title")?.remove();
  return /** @type {any} */ (document.importNode(svg, true));
}

/**
 * The nearest element at or above the target of an event that matches a selector.
 *
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export function closest(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

/**
 * The element of the page with that id.
 *
 * @param {string} id
 */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Whether a key is pressed together with Ctrl, Meta or Alt.
 *
 * @param {KeyboardEvent} event
 */
export const hasModifier = (event) => event.ctrlKey || event.metaKey || event.altKey;

/**
 * A function that calls `action` once it has not been called for `wait` milliseconds.
 *
 * @param {number} wait
 * @param {() => void} action
 */
export function debounce(wait, action) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, wait);
  };
}

/**
 * Save a file on the reader's machine.
 *
 * @param {string} name
 * @param {Blob} content
 */
export function download(name, content) {
  const address = URL.createObjectURL(content);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/**
 * The part of a drawing's title that describes the puzzle, without family and state of the game.
 *
 * @param {string} title
 * @param {import("./host.js").FamilyInfo} family
 */
export function subtitle(title, family) {
  const about = title.replace(`${family.title}, `, "").split(":")[0];
  return capital(about.replace(/(\d) x (?=\d)/g, "$1\u00a0×\u00a0"));
}

/**
 * A text with a capital letter and a full stop.
 *
 * @param {string} text
 */
export const sentence = (text) => capital(text).replace(/\.?$/, ".");

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Whether the reader asked for less motion, here or in the system. */
export const reducedMotion = () =>
  document.documentElement.classList.contains("less-motion") ||
  matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Keep a finger that drags from the browser, unless it starts in a direction that scrolls there.
 * Otherwise the browser takes the next tap for the end of a scroll.
 *
 * @param {PointerEvent} start
 * @param {AbortController} listening
 */
export function keepTouch(start, { signal }) {
  const action = touchActionAt(start.target);
  /** @type {boolean | null} */
  let isKept = null;
  /** @param {TouchEvent} event */
  function keep(event) {
    const [{ clientX, clientY }] = event.touches;
    const isAcross = Math.abs(clientX - start.clientX) > Math.abs(clientY - start.clientY);
    isKept ??= action === "none" || action === (isAcross ? "pan-y" : "pan-x");
    if (isKept && event.cancelable) event.preventDefault();
  }
  addEventListener("touchmove", keep, { passive: false, signal });
}

/** @param {EventTarget | null} target */
function touchActionAt(target) {
  for (let each = target; each instanceof Element; each = each.parentElement) {
    const { touchAction } = getComputedStyle(each);
    if (touchAction !== "auto") return touchAction;
  }
  return "auto";
}
