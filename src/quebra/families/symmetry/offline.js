// Symmetry in a file that plays without a server: the rules of `rules.py`, and the keys of shapes.

import { s } from "../../render/player/dom.js";
import { entryBoard } from "../../render/player/entry.js";
import { t } from "../../render/player/texts.js";
import { cellsOf, inWords } from "../../render/player/words.js";
import { CIRCLE, COLOURS, OUTLINES, shapeName } from "./shared_shapes.js";

/** @typedef {import("../../render/player/words.js").Place} Place */
/** @typedef {import("../../render/player/words.js").Violation} Violation */
/** @typedef {{ clues: number[][], shapes: number }} Symmetry */
/** @typedef {{ grid: number[][] }} Entries */

const STAYS_BLANK = -1;
const MAX_SHOWN = 15; // shapes of a line that a sentence quotes
const SOLID = [..."■▲●◆★▼⬢⬟◀"];
const KINDS = ["#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7"];

/**
 * @param {Symmetry} puzzle
 * @param {Entries} attempt
 * @returns {Violation[]}
 */
function check(puzzle, { grid }) {
  return [...changedClues(puzzle, grid), ...unknownShapes(puzzle, grid), ...brokenLines(grid)];
}

/**
 * The figures of shapes; a number that is no shape stays a number.
 *
 * @param {number[]} shapes
 */
const figures = (shapes) => shapes.map((shape) => SOLID[shape - 1] ?? String(shape)).join(" ");

/**
 * @param {Symmetry} puzzle
 * @param {number[][]} grid
 * @returns {Violation[]}
 */
function changedClues({ clues }, grid) {
  return cellsOf(clues).flatMap(([r, c]) => {
    const clue = clues[r][c];
    const entry = grid[r][c];
    if (!clue || entry === Math.max(clue, 0)) return [];
    const values = { cell: inWords([r, c]), clue: figures([clue]), entry: figures([entry]) };
    let text = t("{cell}: {clue} is a clue, but {entry} is there.", values);
    if (!entry) text = t("{cell}: {clue} is a clue, and it is missing.", values);
    if (clue === STAYS_BLANK) text = t("{cell}: stays blank, but {entry} is there.", values);
    return [{ code: "clue", where: [[r, c]], text }];
  });
}

/**
 * @param {Symmetry} puzzle
 * @param {number[][]} grid
 * @returns {Violation[]}
 */
function unknownShapes({ shapes }, grid) {
  return cellsOf(grid).flatMap(([r, c]) => {
    const entry = grid[r][c];
    if (entry >= 0 && entry <= shapes) return [];
    const values = { cell: inWords([r, c]), entry, shapes };
    const text =
      shapes === 1
        ? t("{cell}: {entry} is not a shape; there is only 1.", values)
        : t("{cell}: {entry} is not a shape; there are 1 to {shapes}.", values);
    return [{ code: "shape", where: [[r, c]], text }];
  });
}

/**
 * @param {number[][]} grid
 * @returns {Violation[]}
 */
function brokenLines(grid) {
  const rows = grid.map((row, r) => row.map((_, c) => [r, c]));
  const columns = grid[0].map((_, c) => grid.map((_row, r) => [r, c]));
  return [
    ...rows.flatMap((line, r) => brokenLine("row", t("row {row}", { row: r + 1 }), line, grid)),
    ...columns.flatMap((line, c) =>
      brokenLine("column", t("column {column}", { column: c + 1 }), line, grid),
    ),
  ];
}

/**
 * @param {string} code
 * @param {string} name
 * @param {Place[]} cells
 * @param {number[][]} grid
 * @returns {Violation[]}
 */
function brokenLine(code, name, cells, grid) {
  const held = cells.filter(([r, c]) => grid[r][c]);
  const forwards = held.map(([r, c]) => grid[r][c]);
  const backwards = [...forwards].reverse();
  const where = held.filter((_, i) => forwards[i] !== backwards[i]);
  if (!where.length) return [];
  const values = { line: name, forwards: cut(forwards), backwards: cut(backwards) };
  const text = t("{line} reads {forwards} one way and {backwards} the other.", values);
  return [{ code, where, text }];
}

