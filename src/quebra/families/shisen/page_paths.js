// Which tiles a tile can go with now: paths of at most three straight lines over empty cells.

/** @import { Place } from "/static/host.js" */

const LINES = 3;
const STEPS = [
  [0, 1],
  [1, 0],
  [0, -1],
  [-1, 0],
];

/**
 * The tiles of any kind to which a free path leads; it may run in the margin around the board.
 *
 * @param {Place} start
 * @param {{ has: (place: string) => boolean }} tiles  The places of the tiles, as texts.
 * @param {[rows: number, columns: number]} size
 * @returns {Set<string>}
 */
export function joinedTiles(start, tiles, [rows, columns]) {
  /** @type {Set<string>} */
  const joined = new Set();
  const seen = new Set([String(start)]);
  let ends = [start];
  for (let line = 0; line < LINES; line += 1) {
    /** @type {Place[]} */
    const next = [];
    for (const [row, column] of ends)
      for (const [down, right] of STEPS) {
        let [r, c] = [row + down, column + right];
        while (r >= -1 && r <= rows && c >= -1 && c <= columns) {
          const place = `${r},${c}`;
          if (tiles.has(place)) {
            joined.add(place);
            break;
          }
          if (!seen.has(place)) next.push([r, c]);
          seen.add(place);
          [r, c] = [r + down, c + right];
        }
      }
    ends = next;
  }
  joined.delete(String(start));
  return joined;
}

/**
 * The number of pairs of one kind that can go now.
 *
 * @param {Map<string, { kind: string }>} tiles  The tiles on the board, by place.
 * @param {[rows: number, columns: number]} size
 */
export function freePairs(tiles, size) {
  let ends = 0;
  for (const [place, { kind }] of tiles)
    for (const other of joinedTiles(place.split(",").map(Number), tiles, size))
      if (tiles.get(other)?.kind === kind) ends += 1;
  return ends / 2;
}
