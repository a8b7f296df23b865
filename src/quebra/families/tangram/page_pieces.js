// The pieces one by one, and how they look.

import { drawing, fill, h, s } from "/static/dom.js";

/** @import { Box } from "/static/host.js" */
/** @import { Pose } from "/static/boards/poses.js" */
/** @typedef {{ outline: string, count: number, flip: boolean }} PieceKind */

export class Piece {
  /** @type {Box} The box of the outline. */
  box = { x: 0, y: 0, width: 0, height: 0 };
  /** @type {Pose} The pose in the tray. */
  home = { x: 0, y: 0, angle: 0, flip: false, placed: false };
  /** @type {Pose} */
  pose = this.home;

  /**
   * @param {number} number  Its number in moves.
   * @param {number} kind
   * @param {number} copy  Which of the pieces of its kind.
   * @param {PieceKind} definition
   */
  constructor(number, kind, copy, { outline, flip }) {
    this.number = number;
    this.kind = kind;
    this.copy = copy;
    this.outline = outline;
    this.canFlip = flip;
    this.where = `${kind},${copy}`;
    this.path = new Path2D(outline);
    this.picture = s("g", { "text-anchor": "middle" });
    const ring = s("path", { d: outline, class: "ring", "vector-effect": "non-scaling-stroke" });
    this.element = s("g", { class: "piece", "data-number": number }, this.picture, ring);
    this.button = h("div", { role: "button", tabindex: 0, "data-where": this.where });
  }

  /**
   * Show the drawing of its kind.
   *
   * @param {SVGSVGElement} svg
   * @param {number} scale  Pixels of the drawing for one unit of the puzzle.
   */
  setPicture(svg, scale) {
    const parts = [...svg.cloneNode(true).childNodes];
    // The first rectangle of a drawing is its background.
    const background = parts.find((part) => part.nodeName === "rect");
    fill(this.picture, ...parts.filter((part) => part !== background));
    const { x, y } = this.box;
    this.picture.setAttribute("transform", `translate(${x} ${y}) scale(${1 / scale})`);
  }
}

/**
 * All pieces one by one, numbered from 1 as in moves.
 *
 * @param {{ pieces: PieceKind[] }} puzzle
 */
export function piecesOf({ pieces }) {
  const copies = pieces.flatMap((definition, kind) =>
    Array.from({ length: definition.count }, (_, copy) => ({ definition, kind, copy })),
  );
  return copies.map(({ definition, kind, copy }, i) => new Piece(i + 1, kind, copy, definition));
}

/**
 * @param {Piece[]} pieces
 * @param {string[]} drawings  The drawing of each kind.
 * @param {number} scale
 */
export function setPictures(pieces, drawings, scale) {
  const pictures = drawings.map(drawing);
  for (const piece of pieces) piece.setPicture(pictures[piece.kind], scale);
}
