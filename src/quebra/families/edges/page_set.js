// The setter's board: a piece is chosen, its sides are painted, and it can be placed as a hint.

import { drawing, fill, h } from "/static/dom.js";
import { t } from "/static/texts.js";
import { button } from "/static/widgets.js";
import { CellLayer, cellName } from "./page_cells.js";
import { Painter } from "./page_paint.js";
import { colourName } from "./shared_colours.js";

/** @import { Board, EditView, Place, SetHost } from "/static/host.js" */

/** @implements {Board} */
export class SetterBoard {
  #chosen = 0;
  welcome = t("Choose a colour, then tap a side of the piece.");

  /** @param {SetHost} host */
  constructor(host) {
    this.host = host;
    this.layer = new CellLayer(host.sheet, { name: t("Board") });
    this.pieces = h("div", { class: "pieces", role: "group", "aria-label": t("Pieces") });
    this.painter = new Painter((side, colour) =>
      host.play(`p${this.#chosen + 1}e${side + 1}=${colour}`),
    );
    this.keys = [{ keys: ["←", "↑", "→", "↓"], text: t("Move on the board") }];
    fill(host.tray, this.pieces);
    fill(
      host.pad,
      this.painter.element,
      button(t("Hint here"), () => this.#hint(String(this.#chosen + 1))),
      button(t("No hint here"), () => this.#hint(".")),
    );
    this.update(host.view);
  }

  /** @param {EditView} view */
  update(view) {
    this.layer.update(view.spots);
    for (const element of [this.pieces, this.painter.element])
      element.dataset.shape = view.puzzle.shape;
    fill(this.pieces, ...view.pieces.map((svg, i) => this.#tile(view.puzzle, svg, i)));
    this.#choose(Math.min(this.#chosen, view.pieces.length - 1), view);
  }

  /**
   * @param {string} name
   * @param {Place[]} places
   */
  mark(name, places) {
    this.layer.mark(name, places);
  }

  focus() {
    this.layer.focus();
  }

  /** @param {string} value  The number of a piece, or `.` for no hint. */
  #hint(value) {
    if (this.layer.current) this.host.play(`${cellName(this.layer.current)}=${value}`);
  }

  /**
   * @param {any} puzzle
   * @param {string} svg
   * @param {number} piece
   */
  #tile(puzzle, svg, piece) {
    /** @type {number[]} */
    const sides = puzzle.pieces[piece];
    const colours = sides.map((colour) => colourName(t, puzzle, colour)).join(", ");
    const name = t("Piece {n}: {colours}", { n: piece + 1, colours });
    const attributes = { "aria-label": name, onclick: () => this.#choose(piece, this.host.view) };
    return h("button", { type: "button", class: "tile", ...attributes }, drawing(svg));
  }

  /**
   * @param {number} piece
   * @param {EditView} view
   */
  #choose(piece, { puzzle, pieces }) {
    this.#chosen = piece;
    for (const [i, tile] of [...this.pieces.children].entries())
      tile.setAttribute("aria-pressed", String(i === piece));
    this.painter.update(puzzle, pieces, piece);
  }
}
