// The layout of a figure, with a thermometer at its left and a tray at its right or below it.
//
// All lengths are in the unit of the puzzle; `cell` is the length of one cell of the drawing.

import { s } from "../dom.js";
import { withMargin } from "./poses.js";

/** @import { Box } from "../host.js" */
/** @import { Pose, Shape } from "./poses.js" */
/** @typedef {{ x: number, y: number, width: number }} Tray */

// In cells of the drawing:
const FIGURE = 10; // the longer side of the figure
const MARGIN = 1; // around the figure
const METER = 3.5; // the width of the thermometer
const TRAYS = [4, 5, 6, 7, 8, 9, 10, 12]; // widths of a tray at the right, to choose from
const GAP = 0.5; // between pieces in the tray

const TRAY_SCALE = 0.6; // of pieces in the tray

export class Layout {
  /**
   * Sets `home` of each piece to its pose in the tray.
   *
   * @param {Box} figure
   * @param {(Shape & { home: Pose })[]} pieces
   * @param {Element} stage  The element to fill.
   */
  constructor(figure, pieces, stage) {
    this.pieces = pieces;
    /** @type {number} */
    this.cell = Math.max(figure.width, figure.height) / FIGURE;
    /** @type {Box} */
    this.area = withMargin(figure, MARGIN * this.cell);
    const { tray, frame } = this.#largest(stage);
    this.#fillTray(tray);
    this.frame = frame;
    const width = (METER - 0.5) * this.cell;
    this.meter = { x: frame.x, y: figure.y, width, height: figure.height };
  }

  /**
   * The tray with which everything is shown largest, and the frame around everything.
   *
   * @param {Element} stage
   */
  #largest({ clientWidth, clientHeight }) {
    const { area, cell } = this;
    const x = area.x - METER * cell;
    const across = area.width + METER * cell;
    const right = TRAYS.map((width) => ({ x: x + across, y: area.y, width: width * cell }));
    const below = { x, y: area.y + area.height, width: across };
    const layouts = [...right, below].map((tray) => {
      const width = Math.max(across, tray.x + tray.width - x);
      const height = Math.max(area.height, this.#fillTray(tray) - area.y);
      const size = Math.min(clientWidth / width, clientHeight / height);
      return { tray, size, frame: { x, y: area.y, width, height } };
    });
    return layouts.reduce((best, each) => (each.size > best.size ? each : best));
  }

  /**
   * Put the pieces into a tray, row by row; returns the y of its lower end.
   *
   * @param {Tray} tray
   */
  #fillTray(tray) {
    const gap = GAP * this.cell;
    const left = tray.x + gap;
    const right = tray.x + tray.width - gap;
    const below = tray.y > this.area.y;
    let [x, y, row] = [left, tray.y + (below ? gap : MARGIN * this.cell), 0];
    for (const piece of this.pieces) {
      const [width, height] = [TRAY_SCALE * piece.box.width, TRAY_SCALE * piece.box.height];
      if (x > left && x + width > right) [x, y, row] = [left, y + row + gap, 0];
      const corner = { x: x - TRAY_SCALE * piece.box.x, y: y - TRAY_SCALE * piece.box.y };
      piece.home = { ...corner, angle: 0, flip: false, placed: false, scale: TRAY_SCALE };
      [x, row] = [x + width + gap, Math.max(row, height)];
    }
    return y + row + gap;
  }
}

/**
 * The boxes of outlines, measured in an element that is on the page.
 *
 * @param {Element} element
 * @param {string[]} outlines
 * @returns {Box[]}
 */
export function measure(element, outlines) {
  const paths = outlines.map((d) => s("path", { d }));
  element.replaceChildren(s("svg", {}, ...paths));
  return paths.map((path) => {
    const { x, y, width, height } = path.getBBox();
    return { x, y, width, height };
  });
}
