// Cells that can be pointed at: a grid for readers of all kinds, laid over the drawing.
//
// Its cells are the spots of a view: `{where: [row, column], box, text, part}`. One of them is the
// current one; arrows, Home, End and the pages move it, and only it is in the order of tabs.

import { h } from "../dom.js";

const STEPS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

export class GridLayer {
  /** `pick(where, event)` is called for a click or tap, `key(where, event)` for a key that the
      grid does not use itself; `moved(where)` when another cell becomes the current one. */
  constructor(sheet, { name, pick = () => {}, key = () => {}, moved = () => {} }) {
    Object.assign(this, { sheet, pick, key, moved });
    this.cells = new Map();
    this.current = null;
    this.element = h("div", { role: "grid", "aria-label": name, class: "grid" });
    this.element.addEventListener("keydown", (event) => this.#pressed(event));
    this.element.addEventListener("click", (event) => this.#clicked(event));
    this.element.addEventListener("focusin", (event) => this.#focused(event));
    sheet.layer.append(this.element);
  }

  /** Show these spots; cells that stay are kept, so that the focus stays too. */
  update(spots) {
    const shown = new Set();
    for (const spot of spots) {
      const cell = this.#cell(spot.where);
      cell.setAttribute("aria-label", spot.text);
      this.sheet.place(cell, spot.box);
      shown.add(key(spot.where));
    }
    for (const [name, cell] of this.cells)
      if (!shown.has(name)) {
        cell.remove();
        this.cells.delete(name);
      }
    if (!this.cells.has(key(this.current))) this.select(spots[0]?.where ?? null);
  }

  /** The element of a place, if there is one. */
  at = (where) => this.cells.get(key(where));

  /** Make a place the current one. */
  select(where, { focus = false } = {}) {
    this.at(this.current)?.setAttribute("tabindex", "-1");
    this.at(this.current)?.removeAttribute("aria-selected");
    this.current = where;
    const cell = this.at(where);
    cell?.setAttribute("tabindex", "0");
    cell?.setAttribute("aria-selected", "true");
    if (focus) cell?.focus();
    this.moved(where);
  }

  /** Give exactly these places a class, such as `hinted`. */
  mark(name, places) {
    const wanted = new Set(places.map(key));
    for (const [where, cell] of this.cells) cell.classList.toggle(name, wanted.has(where));
  }

  focus() {
    this.at(this.current)?.focus();
  }

  #cell(where) {
    if (!this.cells.has(key(where))) {
      const cell = h("div", { role: "gridcell", tabindex: "-1", "data-where": key(where) });
      this.#row(where[0]).append(cell);
      this.cells.set(key(where), cell);
    }
    return this.at(where);
  }

  #row(number) {
    const rows = [...this.element.children];
    const found = rows.find((row) => Number(row.dataset.row) === number);
    if (found) return found;
    const row = h("div", { role: "row", "data-row": number });
    const after = rows.find((other) => Number(other.dataset.row) > number);
    this.element.insertBefore(row, after ?? null);
    return row;
  }

  #where = (element) => element.closest?.("[data-where]")?.dataset.where.split(",").map(Number);

  #clicked(event) {
    const where = this.#where(event.target);
    if (!where) return;
    this.select(where, { focus: true });
    this.pick(where, event);
  }

  #focused(event) {
    const where = this.#where(event.target);
    if (where && key(where) !== key(this.current)) this.select(where);
  }

  #pressed(event) {
    const step = STEPS[event.key];
    if (step && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      this.select(this.#beyond(step), { focus: true });
    } else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      this.select(this.#end(event), { focus: true });
    } else if (this.current) this.key(this.current, event);
  }

  /** The next cell in a direction, over holes, and around the edge of the board. */
  #beyond([down, right]) {
    const places = [...this.cells.keys()].map((name) => name.split(",").map(Number));
    const along = down ? 0 : 1;
    const line = places.filter((where) => where[1 - along] === this.current[1 - along]);
    line.sort((a, b) => a[along] - b[along]);
    const here = line.findIndex((where) => where[along] === this.current[along]);
    return line[(here + down + right + line.length) % line.length];
  }

  #end(event) {
    const places = [...this.cells.keys()].map((name) => name.split(",").map(Number));
    const row = places.filter((where) => event.ctrlKey || where[0] === this.current[0]);
    row.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    return event.key === "Home" ? row[0] : row.at(-1);
  }
}

/** How moves name a cell: places count from 1 there. */
export const named = ([row, column]) => `r${row + 1}c${column + 1}`;

const key = (where) => (where ? where.join(",") : "");
