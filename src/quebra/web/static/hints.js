// A hint in three taps: the technique and a place, the step drawn on the board, and the reason.

import { fill, h, sentence } from "./dom.js";
import { t } from "./texts.js";
import { button, picture } from "./widgets.js";

/** @import { GameView, Hint } from "./host.js" */
/** @import { Game } from "./game.js" */
/** @typedef {GameView & { hint: Hint }} HintView */

const [NAME, STEP, REASON] = [1, 2, 3]; // taps
const SHOWN_LEVEL = 2; // of the server: the whole step, without its moves
const MOVE_LEVEL = 3;
const SECONDS = 2;

export class Hints {
  /** @type {Hint | null} */
  #hint = null;
  #taps = 0;
  #seen = 0;

  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.doButton = button("", () => this.proceed(), { kind: "do-it" });
  }

  /** Forget the hint, because the position has changed or the player wants to go on alone. */
  reset = (seen = 0) => {
    this.#hint = null;
    this.#seen = seen;
    this.#show(0);
  };

  /** Hide the hint: the player goes on alone. */
  leave() {
    this.reset();
    this.game.host.say("");
    this.game.host.board.focus();
  }

  /** Hide the reason, and show the step alone. */
  hideReason = () => {
    if (this.#taps === REASON) this.#show(STEP);
  };

  /**
   * The next tap: more about the hint, and after the reason its moves.
   *
   * @returns {Promise<void>}
   */
  async next() {
    if (this.game.host.view.solved) return;
    if (this.#taps === REASON) return this.proceed();
    if (!this.#hint && !(await this.#find())) return;
    this.#show(this.#taps + 1);
    this.#say();
  }

  /**
   * Carry the hint out; if it has no moves, show the next one.
   *
   * @returns {Promise<void>}
   */
  async proceed() {
    const hint = this.#hint;
    if (!hint) return;
    if (!hint.can_be_made) {
      this.reset(this.#seen + 1);
      return this.next();
    }
    const view = await this.#ask(MOVE_LEVEL);
    if (!view) return;
    this.game.show(view);
    this.game.panel.addStep(hint.text);
    if (view.solved) return;
    this.game.host.say(hint.text, "hint");
    // The button that was pressed is gone, and the focus with it.
    if (document.activeElement === document.body) this.game.host.board.focus();
  }

  /** Look for the hint of this position. */
  async #find() {
    const view = await this.#ask(SHOWN_LEVEL);
    if (!view) return false;
    const { host } = this.game;
    if (String(view.moves.slice(0, view.done)) !== String(host.view.moves.slice(0, host.view.done)))
      this.game.show(view);
    this.#hint = view.hint;
    return true;
  }

  /**
   * @param {number} level
   * @returns {Promise<HintView | null>}
   */
  #ask = (level) =>
    this.game.question.ask("hint", {
      level,
      seen: this.#seen,
      time: SECONDS,
      look: this.game.look,
    });

  /**
   * Show what belongs to a number of taps.
   *
   * @param {number} taps
   */
  #show(taps) {
    const { host, toolbar, panel } = this.game;
    const hint = this.#hint;
    const drawn = hint != null && taps >= STEP;
    this.#taps = taps;
    toolbar.showHint(taps, drawn ? this.#proceedText() : "");
    fill(this.doButton, this.#proceedText());
    host.board.mark("hinted", hint ? places(hint, taps) : []);
    host.zoom.reveal([...host.sheet.layer.querySelectorAll(".hinted")]);
    if (drawn && !host.draws) host.board.mark("hinted", []); // the drawing of the step has them
    host.board.mark("drawn", hint && drawn ? hint.drawn : []);
    host.showHint(drawn ? hint : null);
    panel.showReason(taps === REASON ? hint : null, this.#proceedText());
  }

  #proceedText = () => (this.#hint?.can_be_made ? t("Do it") : t("Next"));

  #say() {
    const hint = this.#hint;
    if (!hint) return;
    const { host } = this.game;
    const name = h("strong", {}, sentence(hint.technique));
    if (this.#taps === NAME)
      return host.fillMessage("hint", h("p", {}, name, " ", whereToLook(host.view, hint)));
    host.fillMessage("hint", h("p", {}, hint.text), pictures(hint), this.doButton);
  }
}

/**
 * The places to outline: one at the first tap, then all.
 *
 * @param {Hint} hint
 * @param {number} taps
 */
const places = ({ where }, taps) => (taps === NAME ? where.slice(0, 1) : where);

/**
 * What the first tap says of the place that it outlines.
 *
 * @param {GameView} view
 * @param {Hint} hint
 */
function whereToLook({ spots }, hint) {
  const [outlined] = places(hint, NAME).map(String);
  const isInTray = spots.some(({ where, part }) => part === "tray" && String(where) === outlined);
  return isInTray ? t("Look at the outlined piece.") : t("Look at the outlined place.");
}

/**
 * The small pictures of a step.
 *
 * @param {{ pictures?: string[] }} step
 */
export const pictures = ({ pictures: drawn = [] }) =>
  h("div", { class: "ways", hidden: !drawn.length }, ...drawn.map((svg) => picture(svg, "way")));
