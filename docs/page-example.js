// A board on which a click on a cell enters the next value; Enter and Space do the same.

import { entryBoard } from "/static/boards/entry.js";
import { cellName, GridLayer } from "/static/boards/grid.js";
import { translator } from "/static/texts.js";

/** @import { Board, BoardModule, GameView, Place, PlayHost } from "/static/host.js" */

export const texts = {
  en: { welcome: "Click a cell until it has the right value.", next: "The next value" },
  pt: { welcome: "Clique numa casa até que tenha o valor certo.", next: "O próximo valor" },
};
const t = translator(texts);

/** @type {BoardModule} */
export default {
  mount: (host) => (host.mode === "set" ? entryBoard(host) : new ClickBoard(host)),
};

/** @implements {Board} */
class ClickBoard {
  welcome = t("welcome");
  keys = [{ keys: ["Enter", "Space"], text: t("next") }];

  /** @param {PlayHost} host */
  constructor(host) {
    this.host = host;
    this.layer = new GridLayer(host.sheet, {
      name: host.t("board"),
      pick: (where) => this.#enterNext(where),
      key: (where, event) => this.#pressed(where, event),
    });
    this.update(host.view);
  }

  /** @param {GameView} view */
  update(view) {
    this.layer.update(view.spots);
  }

  /**
   * @param {string} name
   * @param {Place[]} places
   */
  mark(name, places) {
    this.layer.mark(name, places);
  }

  focus() {
    this.layer.focus();
  }

  /** @param {Place} where */
  #enterNext(where) {
    const { values, answer } = this.host.view;
    const current = String(answer.grid[where[0]][where[1]]);
    const next = values[values.indexOf(current) + 1] ?? ".";
    this.host.play(`${cellName(where)}=${next}`);
  }

  /**
   * @param {Place} where
   * @param {KeyboardEvent} event
   */
  #pressed(where, event) {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    this.#enterNext(where);
  }
}
