// The board of Symmetry: shapes are entered, and cells that stay blank can be noted.

import { entryBoard } from "/static/boards/entry.js";
import { s } from "/static/dom.js";
import { stepper } from "/static/steppers.js";
import { t } from "/static/texts.js";
import { CIRCLE, COLOURS, OUTLINES, shapeName } from "./shared_shapes.js";

/** @import { Board, BoardModule, Host, View } from "/static/host.js" */

const [MIDDLE, RADIUS] = [12, 8.6]; // of a shape on a key

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
  const shape = Number(value);
  /** @param {number[]} point */
  const place = (point) => point.map((at) => MIDDLE + RADIUS * at).join();
  const figure =
    shape === CIRCLE
      ? s("circle", { cx: MIDDLE, cy: MIDDLE, r: RADIUS, ...paint })
      : s("polygon", { points: OUTLINES[shape].map(place).join(" "), ...paint });
  return s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, figure);
}

/**
 * The name of a value.
 *
 * @param {string} value
 */
const name = (value) => (value === "x" ? t("stays blank") : shapeName(t, Number(value)));

/**
 * On the setter's desk, the number of kinds of shapes can be changed too.
 *
 * @param {Host} host
 * @returns {Board}
 */
function mount(host) {
  const board = entryBoard(host, { show, name, notes: ["x"] });
  if (host.mode !== "set")
    return Object.assign(board, {
      welcome: t("Choose a cell to begin. An arrow marks a line that reads the same both ways."),
    });
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
