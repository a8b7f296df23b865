// The drawing of a board, and elements that lie exactly above its parts.

import { drawing, h } from "../dom.js";

/** @import { Box, CellBox, Sheet as SheetInterface } from "../host.js" */

/** How long the side of a cell is in a drawing. */
export const CELL = 40;

/** The lines of a drawing between those of its head and title, and its end. */
const BODY = /** @type {const} */ ([2, -2]);
const NESTED = /^<g |\/></m; // an element of several lines, or several elements in a line
const [SVG, END] = ['<svg xmlns="http://www.w3.org/2000/svg">', "</svg>"];

/** @implements {SheetInterface} */
export class Sheet {
  /** @type {Box} */
  #box = { x: 0, y: 0, width: 1, height: 1 };
  /** @type {string[]} The lines of the drawing that is shown, if each is one element of it. */
  #lines = [];
  picture = h("div", { class: "drawing" });
  layer = h("div", { class: "layer" });
  element = h("div", { class: "board" }, this.picture, this.layer);

  /** @param {string} text */
  draw(text) {
    const viewBox = /viewBox="([^"]*)"/.exec(text)?.[1] ?? "0 0 1 1";
    const [x, y, width, height] = viewBox.split(/[ ,]+/).map(Number);
    this.#box = { x, y, width, height };
    this.element.style.setProperty("--ratio", String(width / height));
    this.element.style.setProperty("--across", String(width / CELL));
    this.element.style.setProperty("--down", String(height / CELL));
    this.drawInPlace(text);
  }

  /**
   * Show another drawing of the same board; nothing else changes its place or size.
   *
   * @param {string} text
   */
  drawInPlace(text) {
    const lines = text.split("\n").slice(...BODY);
    const svg = this.#patched(lines) ?? drawing(text.replaceAll(">\n<", "><"));
    const { x, y, width, height } = this.#box;
    svg.setAttribute("viewBox", [x, y, width, height].join(" "));
    this.#lines = NESTED.test(text) ? [] : lines;
    if (svg !== this.picture.firstChild) this.picture.replaceChildren(svg);
  }

  /**
   * The drawing that is shown with other lines, of which only new ones are parsed; null if the
   * lines that are shown are not known.
   *
   * @param {string[]} lines
   */
  #patched(lines) {
    const svg = this.picture.firstElementChild;
    if (svg?.childElementCount !== this.#lines.length) return null;
    /** @type {Map<string, Element[]>} */
    const known = new Map();
    [...svg.children].forEach((element, i) => {
      const line = this.#lines[i];
      const same = known.get(line);
      if (same) same.push(element);
      else known.set(line, [element]);
    });
    const kept = lines.map((line) => known.get(line)?.shift() ?? null);
    for (const rest of known.values()) for (const element of rest) element.remove();
    const fresh = lines.filter((_, i) => !kept[i]);
    const added = drawing(SVG + fresh.join("") + END);
    if (added.childElementCount !== fresh.length) return null;
    let after = svg.firstElementChild;
    for (const element of kept) {
      const wanted = element ?? added.firstElementChild;
      if (wanted === after) after = after?.nextElementSibling ?? null;
      else if (wanted) svg.insertBefore(wanted, after);
    }
    return svg;
  }

  /**
   * @param {HTMLElement} element
   * @param {CellBox} box
   */
  place(element, [left, top, width, height]) {
    const box = this.#box;
    /** @type {(length: number, whole: number) => string} */
    const share = (length, whole) => `${(100 * length) / whole}%`;
    element.style.left = share(left * CELL - box.x, box.width);
    element.style.top = share(top * CELL - box.y, box.height);
    element.style.width = share(width * CELL, box.width);
    element.style.height = share(height * CELL, box.height);
  }

  /**
   * @param {{ clientX: number, clientY: number }} event
   * @returns {[x: number, y: number]}
   */
  at({ clientX, clientY }) {
    const frame = this.layer.getBoundingClientRect();
    const { x, y, width, height } = this.#box;
    return [
      (x + ((clientX - frame.left) / frame.width) * width) / CELL,
      (y + ((clientY - frame.top) / frame.height) * height) / CELL,
    ];
  }
}
