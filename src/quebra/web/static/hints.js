// A hint in three steps: where to look, which rule, do it.

import { t } from "./texts.js";
import { button } from "./widgets.js";

/** @import { GameView, Place } from "./host.js" */
/** @import { Game } from "./game.js" */
/** @typedef {GameView & { hint: { text: string, where: Place[] } }} HintView */

const LEVELS = 3;

export class Hints {
  #level = 0;

  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  /** Start again at the first level, because the position has changed. */
  reset() {
    this.#level = 0;
    this.game.host.board.mark("hinted", []);
  }

  async next() {
    const level = this.#level + 1;
    const view = await this.game.question.ask("hint", { level });
    if (view) this.#show(level, view);
  }

  /**
   * @param {number} level
   * @param {HintView} view
   */
  #show(level, view) {
    const { host } = this.game;
    const { text, where } = view.hint;
    this.game.show(view);
    if (level === LEVELS) {
      this.game.right.addStep(text);
      if (!view.solved) host.say(text, "hint");
      return;
    }
    this.#level = level;
    host.board.mark("hinted", where);
    const next = level === 1 ? t("Which rule?") : t("Do it");
    host.say(
      text,
      "hint",
      button(next, () => this.next(), { kind: "link" }),
    );
  }
}
