// Cells in space: bodies written as layers, and their quarter turns, as in space.py.

/** @typedef {[x: number, y: number, z: number]} Cell */
/** @typedef {{ piece: number, at: Cell, turn: string }} Placed */
/** @typedef {{ name: string, kind: number, body: Cell[] }} Copy  One copy of a piece. */

/** @type {Record<string, (cell: Cell) => Cell>} */
const QUARTERS = {
  m: ([x, y, z]) => [-x, y, z],
  x: ([x, y, z]) => [x, -z, y],
  y: ([x, y, z]) => [z, y, -x],
  z: ([x, y, z]) => [-y, x, z],
};

/**
 * A cell after the quarter turns of a word about the origin, made from left to right.
 *
 * @param {Cell} cell
 * @param {string} word
 */
export const rotated = (cell, word) =>
  [...word].reduce((moved, letter) => QUARTERS[letter](moved), cell);

/** @param {string} word */
const frameOf = (word) => String(rotated([1, 2, 3], word));

/** @type {Map<string, string>} */
const SHORTEST = new Map([[frameOf(""), ""]]);
for (const word of SHORTEST.values())
  for (const letter of "xyz") {
    const frame = frameOf(word + letter);
    if (!SHORTEST.has(frame)) SHORTEST.set(frame, word + letter);
  }

/** The shortest word of each of the 24 turns, in order of length, then of the alphabet. */
export const TURNS = [...SHORTEST.values()];

/**
 * The shortest word of the same turn; a leading `m` stays.
 *
 * @param {string} word
 */
export function shortest(word) {
  const mirror = word.startsWith("m") ? "m" : "";
  return mirror + SHORTEST.get(frameOf(word.slice(mirror.length)));
}

/**
 * The cells of layers from the ground, rows divided by bars; `.` is an empty cell.
 *
 * @param {string[]} layers
 * @returns {Cell[]}
 */
export function readLayers(layers) {
  return layers.flatMap((layer, z) =>
    layer
      .split("|")
      .flatMap((row, y) =>
        [...row].flatMap((mark, x) => (mark === "." ? [] : [/** @type {Cell} */ ([x, y, z])])),
      ),
  );
}

/**
 * A body after the turns of a word, with least coordinates 0, its first cell first.
 *
 * The first cell is the one in the lowest layer, there in the first row, and there the first one.
 *
 * @param {Cell[]} body
 * @param {string} word
 */
export function turned(body, word) {
  const cells = body.map((cell) => rotated(cell, word));
  const [x, y, z] = cornerOf(cells);
  return shifted(cells, [-x, -y, -z]).sort((a, b) => a[2] - b[2] || a[1] - b[1] || a[0] - b[0]);
}

/**
 * The cells of a body at a place.
 *
 * @param {Cell[]} body
 * @param {Cell} at
 */
export function shifted(body, at) {
  return body.map((cell) => /** @type {Cell} */ (cell.map((each, i) => each + at[i])));
}

/**
 * The least coordinates of cells.
 *
 * @param {Cell[]} cells
 */
export const cornerOf = (cells) =>
  /** @type {Cell} */ ([0, 1, 2].map((i) => Math.min(...cells.map((cell) => cell[i]))));

/**
 * The size of a body with least coordinates 0, along x, y and z.
 *
 * @param {Cell[]} cells
 */
export const sizeOf = (cells) =>
  /** @type {Cell} */ ([0, 1, 2].map((i) => 1 + Math.max(...cells.map((cell) => cell[i]))));

/**
 * All copies of the pieces, numbered from 0.
 *
 * @param {any} puzzle
 */
export function copiesOf(puzzle) {
  return /** @type {Copy[]} */ (
    puzzle.pieces.flatMap((/** @type {any} */ { name, count, cells }, /** @type {number} */ kind) =>
      Array.from({ length: count }, (_, i) => ({
        name: count > 1 ? `${name} ${i + 1}` : name,
        kind,
        body: readLayers(cells),
      })),
    )
  );
}
