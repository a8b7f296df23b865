// The drawing of a board, and elements that lie exactly above its parts.

import { drawing, h } from "../dom.js";

/** @import { Box, CellBox, Sheet as SheetInterface } from "../host.js" */

/** How long the side of a cell is in a drawing. */
export const CELL = 40;

/** @implements {SheetInterface} */
export class Sheet {
  /** @type {Box} */
  #box = { x: 0, y: 0, width: 1, height: 1 };
  picture = h("div", { class: "drawing" });
  layer = h("div", { class: "layer" });
  element = h("div", { class: "board" }, this.picture, this.layer);

  /** @param {string} text */
  draw(text) {
    const svg = drawing(text);
    const viewBox = svg.getAttribute("viewBox") ?? "0 0 1 1";
    const [x, y, width, height] = viewBox.split(/[ ,]+/).map(Number);
    this.#box = { x, y, width, height };
    this.element.style.setProperty("--ratio", String(width / height));
    this.element.style.setProperty("--across", String(width / CELL));
    this.element.style.setProperty("--down", String(height / CELL));
    this.picture.replaceChildren(svg);
  }

  /**
   * Show another drawing of the same board; nothing else changes its place or size.
   *
   * @param {string} text
   */
  drawInPlace(text) {
    const svg = drawing(text);
    const { x, y, width, height } = this.#box;
    svg.setAttribute("viewBox", [x, y, width, height].join(" "));
    this.picture.replaceChildren(svg);
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
