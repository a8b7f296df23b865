// A board on which a click on a cell enters the next value; Enter and Space do the same.

import { entryBoard } from "/static/boards/entry.js";
import { cellName, GridLayer } from "/static/boards/grid.js";
import { addTexts, t } from "/static/texts.js";

/** @import { Board, BoardModule, GameView, Place, PlayHost } from "/static/host.js" */

addTexts({
  es: {
    "Click a cell until it has the right value.":
      "Haz clic en una casilla hasta que tenga el valor correcto.",
    "The next value": "El valor siguiente",
  },
  pt: {
    "Click a cell until it has the right value.": "Clique em uma casa até que tenha o valor certo.",
    "The next value": "O próximo valor",
  },
});

/** @type {BoardModule} */
export default {
  mount: (host) => (host.mode === "set" ? entryBoard(host) : new ClickBoard(host)),
};

/** @implements {Board} */
class ClickBoard {
  welcome = t("Click a cell until it has the right value.");
  keys = [{ keys: ["Enter", "Space"], text: t("The next value") }];

  /** @param {PlayHost} host */
  constructor(host) {
    this.host = host;
    this.layer = new GridLayer(host.sheet, {
      name: t("Board"),
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
