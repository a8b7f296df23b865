// How a piece fits a cell beside the pieces that are on the board, and the turn in which it fits best.

import { beyond, isCell, turned, turnsOf } from "./shared_layout.js";

/** @typedef {import("./shared_layout.js").Edges} Edges */
/** @typedef {import("./shared_layout.js").Place} Place */
/** @typedef {{ cell: Place, piece: number, turn?: number }} Placed */
/**
 * A side of a cell: at the rim, or beside another cell, whose piece has the colour `wanted` there.
 *
 * @typedef {{ isRim: boolean, wanted: number | null }} Side
 */
/**
 * A piece in a turn: the sides at which it matches the pieces beside it, and those at which it differs.
 *
 * @typedef {{ piece: number, turn: number, matching: number[], differing: number[] }} Fit
 */

/**
 * The sides of a cell.
 *
 * @param {Edges} puzzle
 * @param {Place} cell
 * @param {(cell: Place) => Placed | undefined} pieceAt
 * @returns {Side[]}
 */
export function sidesOf(puzzle, cell, pieceAt) {
  return puzzle.pieces[0].map((_, side) => {
    const [there, otherSide] = beyond(puzzle.shape, cell, side);
    if (!isCell(puzzle, there)) return { isRim: true, wanted: null };
    const other = pieceAt(there);
    const colours = other && turned(puzzle.pieces[other.piece], other.turn ?? 0);
    return { isRim: false, wanted: colours ? colours[otherSide] : null };
  });
}

/**
 * The turn in which a piece has its frame at the rim and nowhere else, and matches best. Of turns
 * that match equally well it is the first one, beginning with `preferred`.
 *
 * @param {Edges} puzzle
 * @param {number} piece
 * @param {Side[]} sides
 * @returns {Fit | null} Null if the frame of the piece does not fit the cell in any turn.
 */
export function bestFit(puzzle, piece, sides, preferred = 0) {
  const turns = turnsOf(puzzle, piece);
  const first = Math.max(0, turns.indexOf(preferred));
  /** @type {Fit | null} */
  let best = null;
  for (const turn of [...turns.slice(first), ...turns.slice(0, first)]) {
    const fit = fitOf(puzzle, piece, turn, sides);
    if (fit && (!best || fit.matching.length > best.matching.length)) best = fit;
  }
  return best;
}

/**
 * @param {Edges} puzzle
 * @param {number} piece
 * @param {number} turn
 * @param {Side[]} sides
 * @returns {Fit | null}
 */
function fitOf({ pieces, frame }, piece, turn, sides) {
  const colours = turned(pieces[piece], turn);
  const isFramed = sides.every(
    ({ isRim }, side) => frame == null || (colours[side] === frame) === isRim,
  );
  if (!isFramed) return null;
  const beside = sides.flatMap(({ wanted }, side) => (wanted == null ? [] : [side]));
  const matching = beside.filter((side) => colours[side] === sides[side].wanted);
  const differing = beside.filter((side) => colours[side] !== sides[side].wanted);
  return { piece, turn, matching, differing };
}

/**
 * The turn in which a piece is placed into a cell: a piece with a frame is turned so that its frame is
 * at the rim, and others keep their turn.
 *
 * @param {Edges} puzzle
 * @param {Placed} placed  The cell, the piece and its turn so far.
 * @param {(cell: Place) => Placed | undefined} pieceAt
 */
export function turnToFrame(puzzle, { cell, piece, turn = 0 }, pieceAt) {
  const hasFrame = puzzle.frame != null && puzzle.pieces[piece].includes(puzzle.frame);
  if (!hasFrame) return turn;
  const others = (/** @type {Place} */ place) => {
    const other = pieceAt(place);
    return other?.piece === piece ? undefined : other;
  };
  return bestFit(puzzle, piece, sidesOf(puzzle, cell, others), turn)?.turn ?? turn;
}
