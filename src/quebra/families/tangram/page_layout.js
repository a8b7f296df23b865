// The part of the plane that the board shows.

import { contains } from "/static/boards/poses.js";

/** @import { Box } from "/static/host.js" */
/** @import { Point } from "/static/boards/poses.js" */

/** @typedef {{ width: number, height: number }} Size */
/** @typedef {{ area: Box, pixels: number }} Layout  What is shown, and the pixels of one unit. */

export const BAR = 60; // pixels for the bar above the figure
const MARGIN = 0.07; // around the figure, as a share of the board

/**
 * Fill the frame: the bar above, and below it the figure in the middle. A piece outside of that, as
 * after a game on a wider screen, is shown too, since it could not be reached otherwise.
 *
 * @param {Size} frame  In pixels.
 * @param {Box} figure
 * @param {{ centre: Point, box: Box }[]} placed
 * @returns {Layout}
 */
export function layOut(frame, figure, placed) {
  const usual = around(frame, figure);
  const outside = placed.filter(({ centre }) => !contains(usual.area, centre));
  if (!outside.length) return usual;
  return around(frame, union([figure, ...outside.map(({ box }) => box)]));
}

/**
 * @param {Size} frame
 * @param {Box} box  What is shown in the middle.
 * @returns {Layout}
 */
function around(frame, { x, y, width, height }) {
  const below = Math.max(frame.height - BAR, 1);
  const share = 1 - 2 * MARGIN;
  const pixels = Math.min((share * frame.width) / width, (share * below) / height) || 1;
  const [across, down, bar] = [frame.width, frame.height, BAR].map((length) => length / pixels);
  const left = x + width / 2 - across / 2;
  const top = y + height / 2 - (down - bar) / 2 - bar;
  return { area: { x: left, y: top, width: across, height: down }, pixels };
}

/**
 * @param {Box[]} boxes
 * @returns {Box}
 */
function union(boxes) {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}
