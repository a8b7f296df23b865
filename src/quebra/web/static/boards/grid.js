// A grid of cells above the drawing that can be clicked, focused and read by a screen reader.
//
// Its cells are the spots of a view. One of them is the current one: arrows, Home and End move it,
// and only it is in the tab order. On a large board, a cell has no element until it is in the frame,
// or is asked for.

import { h, hasModifier } from "../dom.js";
import { byReadingOrder, placeAt, placeOf } from "./places.js";

export { byReadingOrder, cellName, placeOf } from "./places.js";

/** @import { Place, Sheet, Spot } from "../host.js" */

/** @type {Record<string, [down: number, right: number]>} */
const STEPS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const MANY = 2500; // boards of more cells are large
const AROUND = 2; // cells beside the frame that have elements on a large board
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
    new ResizeObserver(() => this.#addShown()).observe(this.element);
    sheet.element.parentElement?.addEventListener("scroll", () => this.#addShown());
  }

  /** Add the elements of the cells of a large board that are in its frame. */
  #addShown() {
    const frame = this.sheet.element.parentElement?.getBoundingClientRect();
    if (this.#shown.size <= MANY || !frame) return;
    const { left, top, right, bottom } = frame;
    const [x, y] = this.sheet.at({ clientX: left, clientY: top });
    const [toX, toY] = this.sheet.at({ clientX: right, clientY: bottom });
    for (const { where, box } of this.#shown.values())
      if (
        Math.max(x - box[0] - box[2], box[0] - toX) < AROUND &&
        Math.max(y - box[1] - box[3], box[1] - toY) < AROUND
      )
        this.at(where);
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
      const cell = this.cells.get(name);
      if (!cell && spots.length <= MANY) this.#addCell(name, spot);
      else if (cell && before.get(name) !== spot) this.#fillCell(cell, spot);
    }
    for (const [name, cell] of this.cells)
      if (!this.#shown.has(name)) {
        cell.remove();
        this.cells.delete(name);
      }
    if (spots.length > MANY) this.#count(spots);
    if (!this.at(this.current)) this.select(spots[0]?.where ?? null);
  }

  /**
   * Tell screen readers the size of a board of which not all cells have elements.
   *
   * @param {Spot[]} spots
   */
  #count(spots) {
    for (const [i, name] of ["aria-rowcount", "aria-colcount"].entries()) {
      const most = spots.reduce((found, { where }) => Math.max(found, where[i] + 1), 0);
      this.element.setAttribute(name, String(most));
    }
  }

  /**
   * The element of a place, if it is on the board.
   *
   * @param {Place | null} where
   */
  at(where) {
    const name = key(where);
    const spot = this.#shown.get(name);
    return this.cells.get(name) ?? (spot && this.#addCell(name, spot));
  }

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
    for (const where of places) this.at(where)?.classList.add(name);
    this.#marked.set(name, places.map(key));
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
   * @param {Spot} spot
   */
  #addCell(name, spot) {
    const [row, column] = spot.where;
    const cell = h("div", { role: "gridcell", tabindex: "-1", "data-where": name });
    if (this.#shown.size > MANY) cell.setAttribute("aria-colindex", String(column + 1));
    this.#fillCell(cell, spot);
    const line = this.#row(row);
    const others = /** @type {HTMLElement[]} */ ([...line.children]);
    const isLast = !others.length || columnOf(others[others.length - 1]) < column;
    const next = isLast ? null : others.find((other) => columnOf(other) > column);
    line.insertBefore(cell, next ?? null);
    this.cells.set(name, cell);
    return cell;
  }

  /**
   * @param {HTMLElement} cell
   * @param {Spot} spot
   */
  #fillCell(cell, spot) {
    cell.setAttribute("aria-label", spot.text);
    this.sheet.place(cell, spot.box);
  }

  /** @param {number} number */
  #row(number) {
    const found = this.#rows.get(number);
    if (found) return found;
    const row = h("div", { role: "row", "aria-rowindex": this.#shown.size > MANY && number + 1 });
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
    const along = down !== 0 ? 0 : 1;
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

  #places = () => [...this.#shown.values()].map(({ where }) => where);
}

/** @param {HTMLElement} cell */
const columnOf = (cell) => placeOf(cell.dataset.where ?? "")[1];

/** @param {Place | null} where */
const key = (where) => String(where ?? "");
