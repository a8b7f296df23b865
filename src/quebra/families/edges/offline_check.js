// The rules of edge-matching, as `check` in `rules.py`.

import { anyOf, t, tn } from "../../render/player/texts.js";
import { inWords } from "../../render/player/words.js";
import { colourName } from "./shared_colours.js";
import { layoutOf, turned, turnsOf } from "./shared_layout.js";

/** @typedef {import("../../render/player/words.js").Violation} Violation */
/** @typedef {import("./shared_layout.js").Edges} Edges */
/** @typedef {import("./shared_layout.js").Layout} Layout */
/** @typedef {{ cell: number[], piece: number, turn?: number }} Placed */
/** @typedef {Map<number, number[]>} Colours  The colours of the sides of cells by number. */

/**
 * @param {Edges} puzzle
 * @param {{ cells?: Placed[] }} answer
 * @returns {Violation[]}
 */
export function check(puzzle, { cells = [] }) {
  const layout = layoutOf(puzzle);
  const numbers = new Map(layout.cells.map((cell, i) => [String(cell), i]));
  /** @type {Colours} */
  const colours = new Map();
  for (const { cell, piece, turn = 0 } of cells) {
    const number = /** @type {number} */ (numbers.get(String(cell)));
    if (!colours.has(number)) colours.set(number, turned(puzzle.pieces[piece], turn));
  }
  return [
    ...misused(puzzle, cells),
    ...ignored(puzzle, cells),
    ...mismatched(puzzle, layout, colours),
    ...offFrame(puzzle, layout, colours),
    ...emptyCells(layout, colours),
  ];
}

/**
 * @param {Edges} puzzle
 * @param {Placed[]} cells
 */
function misused(puzzle, cells) {
  /** @type {Violation[]} */
  const found = [];
  /** @type {Map<number, number[]>} */
  const used = new Map();
  const taken = new Set();
  for (const { cell, piece, turn = 0 } of cells) {
    const here = inWords(cell);
    const key = String(cell);
    if (taken.has(key)) {
      const text = t("{cell} has two pieces.", { cell: here });
      found.push({ code: "twice", where: [cell], text });
    }
    taken.add(key);
    const other = used.get(piece);
    if (other) {
      const values = { piece: piece + 1, one: inWords(other), other: here };
      const text = t("Piece {piece} is used twice: in {one} and in {other}.", values);
      found.push({ code: "twice", where: [other, cell], text });
    } else used.set(piece, cell);
    if (!turnsOf(puzzle, piece).includes(turn))
      found.push({ code: "turn", where: [cell], text: turning(puzzle, piece, here) });
  }
  return found;
}

/**
 * @param {Edges} puzzle
 * @param {number} piece
 * @param {string} cell
 */
function turning(puzzle, piece, cell) {
  if (puzzle.rotate === false && !puzzle.piece_turns?.length)
    return t("{cell}: the pieces may not be turned.", { cell });
  const values = { cell, piece: piece + 1, turns: anyOf(turnsOf(puzzle, piece)) };
  return t("{cell}: piece {piece} may only have turn {turns}.", values);
}

/**
 * @param {Edges} puzzle
 * @param {Placed[]} cells
 * @returns {Violation[]}
 */
function ignored({ hints = [] }, cells) {
  const there = new Map(cells.map((placed) => [String(placed.cell), placed]));
  return hints.flatMap(({ cell, piece, turn }) => {
    const placed = there.get(String(cell));
    const isRight = placed?.piece === piece && (turn == null || (placed.turn ?? 0) === turn);
    if (!placed || isRight) return [];
    return [{ code: "hint", where: [cell], text: givenText(cell, piece, turn) }];
  });
}

/**
 * That a piece, with its turn if there is one, is given in a cell.
 *
 * @param {number[]} where
 * @param {number} piece
 * @param {number | null} [turn]
 */
export function givenText(where, piece, turn = null) {
  const values = { cell: inWords(where), piece: piece + 1 };
  if (turn == null) return t("{cell}: piece {piece} is given.", values);
  return t("{cell}: piece {piece} with turn {turn} is given.", { turn, ...values });
}

/**
 * @param {Edges} puzzle
 * @param {Layout} layout
 * @param {Colours} colours
 * @returns {Violation[]}
 */
function mismatched(puzzle, { cells, seams }, colours) {
  return seams.flatMap(([a, side, b, otherSide]) => {
    const [colour, another] = [colours.get(a)?.[side], colours.get(b)?.[otherSide]];
    if (colour === undefined || another === undefined || colour === another) return [];
    const values = {
      one: inWords(cells[a]),
      other: inWords(cells[b]),
      colour: colourName(t, puzzle, colour),
      another: colourName(t, puzzle, another),
    };
    const text = t("Between {one} and {other}: {colour} meets {another}.", values);
    return [{ code: "seam", where: [cells[a], cells[b]], text }];
  });
}

/**
 * @param {Edges} puzzle
 * @param {Layout} layout
 * @param {Colours} colours
 * @returns {Violation[]}
 */
function offFrame(puzzle, { cells, rim }, colours) {
  const { frame } = puzzle;
  if (frame == null) return [];
  return rim.flatMap(([number, side]) => {
    const colour = colours.get(number)?.[side];
    if (colour === undefined || colour === frame) return [];
    const values = {
      cell: inWords(cells[number]),
      colour: colourName(t, puzzle, colour),
      frame: colourName(t, puzzle, frame),
    };
    const text = t("{cell}: {colour} is at the rim, not {frame}.", values);
    return [{ code: "frame", where: [cells[number]], text }];
  });
}

/**
 * @param {Layout} layout
 * @param {Colours} colours
 * @returns {Violation[]}
 */
function emptyCells({ cells }, colours) {
  const where = cells.filter((_, i) => !colours.has(i));
  if (!where.length) return [];
  const text = tn("{n:,} cell is empty.", "{n:,} cells are empty.", where.length);
  return [{ code: "empty", where, text }];
}
