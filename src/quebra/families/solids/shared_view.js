// Cubes seen from any side: an orthographic projection to polygons, those behind first.

/** @typedef {import("./shared_space.js").Cell} Cell */
/** @typedef {{ cells: Cell[], colour: string, letter?: string, faint?: boolean }} Block */
/** @typedef {{ yaw: number, pitch: number }} Camera */
/** @typedef {Record<string, string | number>} Attributes */
/** @typedef {(tag: any, attributes: Attributes, ...children: Node[]) => any} CreateShape  In SVG. */
/** @typedef {[across: number, down: number]} Point  On the sheet. */

import { shifted } from "./shared_space.js";

const LEAST_SIDE = 3.2; // of a picture, so that cubes of small pieces are not larger than others
const [AXIS_END, AXIS_LETTER] = [0.3, 0.65]; // beyond the box
const LETTER_SIZE = 0.5;
const EDGE_ON = 1e-6; // faces that are turned to the viewer less than this are not drawn
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

/** @type {Record<string, [other: number, share: number]>} As `TONES` of the drawings. */
const TONES = { light: [255, 0.38], dark: [22, 0.26], edge: [0, 0.58], text: [0, 0.86] };

/**
 * A tone of a colour: a grey is mixed in.
 *
 * @param {string} colour
 * @param {"light" | "dark" | "edge" | "text"} tone
 */
export function toned(colour, tone) {
  const [other, share] = TONES[tone];
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
 * @param {CreateShape} create  Of the page, or of a file.
 * @param {Block[]} blocks
 * @param {Camera} camera
 */
export function viewOf(create, blocks, camera) {
  const filled = new Set(blocks.filter((b) => !b.faint).flatMap((b) => b.cells.map(String)));
  const seen = FACES.filter(({ facing }) => project(camera, facing).near > EDGE_ON);
  /** @type {SVGElement[]} */
  const shapes = [];
  /** @type {Point[]} */
  const all = [];
  for (const { cell, block } of backToFront(blocks, camera))
    for (const { facing, corners } of seen) {
      const isInside = filled.has(String(shifted([cell], facing)[0]));
      if (isInside && !block.faint) continue;
      const points = shifted(corners, cell).map((corner) => pointOf(camera, corner));
      all.push(...points);
      shapes.push(
        create("polygon", { points: points.map(written).join(" "), ...paint(block, facing) }),
      );
    }
  return { shapes, box: boxAround(all) };
}

/**
 * The axes of a box, from its lowest corner behind, with their letters at the ends.
 *
 * @param {CreateShape} create
 * @param {Cell} sides
 * @param {Camera} camera
 * @returns {SVGElement[]}
 */
export function axesOf(create, sides, camera) {
  return sides.flatMap((side, axis) => {
    /** @type {(length: number) => Point} */
    const at = (length) => {
      /** @type {Cell} */
      const end = [0, 0, 0];
      end[axis] = length;
      return pointOf(camera, end);
    };
    const points = [at(0), at(side + AXIS_END)].map(written).join(" ");
    const [x, y] = at(side + AXIS_LETTER);
    const letter = create("text", {
      x,
      y,
      "font-size": LETTER_SIZE,
      "text-anchor": "middle",
      "dominant-baseline": "central",
      fill: "currentColor",
      "fill-opacity": 0.75,
    });
    letter.textContent = "xyz"[axis];
    const line = { stroke: "currentColor", "stroke-opacity": 0.4, "stroke-width": 0.04 };
    return [create("polyline", { points, fill: "none", ...line }), letter];
  });
}

/**
 * How far a box and the letters of its axes reach from its middle, from whatever side it is seen.
 *
 * @param {Cell} sides
 */
export function reachOf(sides) {
  const ends = sides.map((side, axis) => {
    const halves = sides.map((each) => each / 2);
    halves[axis] = side / 2 + AXIS_LETTER;
    return Math.hypot(...halves);
  });
  return Math.max(...ends) + LETTER_SIZE / 2;
}

/**
 * The cubes of blocks, those behind first. On a lattice, cubes that are ordered along one axis
 * after the other never hide those after them.
 *
 * @param {Block[]} blocks
 * @param {Camera} camera
 */
function backToFront(blocks, camera) {
  /** @type {Cell[]} */
  const units = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const signs = units.map((unit) => Math.sign(project(camera, unit).near));
  const cubes = blocks.flatMap((block) => block.cells.map((cell) => ({ cell, block })));
  return cubes.sort((a, b) => {
    const axis = [2, 1, 0].find((each) => a.cell[each] !== b.cell[each]) ?? 0;
    return (a.cell[axis] - b.cell[axis]) * signs[axis];
  });
}

/**
 * @param {Camera} camera
 * @param {Cell} point
 * @returns {Point}
 */
export function pointOf(camera, point) {
  const { across, down } = project(camera, point);
  return [across, down];
}

/** @param {Point} point */
const written = (point) => point.map((each) => each.toFixed(3)).join();

/** @param {Point[]} points */
function boxAround(points) {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const [across, down] of points) {
    box.left = Math.min(box.left, across);
    box.top = Math.min(box.top, down);
    box.right = Math.max(box.right, across);
    box.bottom = Math.max(box.bottom, down);
  }
  return box;
}

/**
 * The fill and the outline of a face.
 *
 * @param {Block} block
 * @param {Cell} facing
 * @returns {Attributes}
 */
function paint({ colour, faint }, facing) {
  if (faint)
    return {
      fill: "currentColor",
      "fill-opacity": 0.05,
      stroke: "currentColor",
      "stroke-opacity": 0.35,
      "stroke-width": 0.02,
    };
  const sides = facing[0] ? colour : toned(colour, "dark");
  return {
    fill: facing[2] ? toned(colour, "light") : sides,
    stroke: toned(colour, "edge"),
    "stroke-width": 0.03,
    "stroke-linejoin": "round",
  };
}

/**
 * A square picture of blocks, with a letter in its corner.
 *
 * @param {CreateShape} create
 * @param {Block[]} blocks
 * @param {string} letter
 * @param {number} room  The side of the picture, in sides of the square around the blocks.
 * @returns {SVGSVGElement}
 */
export function pictureOf(create, blocks, letter, room) {
  const { shapes, box } = viewOf(create, blocks, USUAL);
  const side = Math.max(box.right - box.left, box.bottom - box.top, LEAST_SIDE);
  const [across, down] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const label = create("text", {
    class: "letter",
    x: across - 0.46 * side,
    y: down - 0.28 * side,
    "font-size": side * 0.24,
    "text-anchor": "start",
    "font-weight": "bold",
    fill: "currentColor",
  });
  label.textContent = letter;
  const [half, whole] = [(side * room) / 2, side * room];
  const viewBox = [across - half, down - half, whole, whole].join(" ");
  return create("svg", { viewBox, "aria-hidden": "true" }, ...shapes, label);
}
