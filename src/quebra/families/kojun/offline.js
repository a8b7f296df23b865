// Kojun in a file that plays without a server: the rules of `rules.py`, and the number pad.

import { drawNumber, entryBoard } from "../../render/player/entry.js";
import { t } from "../../render/player/texts.js";
import { cellsInWords, cellsOf, inWords } from "../../render/player/words.js";

/** @typedef {import("../../render/player/words.js").Place} Place */
/** @typedef {import("../../render/player/words.js").Violation} Violation */
/** @typedef {{ regions: (number | null)[][], givens: number[][], order?: string }} Kojun */
/** @typedef {{ grid: number[][] }} Entries */

/**
 * @param {Kojun} puzzle
 * @param {Entries} attempt
 * @returns {Violation[]}
 */
function check(puzzle, { grid }) {
  const regions = regionCells(puzzle);
  return [
    ...changedGivens(puzzle.givens, grid),
    ...outOfRange(puzzle, regions, grid),
    ...regions.flatMap((region) => repeated(region, grid)),
    ...touching(grid),
    ...regions.flatMap((region) => wrongOrder(region, puzzle.order === "column", grid)),
    ...blankCells(regions.flat(), grid),
  ];
}

/**
 * @param {Kojun} puzzle
 * @returns {Place[][]}
 */
function regionCells(puzzle) {
  /** @type {Map<number, Place[]>} */
  const found = new Map();
  for (const [r, c] of cellsOf(puzzle.regions)) {
    const label = puzzle.regions[r][c];
    if (label != null) found.set(label, [...(found.get(label) ?? []), [r, c]]);
  }
  return [...found.values()];
}

/**
 * @param {number[][]} givens
 * @param {number[][]} grid
 * @returns {Violation[]}
 */
function changedGivens(givens, grid) {
  const changed = cellsOf(givens).filter(([r, c]) => givens[r][c] && grid[r][c] !== givens[r][c]);
  return changed.map(([r, c]) => {
    const values = { cell: inWords([r, c]), given: givens[r][c], entry: grid[r][c] };
    const text = grid[r][c]
      ? t("{cell}: {given} is given, not {entry}.", values)
      : t("{cell}: {given} is given, and is missing.", values);
    return { code: "given", where: [[r, c]], text };
  });
}

/**
 * @param {Kojun} puzzle
 * @param {Place[][]} regions
 * @param {number[][]} grid
 * @returns {Violation[]}
 */
function outOfRange(puzzle, regions, grid) {
  return cellsOf(grid).flatMap(([r, c]) => {
    const label = puzzle.regions[r][c];
    const size = label == null ? 0 : regions[label].length;
    const values = { cell: inWords([r, c]), entry: grid[r][c], size };
    if (grid[r][c] >= 0 && grid[r][c] <= size) return [];
    const text = size
      ? t("{cell}: {entry}, but the region holds 1 to {size}.", values)
      : t("{cell}: {entry}, but this is a hole.", values);
    return [{ code: "range", where: [[r, c]], text }];
  });
}

/**
 * @param {Place[]} region
 * @param {number[][]} grid
 * @returns {Violation[]}
 */
function repeated(region, grid) {
  /** @type {Map<number, Place[]>} */
  const places = new Map();
  for (const [r, c] of region) places.set(grid[r][c], [...(places.get(grid[r][c]) ?? []), [r, c]]);
  const twice = [...places].filter(([entry, cells]) => entry && cells.length > 1);
  return twice
    .sort(([a], [b]) => a - b)
    .map(([entry, where]) => {
      const text = t("One region holds {entry} at {cells}.", { entry, cells: cellsInWords(where) });
      return { code: "repeat", where, text };
    });
}

/**
 * @param {number[][]} grid
 * @returns {Violation[]}
 */
function touching(grid) {
  const beside = [
    [0, 1],
    [1, 0],
  ];
  return beside.flatMap(([down, right]) =>
    cellsOf(grid).flatMap(([r, c]) => {
      const entry = grid[r][c];
      if (!entry || grid[r + down]?.[c + right] !== entry) return [];
      const where = [
        [r, c],
        [r + down, c + right],
      ];
      const text = t("Two {entry}s touch at {cells}.", { entry, cells: cellsInWords(where) });
      return [{ code: "touch", where, text }];
    }),
  );
}

/**
 * @param {Place[]} region
 * @param {boolean} wholeColumn
 * @param {number[][]} grid
 * @returns {Violation[]}
 */
function wrongOrder(region, wholeColumn, grid) {
  /** @type {Map<number, Place>} */
  const last = new Map();
  return region.flatMap(([r, c]) => {
    const low = grid[r][c];
    if (!low) return [];
    const upper = last.get(c);
    last.set(c, [r, c]);
    if (!upper || (!wholeColumn && upper[0] !== r - 1)) return [];
    const high = grid[upper[0]][c];
    if (high > low) return [];
    const where = [upper, [r, c]];
    const values = { cells: cellsInWords(where), high, low };
    const text = t("{cells} hold {high} and {low}: the upper must be larger.", values);
    return [{ code: "order", where, text }];
  });
}

/**
 * @param {Place[]} cells
 * @param {number[][]} grid
 * @returns {Violation[]}
 */
function blankCells(cells, grid) {
  const where = cells.filter(([r, c]) => !grid[r][c]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  if (!where.length) return [];
  const text =
    where.length > 1
      ? t("{n} cells are still empty.", { n: where.length })
      : t("{cell} is still empty.", { cell: inWords(where[0]) });
  return [{ code: "blank", where, text }];
}

/**
 * @param {Place} cell
 * @param {number} entry
 * @param {number} given
 */
function describe([r, c], entry, given) {
  const where = { row: r + 1, column: c + 1 };
  if (!entry) return t("Row {row}, column {column}: empty", where);
  if (given) return t("Row {row}, column {column}: {entry}, given", { entry, ...where });
  return t("Row {row}, column {column}: {entry}", { entry, ...where });
}

/** @type {import("../../render/player/player.js").OfflineFamily} */
export default {
  start: ({ start }) => start,
  check,
  isUnfinished: (_puzzle, _attempt, { code }) => code === "blank",
  mount: (player) =>
    entryBoard(player, {
      clues: player.puzzle.givens,
      largest: Math.max(...regionCells(player.puzzle).map((region) => region.length)),
      draw: drawNumber,
      name: String,
      describe,
      refuse: (cell, given) => t("{cell}: {given} is given.", { cell: inWords(cell), given }),
    }),
};
