// Places on a board: their names, their order, and the place at which an event happens.

import { closest } from "../dom.js";

/** @import { Place } from "../host.js" */

/**
 * The name of a cell in moves, where rows and columns count from 1.
 *
 * @param {Place} where
 */
export const cellName = ([row, column]) => `r${row + 1}c${column + 1}`;

/**
 * Compare two cells: row by row, and in a row from left to right.
 *
 * @param {Place} a
 * @param {Place} b
 */
export const byReadingOrder = (a, b) => a[0] - b[0] || a[1] - b[1];

/**
 * The place of the spot at the target of an event.
 *
 * @param {Event} event
 */
export function placeAt(event) {
  const name = closest(event, "[data-where]")?.dataset.where;
  return name == null ? null : placeOf(name);
}

/**
 * The place that `String(place)` names.
 *
 * @param {string} name
 * @returns {Place}
 */
export const placeOf = (name) => name.split(",").map(Number);
