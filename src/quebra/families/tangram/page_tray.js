// The tray: a tile for each piece, which is empty while the piece is on the board.

import { fill, h, s } from "/static/dom.js";
import { t } from "/static/texts.js";

/** @import { Piece } from "./page_pieces.js" */
/** @typedef {{ element: HTMLElement, svg: SVGSVGElement }} Tile */

const MARGIN = 0.12; // around the largest piece of a tile, as a share of the piece
const MOST = 4; // how many times larger than a piece its tile is at most

export class Tray {
  /** @type {Map<Piece, Tile>} */
  #tiles = new Map();
  #count = h("p", { class: "placed-count" });
  element = h("div", { class: "piece-tray", role: "group", "aria-label": t("Pieces") });

  /** @param {Piece[]} pieces */
  constructor(pieces) {
    for (const piece of pieces) {
      const svg = s("svg", { viewBox: "0 0 1 1" });
      const element = h("div", { class: "piece-tile", "data-piece": piece.number }, svg);
      this.#tiles.set(piece, { element, svg });
    }
    fill(this.element, ...pieces.map(this.tileOf), this.#count);
  }

  /** The piece of the tile that contains an element.
   *
   * @param {EventTarget | null} target
   */
  pieceOf(target) {
    if (!(target instanceof Node)) return null;
    const found = [...this.#tiles].find(([, { element }]) => element.contains(target));
    return found?.[0] ?? null;
  }

  /** @param {Piece} piece */
  tileOf = (piece) => /** @type {Tile} */ (this.#tiles.get(piece)).element;

  /**
   * Scroll the tray to the first of some pieces that is in it.
   *
   * @param {Piece[]} pieces
   */
  reveal(pieces) {
    const piece = pieces.find(({ pose }) => !pose.placed);
    if (piece) this.tileOf(piece).scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Show how many pieces are on the board, and which tiles are empty. */
  update() {
    const pieces = [...this.#tiles.keys()];
    const waiting = pieces.filter((piece) => !piece.pose.placed);
    const [n, of] = [pieces.length - waiting.length, pieces.length];
    this.#count.textContent = t("{n} of {of} placed", { n, of });
    for (const piece of pieces) this.tileOf(piece).classList.toggle("vacant", piece.pose.placed);
  }

  /**
   * Show a piece in its tile, at the scale of the board or of the largest piece, so that sizes can be
   * compared; a piece far smaller than that is enlarged.
   *
   * @param {Piece} piece
   * @param {number} scale  Pixels of the screen in one unit of the puzzle.
   */
  show(piece, scale) {
    const { svg } = /** @type {Tile} */ (this.#tiles.get(piece));
    piece.show(piece.pose);
    svg.append(piece.element);
    const { x, y, width, height } = svg.getBBox();
    const sizes = [...this.#tiles.keys()].map(({ box }) => Math.max(box.width, box.height));
    const [own, largest] = [Math.max(width, height), Math.max(...sizes)];
    const side = Math.max(
      (1 + MARGIN) * Math.max(own, Math.min(largest, MOST * own)),
      svg.clientWidth / scale,
    );
    const corner = [x + width / 2 - side / 2, y + height / 2 - side / 2];
    svg.setAttribute("viewBox", `${corner.join(" ")} ${side} ${side}`);
  }
}
