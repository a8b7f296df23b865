// A grid of cells above the drawing that can be clicked, focused and read by a screen reader.
//
// Its cells are the spots of a view. One of them is the current one: arrows, Home and End move it,
// and only it is in the tab order.

import { closest, h, hasModifier } from "../dom.js";

/** @import { Place, Sheet, Spot } from "../host.js" */

/** @type {Record<string, [down: number, right: number]>} */
const STEPS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const NEAR = 0.5; // in cells: a click that far from a cell still chooses it

/**
 * @typedef {object} Hooks
 * @property {string} name  The name of the grid.
 * @property {(where: Place) => unknown} [pick]  A cell was clicked or tapped.
 * @property {(where: Place, event: KeyboardEvent) => unknown} [key]  A key that the grid does not use.
 * @property {() => unknown} [moved]  Another cell became the current one.
 */

export class GridLayer {
  /** @type {Map<string, HTMLElement>} */
  cells = new Map();
  /** @type {Map<string, Spot>} What each cell shows; a spot that is the same object is not shown again. */
  #shown = new Map();
  /** @type {Map<number, HTMLElement>} */
  #rows = new Map();
  /** @type {Map<string, string[]>} The cells that have each class. */
  #marked = new Map();
  /** @type {Place | null} */
  current = null;
  /** Whether rows are drawn as columns. */
  isTurned = false;

  /**
   * @param {Sheet} sheet
   * @param {Hooks} hooks
   */
  constructor(sheet, hooks) {
    this.sheet = sheet;
    this.hooks = hooks;
    this.element = h("div", { role: "grid", "aria-label": hooks.name, class: "grid" });
    this.element.addEventListener("keydown", (event) => this.#pressed(event));
    sheet.layer.addEventListener("click", (event) => this.#clicked(event));
    this.element.addEventListener("focusin", (event) => this.#focused(event));
    sheet.layer.append(this.element);
  }

  /**
   * Show these spots. Cells that stay are kept, so that the focus stays too.
   *
   * @param {Spot[]} spots
   */
  update(spots) {
    const before = this.#shown;
    this.#shown = new Map(spots.map((spot) => [key(spot.where), spot]));
    for (const [name, spot] of this.#shown) {
      if (before.get(name) === spot && this.cells.has(name)) continue;
      const cell = this.cells.get(name) ?? this.#addCell(name, spot.where);
      cell.setAttribute("aria-label", spot.text);
      this.sheet.place(cell, spot.box);
    }
    for (const [name, cell] of this.cells)
      if (!this.#shown.has(name)) {
        cell.remove();
        this.cells.delete(name);
      }
    if (!this.at(this.current)) this.select(spots[0]?.where ?? null);
  }

  /**
   * The element of a place, if there is one.
   *
   * @param {Place | null} where
   */
  at = (where) => this.cells.get(key(where));

  /**
   * Make a place the current one.
   *
   * @param {Place | null} where
   */
  select(where, { focus = false } = {}) {
    this.at(this.current)?.setAttribute("tabindex", "-1");
    this.at(this.current)?.removeAttribute("aria-selected");
    this.current = where;
    const cell = this.at(where);
    cell?.setAttribute("tabindex", "0");
    cell?.setAttribute("aria-selected", "true");
    if (focus) cell?.focus();
    this.hooks.moved?.();
  }

  /**
   * Give exactly these places a class, such as `hinted`.
   *
   * @param {string} name
   * @param {Place[]} places
   */
  mark(name, places) {
    for (const where of this.#marked.get(name) ?? []) this.cells.get(where)?.classList.remove(name);
    const wanted = places.map(key);
    for (const where of wanted) this.cells.get(where)?.classList.add(name);
    this.#marked.set(name, wanted);
  }

  /**
   * Move the focus to the current cell.
   *
   * @param {FocusOptions} [options]
   */
  focus(options) {
    this.at(this.current)?.focus(options);
  }

  /**
   * @param {string} name
   * @param {Place} where
   */
  #addCell(name, where) {
    const cell = h("div", { role: "gridcell", tabindex: "-1", "data-where": name });
    this.#row(where[0]).append(cell);
    this.cells.set(name, cell);
    return cell;
  }

  /** @param {number} number */
  #row(number) {
    const found = this.#rows.get(number);
    if (found) return found;
    const row = h("div", { role: "row" });
    const after = [...this.#rows.keys()].filter((other) => other > number);
    this.element.insertBefore(row, this.#rows.get(Math.min(...after)) ?? null);
    this.#rows.set(number, row);
    return row;
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const where = placeAt(event) ?? this.#nearest(event);
    if (!where) return;
    this.select(where, { focus: true });
    this.hooks.pick?.(where);
  }

  /**
   * The cell nearest to a click beside all cells, if it is near enough.
   *
   * @param {MouseEvent} event
   */
  #nearest(event) {
    const [x, y] = this.sheet.at(event);
    let found = { where: /** @type {Place | null} */ (null), distance: NEAR };
    for (const { where, box } of this.#shown.values()) {
      const across = Math.max(box[0] - x, 0, x - box[0] - box[2]);
      const distance = Math.hypot(across, Math.max(box[1] - y, 0, y - box[1] - box[3]));
      if (distance < found.distance) found = { where, distance };
    }
    return found.where;
  }

  /** @param {FocusEvent} event */
  #focused(event) {
    const where = placeAt(event);
    if (where && key(where) !== key(this.current)) this.select(where);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (!this.current) return;
    const step = STEPS[event.key];
    if (step && !hasModifier(event)) this.#go(event, this.#next(this.current, step));
    else if (event.key === "Home" || event.key === "End")
      this.#go(event, this.#end(this.current, event));
    else this.hooks.key?.(this.current, event);
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Place} where
   */
  #go(event, where) {
    event.preventDefault();
    this.select(where, { focus: true });
  }

  /**
   * The next cell in a direction, over holes, and around the edge of the board.
   *
   * @param {Place} from
   * @param {[down: number, right: number]} step
   */
  #next(from, [down, right]) {
    const along = (down !== 0) === this.isTurned ? 1 : 0;
    const line = this.#places().filter((where) => where[1 - along] === from[1 - along]);
    line.sort((a, b) => a[along] - b[along]);
    const here = line.findIndex((where) => where[along] === from[along]);
    return line[(here + down + right + line.length) % line.length];
  }

  /**
   * The first or last cell of the row; with Ctrl, of the board.
   *
   * @param {Place} from
   * @param {KeyboardEvent} event
   */
  #end(from, event) {
    const row = this.#places().filter((where) => event.ctrlKey || where[0] === from[0]);
    row.sort(byReadingOrder);
    return event.key === "Home" ? row[0] : row[row.length - 1];
  }

  #places = () => [...this.cells.keys()].map(placeOf);
}

/**
 * The name of a cell in moves, where rows and columns count from 1.
 *
 * @param {Place} where
 */
export const cellName = ([row, column]) => `r${row + 1}c${column + 1}`;

/**
 * Compare two cells: row by row, and in a row from left to right.
 *
 * @param {Place} a
 * @param {Place} b
 */
export const byReadingOrder = (a, b) => a[0] - b[0] || a[1] - b[1];

/**
 * The place of the spot at the target of an event.
 *
 * @param {Event} event
 */
export function placeAt(event) {
  const name = closest(event, "[data-where]")?.dataset.where;
  return name == null ? null : placeOf(name);
}

/**
 * The place that `String(place)` names.
 *
 * @param {string} name
 * @returns {Place}
 */
export const placeOf = (name) => name.split(",").map(Number);

/** @param {Place | null} where */
const key = (where) => String(where ?? "");
