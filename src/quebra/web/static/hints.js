// A hint in three taps: where to look, which rule, do it.

import { t } from "./texts.js";
import { button } from "./widgets.js";

const LEVELS = 3;

export class Hints {
  constructor(table) {
    this.table = table;
    this.level = 0;
  }

  /** The position has changed: the next hint begins anew. */
  forget() {
    this.level = 0;
    this.table.board.mark("hinted", []);
  }

  async next() {
    const level = this.level + 1;
    const view = await this.table.thinking.ask("hint", { level });
    if (view) this.show(level, view);
  }

  show(level, view) {
    const { table } = this;
    const { text, where } = view.hint;
    table.show(view);
    if (level === LEVELS) {
      table.right.noteStep(text);
      if (!view.solved) table.say(text, "hint");
      return;
    }
    this.level = level;
    table.board.mark("hinted", where);
    const next = t(level === 1 ? "hint-rule" : "hint-do");
    table.say(text, "hint", button(next, () => this.next(), { kind: "link" }));
  }
}
