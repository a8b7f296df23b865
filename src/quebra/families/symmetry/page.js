// The board of Symmetry: shapes are entered, and cells that stay blank can be noted.

import { entryBoard } from "/static/boards/entry.js";
import { s } from "/static/dom.js";
import { stepper } from "/static/steppers.js";
import { t } from "/static/texts.js";

/** @import { Board, BoardModule, Host, View } from "/static/host.js" */

const COLOURS = [0, 1, 2, 4, 5, 6, 3, 0, 1];

/**
 * The corners of a regular polygon. Without a turn the first one points up; a turn of 1 leads to the
 * next corner.
 *
 * @param {number} corners
 */
function regular(corners, turn = 0, radius = 9) {
  return Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * (i + turn)) / corners - Math.PI / 2;
    return [12 + radius * Math.cos(angle), 12 + radius * Math.sin(angle)];
  });
}

const inner = regular(5, 0.5, 4.5);
const star = regular(5, 0, 10).flatMap((point, i) => [point, inner[i]]);
/** @type {Record<string, number[][]>} */
const OUTLINES = {
  1: regular(4, 0.5, 11),
  2: regular(3, 0, 10),
  4: regular(4, 0, 10),
  5: star,
  6: regular(3, 0.5, 10),
  7: regular(6, 0.5),
  8: regular(5),
  9: regular(3, 0.25, 10),
};

/**
 * The outline of a shape in its colour, as on the board; a cross for a cell that stays blank.
 *
 * @param {string} value
 */
function show(value) {
  if (value === "x") return "×";
  const paint = {
    fill: "none",
    stroke: `var(--kind-${COLOURS[Number(value) - 1]})`,
    "stroke-width": 2.4,
    "stroke-linejoin": "round",
  };
  const figure =
    value === "3"
      ? s("circle", { cx: 12, cy: 12, r: 8.5, ...paint })
      : s("polygon", { points: OUTLINES[value].map((point) => point.join()).join(" "), ...paint });
  return s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, figure);
}

/**
 * The name of a value.
 *
 * @param {string} value
 */
function name(value) {
  if (value === "x") return t("stays blank");
  const shapes = [
    t("square"),
    t("triangle"),
    t("circle"),
    t("diamond"),
    t("star"),
    t("triangle pointing down"),
    t("hexagon"),
    t("pentagon"),
    t("triangle pointing left"),
  ];
  return shapes[Number(value) - 1];
}

/**
 * On the setter's desk, the number of kinds of shapes can be changed too.
 *
 * @param {Host} host
 * @returns {Board}
 */
function mount(host) {
  const board = entryBoard(host, { show, name, notes: ["x"] });
  if (host.mode !== "set") return board;
  const kinds = stepper(t("Shapes"), { least: 1, most: COLOURS.length }, (count) =>
    host.play(`shapes=${count}`),
  );
  host.tray.append(kinds.element);
  const update = board.update.bind(board);
  kinds.show(host.view.puzzle.shapes);
  return Object.assign(board, {
    update(/** @type {View} */ view, /** @type {View} */ before) {
      kinds.show(view.puzzle.shapes);
      update(view, before);
    },
  });
}

/** @type {BoardModule} */
export default { mount };
