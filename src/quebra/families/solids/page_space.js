// Cells in space: bodies written as layers, and their quarter turns, as in space.py.

/** @typedef {[x: number, y: number, z: number]} Cell */
/** @typedef {{ piece: number, at: Cell, turn: string }} Placed */

/** @type {Record<string, (cell: Cell) => Cell>} */
const QUARTERS = {
  m: ([x, y, z]) => [-x, y, z],
  x: ([x, y, z]) => [x, -z, y],
  y: ([x, y, z]) => [z, y, -x],
  z: ([x, y, z]) => [-y, x, z],
};

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
  const cells = body.map((cell) =>
    [...word].reduce((moved, letter) => QUARTERS[letter](moved), cell),
  );
  const least = [0, 1, 2].map((i) => Math.min(...cells.map((cell) => cell[i])));
  const moved = cells.map((cell) => /** @type {Cell} */ (cell.map((at, i) => at - least[i])));
  return moved.sort((a, b) => a[2] - b[2] || a[1] - b[1] || a[0] - b[0]);
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
 * A word with one more quarter turn; four of the same are none.
 *
 * @param {string} word
 * @param {string} letters
 */
export function longer(word, letters) {
  return (word + letters).replace(/(x{4}|y{4}|z{4})+$/, "");
}

/** @param {any} puzzle */
export function copiesOf(puzzle) {
  return /** @type {{ name: string, kind: number, body: Cell[] }[]} */ (
    puzzle.pieces.flatMap((/** @type {any} */ { name, count, cells }, /** @type {number} */ kind) =>
      Array.from({ length: count }, (_, i) => ({
        name: count > 1 ? `${name} ${i + 1}` : name,
        kind,
        body: readLayers(cells),
      })),
    )
  );
}
