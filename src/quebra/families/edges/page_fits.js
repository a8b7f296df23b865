// Which pieces fit an empty cell beside the pieces that are on the board, and how they are turned.

/** @import { Place } from "/static/host.js" */
/** @typedef {{ piece: number, turn: number, cell: Place }} PlacedPiece */
/** @typedef {{ piece: number, turn: number, matches: number }} Fit */
/** @typedef {{ fits: Fit[], sides: number }} Fits  The number of sides beside pieces, and the fits. */

/** @type {Record<string, [down: number, right: number][]>} The neighbour at each side of a cell. */
const STEPS = {
  square: [
    [-1, 0],
    [0, 1],
    [1, 0],
    [0, -1],
  ],
  hexagon: [
    [-1, 1],
    [0, 1],
    [1, 0],
    [1, -1],
    [0, -1],
    [-1, 0],
  ],
};

/**
 * Whether fits can be found on the board of a puzzle.
 *
 * @param {any} puzzle
 */
export const canFit = (puzzle) => puzzle.shape in STEPS;

/**
 * The pieces that fit a cell, each in its best turn: those that match more neighbours first. A piece
 * that would show the frame inside, or another colour at the rim, does not fit.
 *
 * @param {any} puzzle
 * @param {Place} cell
 * @param {Map<string, PlacedPiece>} placed  By cell.
 * @returns {Fits}
 */
export function fitsAt(puzzle, [row, column], placed) {
  const steps = STEPS[puzzle.shape];
  const wanted = steps.map(([down, right], side) => {
    const [r, c] = [row + down, column + right];
    if (r < 0 || c < 0 || r >= puzzle.rows || c >= puzzle.cols) return puzzle.frame;
    const other = placed.get(String([r, c]));
    const back = (side + steps.length / 2) % steps.length;
    return other ? turned(puzzle.pieces[other.piece], other.turn)[back] : null;
  });
  const atRim = steps.map(
    ([down, right]) => !inside(puzzle.rows, row + down) || !inside(puzzle.cols, column + right),
  );
  const used = new Set([...placed.values()].map(({ piece }) => piece));
  /** @type {Fit[]} */
  const fits = [];
  for (let piece = 0; piece < puzzle.pieces.length; piece += 1) {
    if (used.has(piece)) continue;
    const best = bestTurn(puzzle, piece, wanted, atRim);
    if (best) fits.push(best);
  }
  fits.sort((a, b) => b.matches - a.matches || a.piece - b.piece);
  const sides = wanted.filter((colour, side) => colour != null && !atRim[side]).length;
  return { fits: fits.filter(({ matches }) => matches || !sides), sides };
}

/**
 * @param {any} puzzle
 * @param {number} piece
 * @param {(number | null)[]} wanted  The colour wanted at each side.
 * @param {boolean[]} atRim
 * @returns {Fit | null}
 */
function bestTurn(puzzle, piece, wanted, atRim) {
  /** @type {Fit | null} */
  let best = null;
  for (const turn of turnsOf(puzzle, piece)) {
    const colours = turned(puzzle.pieces[piece], turn);
    const framed = colours.every(
      (colour, side) => puzzle.frame == null || (colour === puzzle.frame) === atRim[side],
    );
    if (!framed) continue;
    const matches = colours.filter(
      (colour, side) => !atRim[side] && colour === wanted[side],
    ).length;
    if (!best || matches > best.matches) best = { piece, turn, matches };
  }
  return best;
}

/** @type {(length: number, at: number) => boolean} */
const inside = (length, at) => at >= 0 && at < length;

/**
 * The turns that a piece may have.
 *
 * @param {any} puzzle
 * @param {number} piece
 * @returns {number[]}
 */
export function turnsOf({ pieces, rotate, piece_turns: own }, piece) {
  if (own?.[piece]) return own[piece];
  if (Array.isArray(rotate)) return rotate;
  return rotate ? pieces[piece].map((/** @type {number} */ _, /** @type {number} */ i) => i) : [0];
}

/**
 * The colours of a piece at the sides of its cell, after clockwise turns.
 *
 * @param {number[]} piece
 * @param {number} turn
 */
const turned = (piece, turn) =>
  piece.map((_, side) => piece[(side - turn + piece.length) % piece.length]);
