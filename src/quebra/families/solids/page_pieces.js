// The pieces on the setter's desk: one more of a kind, one fewer, and new ones built of cubes.

import { fill, h, s } from "/static/dom.js";
import { t } from "/static/texts.js";
import { button, sheet } from "/static/widgets.js";
import { copiesOf } from "./shared_space.js";
import { colourOf, pictureOf } from "./shared_view.js";

/** @import { SetHost } from "/static/host.js" */
/** @import { Cell } from "./shared_space.js" */

const ROOM = 1.2;
const [SIDE, LAYERS] = [5, 3]; // of the room in which a piece is built
const COLOUR = "#56b4e9";

export class Pieces {
  #chosen = 0;
  #list = h("div", { class: "pieces", role: "group", "aria-label": t("Pieces") });
  #more = button(t("One more"), () => this.host.play(`+=${this.#cells.join(" ")}`), {
    icon: "plus",
  });
  #less = button(t("Take out"), () => this.host.play(`-${this.#chosen + 1}`), { icon: "erase" });
  element = h(
    "section",
    { class: "set-pieces" },
    h("h2", {}, t("Pieces")),
    this.#list,
    h("div", { class: "row" }, this.#more, this.#less),
    button(t("Build a piece"), () => this.#build(), { icon: "pencil" }),
  );

  /** @param {SetHost} host */
  constructor(host) {
    this.host = host;
  }

  /** @param {any} puzzle */
  update(puzzle) {
    this.puzzle = puzzle;
    const copies = copiesOf(puzzle);
    const kinds = puzzle.pieces.length;
    this.#chosen = Math.min(this.#chosen, copies.length - 1);
    const hasFocus = this.#list.contains(document.activeElement);
    const tiles = copies.map(({ name, kind, body }, i) => {
      const block = { cells: body, colour: colourOf(kinds, kind, i) };
      return h(
        "button",
        {
          type: "button",
          class: "tile",
          "aria-label": t("Piece {name}, {n} cubes", { name, n: body.length }),
          onclick: () => this.#choose(i),
        },
        pictureOf(s, [block], name, ROOM),
      );
    });
    fill(this.#list, ...tiles);
    this.#choose(this.#chosen);
    if (hasFocus) tiles[this.#chosen].focus();
    this.#less.disabled = copies.length === 1;
  }

  /** The layers of the chosen piece. */
  get #cells() {
    return this.puzzle.pieces[copiesOf(this.puzzle)[this.#chosen].kind].cells;
  }

  /** @param {number} piece */
  #choose(piece) {
    this.#chosen = piece;
    for (const [i, tile] of [...this.#list.children].entries())
      tile.setAttribute("aria-pressed", String(i === piece));
  }

  /** A sheet on which the cubes of a new piece are chosen. */
  #build() {
    /** @type {Map<string, Cell>} */
    const cubes = new Map();
    const picture = h("div", { class: "solid-view" });
    const said = h("p", { class: "soft", role: "status" });
    const add = button(t("Add the piece"), () => send(), { kind: "main", disabled: true });
    const range = (/** @type {number} */ n) => Array.from({ length: n }, (_, i) => i);
    /** @type {(cell: Cell) => HTMLElement} */
    const cube = ([x, y, z]) => {
      const names = { layer: z + 1, row: y + 1, column: x + 1 };
      const element = h("button", {
        type: "button",
        "aria-pressed": "false",
        "aria-label": t("Layer {layer}, row {row}, column {column}", names),
        onclick: () => change([x, y, z], element),
      });
      return element;
    };
    /** @type {(cell: Cell, element: HTMLElement) => void} */
    function change(cell, element) {
      const name = String(cell);
      if (!cubes.delete(name)) cubes.set(name, cell);
      element.setAttribute("aria-pressed", String(cubes.has(name)));
      const cells = [...cubes.values()];
      fill(picture, pictureOf(s, [{ cells, colour: COLOUR }], "", ROOM));
      picture.hidden = !cells.length;
      const isOne = isConnected(cells);
      add.disabled = !isOne;
      said.textContent = isOne || !cells.length ? "" : t("The cubes are not connected.");
    }
    const layers = range(LAYERS).map((z) =>
      h(
        "div",
        {},
        h("p", {}, t("Layer {layer}", { layer: z + 1 })),
        h(
          "div",
          { class: "cubes" },
          ...range(SIDE * SIDE).map((i) => cube([i % SIDE, Math.floor(i / SIDE), z])),
        ),
      ),
    );
    const box = sheet(
      t("Build a piece"),
      h("div", { class: "build" }, ...layers, picture),
      said,
      h("div", { class: "row" }, add),
    );
    picture.hidden = true;
    const send = () => {
      const text = range(LAYERS).map((z) =>
        range(SIDE)
          .map((y) =>
            range(SIDE)
              .map((x) => (cubes.has(String([x, y, z])) ? "#" : "."))
              .join(""),
          )
          .join("|"),
      );
      box.close();
      this.host.play(`+=${text.join(" ")}`);
    };
  }
}

/**
 * Whether cubes are one part, connected by faces.
 *
 * @param {Cell[]} cubes
 */
function isConnected(cubes) {
  const [first, ...left] = cubes;
  const part = first ? [first] : [];
  for (const [x, y, z] of part)
    for (const cube of left.filter(
      ([a, b, c]) => Math.abs(a - x) + Math.abs(b - y) + Math.abs(c - z) === 1,
    )) {
      part.push(cube);
      left.splice(left.indexOf(cube), 1);
    }
  return part.length > 0 && !left.length;
}
