// The board of Kojun: numbers are entered into cells. In the setter's view regions can be drawn.

import { entryBoard } from "/static/boards/entry.js";
import { cellName } from "/static/boards/grid.js";
import { t } from "/static/texts.js";
import { button } from "/static/widgets.js";

/** @import { Board, BoardModule, Place, SetHost } from "/static/host.js" */

/** @type {BoardModule} */
export default { mount: (host) => (host.mode === "set" ? setterBoard(host) : entryBoard(host)) };

/**
 * With "Draw regions" on, the first cell chosen names a region, and the next ones join it.
 *
 * @param {SetHost} host
 * @returns {Board}
 */
function setterBoard(host) {
  let drawing = false;
  /** @type {Place | null} */
  let source = null;
  const toggle = button(t("Draw regions"), change, { "aria-pressed": "false" });
  const board = entryBoard(host, { pick });
  host.pad.append(toggle);

  function change() {
    drawing = !drawing;
    source = null;
    toggle.setAttribute("aria-pressed", String(drawing));
    host.say(drawing ? t("Choose a region to extend.") : "");
  }

  /** @param {Place} where */
  async function pick(where) {
    if (!drawing) return;
    if (source && !(await host.play(`${cellName(where)}~${cellName(source)}`))) return;
    source ??= where;
    host.say(t("Now choose the cells that join it."));
  }

  return board;
}
