// Regions of the plane as polygons: outlines, motions, offsets, and areas of what they cover.

/** @typedef {number[]} Point */
/** @typedef {Point[][]} Region  Contours; a hole runs the other way round. */
/** @typedef {{ x: number, y: number, angle?: number, flip?: boolean }} Motion */

const CIRCLE_SIDES = 128; // of the polygon for a full circle; a curve has as many as a quarter

/**
 * The polygon of an outline in path data, which has the commands M, L, A, C and Z.
 *
 * @param {string} outline
 * @returns {Region}
 */
export function readOutline(outline) {
  /** @type {Region} */
  const contours = [];
  for (const [, command, rest] of outline.matchAll(/([MLACZ])([^MLACZ]*)/g)) {
    const numbers = rest
      .trim()
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number);
    if (command === "M") contours.push([numbers]);
    const contour = contours[contours.length - 1];
    const start = contour[contour.length - 1];
    if (command === "L") contour.push(numbers);
    if (command === "A") contour.push(...arc(start, numbers));
    if (command === "C") contour.push(...curve(start, numbers));
  }
  return contours.map(withoutRepeats);
}

/**
 * The points of a circular arc after its start.
 *
 * @param {Point} start
 * @param {number[]} numbers  The arguments of the command A.
 */
function arc([x, y], [radius, , , large, sweep, toX, toY]) {
  const [dx, dy] = [(toX - x) / 2, (toY - y) / 2];
  const half = Math.hypot(dx, dy);
  const r = Math.max(radius, half);
  const height = Math.sqrt(Math.max(0, r * r - half * half)) * (large === sweep ? -1 : 1);
  const centre = [x + dx - (height * dy) / half, y + dy + (height * dx) / half];
  const from = Math.atan2(y - centre[1], x - centre[0]);
  const full = 2 * Math.PI;
  let turn = Math.atan2(toY - centre[1], toX - centre[0]) - from;
  turn = sweep ? ((turn % full) + full) % full : -(((-turn % full) + full) % full);
  const count = Math.max(1, Math.ceil((Math.abs(turn) / full) * CIRCLE_SIDES));
  const points = Array.from({ length: count }, (_, i) => {
    const angle = from + (turn * (i + 1)) / count;
    return [centre[0] + r * Math.cos(angle), centre[1] + r * Math.sin(angle)];
  });
  return [...points.slice(0, -1), [toX, toY]];
}

/**
 * The points of a cubic curve after its start.
 *
 * @param {Point} start
 * @param {number[]} numbers
 */
function curve([x, y], [ax, ay, bx, by, toX, toY]) {
  const count = CIRCLE_SIDES / 4;
  return Array.from({ length: count }, (_, i) => {
    const t = (i + 1) / count;
    const [p, q, r, s] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
    return [p * x + q * ax + r * bx + s * toX, p * y + q * ay + r * by + s * toY];
  });
}

/** @param {Point[]} points */
const withoutRepeats = (points) =>
  points.filter((point, i) => distance(point, points[(i + 1) % points.length]) > 1e-12);

/**
 * @param {Point} a
 * @param {Point} b
 */
export const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/**
 * A point after a motion: flipped in the line y = 0, then turned, then moved.
 *
 * @param {Motion} motion
 * @param {Point} point
 */
export function movedPoint({ x, y, angle = 0, flip = false }, [px, py]) {
  const v = flip ? -py : py;
  const [c, s] = cosSin(angle);
  return [x + c * px - s * v, y + s * px + c * v];
}

/**
 * Cosine and sine of an angle in degrees, exact for right angles.
 *
 * @param {number} degrees
 */
