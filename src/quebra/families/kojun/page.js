// The board of Kojun: numbers are entered into cells. On the setter's desk regions are drawn.

import { entryBoard } from "/static/boards/entry.js";
import { cellName, placeOf } from "/static/boards/grid.js";
import { t } from "/static/texts.js";
import { button } from "/static/widgets.js";

/** @import { Board, BoardModule, EditView, Place, SetHost, View } from "/static/host.js" */

/** @type {BoardModule} */
export default { mount: (host) => (host.mode === "set" ? setterBoard(host) : entryBoard(host)) };

/**
 * With "Draw regions" on, cells that are dragged over become a region. Single cells are chosen by a
 * tap or Enter, and become one by the button beside.
 *
 * @param {SetHost} host
 * @returns {Board}
 */
function setterBoard(host) {
  const { layer } = host.sheet;
  let drawing = false;
  let held = false;
  let dragged = false;
  /** @type {Place | null} Where the pointer went down. */
  let start = null;
  /** @type {Map<string, Place>} */
  const chosen = new Map();
  const toggle = button(t("Draw regions"), change, { icon: "grid", "aria-pressed": "false" });
  const make = button(t("Make a region"), finish, { icon: "check", disabled: true });
  const board = entryBoard(host, { pick });
  host.pad.append(toggle, make);
  if (isBlank(host.view)) setDrawing(true);
  layer.addEventListener("pointerdown", (event) => {
    held = drawing && event.button === 0;
    dragged = false;
    start = cellAt(event);
    if (held) event.preventDefault(); // the finger draws, and does not move the board
  });
  layer.addEventListener("pointermove", (event) => held && drag(event));
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, drop);

  function change() {
    setDrawing(!drawing);
    clear();
    host.say(drawing ? t("Drag over the cells of a region.") : "");
  }

  /** @param {boolean} isOn */
  function setDrawing(isOn) {
    drawing = isOn;
    toggle.setAttribute("aria-pressed", String(isOn));
    layer.classList.toggle("drawing-on", isOn);
  }

  /** @param {PointerEvent} event */
  function drag(event) {
    const where = cellAt(event);
    if (!where || (!dragged && String(where) === String(start))) return;
    if (!dragged) chosen.clear();
    if (!dragged && start) choose(start);
    dragged = true;
    choose(where);
  }

  /** @param {PointerEvent} event */
  function cellAt({ clientX, clientY }) {
    const cell = document.elementFromPoint(clientX, clientY)?.closest("[data-where]");
    if (!(cell instanceof HTMLElement) || !layer.contains(cell)) return null;
    return placeOf(cell.dataset.where ?? "");
  }

  function drop() {
    if (held && dragged) finish();
    held = false;
    setTimeout(() => {
      dragged = false; // after the click that ends a drag
    });
  }

  /** @param {Place} where */
  function pick(where) {
    if (!drawing || dragged) return;
    if (chosen.delete(String(where))) show();
    else choose(where);
  }

  /** @param {Place} where */
  function choose(where) {
    chosen.set(String(where), where);
    show();
  }

  function clear() {
    chosen.clear();
    show();
  }

  function show() {
    board.mark("chosen", [...chosen.values()]);
    make.disabled = !chosen.size;
  }

  async function finish() {
    const cells = [...chosen.values()].map(cellName);
    clear();
    if (cells.length) await host.play(`${cells.join("-")}~`);
  }

  const update = board.update.bind(board);
  return Object.assign(board, {
    welcome: t("Drag over cells to draw a region. Then write clues."),
    update(/** @type {View} */ view, /** @type {View} */ before) {
      const isOther = view.puzzle !== before?.puzzle;
      if (isOther && chosen.size) clear();
      if (isOther && "blank" in view && view.blank) setDrawing(true);
      update(view, before);
    },
    leave() {
      for (const name of ["pointerup", "pointercancel"]) removeEventListener(name, drop);
    },
  });
}

/**
 * Whether nothing has been set on a board: it is one region.
 *
 * @param {EditView} view
 */
const isBlank = ({ puzzle }) => new Set(puzzle.regions.flat()).size === 1;
