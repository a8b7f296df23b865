// The setter's board: the cells of the target are painted in a box, and pieces are added.

import { fill, h, s } from "/static/dom.js";
import { stepper } from "/static/steppers.js";
import { t, tn } from "/static/texts.js";
import { choice, field, segments } from "/static/widgets.js";
import { PlanLayer } from "./page_layers.js";
import { Pieces } from "./page_pieces.js";
import { Box, drawBox, markName, spotsOf } from "./page_target.js";
import { readLayers } from "./shared_space.js";
import { TurningView } from "./shared_turn.js";

/** @import { Board, EditView, Place, SetHost } from "/static/host.js" */
/** @import { Cell } from "./shared_space.js" */

const MOST = 12; // cells of the box in a direction
const GREY = "#9aa0a6";

/** @implements {Board} */
export class SetterBoard {
  /** @type {string} The mark that is painted. */
  #brush = "#";
  /** @type {string | null} The mark of the stroke that is being painted. */
  #stroke = null;
  /** @type {Map<string, string>} The names of sets, by the JSON of their pieces. */
  #setNames = new Map();
  judgesBlank = true;
  welcome = t("Paint the cells that are to be filled, and choose the pieces.");
  keys = [
    { keys: ["Enter", "Space"], text: t("Paint the cell") },
    { keys: ["#", "+", "."], text: t("Fill the cell, allow it to stay empty, or leave it out") },
    { keys: ["Page Up", "Page Down"], text: t("Go a layer up or down") },
  ];

  /** @param {SetHost} host */
  constructor(host) {
    this.host = host;
    this.box = new Box(host.view.puzzle.target);
    this.view = new TurningView(s, t("View of the target; drag to turn it"));
    this.pieces = new Pieces(host);
    this.layer = new PlanLayer(host.sheet, {
      name: t("Board"),
      pick: () => {},
      key: (cell, event) => this.#pressed(cell, event),
    });
    this.sizes = [t("Columns"), t("Rows"), t("Layers")].map((name, axis) =>
      stepper(name, { least: 1, most: MOST }, (length) => this.#resize(axis, length)),
    );
    this.count = h("p", { class: "soft" });
    const { layer } = host.sheet;
    layer.classList.add("drawing-on");
    layer.addEventListener("pointerdown", (event) => this.#begin(event));
    layer.addEventListener("pointermove", (event) => this.#paint(event));
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, this.#end);
    fill(host.sizes, ...this.sizes.map(({ element }) => element));
    fill(
      host.tray,
      h("div", { class: "solid-view" }, this.view.picture),
      this.count,
      this.#sets(),
      this.pieces.element,
    );
    const brushes = ["#", "+", "."].map((mark) => [mark, markName(mark)]);
    fill(
      host.pad,
      segments(t("Brush"), /** @type {[string, string][]} */ (brushes), "#", (mark) => {
        this.#brush = mark;
      }),
    );
    this.update(host.view);
  }

  /** The sets of pieces that are known. */
  #sets() {
    const { described = {} } =
      this.host.family.options.find((option) => option.name === "set") ?? {};
    const known = Object.entries(described).map(([name, { title }]) => [name, title]);
    const list = choice([["", "–"], .../** @type {[string, string][]} */ (known)], "");
    list.addEventListener("change", () => this.#takeSet(list.value));
    this.setList = list;
    return field(t("Take the pieces of a set"), list);
  }

  /** @param {string} name */
  async #takeSet(name) {
    const view = name ? await this.host.play(`set=${name}`) : null;
    if (view) this.#setNames.set(JSON.stringify(view.puzzle.pieces), name);
    this.#nameSet(this.host.view);
  }

  /** Show the name of the set whose pieces the puzzle has. @param {EditView} view */
  #nameSet({ puzzle }) {
    if (this.setList) this.setList.value = this.#setNames.get(JSON.stringify(puzzle.pieces)) ?? "";
  }

  /** @param {EditView} view */
  update(view) {
    this.box.follow(view.puzzle.target);
    this.#show();
    this.pieces.update(view.puzzle);
    this.#nameSet(view);
    const cubes = view.puzzle.pieces.reduce(
      (/** @type {number} */ sum, /** @type {any} */ { cells, count }) =>
        sum + count * readLayers(cells).length,
      0,
    );
    const must = tn("{n} cell to fill", "{n} cells to fill", this.box.count("#"));
    const pieces = tn("{n} cube in the pieces", "{n} cubes in the pieces", cubes);
    this.count.textContent = `${must}, ${pieces}`;
  }

  #show() {
    const { box } = this;
    this.host.sheet.draw(drawBox(box));
    this.layer.update(spotsOf(box));
    for (const [axis, each] of this.sizes.entries()) each.show(box.size[axis]);
    this.view.update([
      { cells: box.cells("#"), colour: GREY },
      { cells: box.cells("+"), colour: GREY, faint: true },
    ]);
  }

  /**
   * @param {string} name
   * @param {Place[]} places
   */
  mark(name, places) {
    const cells = places.filter((place) => place.length === 3);
    this.layer.mark(
      name,
      cells.map(([z, y, x]) => this.box.fromTarget([x, y, z])),
    );
  }

  /** @param {number} n */
  openAdvice = (n) =>
    tn(
      "Another solution differs in {n} cell. Change the target or the pieces.",
      "Another solution differs in {n} cells. Change the target or the pieces.",
      n,
    );

  focus() {
    this.layer.focus();
  }

  leave() {
    for (const name of ["pointerup", "pointercancel"]) removeEventListener(name, this.#end);
  }

  /**
   * @param {number} axis
   * @param {number} length
   */
  #resize(axis, length) {
    this.box.resize(axis, length);
    this.#show();
    this.#send();
  }

  /** The target goes to the server, which says why it cannot be. */
  async #send() {
    const { box } = this;
    const layers = box.layers;
    if (box.isTarget(this.host.view.puzzle.target)) return;
    if (await this.host.play(`target=${layers.join(" ")}@${box.offset}`)) return;
    this.box = new Box(this.host.view.puzzle.target);
    this.#show();
  }

  // Painting: a stroke that begins on a cell with the brush's mark takes cells out.

  /** @param {PointerEvent} event */
  #begin(event) {
    const cell = this.layer.cellOf(event.target);
    if (!cell || event.button) return;
    this.#stroke = this.box.at(cell) === this.#brush ? "." : this.#brush;
    this.#set(cell, this.#stroke);
  }

  /** @param {PointerEvent} event */
  #paint({ clientX, clientY }) {
    if (this.#stroke == null) return;
    const cell = this.layer.cellOf(document.elementFromPoint(clientX, clientY));
    if (cell && this.box.at(cell) !== this.#stroke) this.#set(cell, this.#stroke);
  }

  #end = () => {
    if (this.#stroke == null) return;
    this.#stroke = null;
    this.#send();
  };

  /**
   * @param {Cell} cell
   * @param {string} mark
   */
  #set(cell, mark) {
    this.box.set(cell, mark);
    this.#show();
  }

  /**
   * @param {Cell} cell
   * @param {KeyboardEvent} event
   */
  #pressed(cell, event) {
    const { key } = event;
    if (["#", "+", "."].includes(key)) this.#set(cell, key);
    else if (["Enter", " "].includes(key))
      this.#set(cell, this.box.at(cell) === this.#brush ? "." : this.#brush);
    else if (key === "PageUp") this.layer.climb(1);
    else if (key === "PageDown") this.layer.climb(-1);
    else return;
    event.preventDefault();
    if (!key.startsWith("Page")) this.#send();
  }
}
