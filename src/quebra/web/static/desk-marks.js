// What the verdict marks on the board of the setter's desk.

import { h } from "./dom.js";
import { t } from "./texts.js";

/** @import { Host } from "./boards/host.js" */
/** @import { EditView } from "./host.js" */
/** @import { Judged } from "./verdict.js" */

const MOST_VALUES = 9; // values of a cell that are shown in it

export class Marks {
  /** @type {Judged | null} */
  #judged = null;
  #differing = h("input", { type: "checkbox", checked: true, onchange: () => this.#show() });
  element = h("label", { class: "check" }, this.#differing, t("Where solutions differ"));

  /** @param {Host<EditView>} host */
  constructor(host) {
    this.host = host;
  }

  /** @param {Judged | null} judged */
  show(judged) {
    this.#judged = judged;
    this.#show();
  }

  /** Mark where solutions differ, clues that are not needed, and broken rules. */
  #show() {
    const judged = this.#judged;
    const { board, view } = this.host;
    const shown = (this.#differing.checked && judged?.differences) || [];
    const marks = shown.filter(({ values }) => values.length <= MOST_VALUES);
    if (view.values.length) board.update(/** @type {any} */ ({ ...view, marks }), view);
    const places = {
      differ: shown.map(({ where }) => where),
      unneeded: (judged?.unneeded ?? []).map(({ where }) => where),
      broken: (judged?.broken ?? []).flatMap(({ where }) => where),
    };
    for (const [name, found] of Object.entries(places)) board.mark(name, found);
  }
}
