// Snapping: a piece that is let go turns and moves a little, so that it touches its neighbours.

import { regionsOf } from "./offline_check.js";
import { areaOf, distance, movedPoint, movedRegion, segmentsOf } from "./offline_region.js";

/** @typedef {import("./offline_check.js").Placement} Placement */
/** @typedef {import("./offline_check.js").Tangram} Tangram */
/** @typedef {import("./offline_region.js").Point} Point */

const REACH = 0.3; // the largest shift, as a share of the smallest piece's width
const MAX_TURN = 8; // degrees
const DIGITS = 1e9;
const MAX_TRIED = 60;

/**
 * The placement after a small turn and shift.
 *
 * @param {Tangram} puzzle
 * @param {Placement[]} others
 * @param {Placement} place
 * @returns {Placement}
 */
export function snapped(puzzle, others, place) {
  const { figure, shapes, tolerance } = regionsOf(puzzle);
  const reach = REACH * Math.sqrt(Math.min(...shapes.map(areaOf)));
  const regions = others.map((other) => movedRegion(other, shapes[other.piece]));
  const neighbours = [figure, ...regions].flatMap(segmentsOf);
  const shape = shapes[place.piece];
  const turned = puzzle.pieces[place.piece].angles
    ? place
    : aligned(place, shape, neighbours, 2 * reach);
  const corners = movedRegion(turned, shape).flat();
  const shifts = neighbours
    .flatMap(([start, end]) =>
      corners.flatMap((corner) => [
        minus(start, corner),
        minus(nearest(corner, start, end), corner),
      ]),
    )
    .filter((shift) => Math.hypot(...shift) <= reach)
    .sort((a, b) => Math.hypot(...a) - Math.hypot(...b));
  let best = [0, 0];
  let most = -1;
  for (const shift of sample(shifts)) {
    const score = touching(corners, neighbours, shift, tolerance);
    if (score > most) [best, most] = [shift, score];
  }
  const [x, y] = [turned.x + best[0], turned.y + best[1]].map(rounded);
  return { ...turned, x, y, angle: rounded(turned.angle ?? 0) };
}

/**
 * Shifts that differ, the shortest first, and not too many.
 *
 * @param {Point[]} shifts
 */
function sample(shifts) {
  const different = new Map(shifts.map((s) => [s.map((v) => v.toFixed(7)).join(), s]));
  return [...different.values()].slice(0, MAX_TRIED);
}

/**
 * The placement turned so that a side is parallel to one nearby, if it nearly is.
 *
 * @param {Placement} place
 * @param {Point[][]} shape
 * @param {Point[][]} neighbours
 * @param {number} reach
 */
function aligned(place, shape, neighbours, reach) {
  const region = movedRegion(place, shape);
  let best = Number.POSITIVE_INFINITY;
  for (const [a, b] of segmentsOf(region)) {
    const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    for (const [c, d] of neighbours) {
      if (distance(nearest(middle, c, d), middle) > reach) continue;
      const turn = heading(c, d) - heading(a, b);
      const least = ((((turn + 90) % 180) + 180) % 180) - 90;
      if (Math.abs(least) < Math.abs(best)) best = least;
    }
  }
  return Math.abs(best) > MAX_TURN ? place : turnedAbout(place, shape, best);
}

/**
 * A placement turned about the middle of its piece.
 *
 * @param {Placement} place
 * @param {Point[][]} shape
 * @param {number} turn
 * @returns {Placement}
 */
export function turnedAbout(place, shape, turn) {
  const points = shape.flat();
  const middle = [0, 1].map((k) => points.reduce((sum, p) => sum + p[k], 0) / points.length);
  const before = movedPoint(place, middle);
  const angle = ((((place.angle ?? 0) + turn) % 360) + 360) % 360;
  const after = movedPoint({ ...place, angle }, middle);
  return { ...place, angle, x: place.x + before[0] - after[0], y: place.y + before[1] - after[1] };
}

/**
 * The number of corners that meet corners, plus half the number that meet sides.
 *
 * @param {Point[]} corners
 * @param {Point[][]} neighbours
 * @param {Point} shift
 * @param {number} tolerance
 */
function touching(corners, neighbours, shift, tolerance) {
  return corners.reduce((score, corner) => {
    const at = [corner[0] + shift[0], corner[1] + shift[1]];
    if (neighbours.some(([start]) => distance(start, at) <= tolerance)) return score + 1;
    const meets = neighbours.some(([c, d]) => distance(nearest(at, c, d), at) <= tolerance);
    return meets ? score + 0.5 : score;
  }, 0);
}

/**
 * The point of a side that is nearest to a point.
 *
 * @param {Point} point
 * @param {Point} a
 * @param {Point} b
 */
function nearest(point, a, b) {
  const [dx, dy] = minus(b, a);
  const share = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / (dx * dx + dy * dy);
  const t = Math.min(1, Math.max(0, share));
  return [a[0] + t * dx, a[1] + t * dy];
}

/**
 * @param {Point} a
 * @param {Point} b
 */
const heading = (a, b) => (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;

/**
 * @param {Point} a
 * @param {Point} b
 */
const minus = (a, b) => [a[0] - b[0], a[1] - b[1]];

/** @param {number} value */
const rounded = (value) => Math.round(value * DIGITS) / DIGITS + 0;
