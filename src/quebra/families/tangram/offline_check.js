// The rules of tangrams, as `check` in `rules.py`, for the figure where it is drawn.
//
// A fault is a region in which a disc fits that is wider than the tolerance. Such a disc fits into
// the rest of a region when its outline moves inwards by half the tolerance. Round sides are
// polygons here, so a puzzle with round sides has a larger tolerance than in Quebra.

import { t, tn } from "../../render/player/texts.js";
import { areaOf, measure, movedRegion, offset, readOutline, roundness } from "./offline_region.js";

/** @typedef {import("../../render/player/words.js").Violation} Violation */
/** @typedef {import("./offline_region.js").Region} Region */
/** @typedef {{ piece: number, x: number, y: number, angle?: number, flip?: boolean }} Placement */
/**
 * @typedef {object} Piece
 * @property {string} name
 * @property {string} outline
 * @property {number} [count]
 * @property {boolean} [flip]
 * @property {number[] | null} [angles]
 * @property {unknown[]} [colours]
 */
/**
 * @typedef {object} Tangram
 * @property {Piece[]} pieces
 * @property {string} figure
 * @property {boolean} [upright]
 * @property {boolean} [spare]
 * @property {number} tolerance_used
 * @property {string[]} [names]  The names of the pieces in the language of the file.
 */

const ANGLE = 0.01; // tolerance of allowed angles in degrees
const UPRIGHT_ANGLE = 1e-7;
const LEAST = 1e-3; // the least area of a fault, in squares of the tolerance
const ROUND = 4; // the tolerance with round sides, in distances of the polygons from them

/** @type {WeakMap<Tangram, { figure: Region, shapes: Region[], tolerance: number }>} */
const known = new WeakMap();

/**
 * The regions of a puzzle, and the width of faults that are not seen.
 *
 * @param {Tangram} puzzle
 */
export function regionsOf(puzzle) {
  const found = known.get(puzzle);
  if (found) return found;
  const outlines = [puzzle.figure, ...puzzle.pieces.map(({ outline }) => outline)];
  const regions = outlines.map(readOutline);
  const round = Math.max(...outlines.map((outline, i) => roundness(outline, regions[i])));
  const [figure, ...shapes] = regions;
  const made = { figure, shapes, tolerance: Math.max(puzzle.tolerance_used, ROUND * round) };
  known.set(puzzle, made);
  return made;
}

/**
 * The piece of each placement: its kind and the number of the copy.
 *
 * @param {Placement[]} places
 */
export function copiesOf(places) {
  /** @type {Map<number, number>} */
  const used = new Map();
  return places.map(({ piece }) => {
    const copy = used.get(piece) ?? 0;
    used.set(piece, copy + 1);
    return [piece, copy];
  });
}

/**
 * The name of a piece in sentences.
 *
 * @param {Tangram} puzzle
 * @param {number[]} piece
 */
export function nameOf({ pieces, names }, [kind, copy]) {
  const piece = names?.[kind] ?? pieces[kind].name;
  const isSingle = (pieces[kind].count ?? 1) === 1 && copy === 0;
  return isSingle ? piece : t("{piece} {number}", { piece, number: copy + 1 });
}

/**
 * @param {Tangram} puzzle
 * @param {{ places: Placement[] }} answer
 * @returns {Violation[]}
 */
export function check(puzzle, { places }) {
  const copies = copiesOf(places);
  return [
    ...places.flatMap((place, i) => wrongPiece(puzzle, place, copies[i])),
    ...missing(puzzle, copies),
    ...wrongPlaces(puzzle, places, copies),
  ];
}

/**
 * @param {Tangram} puzzle
 * @param {Placement} place
 * @param {number[]} copy
 * @returns {Violation[]}
 */
