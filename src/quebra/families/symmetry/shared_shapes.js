// The shapes of Symmetry: their outlines, colours and names.

export const CIRCLE = 3; // the shape that has no corners
export const COLOURS = [0, 1, 2, 4, 5, 6, 3, 0, 1]; // of the palette, as in `draw.py`

/**
 * The corners of a regular polygon around the origin; without a turn the first one points up, and a
 * turn of 1 leads to the next corner.
 *
 * @param {number} corners
 * @param {number} turn
 * @param {number} radius
 */
const regular = (corners, turn, radius) =>
  Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * (i + turn)) / corners - Math.PI / 2;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });

/** @type {Record<number, number[][]>} The corners of shapes that are as large as a circle of radius 1. */
export const OUTLINES = {
  1: regular(4, 0.5, 1.27),
  2: regular(3, 0, 1.15),
  4: regular(4, 0, 1.15),
  5: regular(5, 0, 1.15).flatMap((point, i) => [point, regular(5, 0.5, 0.5)[i]]),
  6: regular(3, 0.5, 1.15),
  7: regular(6, 0.5, 1.05),
  8: regular(5, 0, 1.05),
  9: regular(3, 0.25, 1.15),
};

/**
 * The name of a shape.
 *
 * @param {(template: string) => string} t  Of the page, or of a file.
 * @param {number} shape
 */
export const shapeName = (t, shape) =>
  [
    t("square"),
    t("triangle"),
    t("circle"),
    t("diamond"),
    t("star"),
    t("triangle pointing down"),
    t("hexagon"),
    t("pentagon"),
    t("triangle pointing left"),
  ][shape - 1];
