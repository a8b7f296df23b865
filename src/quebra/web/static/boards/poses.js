// Positions of pieces that can be turned and flipped.

import { s } from "../dom.js";

/** @import { Box } from "../host.js" */

/** @typedef {{ x: number, y: number }} Point */

/**
 * A piece is flipped in the line y = 0 first, then turned, then moved.
 *
 * @typedef {object} Pose
 * @property {number} x
 * @property {number} y
 * @property {number} angle  In degrees.
 * @property {boolean} flip
 * @property {boolean} placed  On the board; otherwise in the tray.
 * @property {number} [scale]
 */

/** @typedef {{ box: Box }} Shape  A piece; its box is that of the piece as it is defined. */

/**
 * @param {Pose} pose
 * @returns {DOMMatrix}
 */
export const matrix = ({ x, y, angle, flip, scale = 1 }) =>
  new DOMMatrix()
    .translate(x, y)
    .rotate(angle)
    .scale(scale, flip ? -scale : scale);

/**
 * The bounding box of a piece in a pose, from the corners of its own box.
 *
 * @param {Shape} piece
 * @param {Pose} pose
 * @returns {Box}
 */
export function boxOf({ box }, pose) {
  const transform = matrix(pose);
  const corners = [box.x, box.x + box.width].flatMap((x) =>
    [box.y, box.y + box.height].map((y) => transform.transformPoint({ x, y })),
  );
  const xs = corners.map((point) => point.x);
  const ys = corners.map((point) => point.y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/**
 * The centre of a piece in a pose.
 *
 * @param {Shape} piece
 * @param {Pose} pose
 * @returns {Point}
 */
export const centreOf = ({ box }, pose) =>
  matrix(pose).transformPoint({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/**
 * The pose with the centre of the piece at a point.
 *
 * @param {Shape} piece
 * @param {Pose} pose
 * @param {Point} point
 * @returns {Pose}
 */
export const centredAt = (piece, pose, point) => moved(pose, centreOf(piece, pose), point);

/**
 * The pose of a piece that is taken up, in full size, with its centre at a point.
 *
 * @param {Shape} piece
 * @param {Pose} pose
 */
export const lifted = (piece, pose, point = centreOf(piece, pose)) =>
  centredAt(piece, { ...pose, scale: 1, placed: true }, point);

/**
 * The pose turned around the centre of the piece.
 *
 * @param {Shape} piece
 * @param {Pose} pose
 * @param {number} angle
 */
export const turned = (piece, pose, angle) =>
  centredAt(
    piece,
    { ...pose, angle: (((pose.angle + angle) % 360) + 360) % 360 },
    centreOf(piece, pose),
  );

/**
 * The pose flipped left to right, as the player sees it.
 *
 * @param {Shape} piece
 * @param {Pose} pose
 */
export const flipped = (piece, pose) =>
  centredAt(
    piece,
    { ...pose, flip: !pose.flip, angle: (540 - pose.angle) % 360 },
    centreOf(piece, pose),
  );

/**
 * The pose moved by the vector between two points.
 *
 * @param {Pose} pose
 * @param {Point} from
 * @param {Point} to
 * @returns {Pose}
 */
export const moved = (pose, from, to) => ({
  ...pose,
  x: pose.x + to.x - from.x,
  y: pose.y + to.y - from.y,
});

/**
 * A box with a margin around it.
 *
 * @param {Box} box
 * @param {number} margin
 * @returns {Box}
 */
export const withMargin = ({ x, y, width, height }, margin) => ({
  x: x - margin,
  y: y - margin,
  width: width + 2 * margin,
  height: height + 2 * margin,
});

/**
 * @param {Box} box
 * @param {Point} point
 */
export const contains = ({ x, y, width, height }, point) =>
  point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;

/**
 * The boxes of outlines, measured in an element that is on the page.
 *
 * @param {Element} element
 * @param {string[]} outlines
 * @returns {Box[]}
 */
export function measure(element, outlines) {
  const paths = outlines.map((d) => s("path", { d }));
  element.replaceChildren(s("svg", {}, ...paths));
  return paths.map((path) => {
    const { x, y, width, height } = path.getBBox();
    return { x, y, width, height };
  });
}
