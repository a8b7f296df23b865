// The board of Kojun: numbers are entered into cells. In the setter's view regions can be drawn.

import { entryBoard } from "/static/boards/entry.js";
import { cellName } from "/static/boards/grid.js";
import { translator } from "/static/texts.js";
import { button } from "/static/widgets.js";

/** @import { Board, BoardModule, Place, SetHost } from "/static/host.js" */

export const texts = {
  en: {
    regions: "Draw regions",
    "regions-first": "Choose the region that shall grow.",
    "regions-next": "Now choose the cells that join it.",
  },
  pt: {
    regions: "Desenhar regiões",
    "regions-first": "Escolha a região que deve crescer.",
    "regions-next": "Agora escolha as casas que entram nela.",
  },
};
const t = translator(texts);

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
  const toggle = button(t("regions"), change, { "aria-pressed": "false" });
  const board = entryBoard(host, { pick });
  host.pad.append(toggle);

  function change() {
    drawing = !drawing;
    source = null;
    toggle.setAttribute("aria-pressed", String(drawing));
    host.say(drawing ? t("regions-first") : "");
  }

  /** @param {Place} where */
  async function pick(where) {
    if (!drawing) return;
    if (source && !(await host.play(`${cellName(where)}~${cellName(source)}`))) return;
    source ??= where;
    host.say(t("regions-next"));
  }

  return board;
}
