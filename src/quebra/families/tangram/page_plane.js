// The plane that the figure and the pieces lie in, and the part of it that the board shows.
//
// Lengths are in the unit of the puzzle; `scale` is the number of pixels of the drawing in one unit.

import { withMargin } from "/static/boards/poses.js";
import { CELL } from "/static/boards/sheet.js";
import { s } from "/static/dom.js";
import { BAR, layOut } from "./page_layout.js";

/** @import { Box, CellBox, Sheet } from "/static/host.js" */
/** @import { Point } from "/static/boards/poses.js" */

const CELLS = 10; // cells along the longer side of the figure, in the server's drawing

export class Plane {
  /** @type {Box} What the board shows. */
  area = { x: 0, y: 0, width: 1, height: 1 };
  /** Pixels of the screen in one unit. */
  pixels = 1;

  /**
   * @param {Sheet} sheet
   * @param {string} outline
   * @param {Box} figure  The box of the outline.
   */
  constructor(sheet, outline, figure) {
    this.sheet = sheet;
    this.figure = figure;
    this.cell = Math.max(figure.width, figure.height) / CELLS;
    this.near = withMargin(figure, this.cell);
    this.scale = CELL / this.cell;
    this.ground = s(
      "g",
      { transform: `scale(${this.scale})` },
      s("path", { d: outline, class: "figure" }),
    );
    this.svg = s("svg", { class: "workspace" }, this.ground);
  }

  /**
   * Draw the board anew if it has to show another part of the plane.
   *
   * @param {{ centre: Point, box: Box }[]} placed
   */
  fit(placed) {
    const { sheet } = this;
    const { clientWidth, clientHeight } = /** @type {Element} */ (sheet.element.parentElement);
    const frame = { width: clientWidth, height: clientHeight };
    const { area, pixels } = layOut(frame, this.figure, placed);
    this.area = area;
    this.pixels = pixels;
    const lengths = [area.x, area.y, area.width, area.height].map((each) => each * this.scale);
    const viewBox = lengths.join(" ");
    if (this.svg.getAttribute("viewBox") === viewBox) return;
    sheet.draw(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"/>`);
    this.svg.setAttribute("viewBox", viewBox);
    sheet.picture.replaceChildren(this.svg);
  }

  /**
   * Lay an element of the layer over a box.
   *
   * @param {HTMLElement} element
   * @param {Box} box
   */
  lay(element, { x, y, width, height }) {
    const inCells = [x, y, width, height].map((length) => (length * this.scale) / CELL);
    this.sheet.place(element, /** @type {CellBox} */ (inCells));
  }

  /**
   * Where a pointer is.
   *
   * @param {{ clientX: number, clientY: number }} event
   * @returns {Point}
   */
  point(event) {
    const [x, y] = this.sheet.at(event);
    return { x: x * this.cell, y: y * this.cell };
  }

  /**
   * Whether a disc is on the board, and not below the bar.
   *
   * @param {Point} centre
   * @param {Point} offset  Of its middle from the centre, in pixels.
   * @param {number} radius  In pixels.
   */
  hasRoom(centre, offset, radius) {
    const { area } = this;
    const [x, y] = [centre.x + offset.x / this.pixels, centre.y + offset.y / this.pixels];
    const room = radius / this.pixels;
    const isAcross = x - room > area.x && x + room < area.x + area.width;
    const top = area.y + BAR / this.pixels;
    return isAcross && y - room > top && y + room < area.y + area.height;
  }
}
