// The cells of a board: a grid layer whose cells may be triangles, hexagons or cubes.

import { GridLayer, placeOf } from "/static/boards/grid.js";

/** @import { CellBox, Place, Sheet, Spot } from "/static/host.js" */
/** @import { Hooks } from "/static/boards/grid.js" */
/** @typedef {number[]} Point */

const RING = 0.05; // the width of the ring around a marked cell, in cells

/**
 * The name of a cell in moves: `c5`, `r1c2` or `l1r1c2`, counted from 1.
 *
 * @param {Place} cell
 */
export function cellName(cell) {
  const letters = ["c", "rc", "lrc"][cell.length - 1];
  return cell.map((number, i) => `${letters[i]}${number + 1}`).join("");
}

/** The cells of any board as rows and columns of a grid, which arrow keys move in. */
export class CellLayer {
  /** @type {Map<string, Place>} The cell at each place of the grid. */
  #cells = new Map();

  /**
   * @param {Sheet} sheet
   * @param {Hooks} hooks  They are called with cells.
   */
  constructor(sheet, { pick, key, ...rest }) {
    /** @param {Place} where */
    const cellAt = (where) => /** @type {Place} */ (this.#cells.get(String(where)));
    this.grid = new GridLayer(sheet, {
      ...rest,
      pick: (where) => pick?.(cellAt(where)),
      key: (where, event) => key?.(cellAt(where), event),
    });
  }

  /** @param {Spot[]} spots */
  update(spots) {
    const board = spots.filter((spot) => spot.part === "board");
    const placed = inRows(board);
    this.#cells = new Map(placed.map((spot, i) => [String(spot.where), board[i].where]));
    this.grid.update(placed);
    for (const spot of placed) if (spot.outline.length) this.#clip(spot);
  }

  /** The current cell. */
  get current() {
    return this.#cells.get(String(this.grid.current));
  }

  /**
   * The cell of an element of the layer, or of an element inside it.
   *
   * @param {EventTarget | null} target
   */
  cellOf(target) {
    const element = target instanceof Element ? target.closest("[data-where]") : null;
    return element instanceof HTMLElement
      ? this.#cells.get(element.dataset.where ?? "")
      : undefined;
  }

  /**
   * @param {string} name
   * @param {Place[]} cells
   */
  mark(name, cells) {
    const wanted = new Set(cells.map(String));
    const found = [...this.#cells].filter(([, cell]) => wanted.has(String(cell)));
    this.grid.mark(
      name,
      found.map(([where]) => placeOf(where)),
    );
  }

  focus() {
    this.grid.focus();
  }

  /**
   * Clip the element of a cell to its outline, for the boxes of such cells overlap.
   *
   * @param {Spot} spot
   */
  #clip({ where, box, outline }) {
    const centre = mean(outline);
    const sides = outline.map((corner, i) => mean([corner, outline[(i + 1) % outline.length]]));
    const radius = Math.min(...sides.map(([x, y]) => Math.hypot(x - centre[0], y - centre[1])));
    const inner = outline.map((corner) =>
      corner.map((at, i) => centre[i] + (1 - RING / radius) * (at - centre[i])),
    );
    const cell = this.grid.at(where);
    cell?.classList.add("shaped");
    cell?.style.setProperty("--shape", polygon(outline, box));
    cell?.style.setProperty("--ring", polygon([...outline, outline[0], ...inner, inner[0]], box));
  }
}

/**
 * Spots with a row and a column each; cells that are not squares get them by their position.
 *
 * @param {Spot[]} spots
 */
function inRows(spots) {
  if (spots.every((spot) => spot.where.length === 2)) return spots;
  /** @param {Spot} spot */
  const top = ({ box }) => Number(box[1].toFixed(1));
  const tops = [...new Set(spots.map(top))].sort((a, b) => a - b);
  const columns = tops.map(() => 0);
  return spots.map((spot) => {
    const row = tops.indexOf(top(spot));
    columns[row] += 1;
    return { ...spot, where: [row, columns[row] - 1] };
  });
}

/** @param {Point[]} points */
const mean = (points) =>
  [0, 1].map((i) => points.reduce((sum, point) => sum + point[i], 0) / points.length);

/**
 * A CSS polygon, with points of the drawing as shares of a box.
 *
 * @param {Point[]} points
 * @param {CellBox} box
 */
function polygon(points, [left, top, width, height]) {
  /** @param {Point} point */
  const share = ([x, y]) => `${(100 * (x - left)) / width}% ${(100 * (y - top)) / height}%`;
  return `polygon(evenodd, ${points.map(share).join(", ")})`;
}
