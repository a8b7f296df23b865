// Room for a figure, a thermometer at its left, and a tray of pieces at its right or below it.
//
// All lengths are the puzzle's own; `cell` is one cell of the drawing in them.

import { s } from "../dom.js";
import { grown } from "./poses.js";

const FIGURE = 10; // the longer side of the figure, in cells
const MARGIN = 1; // the room around it
const METER = 3.5; // the room for the thermometer
const TRAYS = [4, 5, 6, 7, 8, 9, 10, 12]; // how wide a tray beside the figure may be
const GAP = 0.5; // between pieces in the tray
const SMALLER = 0.6; // than on the board, so much are they in the tray

export class Room {
  /** `figure` is a box, pieces have boxes too and get a `home`; the stage is what there is to fill. */
  constructor(figure, pieces, stage) {
    this.pieces = pieces;
    this.cell = Math.max(figure.width, figure.height) / FIGURE;
    this.area = grown(figure, MARGIN * this.cell);
    const { tray, frame } = this.#roomiest(stage);
    this.frame = frame;
    this.#shelve(tray);
    this.meter = {
      x: frame.x,
      y: figure.y,
      width: (METER - 0.5) * this.cell,
      height: figure.height,
    };
  }

  /** The tray with which all is shown largest, and the frame around everything. */
  #roomiest({ clientWidth, clientHeight }) {
    const { area, cell } = this;
    const x = area.x - METER * cell;
    const across = area.width + METER * cell;
    const trays = TRAYS.map((width) => ({ x: x + across, y: area.y, width: width * cell }));
    trays.push({ x, y: area.y + area.height, width: across });
    const framed = trays.map((tray) => {
      const width = Math.max(across, tray.x + tray.width - x);
      const height = Math.max(area.height, this.#shelve(tray) - area.y);
      return { tray, frame: { x, y: area.y, width, height } };
    });
    const size = ({ frame }) => Math.min(clientWidth / frame.width, clientHeight / frame.height);
    return framed.reduce((best, each) => (size(each) > size(best) ? each : best));
  }

  /** Give each piece its place in the tray, row by row; where the tray ends. */
  #shelve(tray) {
    const gap = GAP * this.cell;
    const below = tray.y > this.area.y;
    let [x, y, row] = [tray.x + gap, tray.y + (below ? gap : MARGIN * this.cell), 0];
    for (const piece of this.pieces) {
      const [width, height] = [SMALLER * piece.box.width, SMALLER * piece.box.height];
      if (x > tray.x + gap && x + width > tray.x + tray.width - gap)
        [x, y, row] = [tray.x + gap, y + row + gap, 0];
      const corner = { x: x - SMALLER * piece.box.x, y: y - SMALLER * piece.box.y };
      piece.home = { ...corner, angle: 0, flip: false, laid: false, scale: SMALLER };
      [x, row] = [x + width + gap, Math.max(row, height)];
    }
    return y + row + gap;
  }
}

/** The boxes of outlines, measured within an element that is shown. */
export function measured(element, outlines) {
  const paths = outlines.map((d) => s("path", { d }));
  element.replaceChildren(s("svg", {}, ...paths));
  return paths.map((path) => {
    const { x, y, width, height } = path.getBBox();
    return { x, y, width, height };
  });
}
