// The setter's board: a cell of the target is to be filled, may stay empty, or is left out.

import { fill } from "/static/dom.js";
import { t } from "/static/texts.js";
import { button } from "/static/widgets.js";
import { PlanLayer, toCell } from "./page_layers.js";

/** @import { Board, EditView, Place, SetHost } from "/static/host.js" */
/** @import { Cell } from "./shared_space.js" */

/** @implements {Board} */
export class SetterBoard {
  welcome = t("Choose a cell, and say whether it is filled.");
  keys = [
    { keys: ["#", "+", "."], text: t("Fill the cell, allow it to stay empty, or leave it out") },
    { keys: ["Page Up", "Page Down"], text: t("Go a layer up or down") },
  ];

  /** @param {SetHost} host */
  constructor(host) {
    this.host = host;
    this.layer = new PlanLayer(host.sheet, {
      name: t("Board"),
      pick: () => {},
      key: (cell, event) => this.#pressed(cell, event),
    });
    fill(
      host.pad,
      button(t("Fill"), () => this.#set("#")),
      button(t("May stay empty"), () => this.#set("+")),
      button(t("Leave out"), () => this.#set(".")),
    );
    this.update(host.view);
  }

  /** @param {EditView} view */
  update(view) {
    this.layer.update(view.spots);
  }

  /**
   * @param {string} name
   * @param {Place[]} places
   */
  mark(name, places) {
    this.layer.mark(name, places.filter((place) => place.length === 3).map(toCell));
  }

  focus() {
    this.layer.focus();
  }

  /** @param {string} mark */
  #set(mark) {
    const cell = this.layer.current;
    if (!cell) return;
    const [x, y, z] = cell;
    this.host.play(`l${z + 1}r${y + 1}c${x + 1}=${mark}`);
  }

  /**
   * @param {Cell} _cell
   * @param {KeyboardEvent} event
   */
  #pressed(_cell, event) {
    if (["#", "+", "."].includes(event.key)) this.#set(event.key);
    else if (event.key === "PageUp") this.layer.climb(1);
    else if (event.key === "PageDown") this.layer.climb(-1);
    else return;
    event.preventDefault();
  }
}
