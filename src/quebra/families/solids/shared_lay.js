// Laying pieces: into the nearest cells that are free, as in `play.py`.

import { shifted, shortest } from "./shared_space.js";

/** @typedef {import("./shared_space.js").Cell} Cell */
/** @typedef {import("./shared_space.js").Placed} Placed */
/** @typedef {{ cellsOf: (place: Placed) => Cell[], has: (cell: Cell) => boolean }} Rules */

const SNAP = 1; // steps within which a piece finds a free place when it is laid,
const TURN_REACH = 2; // and when it is turned

/**
 * The place of a piece that is laid about there; null if none is free.
 *
 * @param {Rules} rules
 * @param {Placed[]} others
 * @param {Placed} place
 */
export const laid = (rules, others, place) => snapped(rules, others, place, SNAP);

/**
 * The place of a piece after quarter turns about where it lies; null if none is free.
 *
 * @param {Rules} rules
 * @param {Placed[]} others
 * @param {Placed} place
 * @param {string} letters
 */
export const turnedInPlace = (rules, others, place, letters) =>
  snapped(rules, others, { ...place, turn: shortest(place.turn + letters) }, TURN_REACH);

/**
 * The nearest place that is free, within a few steps.
 *
 * @param {Rules} rules
 * @param {Placed[]} others
 * @param {Placed} place
 * @param {number} reach
 * @returns {Placed | null}
 */
function snapped(rules, others, place, reach) {
  const taken = new Set(others.flatMap((other) => rules.cellsOf(other).map(String)));
  const cells = rules.cellsOf(place);
  const by = shiftsWithin(reach).find((shift) =>
    shifted(cells, shift).every((cell) => rules.has(cell) && !taken.has(String(cell))),
  );
  return by ? { ...place, at: shifted([place.at], by)[0] } : null;
}

/**
 * Shifts of few steps: the shortest first, of these the ones within a layer.
 *
 * @param {number} reach
 * @returns {Cell[]}
 */
function shiftsWithin(reach) {
  const near = Array.from({ length: 2 * reach + 1 }, (_, i) => i - reach);
  const all = near.flatMap((x) =>
    near.flatMap((y) => near.map((z) => /** @type {Cell} */ ([x, y, z]))),
  );
  return all
    .filter((shift) => lengthOf(shift) <= reach)
    .sort((a, b) => lengthOf(a) - lengthOf(b) || Math.abs(a[2]) - Math.abs(b[2]));
}

/** @param {Cell} shift */
const lengthOf = (shift) => shift.reduce((sum, each) => sum + Math.abs(each), 0);
