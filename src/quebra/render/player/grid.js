// Cells on the drawing that can be pointed at, focused and read by a screen reader.
//
// One cell is the current one: arrows, Home and End move it, and only it is in the tab order.

import { CELL, s } from "./dom.js";

/** @typedef {import("./words.js").Place} Place */
/**
 * A place of the drawing, as `contract/play.py` has it.
 *
 * @typedef {{ where: Place, box: number[], text: string, part?: string, outline?: number[][] }} Spot
 */
/**
 * @typedef {object} GridHooks
 * @property {string} name  The name of the grid.
 * @property {(where: Place) => string} describe  A cell and its content in words.
 * @property {(where: Place) => unknown} [pick]  A cell was clicked, or Enter was pressed.
 * @property {(where: Place, event: KeyboardEvent) => unknown} [key]  A key that the grid does not use.
 */

/** @type {Record<string, [down: number, right: number]>} */
const STEPS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

export class Grid {
  /** @type {Map<string, SVGElement>} */
  cells = new Map();

  /**
   * @param {Spot[]} spots
   * @param {GridHooks} hooks
   */
  constructor(spots, hooks) {
    this.hooks = hooks;
    this.spots = spots;
    this.current = spots[0].where;
    this.element = s("g", { role: "grid", "aria-label": hooks.name, class: "grid" });
    for (const spot of spots) this.#add(spot);
    this.element.addEventListener("keydown", (event) => this.#pressed(event));
    this.element.addEventListener("click", (event) => this.#clicked(event));
    this.select(this.current);
    this.update();
  }

  /** Say again what the cells contain. */
  update() {
    for (const { where } of this.spots)
      this.at(where).setAttribute("aria-label", this.hooks.describe(where));
  }

  /** @param {Place} where */
  at = (where) => /** @type {SVGElement} */ (this.cells.get(String(where)));

  /** @param {Place} where */
  select(where, { focus = false } = {}) {
    this.at(this.current).setAttribute("tabindex", "-1");
    this.at(this.current).removeAttribute("aria-selected");
    this.current = where;
    this.at(where).setAttribute("tabindex", "0");
    this.at(where).setAttribute("aria-selected", "true");
    if (focus) this.at(where).focus({ preventScroll: true });
  }

  /**
   * Give exactly these places a class.
   *
   * @param {string} name
   * @param {Place[]} places
   */
  mark(name, places) {
    const wanted = new Set(places.map(String));
    for (const [where, cell] of this.cells) cell.classList.toggle(name, wanted.has(where));
  }

  /** @param {Spot} spot */
  #add({ where, box, outline }) {
    const [x, y, width, height] = box.map((length) => length * CELL);
    const attributes = { role: "gridcell", tabindex: "-1", "data-where": String(where) };
    const cell = outline?.length
      ? s("polygon", {
          points: outline.map((p) => p.map((v) => v * CELL)).join(" "),
          ...attributes,
        })
      : s("rect", { x: x + 1, y: y + 1, width: width - 2, height: height - 2, ...attributes });
    this.#row(where[0]).append(cell);
    this.cells.set(String(where), cell);
  }

  /** @param {number} number */
  #row(number) {
    const found = this.element.querySelector(`[data-row="${number}"]`);
    if (found) return found;
    return this.element.appendChild(s("g", { role: "row", "data-row": number }));
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const where = placeAt(event);
    if (!where) return;
    this.select(where, { focus: true });
    this.hooks.pick?.(where);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const modified = event.ctrlKey || event.metaKey || event.altKey;
    const step = STEPS[event.key];
    if (step && !modified) this.#go(event, this.#next(step));
    else if (event.key === "Home" || event.key === "End") this.#go(event, this.#end(event.key));
    else if (event.key === "Enter" && this.hooks.pick) {
      event.preventDefault();
      this.hooks.pick(this.current);
    } else this.hooks.key?.(this.current, event);
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
   * The next cell in a direction: the one ahead that is nearest on the drawing.
   *
   * @param {[down: number, right: number]} step
   */
  #next([down, right]) {
    const [x, y] = middle(this.#spot(this.current));
    let best = this.current;
    let least = Number.POSITIVE_INFINITY;
    for (const spot of this.spots) {
      const [to_x, to_y] = middle(spot);
      const ahead = right ? right * (to_x - x) : down * (to_y - y);
      const aside = Math.abs(right ? to_y - y : to_x - x);
      if (ahead > 0.2 && ahead + 3 * aside < least && aside < 2 * ahead) {
        least = ahead + 3 * aside;
        best = spot.where;
      }
    }
    return best;
  }

  /** @param {string} key */
  #end(key) {
    const row = this.spots.filter(({ where }) => where[0] === this.current[0]);
    return (key === "Home" ? row[0] : row[row.length - 1]).where;
  }

  /** @param {Place} where */
  #spot = (where) =>
    /** @type {Spot} */ (this.spots.find((spot) => String(spot.where) === String(where)));
}

/** @param {Spot} spot */
const middle = ({ box: [x, y, width, height] }) => [x + width / 2, y + height / 2];

/** @param {Event} event */
function placeAt(event) {
  const cell = event.target instanceof Element ? event.target.closest("[data-where]") : null;
  return cell ? cell.getAttribute("data-where")?.split(",").map(Number) : null;
}
