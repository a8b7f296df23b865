// The setter's board: a piece is chosen, its edges get colours, and it can be placed as a hint.

import { drawing, fill, h } from "/static/dom.js";
import { t } from "/static/texts.js";
import { button, choice } from "/static/widgets.js";
import { CellLayer, cellName } from "./page_cells.js";

/** @import { Board, EditView, Place, SetHost } from "/static/host.js" */

/** @implements {Board} */
export class SetterBoard {
  #chosen = 0;

  /** @param {SetHost} host */
  constructor(host) {
    this.host = host;
    this.layer = new CellLayer(host.sheet, { name: t("Board") });
    this.pieces = h("div", { class: "pieces", role: "group", "aria-label": t("Pieces") });
    this.keys = [{ keys: ["←", "↑", "→", "↓"], text: t("Move on the board") }];
    const edge = choice(edgeNames(host.view.puzzle), "1");
    const colour = h("input", { type: "number", required: true, min: 0, max: 9999, value: 1 });
    const paint = () => {
      if (colour.reportValidity()) host.play(`p${this.#chosen + 1}e${edge.value}=${colour.value}`);
    };
    fill(host.tray, this.pieces);
    fill(
      host.pad,
      narrowField(t("Edge"), edge),
      narrowField(t("Colour"), colour),
      button(t("Set the colour"), paint),
      button(t("Hint here"), () => this.#hint(String(this.#chosen + 1))),
      button(t("No hint here"), () => this.#hint(".")),
    );
    this.update(host.view);
  }

  /** @param {EditView} view */
  update(view) {
    this.layer.update(view.spots);
    fill(this.pieces, ...view.pieces.map((svg, i) => this.#tile(view.puzzle.pieces[i], svg, i)));
    this.#choose(Math.min(this.#chosen, view.pieces.length - 1));
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
   * @param {number[]} colours
   * @param {string} svg
   * @param {number} piece
   */
  #tile(colours, svg, piece) {
    const name = t("Piece {n}: {colours}", { n: piece + 1, colours: colours.join(", ") });
    const attributes = { "aria-label": name, onclick: () => this.#choose(piece) };
    return h("button", { type: "button", class: "tile", ...attributes }, drawing(svg));
  }

  /** @param {number} piece */
  #choose(piece) {
    this.#chosen = piece;
    for (const [i, tile] of [...this.pieces.children].entries())
      tile.setAttribute("aria-pressed", String(i === piece));
  }
}

/**
 * The edges of a piece to choose from; those of squares have names.
 *
 * @param {{ pieces: number[][] }} puzzle
 * @returns {[value: string, text: string][]}
 */
function edgeNames({ pieces: [first] }) {
  const names = [t("top edge"), t("right edge"), t("bottom edge"), t("left edge")];
  const named = first.length === names.length;
  return first.map((_, i) => [`${i + 1}`, named ? names[i] : `${i + 1}`]);
}

/**
 * @param {string} text
 * @param {HTMLElement} control
 */
const narrowField = (text, control) =>
  h("label", { class: "field narrow" }, h("span", {}, text), control);
