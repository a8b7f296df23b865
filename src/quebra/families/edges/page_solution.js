// A solution on the setter's board: its sides are painted together with those that they meet.

import { cellName } from "./page_cells.js";
import { beyond, isCell, layoutOf, turned, turnsOf } from "./shared_layout.js";

/** @import { EditView, Place } from "/static/host.js" */
/** @import { Edges } from "./shared_layout.js" */
/** @typedef {{ cell: Place, piece: number, turn: number }} Placed */
/** @typedef {{ puzzle: Edges, moves: string[] }} Work  A puzzle, and the moves that lay its pieces. */

/** @type {Record<string, [first: number, step: number]>} Where sides are, in degrees from the top. */
export const DIRECTIONS = { square: [0, 90], hexagon: [30, 60] };

/**
 * Whether the sides of a board's cells can be painted.
 *
 * @param {Edges} puzzle
 */
export const isPaintable = (puzzle) =>
  puzzle.shape in DIRECTIONS && puzzle.pieces.length === layoutOf(puzzle).cells.length;

/**
 * The pieces in their order, each in a cell without a turn, as on a blank board.
 *
 * @param {Edges} puzzle
 * @returns {Placed[]}
 */
export const inOrder = (puzzle) =>
  layoutOf(puzzle).cells.map((cell, piece) => ({ cell, piece, turn: 0 }));

/**
 * The moves that lay pieces.
 *
 * @param {Edges} puzzle
 * @param {Placed[]} placed
 */
export const movesTo = ({ rotate }, placed) =>
  placed.map(({ cell, piece, turn }) => {
    const turning = rotate ? `/${turn}` : "";
    return `${cellName(cell)}=${piece + 1}${turning}`;
  });

/**
 * The side of a cell that is nearest to a point.
 *
 * @param {Edges} puzzle
 * @param {[x: number, y: number]} point  From the middle of the cell.
 */
export function sideAt({ shape }, [x, y]) {
  const [first, step] = DIRECTIONS[shape];
  const angle = (Math.atan2(x, -y) * 180) / Math.PI;
  return Math.floor((((angle - first + step / 2) % 360) + 360) / step) % (360 / step);
}

/**
 * The work after a side of a cell and the side that it meets are painted; null for the frame. The
 * pieces of a blank board are shuffled before, for their order shows the solution.
 *
 * @param {EditView} view
 * @param {Place} cell
 * @param {number} side
 * @param {number} colour
 * @returns {Work | null}
 */
export function painted(view, cell, side, colour) {
  /** @type {{ puzzle: Edges, answer: { cells: Placed[] } }} */
  const { puzzle, answer } = view;
  const [there, other] = beyond(puzzle.shape, cell, side);
  if (!isCell(puzzle, there) && puzzle.frame != null) return null;
  const { pieces, laid } = view.blank
    ? shuffled(puzzle, answer.cells)
    : { pieces: puzzle.pieces, laid: answer.cells };
  const changed = pieces.map((sides) => [...sides]);
  for (const [place, at] of /** @type {[Place, number][]} */ ([
    [cell, side],
    [there, other],
  ])) {
    const placed = laid.find((each) => String(each.cell) === String(place));
    if (!placed) continue;
    const sides = changed[placed.piece].length;
    changed[placed.piece][(at - placed.turn + sides) % sides] = colour;
  }
  return { puzzle: { ...puzzle, pieces: changed }, moves: movesTo(puzzle, laid) };
}

/**
 * The same pieces in another order and turned, and where they lie then.
 *
 * @param {Edges} puzzle
 * @param {Placed[]} laid
 */
function shuffled(puzzle, laid) {
  const order = laid
    .map((placed) => ({ ...placed, key: Math.random() }))
    .sort((a, b) => a.key - b.key);
  const turns = turnsOf(puzzle, 0);
  /** @type {number[][]} */
  const pieces = [];
  const now = order.map(({ cell, piece }, i) => {
    const turn = turns[Math.floor(Math.random() * turns.length)];
    const sides = puzzle.pieces[piece];
    pieces.push(turned(sides, (sides.length - turn) % sides.length));
    return { cell, piece: i, turn };
  });
  return { pieces, laid: now };
}
