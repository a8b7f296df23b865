// Pieces of edge-matching as drawings that are turned and moved into cells.

import { CELL, s, shapesOf } from "../../render/player/dom.js";

/** @typedef {number[]} Point */

/**
 * The piece of a drawing, turned and moved into a cell.
 *
 * @param {string} svg
 * @param {number} turn
 * @param {Point[]} corners  The corners of the cell in the drawing of the board.
 */
export function inCell(svg, turn, corners) {
  const own = cornersOf(svg);
  const edge = (own.length - turn) % own.length; // the edge at the first side of the cell
  return movedPiece(svg, [own[edge], own[(edge + 1) % own.length]], [corners[0], corners[1]]);
}

/**
 * The piece of a drawing, turned in its place.
 *
 * @param {string} svg
 * @param {number} turn
 */
export function inPlace(svg, turn) {
  const own = cornersOf(svg);
  const [x, y] = [0, 1].map((i) => own.reduce((sum, p) => sum + p[i], 0) / own.length);
  const angle = (2 * Math.PI * turn) / own.length;
  const [c, si] = [Math.cos(angle), Math.sin(angle)];
  const ends = own
    .slice(0, 2)
    .map(([u, v]) => [x + c * (u - x) - si * (v - y), y + si * (u - x) + c * (v - y)]);
  return movedPiece(svg, own.slice(0, 2), ends);
}

/** @param {string} svg */
function cornersOf(svg) {
  const points = /<polygon[^>]* points="([^"]*)"/.exec(svg)?.[1] ?? "";
  return points.split(" ").map((point) => point.split(",").map(Number));
}

/**
 * A drawing moved so that one side comes to another; its texts stay upright.
 *
 * @param {string} svg
 * @param {Point[]} from
 * @param {Point[]} to
 */
function movedPiece(svg, from, to) {
  const [[x, y], [u, v]] = [difference(from), difference(to)];
  const square = x * x + y * y;
  const [a, b] = [(u * x + v * y) / square, (v * x - u * y) / square];
  const shift = [
    to[0][0] - a * from[0][0] + b * from[0][1],
    to[0][1] - b * from[0][0] - a * from[0][1],
  ];
  const back = (-180 / Math.PI) * Math.atan2(b, a);
  const shapes = shapesOf(svg);
  shapes[0].removeAttribute("stroke"); // it would hide the motifs of pieces beside it
  for (const text of shapes.filter((shape) => shape.tagName === "text"))
    text.setAttribute(
      "transform",
      `rotate(${back} ${text.getAttribute("x")} ${text.getAttribute("y")})`,
    );
  return s("g", { transform: `matrix(${[a, b, -b, a, ...shift].join(" ")})` }, ...shapes);
}

/** @param {Point[]} side */
const difference = ([start, end]) => [end[0] - start[0], end[1] - start[1]];

/**
 * The corners of a spot, clockwise from that of its first side.
 *
 * @param {{ box: number[], outline?: Point[] }} spot
 */
export function spotCorners({ box: [x, y, width, height], outline }) {
  const box = [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
  return (outline?.length ? outline : box).map((point) => point.map((value) => value * CELL));
}
