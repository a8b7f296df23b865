// Elements, made in one line each.

/** An element with properties, attributes, listeners (`onclick`) and children.

    False, null and undefined attributes and children are left out. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value == null) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  fill(element, ...children);
  return element;
}

/** Put these children in place of those that were there. */
export function fill(element, ...children) {
  const kept = children.flat().filter((child) => child != null && child !== false);
  element.replaceChildren(...kept);
  return element;
}

/** One of our own drawings, as an element. Its inline style would break the page's policy. */
export function drawing(text) {
  const clean = text.replace(/(<svg\b[^>]*?) style="[^"]*"/, "$1");
  const svg = new DOMParser().parseFromString(clean, "image/svg+xml").documentElement;
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  svg.removeAttribute("role");
  svg.removeAttribute("aria-label");
  svg.setAttribute("aria-hidden", "true");
  svg.querySelector("title")?.remove();
  return document.importNode(svg, true);
}

/** An element of a drawing, with its attributes. */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Call the function once nobody has asked for it for so many milliseconds. */
export function debounced(wait, action) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...given), wait);
  };
}

/** Give the text to the reader as a file. */
export function download(name, content, type) {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const address = URL.createObjectURL(blob);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** What the title of a drawing tells beside the family: size and kinds, and not how a game stands. */
export function aboutIn(title, family) {
  const about = title.replace(`${family.title}, `, "").split(":")[0];
  return about.replace(/(\d) x (?=\d)/g, "$1 × ");
}

/** Words as a sentence of their own. */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1).replace(/\.?$/, ".");

/** Whether the reader asked for less motion. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
