// The drawing of a board, and how things are laid exactly above it.

import { drawing, h } from "../dom.js";

const CELL = 40;

/** A board: the drawing, with a layer above it for all that can be pointed at. */
export class Sheet {
  constructor() {
    this.picture = h("div", { class: "drawing" });
    this.layer = h("div", { class: "layer" });
    this.element = h("div", { class: "board" }, this.picture, this.layer);
    this.box = { x: 0, y: 0, width: 1, height: 1 };
  }

  /** Show a drawing; the board takes its proportions. */
  draw(text) {
    const svg = drawing(text);
    const [x, y, width, height] = svg.getAttribute("viewBox").split(/[ ,]+/).map(Number);
    this.box = { x, y, width, height };
    this.element.style.setProperty("--ratio", width / height);
    this.element.style.setProperty("--across", width / CELL);
    this.element.style.setProperty("--down", height / CELL);
    this.picture.replaceChildren(svg);
  }

  /** Lay an element over a box of the drawing, given in cells. */
  place(element, [left, top, width, height]) {
    const share = (length, whole) => `${(100 * length) / whole}%`;
    element.style.left = share(left * CELL - this.box.x, this.box.width);
    element.style.top = share(top * CELL - this.box.y, this.box.height);
    element.style.width = share(width * CELL, this.box.width);
    element.style.height = share(height * CELL, this.box.height);
  }

  /** Where a pointer is, in cells of the drawing. */
  at(event) {
    const frame = this.layer.getBoundingClientRect();
    const along = (position, start, length, from, whole) =>
      (from + ((position - start) / length) * whole) / CELL;
    return [
      along(event.clientX, frame.left, frame.width, this.box.x, this.box.width),
      along(event.clientY, frame.top, frame.height, this.box.y, this.box.height),
    ];
  }
}
