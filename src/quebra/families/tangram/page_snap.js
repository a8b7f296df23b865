// The angles at which turning stops: multiples of 15 degrees, and those at which a side of the
// piece is parallel to a side of the figure.

/** @import { Pose } from "/static/boards/poses.js" */

const STEP = 15; // degrees
const HOLD = 45;
const PULL = 3; // degrees by which multiples of 45 hold more strongly
const ALIKE = 0.01; // angles that differ by less are one

/**
 * The directions of the straight sides of an outline, which is SVG path data with absolute commands.
 *
 * @param {string} outline
 */
export function directions(outline) {
  /** @type {number[]} */
  const found = [];
  let here = [0, 0];
  let start = here;
  for (const [, command, rest] of outline.matchAll(/([A-Z])([^A-Z]*)/g)) {
    const numbers = rest.match(/-?[\d.]+(?:e-?\d+)?/g)?.map(Number) ?? [];
    const end = command === "Z" ? start : numbers.slice(-2);
    if (command === "M") start = end;
    const [right, down] = [end[0] - here[0], end[1] - here[1]];
    if ((command === "L" || command === "Z") && Math.hypot(right, down) > 0)
      found.push(degrees(right, down) % 180);
    here = end;
  }
  return distinct(found);
}

export class Angles {
  /**
   * @param {string} figure
   * @param {string} outline  The outline of the piece.
   */
  constructor(figure, outline) {
    const [theirs, mine] = [directions(figure), directions(outline)];
    const regular = Array.from({ length: 360 / STEP }, (_, i) => i * STEP);
    const [plain, flipped] = [1, -1].map((side) => {
      const parallel = theirs.flatMap((there) => mine.map((here) => there - side * here));
      return distinct([...regular, ...parallel.flatMap((angle) => [angle, angle + 180])]);
    });
    this.plain = plain;
    this.flipped = flipped;
  }

  /** @param {Pose} pose */
  #of = ({ flip }) => (flip ? this.flipped : this.plain);

  /**
   * The angle at which a piece near an angle stops.
   *
   * @param {Pose} pose
   * @param {number} angle
   */
  nearest(pose, angle) {
    /** @param {number} stop */
    const cost = (stop) => Math.abs(between(stop, angle)) - (isHeld(stop) ? PULL : 0);
    return this.#of(pose).reduce((best, stop) => (cost(stop) < cost(best) ? stop : best));
  }

  /**
   * The next angle at which a piece stops.
   *
   * @param {Pose} pose
   * @param {number} sign  1 for clockwise, -1 for the other way.
   */
  next(pose, sign) {
    /** @param {number} stop */
    const way = (stop) => positive(sign * (stop - pose.angle) - ALIKE) + ALIKE;
    return this.#of(pose).reduce((best, stop) => (way(stop) < way(best) ? stop : best));
  }
}

/** @type {(right: number, down: number) => number} */
const degrees = (right, down) => positive((Math.atan2(down, right) * 180) / Math.PI);

/** @param {number} angle */
const positive = (angle) => ((angle % 360) + 360) % 360;

/**
 * The signed difference of two angles.
 *
 * @param {number} one
 * @param {number} other
 */
export const between = (one, other) => positive(one - other + 180) - 180;

/** @param {number} stop */
const isHeld = (stop) => Math.abs(between(stop, Math.round(stop / HOLD) * HOLD)) < ALIKE;

/**
 * Angles in order, without those that are nearly equal.
 *
 * @param {number[]} angles
 */
function distinct(angles) {
  const sorted = angles.map(positive).sort((a, b) => a - b);
  return sorted.filter((angle, i) => !i || angle - sorted[i - 1] > ALIKE);
}
