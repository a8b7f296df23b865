// Cubes seen from any side: an orthographic projection to SVG polygons, those behind first.

import { s } from "/static/dom.js";

/** @import { Cell } from "./page_space.js" */
/** @typedef {{ cells: Cell[], colour: string, letter?: string, faint?: boolean }} Block */
/** @typedef {{ yaw: number, pitch: number }} Camera */

const KINDS = ["#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7"];
/** @type {{ facing: Cell, corners: Cell[] }[]} */
const FACES = [0, 1, 2].flatMap((axis) =>
  [1, -1].map((sign) => {
    const [a, b] = [(axis + 1) % 3, (axis + 2) % 3];
    /** @type {Cell} */
    const facing = [0, 0, 0];
    facing[axis] = sign;
    const corners = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ].map(([p, q]) => {
      /** @type {Cell} */
      const corner = [0, 0, 0];
      corner[axis] = sign > 0 ? 1 : 0;
      corner[a] = p;
      corner[b] = q;
      return corner;
    });
    return { facing, corners };
  }),
);

/** The view of the drawings: x to the right front, y to the left front. */
export const USUAL = { yaw: Math.PI / 4, pitch: Math.asin(1 / Math.sqrt(3)) };

/**
 * The colour of a piece by its kind; where all pieces are of one kind, by its number.
 *
 * @param {number} kinds
 * @param {number} kind
 * @param {number} piece
 */
export const colourOf = (kinds, kind, piece) => KINDS[(kinds > 1 ? kind : piece) % KINDS.length];

/**
 * @param {string} colour
 * @param {number} other  The grey that is mixed in, from 0 to 255.
 * @param {number} share
 */
function mixed(colour, other, share) {
  const parts = [1, 3, 5].map((i) => Number.parseInt(colour.slice(i, i + 2), 16));
  return `rgb(${parts.map((part) => Math.round(part + (other - part) * share)).join(" ")})`;
}

/**
 * The place on the sheet of a point, and how near it is.
 *
 * @param {Camera} camera
 * @param {Cell} point
 */
function project({ yaw, pitch }, [x, y, z]) {
  const right = x * Math.cos(yaw) - y * Math.sin(yaw);
  const near = x * Math.sin(yaw) + y * Math.cos(yaw);
  return {
    across: right,
    down: near * Math.sin(pitch) - z * Math.cos(pitch),
    near: near * Math.cos(pitch) + z * Math.sin(pitch),
  };
}

/**
 * The polygons of blocks, and the box around them.
 *
 * @param {Block[]} blocks
 * @param {Camera} camera
 */
export function viewOf(blocks, camera) {
  const filled = new Set(blocks.filter((b) => !b.faint).flatMap((b) => b.cells.map(String)));
  const ways = [0, 1, 2].map((axis) => {
    /** @type {Cell} */
    const unit = [0, 0, 0];
    unit[axis] = 1;
    return project(camera, unit).near;
  });
  const cubes = blocks.flatMap((block) => block.cells.map((cell) => ({ cell, block })));
  // On a lattice, cubes ordered along one axis after the other never hide those after them.
  cubes.sort((a, b) => {
    for (const axis of [2, 1, 0])
      if (a.cell[axis] !== b.cell[axis])
        return (a.cell[axis] - b.cell[axis]) * Math.sign(ways[axis]);
    return 0;
  });
  /** @type {SVGElement[]} */
  const shapes = [];
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { cell, block } of cubes)
    for (const { facing, corners } of FACES) {
      const beside = String(cell.map((at, i) => at + facing[i]));
      const light = project(camera, facing).near;
      if (light <= 1e-6 || (filled.has(beside) && !block.faint)) continue;
      const points = corners.map((corner) => {
        const at = project(camera, /** @type {Cell} */ (corner.map((each, i) => each + cell[i])));
        box.left = Math.min(box.left, at.across);
        box.right = Math.max(box.right, at.across);
        box.top = Math.min(box.top, at.down);
        box.bottom = Math.max(box.bottom, at.down);
        return `${at.across.toFixed(3)},${at.down.toFixed(3)}`;
      });
      shapes.push(face(block, facing, points.join(" ")));
    }
  return { shapes, box };
}

/**
 * @param {Block} block
 * @param {Cell} facing
 * @param {string} points
 */
function face({ colour, faint }, facing, points) {
  if (faint)
    return s("polygon", {
      points,
      fill: "currentColor",
      "fill-opacity": 0.05,
      stroke: "currentColor",
      "stroke-opacity": 0.35,
      "stroke-width": 0.02,
    });
  const fill = facing[2]
    ? mixed(colour, facing[2] > 0 ? 255 : 0, 0.38)
    : facing[0]
      ? colour
      : mixed(colour, 22, 0.26);
  return s("polygon", {
    points,
    fill,
    stroke: mixed(colour, 0, 0.58),
    "stroke-width": 0.03,
    "stroke-linejoin": "round",
  });
}

/**
 * A square picture of blocks, with a letter in its corner.
 *
 * @param {Block[]} blocks
 * @param {string} letter
 */
export function pictureOf(blocks, letter) {
  const { shapes, box } = viewOf(blocks, USUAL);
  const side = Math.max(box.right - box.left, box.bottom - box.top, 3.2) * 1.4;
  const [left, top] = [(box.left + box.right - side) / 2, (box.top + box.bottom - side) / 2];
  const picture = s("svg", { viewBox: [left, top, side, side].join(" "), "aria-hidden": "true" });
  const label = s("text", {
    x: left + side * 0.16,
    "text-anchor": "start",
    y: top + side * 0.32,
    "font-size": side * 0.17,
    "font-weight": "bold",
    fill: "currentColor",
  });
  label.textContent = letter;
  picture.append(...shapes, label);
  return picture;
}
