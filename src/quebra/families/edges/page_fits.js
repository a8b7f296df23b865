// Which pieces fit an empty cell beside the pieces that are on the board, and how they are turned.

import { allOf, t, tn } from "/static/texts.js";
import { bestFit, sidesOf } from "./shared_fits.js";

/** @import { Edges, Place } from "./shared_layout.js" */
/** @import { Fit, Placed } from "./shared_fits.js" */
/** @typedef {Placed & { turn: number }} PlacedPiece */
/** @typedef {{ fits: Fit[], sides: number[] }} Fits  The fits, and the sides beside pieces. */

/**
 * The pieces that fit a cell, each in its best turn: those that match more neighbours first. A piece
 * that would show the frame inside, or another colour at the rim, does not fit.
 *
 * @param {Edges} puzzle
 * @param {Place} cell
 * @param {Map<string, PlacedPiece>} placed  By cell.
 * @returns {Fits}
 */
export function fitsAt(puzzle, cell, placed) {
  const sides = sidesOf(puzzle, cell, (there) => placed.get(String(there)));
  const used = new Set([...placed.values()].map(({ piece }) => piece));
  const beside = sides.flatMap(({ wanted }, side) => (wanted == null ? [] : [side]));
  const fits = puzzle.pieces
    .map((_, piece) => (used.has(piece) ? null : bestFit(puzzle, piece, sides)))
    .filter((fit) => fit != null)
    .filter(({ matching }) => matching.length || !beside.length)
    .sort((a, b) => b.matching.length - a.matching.length || a.piece - b.piece);
  return { fits, sides: beside };
}

/**
 * The pieces that match best.
 *
 * @param {Fits} fits
 */
export const bestFits = ({ fits }) =>
  fits.filter(({ matching }) => matching.length === fits[0].matching.length);

/**
 * Sides of a square in words; empty for other shapes.
 *
 * @param {Edges} puzzle
 * @param {number[]} sides
 */
export function sidesInWords({ shape }, sides) {
  const names = [t("above"), t("at the right"), t("below"), t("at the left")];
  return shape === "square" ? allOf(sides.map((side) => names[side])) : "";
}

/**
 * What a piece does in the cell, for screen readers.
 *
 * @param {Edges} puzzle
 * @param {Fit} fit
 */
export function fitText(puzzle, { piece, matching, differing }) {
  const [match, differ] = [matching, differing].map((sides) => sidesInWords(puzzle, sides));
  const n = piece + 1;
  if (match && differ)
    return t("Piece {n}: matches {match}, differs {differ}", { n, match, differ });
  return match ? t("Piece {n}: matches {match}", { n, match }) : t("Piece {n}", { n });
}

/**
 * What fits into a cell, and what to do with it.
 *
 * @param {Edges} puzzle
 * @param {Fits} found
 */
export function fitsInWords(puzzle, { fits, sides }) {
  if (!fits.length) return t("No piece fits here.");
  const best = bestFits({ fits, sides });
  const where = sidesInWords(puzzle, sides);
  const isFull = best[0].matching.length === sides.length;
  if (isFull && where)
    return tn(
      "{n} piece matches {where}. Tap it to place it.",
      "{n} pieces match {where}. Tap one to place it.",
      best.length,
      { where },
    );
  if (isFull)
    return tn(
      "{n} piece fits here. Tap it to place it.",
      "{n} pieces fit here. Tap one to place it.",
      best.length,
    );
  return tn(
    "No piece matches all sides. {n} piece matches most of them.",
    "No piece matches all sides. {n} pieces match most of them.",
    best.length,
  );
}