/** @param {number[]} reading */
const cut = (reading) =>
  figures(reading.slice(0, MAX_SHOWN)) + (reading.length > MAX_SHOWN ? " …" : "");

/**
 * Whether a line that is broken could still be mended by more shapes.
 *
 * @param {Symmetry} puzzle
 * @param {Entries} attempt
 * @param {Violation} violation
 */
function isUnfinished(puzzle, { grid }, { code, where }) {
  if (code !== "row" && code !== "column") return false;
  const [r, c] = where[0];
  const line =
    code === "row"
      ? grid[r].map((entry, k) => [entry, puzzle.clues[r][k]])
      : grid.map((row, k) => [row[c], puzzle.clues[k][c]]);
  return canMirror(line, puzzle.shapes);
}

/**
 * Whether empty cells of a line can be filled so that it reads the same both ways. From the
 * outside in, an entry pairs with an equal one, or with an empty cell before the next entry.
 *
 * @param {number[][]} line  Pairs of an entry and a clue.
 * @param {number} shapes
 */
function canMirror(line, shapes) {
  /** @type {Map<string, boolean>} */
  const known = new Map();
  /** @type {(i: number, j: number) => boolean} */
  const between = (i, j) => {
    if (i >= j) return true;
    const key = `${i},${j}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const [[left, leftClue], [right, rightClue]] = [line[i], line[j]];
    let possible = false;
    if (!left) possible ||= between(i + 1, j);
    if (!right) possible ||= between(i, j - 1);
    const isMatched = left
      ? left === right || (!right && rightClue >= 0 && left <= shapes)
      : right && leftClue >= 0 && right <= shapes;
    if (isMatched) possible ||= between(i + 1, j - 1);
    known.set(key, possible);
    return possible;
  };
  return between(0, line.length - 1);
}

/**
 * The outline of a shape.
 *
 * @param {number} shape
 * @param {number} size
 */
function draw(shape, size) {
  const radius = 0.6 * size;
  const paint = {
    fill: "none",
    stroke: KINDS[COLOURS[shape - 1]],
    "stroke-width": 0.16 * size,
    "stroke-linejoin": "round",
  };
  if (shape === CIRCLE) return s("circle", { r: radius, ...paint });
  const points = OUTLINES[shape].map(([x, y]) => [x * radius, y * radius]);
  return s("polygon", { points: points.join(" "), ...paint });
}

/** @param {number} shape */
const name = (shape) => shapeName(t, shape);

/**
 * @param {Place} cell
 * @param {number} entry
 * @param {number} clue
 */
function describe([r, c], entry, clue) {
  const where = { row: r + 1, column: c + 1 };
  if (clue === STAYS_BLANK) return t("Row {row}, column {column}: stays blank", where);
  if (!entry) return t("Row {row}, column {column}: empty", where);
  const values = { entry: name(entry), ...where };
  if (clue) return t("Row {row}, column {column}: {entry}, clue", values);
  return t("Row {row}, column {column}: {entry}", values);
}

/**
 * @param {Place} cell
 * @param {number} clue
 */
function refuse(cell, clue) {
  if (clue === STAYS_BLANK) return t("{cell} stays blank.", { cell: inWords(cell) });
  return t("{cell}: the {shape} is a clue.", { cell: inWords(cell), shape: name(clue) });
}

/** @type {import("../../render/player/player.js").OfflineFamily} */
export default {
  start: ({ start }) => start,
  check,
  isUnfinished,
  mount: (player) =>
    entryBoard(player, {
      clues: player.puzzle.clues,
      largest: player.puzzle.shapes,
      blank: true,
      draw,
      name,
      describe,
      refuse,
    }),
};
