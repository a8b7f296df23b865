// The target on the setter's desk: a box whose cells have marks, and its layer plans.

import { t } from "/static/texts.js";
import { cornerOf, sizeOf } from "./shared_space.js";

/** @import { Spot } from "/static/host.js" */
/** @import { Cell } from "./shared_space.js" */

const GAP = 0.7; // between plans, in cells
const TITLE = 0.6;
const UNIT = 40; // of a cell in a drawing
/** @type {Record<string, string>} */
const PAINTS = {
  "#": 'fill="var(--kind-1)" fill-opacity="0.6"',
  "+": 'fill="var(--kind-1)" fill-opacity="0.14" stroke-dasharray="5 4"',
  ".": 'fill="none" stroke-opacity="0.45"',
};

/**
 * The name of a mark, as a brush and as what a cell is.
 *
 * @param {string} mark
 */
export function markName(mark) {
  if (mark === "#") return t("Fill");
  return mark === "+" ? t("May stay empty") : t("Leave out");
}

export class Box {
  /** @type {Map<string, string>} The mark of each cell of the target. */
  #marks = new Map();
  /** @type {Cell} */
  size = [1, 1, 1];
  /** @type {Cell} Where the corner of the target was when the server last saw it. */
  offset = [0, 0, 0];

  /** @param {string[]} target  Layers, as in the puzzle. */
  constructor(target) {
    this.#take(target);
  }

  /** @param {string[]} target */
  #take(target) {
    this.#marks = marksOf(target);
    this.size = sizeOf(this.#filled);
    this.offset = [0, 0, 0];
  }

  get #filled() {
    return [...this.#marks.keys()].map(toCell);
  }

  /**
   * Show this target: the box stays if it has it.
   *
   * @param {string[]} target
   */
  follow(target) {
    if (this.isTarget(target)) this.offset = cornerOf(this.#filled);
    else this.#take(target);
  }

  /** @param {string[]} target */
  isTarget(target) {
    const [x, y, z] = cornerOf(this.#filled);
    const wanted = marksOf(target);
    return (
      wanted.size === this.#marks.size &&
      [...this.#marks].every(([name, mark]) => {
        const [a, b, c] = toCell(name);
        return wanted.get(String([a - x, b - y, c - z])) === mark;
      })
    );
  }

  /** @param {Cell} cell  Of the target. @returns {Cell} The one of the box. */
  fromTarget([x, y, z]) {
    const [a, b, c] = this.offset;
    return [x + a, y + b, z + c];
  }

  /** @param {Cell} cell */
  at(cell) {
    return this.#marks.get(String(cell)) ?? ".";
  }

  /**
   * @param {Cell} cell
   * @param {string} mark
   */
  set(cell, mark) {
    if (mark === ".") this.#marks.delete(String(cell));
    else this.#marks.set(String(cell), mark);
  }

  /** @param {string} mark */
  cells(mark) {
    return [...this.#marks].filter(([, each]) => each === mark).map(([name]) => toCell(name));
  }

  /** @param {string} mark */
  count = (mark) => this.cells(mark).length;

  /** All cells of the box, by layers and rows. */
  get all() {
    const [width, depth, height] = this.size;
    return Array.from({ length: width * depth * height }, (_, i) => {
      const [x, y, z] = [i % width, Math.floor(i / width) % depth, Math.floor(i / width / depth)];
      return /** @type {Cell} */ ([x, y, z]);
    });
  }

  /**
   * Give the box another length along an axis; a box that was full stays full.
   *
   * @param {number} axis
   * @param {number} length
   */
  resize(axis, length) {
    const wasFull = this.all.every((cell) => this.at(cell) === "#");
    this.size[axis] = length;
    if (wasFull) for (const cell of this.all) this.set(cell, "#");
    for (const cell of this.#filled) if (cell[axis] >= length) this.set(cell, ".");
  }

  /** The box as layers from the ground. */
  get layers() {
    const [width, depth, height] = this.size;
    const range = (/** @type {number} */ n) => Array.from({ length: n }, (_, i) => i);
    return range(height).map((z) =>
      range(depth)
        .map((y) =>
          range(width)
            .map((x) => this.at([x, y, z]))
            .join(""),
        )
        .join("|"),
    );
  }
}

/** @param {string} name */
const toCell = (name) => /** @type {Cell} */ (name.split(",").map(Number));

/** @param {string[]} layers */
function marksOf(layers) {
  /** @type {Map<string, string>} */
  const marks = new Map();
  for (const [z, layer] of layers.entries())
    for (const [y, row] of layer.split("|").entries())
      for (const [x, mark] of [...row].entries())
        if (mark !== ".") marks.set(String([x, y, z]), mark);
  return marks;
}

/**
 * Where the plan of a layer begins, and the number of plans in a row.
 *
 * @param {Cell} size
 */
function arrange([width, depth, height]) {
  const [across, down] = [width + GAP, depth + TITLE + GAP];
  const columns = Math.min(height, Math.max(1, Math.ceil(Math.sqrt((height * down) / across))));
  return {
    columns,
    rows: Math.ceil(height / columns),
    /** @param {number} z */
    corner: (z) => [(z % columns) * across, Math.floor(z / columns) * down + TITLE],
  };
}

/**
 * The plans of all layers, the lowest first.
 *
 * @param {Box} box
 */
export function drawBox(box) {
  const [width, depth, height] = box.size;
  const { columns, rows, corner } = arrange(box.size);
  const parts = box.all.map((cell) => {
    const [left, top] = corner(cell[2]);
    const at = `x="${(left + cell[0]) * UNIT}" y="${(top + cell[1]) * UNIT}"`;
    return `<rect ${at} width="${UNIT}" height="${UNIT}" stroke="currentColor" ${PAINTS[box.at(cell)]}/>`;
  });
  for (let z = 0; z < height; z++) {
    const [left, top] = corner(z).map((each) => each * UNIT);
    const at = `x="${left}" y="${top - TITLE * UNIT * 0.4}" font-size="${UNIT * 0.36}"`;
    parts.push(`<text ${at} fill="currentColor">${t("Layer {layer}", { layer: z + 1 })}</text>`);
  }
  const whole = [columns * (width + GAP) - GAP, rows * (depth + TITLE + GAP) - GAP];
  const viewBox = [-1, -1, ...whole.map((each) => each * UNIT + 2)].join(" ");
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">`;
  return [head, `<title>${t("Board")}</title><g>`, ...parts, "</g></svg>", ""].join("\n");
}

/**
 * The cells of the box as places of the board, each with its content in words.
 *
 * @param {Box} box
 * @returns {Spot[]}
 */
export function spotsOf(box) {
  const { corner } = arrange(box.size);
  return box.all.map(([x, y, z]) => {
    const [left, top] = corner(z);
    const names = { layer: z + 1, row: y + 1, column: x + 1 };
    const cell = t("Layer {layer}, row {row}, column {column}", names);
    const text = `${cell}: ${markName(box.at([x, y, z]))}`;
    return { where: [z, y, x], box: [left + x, top + y, 1, 1], text, part: "board", outline: [] };
  });
}
