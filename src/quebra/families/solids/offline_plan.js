// Laid pieces in the layer plans: tinted cells with a letter, and walls around each piece.

import { CELL, s } from "../../render/player/dom.js";
import { placeOf } from "./offline_check.js";
import { shifted } from "./shared_space.js";
import { colourOf, toned } from "./shared_view.js";

/** @typedef {import("./offline_check.js").Rules} Rules */
/** @typedef {import("./shared_space.js").Cell} Cell */
/** @typedef {import("./shared_space.js").Placed} Placed */
/** @typedef {number[]} Point */

const WALL = 3; // pixels
const SIGNS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"];
/** The four sides of a cell in its plan: their ends, and the step to the cell beyond. */
const SIDES = [0, 1].flatMap((end) => {
  const step = 2 * end - 1;
  return [
    { step: /** @type {Cell} */ ([step, 0, 0]), from: [end, 0], to: [end, 1] },
    { step: /** @type {Cell} */ ([0, step, 0]), from: [0, end], to: [1, end] },
  ];
});

export class Plan {
  /**
   * @param {Rules} rules
   * @param {{ where: number[], box: number[] }[]} spots
   */
  constructor(rules, spots) {
    this.rules = rules;
    this.corners = new Map(spots.map(({ where, box }) => [String(where), box.slice(0, 2)]));
    this.letters = lettersOf(rules.puzzle.pieces.map(({ name }) => name));
  }

  /** @param {number} piece */
  colour = (piece) =>
    colourOf(this.rules.puzzle.pieces.length, this.rules.copies[piece].kind, piece);

  /**
   * The shapes of a laid piece.
   *
   * @param {Placed} place
   */
  draw(place) {
    const cells = this.rules.cellsOf(place);
    const own = new Set(cells.map(String));
    return [
      ...cells.map((cell) => this.#tint(place.piece, cell)),
      ...cells.flatMap((cell) => this.#walls(own, cell)),
      ...cells.map((cell) => this.#letter(place.piece, cell)),
    ];
  }

  /** @param {Cell} cell */
  #corner = (cell) => /** @type {Point} */ (this.corners.get(String(placeOf(cell))));

  /**
   * @param {number} piece
   * @param {Cell} cell
   */
  #tint(piece, cell) {
    const [x, y] = this.#corner(cell).map((each) => each * CELL);
    const fill = toned(this.colour(piece), "light");
    return s("rect", { x, y, width: CELL, height: CELL, fill });
  }

  /**
   * @param {Set<string>} own  The cells of the piece.
   * @param {Cell} cell
   */
  #walls(own, cell) {
    const [x, y] = this.#corner(cell);
    return SIDES.flatMap(({ step, from, to }) => {
      if (own.has(String(shifted([cell], step)[0]))) return [];
      const [[x1, y1], [x2, y2]] = [from, to].map(([dx, dy]) => [(x + dx) * CELL, (y + dy) * CELL]);
      const stroke = { stroke: "var(--ink)", "stroke-width": WALL, "stroke-linecap": "square" };
      return [s("line", { x1, y1, x2, y2, ...stroke })];
    });
  }

  /**
   * @param {number} piece
   * @param {Cell} cell
   */
  #letter(piece, cell) {
    const [x, y] = this.#corner(cell).map((each) => (each + 0.5) * CELL);
    const text = { "text-anchor": "middle", dy: ".35em", "font-weight": "bold" };
    const fill = toned(this.colour(piece), "text");
    const letter = this.letters[this.rules.copies[piece].kind];
    return s("text", { x, y, "font-size": CELL / 2, fill, ...text }, letter);
  }
}

/**
 * One sign for each piece: the first letter of its name that is free, else any free one.
 *
 * @param {string[]} names
 */
export function lettersOf(names) {
  const free = new Set(SIGNS);
  return names.map((name) => {
    const sign = [...name, ...swappedCase(name)].find((each) => free.has(each)) ?? [...free][0];
    free.delete(sign);
    return sign ?? "?";
  });
}

/** @param {string} name */
const swappedCase = (name) =>
  [...name].map((each) => (each === each.toUpperCase() ? each.toLowerCase() : each.toUpperCase()));
