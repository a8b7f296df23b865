// Moves in words, for a replay: players do not read the notation of moves.

import { t } from "./texts.js";

/** @import { GameView } from "./host.js" */

const CELL = /r(\d+)c(\d+)/g;
const BACK = "@"; // a move back to an earlier position
const MARK = "*"; // a pencil mark

/**
 * What a move has done: the content of its cell afterwards, or which tiles it took.
 *
 * @param {string} move
 * @param {number} number  Of the move, for those that no words are known for.
 * @param {GameView} after  The view after the move.
 */
export function moveInWords(move, number, after) {
  if (move.startsWith(BACK)) return t("Back to move {n}.", { n: move.slice(1) });
  const [one, other] = [...move.matchAll(CELL)].map(([, row, column]) => ({ row, column }));
  if (other)
    return t("Taken: row {row}, column {column} and row {to}, column {place}.", {
      ...one,
      to: other.row,
      place: other.column,
    });
  if (!one) return pieceInWords(move, after) ?? t("Move {n}", { n: number });
  if (move.includes(MARK)) return t("Pencil marks at row {row}, column {column}.", one);
  const where = `${Number(one.row) - 1},${Number(one.column) - 1}`;
  const spot = after.spots.find((each) => each.part === "board" && String(each.where) === where);
  return spot?.text || t("Move {n}", { n: number });
}

/**
 * Where a piece that is no part of a cell lies after a move.
 *
 * @param {string} move
 * @param {GameView} after
 */
function pieceInWords(move, { puzzle, spots }) {
  /** @type {{ name: string, count?: number }[]} */
  const pieces = puzzle.pieces ?? [];
  const copies = pieces.flatMap(({ name, count = 1 }, kind) =>
    Array.from({ length: count }, (_, copy) => ({ name, where: [kind, copy] })),
  );
  const number = Number.parseInt(move, 10) - 1;
  if (!copies[number]?.name) return undefined;
  const { name, where } = copies[number];
  const places = [String(where), String([number])];
  const spot = spots.find((each) => places.includes(String(each.where)));
  return spot?.text || t("Piece {name} is placed.", { name });
}
