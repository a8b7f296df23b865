// The boards of `layout.py` whose cells are known in the browser: squares, hexagons and triangles.

/** @typedef {number[]} Place */
/**
 * @typedef {object} Edges
 * @property {number[][]} pieces
 * @property {number} rows
 * @property {number} cols
 * @property {string} shape
 * @property {number | null} [frame]
 * @property {boolean | number[]} [rotate]
 * @property {(number[] | null)[]} [piece_turns]
 * @property {{ cell: Place, piece: number, turn: number | null }[]} [hints]
 */
/**
 * Cells with sides, the seams between them and the sides at the rim.
 *
 * @typedef {{ cells: Place[], sides: number, seams: number[][], rim: number[][] }} Layout
 */

/** @type {Record<string, Place[]>} */
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

/** @param {Edges} puzzle */
export const isFlat = ({ shape }) => shape === "triangle" || shape in STEPS;

/**
 * The layout of a puzzle.
 *
 * @param {Edges} puzzle
 * @returns {Layout}
 */
export function layoutOf(puzzle) {
  const sides = puzzle.pieces[0].length;
  const cells = cellsOfBoard(puzzle);
  const number = new Map(cells.map((cell, i) => [String(cell), i]));
  const seams = [];
  const rim = [];
  for (const [i, cell] of cells.entries())
    for (let side = 0; side < sides; side++) {
      const [there, other] = beyond(puzzle.shape, cell, side);
      const j = number.get(String(there));
      if (j === undefined) rim.push([i, side]);
      else if (i < j || (i === j && side < other)) seams.push([i, side, j, other]);
    }
  return { cells, sides, seams, rim };
}

/**
 * @param {Edges} puzzle
 * @returns {Place[]}
 */
function cellsOfBoard({ shape, rows, cols }) {
  return Array.from({ length: rows }, (_, r) => r).flatMap((r) =>
    Array.from({ length: shape === "triangle" ? 2 * r + 1 : cols }, (_, c) => [r, c]),
  );
}

/**
 * Whether a place is a cell of the board.
 *
 * @param {Edges} puzzle
 * @param {Place} place
 */
export const isCell = ({ shape, rows, cols }, [r, c]) =>
  r >= 0 && r < rows && c >= 0 && c < (shape === "triangle" ? 2 * r + 1 : cols);

/**
 * The cell beyond a side, and the side of it that touches.
 *
 * @param {string} shape
 * @param {Place} cell
 * @param {number} side
 * @returns {[Place, number]}
 */
export function beyond(shape, [r, c], side) {
  if (shape !== "triangle") {
    const steps = STEPS[shape];
    const [down, right] = steps[side];
    return [[r + down, c + right], (side + steps.length / 2) % steps.length];
  }
  const pointsDown = c % 2 === 1;
  if (side === 1) return [pointsDown ? [r - 1, c - 1] : [r + 1, c + 1], 1];
  const right = (side === 0) !== pointsDown;
  return [[r, right ? c + 1 : c - 1], side];
}

/**
 * The colours of a turned piece, for each side of its cell.
 *
 * @param {number[]} edges
 * @param {number} turn
 */
export const turned = (edges, turn) =>
  edges.map((_, side) => edges[(side - turn + edges.length) % edges.length]);

/**
 * The turns that a piece may have.
 *
 * @param {Edges} puzzle
 * @param {number} piece
 */
export function turnsOf({ pieces, rotate = false, piece_turns = [] }, piece) {
  const own = piece_turns[piece];
  if (own) return own;
  if (Array.isArray(rotate)) return rotate;
  return rotate ? pieces[piece].map((_, turn) => turn) : [0];
}