function wrongPiece(puzzle, { piece: kind, angle = 0, flip = false }, copy) {
  const { angles, flip: mayFlip = true, count = 1 } = puzzle.pieces[kind];
  const piece = nameOf(puzzle, copy);
  const texts = [];
  if (copy[1] === count) {
    const values = { piece: puzzle.names?.[kind] ?? puzzle.pieces[kind].name };
    const text = tn(
      "There is only {n} piece {piece}, and more are used.",
      "There are only {n} pieces {piece}, and more are used.",
      count,
      values,
    );
    texts.push(["twice", text]);
  }
  if (flip && !mayFlip) texts.push(["flip", t("Piece {piece} may not be turned over.", { piece })]);
  const tolerance = puzzle.upright ? UPRIGHT_ANGLE : ANGLE;
  const isAllowed = (/** @type {number} */ each) =>
    Math.abs(((((angle - each + 180) % 360) + 360) % 360) - 180) <= tolerance;
  if (angles && !angles.some(isAllowed))
    texts.push(["angle", t("Piece {piece} may not lie at {angle:g} degrees.", { piece, angle })]);
  return texts.map(([code, text]) => ({ code, where: [copy], text }));
}

/**
 * @param {Tangram} puzzle
 * @param {number[][]} copies
 * @returns {Violation[]}
 */
function missing(puzzle, copies) {
  if (puzzle.spare) return [];
  return puzzle.pieces.flatMap(({ count = 1 }, kind) => {
    const used = copies.filter(([piece]) => piece === kind).length;
    return Array.from({ length: Math.max(0, count - used) }, (_, i) => {
      const copy = [kind, used + i];
      const text = t("Piece {piece} is missing.", { piece: nameOf(puzzle, copy) });
      return { code: "missing", where: [copy], text };
    });
  });
}

/**
 * @param {Tangram} puzzle
 * @param {Placement[]} places
 * @param {number[][]} copies
 */
function wrongPlaces(puzzle, places, copies) {
  const { figure, shapes, tolerance } = regionsOf(puzzle);
  const regions = places.map((place) => movedRegion(place, shapes[place.piece]));
  const [inner, outer] = [-1, 1].map((sign) =>
    regions.map((region) => offset(region, (sign * tolerance) / 2)),
  );
  const least = LEAST * tolerance * tolerance;
  const areas = regions.map(areaOf);
  /** @type {Violation[]} */
  const found = [];
  for (const [i, one] of inner.entries())
    for (let j = i + 1; j < inner.length; j++) {
      if (measure([one, inner[j]], both) <= least) continue;
      const smaller = areas[j] < areas[i] ? j : i;
      const values = {
        one: nameOf(puzzle, copies[i]),
        other: nameOf(puzzle, copies[j]),
        percent: percent(measure([regions[i], regions[j]], both), areas[smaller]),
        smaller: nameOf(puzzle, copies[smaller]),
      };
      const text = t(
        "Pieces {one} and {other} overlap, by {percent:.3g}% of piece {smaller}.",
        values,
      );
      found.push({ code: "overlap", where: [copies[i], copies[j]], text });
    }
  const around = offset(figure, tolerance / 2);
  for (const [i, one] of inner.entries()) {
    if (measure([one, around], onlyFirst) <= least) continue;
    const values = {
      percent: percent(measure([regions[i], figure], onlyFirst), areas[i]),
      piece: nameOf(puzzle, copies[i]),
    };
    const text = t("{percent:.3g}% of piece {piece} lies outside the figure.", values);
    found.push({ code: "outside", where: [copies[i]], text });
  }
  if (measure([offset(figure, -tolerance / 2), ...outer], onlyFirst) > least) {
    const share = percent(measure([figure, ...regions], onlyFirst), areaOf(figure));
    const text = t("{percent:.3g}% of the figure is not covered.", { percent: share });
    found.push({ code: "gap", where: [], text });
  }
  return found;
}

/** @type {(part: number, whole: number) => number} */
const percent = (part, whole) => Math.min((100 * part) / whole, 100);

/** @param {boolean[]} inside */
const both = (inside) => inside[0] && inside[1];

/** @param {boolean[]} inside */
const onlyFirst = ([first, ...others]) => first && !others.includes(true);

/**
 * The share of the figure that pieces cover.
 *
 * @param {Tangram} puzzle
 * @param {Placement[]} places
 */
export function covered(puzzle, places) {
  const { figure, shapes } = regionsOf(puzzle);
  const regions = places.map((place) => movedRegion(place, shapes[place.piece]));
  return 1 - measure([figure, ...regions], onlyFirst) / areaOf(figure);
}
