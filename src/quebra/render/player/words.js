// Cells in sentences, with the words of `grid/cells.py`.

import { allOf, t } from "./texts.js";

/** @typedef {number[]} Place  Row and column of a cell, from 0. */
/** @typedef {{ code: string, where: Place[], text: string }} Violation */

/**
 * A cell in words.
 *
 * @param {Place} cell
 */
export const inWords = ([row, column]) =>
  t("row {row}, column {column}", { row: row + 1, column: column + 1 });

/**
 * Cells in words, those of a row or a column together.
 *
 * @param {Place[]} cells
 */
export function cellsInWords(cells) {
  const found = unique(cells).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  if (found.length > 1 && found.every((cell) => cell[1] === found[0][1])) {
    const rows = allOf(found.map((cell) => cell[0] + 1));
    return t("column {column}, rows {rows}", { column: found[0][1] + 1, rows });
  }
  /** @type {Map<number, number[]>} */
  const rows = new Map();
  for (const [row, column] of found) rows.set(row, [...(rows.get(row) ?? []), column]);
  return allOf([...rows].map(([row, columns]) => rowInWords(row, columns)));
}

/**
 * @param {number} row
 * @param {number[]} columns
 */
function rowInWords(row, columns) {
  if (columns.length === 1) return inWords([row, columns[0]]);
  const numbers = allOf(columns.map((column) => column + 1));
  return t("row {row}, columns {columns}", { row: row + 1, columns: numbers });
}

/** @param {Place[]} cells */
const unique = (cells) => [...new Map(cells.map((cell) => [String(cell), cell])).values()];

/**
 * All cells of a board, row by row.
 *
 * @param {unknown[][]} rows
 * @returns {Place[]}
 */
export const cellsOf = (rows) => rows.flatMap((row, r) => row.map((_, c) => [r, c]));
