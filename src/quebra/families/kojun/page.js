// Kojun on the page: numbers are entered into cells. The setter also draws the regions.

import { entryBoard } from "/static/boards/entry.js";
import { named } from "/static/boards/grid.js";
import { tellers } from "/static/texts.js";
import { button } from "/static/widgets.js";

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
const say = tellers(texts);

export default { mount: (host) => (host.mode === "set" ? setterBoard(host) : entryBoard(host)) };

/** With "Draw regions" on, the first cell chosen names a region, and the next ones join it. */
function setterBoard(host) {
  let drawing = false;
  let source = null;
  const toggle = button(say("regions"), change, { "aria-pressed": "false" });
  const board = entryBoard(host, { pick });
  host.pad.append(toggle);

  function change() {
    drawing = !drawing;
    source = null;
    toggle.setAttribute("aria-pressed", String(drawing));
    host.say(drawing ? say("regions-first") : "");
  }

  async function pick(where) {
    if (!drawing) return;
    if (source && !(await host.play(`${named(where)}~${named(source)}`))) return;
    source ??= where;
    host.say(say("regions-next"));
  }

  return board;
}