export function cosSin(degrees) {
  const quarter = (((degrees % 360) + 360) % 360) / 90;
  if (Number.isInteger(quarter))
    return [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ][quarter];
  return [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
}

/**
 * @param {Motion} motion
 * @param {Region} region
 * @returns {Region}
 */
export const movedRegion = (motion, region) =>
  region.map((contour) => contour.map((point) => movedPoint(motion, point)));

/** @param {Region} region */
export const segmentsOf = (region) =>
  region.flatMap((contour) => contour.map((a, i) => [a, contour[(i + 1) % contour.length]]));

/** @param {Point[]} contour */
const signedArea = (contour) =>
  segmentsOf([contour]).reduce((sum, [a, b]) => sum + (a[0] * b[1] - b[0] * a[1]) / 2, 0);

/** @param {Region} region */
export const areaOf = (region) => Math.abs(region.reduce((sum, c) => sum + signedArea(c), 0));

/**
 * The region with its outline moved outwards, or inwards if the distance is negative.
 *
 * @param {Region} region
 * @param {number} by
 * @returns {Region}
 */
export function offset(region, by) {
  const outwards = Math.sign(signedArea(region[0])) * by;
  return region.map((contour) =>
    contour.map((point, i) => {
      const before = normal(contour[(i + contour.length - 1) % contour.length], point);
      const after = normal(point, contour[(i + 1) % contour.length]);
      // The corner of the two moved sides, no farther away than four times the distance.
      const share = Math.max(1 + before[0] * after[0] + before[1] * after[1], 1 / 8);
      return point.map((value, k) => value + (outwards * (before[k] + after[k])) / share);
    }),
  );
}

/**
 * @param {Point} a
 * @param {Point} b
 */
function normal(a, b) {
  const length = distance(a, b);
  return [(b[1] - a[1]) / length, (a[0] - b[0]) / length];
}

/**
 * The area of the points for which `isCounted` is true of the regions that contain them.
 *
 * Between two heights at which sides begin, end or cross, the regions are trapezoids.
 *
 * @param {Region[]} regions
 * @param {(inside: boolean[]) => boolean} isCounted
 */
export function measure(regions, isCounted) {
  const sides = regions.flatMap((region, owner) =>
    segmentsOf(region)
      .filter(([a, b]) => a[1] !== b[1])
      .map(([a, b]) => (a[1] < b[1] ? { a, b, owner } : { a: b, b: a, owner })),
  );
  sides.sort((one, other) => one.a[1] - other.a[1]);
  const heights = new Float64Array([
    ...sides.flatMap(({ a, b }) => [a[1], b[1]]),
    ...crossings(sides),
  ]).sort();
  let area = 0;
  let next = 0;
  /** @type {Side[]} */
  let active = [];
  for (let i = 1; i < heights.length; i++) {
    const [top, bottom] = [heights[i - 1], heights[i]];
    if (bottom <= top) continue;
    const y = (top + bottom) / 2;
    while (next < sides.length && sides[next].a[1] < y) active.push(sides[next++]);
    active = active.filter(({ b }) => b[1] > y);
    area += (bottom - top) * widthAt(active, y, regions.length, isCounted);
  }
  return area;
}

/** @typedef {{ a: Point, b: Point, owner: number }} Side  From its upper to its lower end. */

/**
 * @param {Side[]} active
 * @param {number} y
 * @param {number} count
 * @param {(inside: boolean[]) => boolean} isCounted
 */
function widthAt(active, y, count, isCounted) {
  const crossed = active
    .map(({ a, b, owner }) => ({ x: a[0] + ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]), owner }))
    .sort((one, other) => one.x - other.x);
  const inside = new Array(count).fill(false);
  let width = 0;
  for (const [i, { x, owner }] of crossed.entries()) {
    inside[owner] = !inside[owner];
    if (i + 1 < crossed.length && isCounted(inside)) width += crossed[i + 1].x - x;
  }
  return width;
}

/**
 * The heights at which sides cross.
 *
 * @param {Side[]} sides  By the heights of their upper ends.
 */
function crossings(sides) {
  const found = [];
  for (const [i, { a, b }] of sides.entries())
    for (let j = i + 1; j < sides.length && sides[j].a[1] < b[1]; j++) {
      const { a: c, b: d } = sides[j];
      if (Math.max(c[0], d[0]) < Math.min(a[0], b[0])) continue;
      if (Math.max(a[0], b[0]) < Math.min(c[0], d[0])) continue;
      const cross = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0]);
      if (!cross) continue;
      const t = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / cross;
      const u = ((c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0])) / cross;
      if (t > 0 && t < 1 && u > 0 && u < 1) found.push(a[1] + t * (b[1] - a[1]));
    }
  return found;
}

/**
 * The largest distance of the polygon of an outline from its round sides.
 *
 * @param {string} outline
 * @param {Region} region
 */
export function roundness(outline, region) {
  if (!/[AC]/.test(outline)) return 0;
  const points = region.flat();
  const reach = Math.max(...[0, 1].map((k) => spread(points.map((point) => point[k]))));
  return reach * (1 - Math.cos(Math.PI / CIRCLE_SIDES));
}

/** @param {number[]} values */
const spread = (values) => Math.max(...values) - Math.min(...values);
