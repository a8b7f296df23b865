// The cells of all layer plans as one grid, in which arrow keys move.

import { GridLayer, placeOf } from "/static/boards/grid.js";

/** @import { Place, Sheet, Spot } from "/static/host.js" */
/** @import { Cell } from "./shared_space.js" */

/**
 * @typedef {object} LayerHooks
 * @property {string} name
 * @property {(cell: Cell) => unknown} pick
 * @property {(cell: Cell, event: KeyboardEvent) => unknown} key
 * @property {() => unknown} [moved]
 */

/** Cells are [x, y, z]; places of spots are [layer, row, column]; the grid has rows and columns. */
export class PlanLayer {
  /** @type {Map<string, Cell>} The cell at each place of the grid. */
  #cells = new Map();
  /** @type {Map<string, Place>} The place in the grid of each cell. */
  #places = new Map();

  /**
   * @param {Sheet} sheet
   * @param {LayerHooks} hooks
   */
  constructor(sheet, { name, pick, key, moved }) {
    /** @param {Place} where */
    const cellAt = (where) => /** @type {Cell} */ (this.#cells.get(String(where)));
    this.grid = new GridLayer(sheet, {
      name,
      pick: (where) => pick(cellAt(where)),
      key: (where, event) => key(cellAt(where), event),
      moved,
    });
  }

  /** @param {Spot[]} spots */
  update(spots) {
    const board = spots.filter((spot) => spot.part === "board");
    const [lefts, tops] = [0, 1].map((i) =>
      [...new Set(board.map(({ box }) => box[i].toFixed(2)))].sort((a, b) => Number(a) - Number(b)),
    );
    const placed = board.map((spot) => {
      const where = [tops.indexOf(spot.box[1].toFixed(2)), lefts.indexOf(spot.box[0].toFixed(2))];
      return { ...spot, where };
    });
    this.#cells = new Map(placed.map(({ where }, i) => [String(where), toCell(board[i].where)]));
    this.#places = new Map([...this.#cells].map(([where, cell]) => [String(cell), placeOf(where)]));
    this.grid.update(placed);
  }

  /** @returns {Cell | undefined} */
  get current() {
    return this.#cells.get(String(this.grid.current));
  }

  /**
   * Move to the same cell of another layer.
   *
   * @param {number} layers
   * @returns {boolean} Whether there is one.
   */
  climb(layers) {
    const here = this.current;
    const there = here && this.#places.get(String([here[0], here[1], here[2] + layers]));
    if (there) this.grid.select(there, { focus: true });
    return Boolean(there);
  }

  /** @param {Cell} cell */
  has(cell) {
    return this.#places.has(String(cell));
  }

  /**
   * @param {EventTarget | null} target
   * @returns {Cell | undefined}
   */
  cellOf(target) {
    const element = target instanceof Element ? target.closest("[data-where]") : null;
    return element instanceof HTMLElement
      ? this.#cells.get(element.dataset.where ?? "")
      : undefined;
  }

  /**
   * Give exactly these cells a class.
   *
   * @param {string} name
   * @param {Cell[]} cells
   */
  mark(name, cells) {
    const places = cells.map((cell) => this.#places.get(String(cell)));
    this.grid.mark(
      name,
      places.filter((place) => place !== undefined),
    );
  }

  focus() {
    this.grid.focus();
  }
}

/**
 * @param {Place} place
 * @returns {Cell}
 */
export const toCell = ([z, y, x]) => [x, y, z];
