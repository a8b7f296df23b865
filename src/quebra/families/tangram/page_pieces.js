// The pieces one by one, and how they look.

import { matrix } from "/static/boards/poses.js";
import { drawing, fill, h, s } from "/static/dom.js";
import { Angles } from "./page_snap.js";

/** @import { Box } from "/static/host.js" */
/** @import { Pose } from "/static/boards/poses.js" */
/** @typedef {{ outline: string, count: number, flip: boolean }} PieceKind */
/** @typedef {{ piece: number, x: number, y: number, angle: number, flip: boolean }} Placement */

/** @type {Pose} The pose of an unturned piece in the tray. */
export const HOME = { x: 0, y: 0, angle: 0, flip: false, placed: false };

export class Piece {
  /** @type {Box} The box of the outline. */
  box = { x: 0, y: 0, width: 0, height: 0 };
  /** @type {Pose} */
  pose = HOME;

  /**
   * @param {number} number  Its number in moves.
   * @param {number} kind
   * @param {number} copy  Which of the pieces of its kind.
   * @param {PieceKind} definition
   * @param {string} figure
   */
  constructor(number, kind, copy, { outline, flip }, figure) {
    this.number = number;
    this.kind = kind;
    this.copy = copy;
    this.outline = outline;
    this.canFlip = flip;
    this.angles = new Angles(figure, outline);
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
    this.show(this.pose);
  }

  /**
   * Show the piece, or a copy of its element, in a pose with its letter upright.
   *
   * @param {Pose} pose
   */
  show(pose, element = this.element) {
    const { a, b, c, d, e, f } = matrix(pose);
    element.setAttribute("transform", `matrix(${[a, b, c, d, e, f].join(" ")})`);
    for (const letter of element.querySelectorAll("circle + text")) {
      const disc = letter.previousElementSibling;
      const [x, y] = ["cx", "cy"].map((name) => Number(disc?.getAttribute(name)));
      const upright = `scale(1 ${pose.flip ? -1 : 1}) rotate(${-pose.angle})`;
      letter.setAttribute("transform", `translate(${x} ${y}) ${upright} translate(${-x} ${-y})`);
    }
  }
}

/**
 * All pieces one by one, numbered from 1 as in moves.
 *
 * @param {{ pieces: PieceKind[], figure: string }} puzzle
 */
export function piecesOf({ pieces, figure }) {
  const copies = pieces.flatMap((definition, kind) =>
    Array.from({ length: definition.count }, (_, copy) => ({ definition, kind, copy })),
  );
  return copies.map(
    ({ definition, kind, copy }, i) => new Piece(i + 1, kind, copy, definition, figure),
  );
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

/**
 * The poses of the pieces on the board. Copies are alike: the first ones count as placed.
 *
 * @param {Piece[]} pieces
 * @param {Placement[]} placements
 */
export function posesIn(pieces, placements) {
  const used = pieces.map(() => 0);
  /** @type {Map<Piece, Pose>} */
  const poses = new Map();
  for (const { piece: kind, ...pose } of placements) {
    const piece = copyOf(pieces, kind, used[kind]);
    used[kind] += 1;
    if (piece) poses.set(piece, { ...pose, placed: true });
  }
  return poses;
}

/**
 * @param {Piece[]} pieces
 * @param {number} kind
 * @param {number} copy
 */
export const copyOf = (pieces, kind, copy) =>
  pieces.find((each) => each.kind === kind && each.copy === copy);

/**
 * The number of a piece among those of its kind on the board, once it is placed.
 *
 * @param {Piece[]} pieces
 * @param {Piece} piece
 */
export function copyWhenPlaced(pieces, { kind, copy, pose }) {
  if (pose.placed) return copy;
  return pieces.filter((each) => each.kind === kind && each.pose.placed).length;
}
