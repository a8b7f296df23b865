// What the verdict marks on the board of the setter's desk.

import { h } from "./dom.js";
import { readSetting, writeSetting } from "./settings.js";
import { t } from "./texts.js";

/** @import { Host } from "./boards/host.js" */
/** @import { EditView, Place } from "./host.js" */
/** @import { Judged } from "./verdict.js" */

const MOST_VALUES = 9; // values of a cell that are shown in it

export class Marks {
  /** @type {Judged | null} */
  #judged = null;
  #differing = this.#check("desk.differing");
  #forced = this.#check("desk.forced");
  element = h(
    "section",
    {},
    h("h2", {}, t("Show")),
    h("label", { class: "check" }, this.#differing, t("Where solutions differ")),
    h("label", { class: "check" }, this.#forced, t("Settled cells")),
  );

  /**
   * A check box whose state is kept.
   *
   * @param {string} name
   */
  #check(name) {
    const box = h("input", { type: "checkbox", checked: readSetting(name) ?? true });
    box.addEventListener("change", () => {
      writeSetting(name, box.checked);
      this.#show();
    });
    return box;
  }

  /** @param {Host<EditView>} host */
  constructor(host) {
    this.host = host;
  }

  /** @param {Judged | null} judged */
  show(judged) {
    this.#judged = judged;
    this.#show();
  }

  /** The place's values in the solutions, if they differ there. @param {Place} where */
  valuesAt(where) {
    const found = this.#judged?.differences.find((each) => String(each.where) === String(where));
    return found?.values ?? [];
  }

  /** Mark where solutions differ, cells with one value in all of them, clues that are not needed, and broken rules. */
  #show() {
    const judged = this.#judged;
    const { board, view } = this.host;
    const shown = (this.#differing.checked && judged?.differences) || [];
    const settled = (this.#forced.checked && judged?.forced) || [];
    const marks = [
      ...shown.filter(({ values }) => values.length <= MOST_VALUES),
      ...settled.map((each) => ({ ...each, large: true })),
    ];
    if (view.values.length) board.update(/** @type {any} */ ({ ...view, marks }), view);
    const { broken = view.broken, conflicting = [], contradicting = [] } = judged ?? {};
    const clues = [...conflicting, ...contradicting].map(({ where }) => where);
    const places = {
      differ: shown.map(({ where }) => where),
      forced: settled.map(({ where }) => where),
      unneeded: (judged?.unneeded ?? []).map(({ where }) => where),
      broken: broken.flatMap(({ where }) => where).concat(clues),
    };
    for (const [name, found] of Object.entries(places)) board.mark(name, found);
  }
}
