// The setter's board: all pieces are arranged, and their silhouette becomes the figure.

import { post } from "/static/api.js";
import { t } from "/static/texts.js";
import { Workspace } from "./page_workspace.js";

/** @import { Board, EditView, GameView, Place, PlayHost, SetHost } from "/static/host.js" */
/** @import { Placement } from "./page_pieces.js" */

/**
 * The workspace of a game, on which nothing is solved: moves arrange the pieces.
 *
 * @implements {Board}
 */
export class ArrangingBoard {
  welcome = t("Arrange all pieces. Their outline becomes the figure.");

  /** @param {SetHost} host */
  constructor(host) {
    this.host = host;
    this.workspace = this.#begin();
  }

  #begin() {
    const { host } = this;
    this.puzzle = host.view.puzzle;
    this.#mark(host.view);
    /** @type {PlayHost} */
    const adapter = Object.create(host, {
      mode: { value: "play" },
      view: { get: () => arrangement(host.view) },
      ask: { value: (/** @type {string} */ question, body = {}) => this.#ask(question, body) },
    });
    return new Workspace(adapter);
  }

  /**
   * @param {string} question
   * @param {object} body
   */
  async #ask(question, body) {
    const { puzzle, moves, pieces } = this.host.view;
    return question === "try" ? post("/api/edit", { puzzle, moves, ...body }) : { pieces };
  }

  /**
   * A figure is shown as long as no piece is placed; then their outline becomes the figure.
   *
   * @param {EditView} view
   */
  #mark({ blank, moves }) {
    const { element } = this.host.sheet;
    element.classList.add("arranging");
    element.classList.toggle("guided", !blank && !moves.length);
  }

  get keys() {
    return this.workspace.keys;
  }

  /** @param {EditView} view */
  update(view) {
    const { figure, pieces } = this.puzzle;
    const isSame =
      figure === view.puzzle.figure &&
      JSON.stringify(pieces) === JSON.stringify(view.puzzle.pieces);
    this.#mark(view);
    if (isSame) return this.workspace.update(arrangement(view));
    this.workspace.leave();
    this.workspace = this.#begin();
  }

  /**
   * @param {string} name
   * @param {Place[]} places
   */
  mark(name, places) {
    this.workspace.mark(name, places);
  }

  /** @param {{ places: Placement[] } | null} answer */
  showOther(answer) {
    this.workspace.showOther(answer?.places ?? null);
  }

  focus() {
    this.workspace.focus();
  }

  leave() {
    this.workspace.leave();
  }
}

/**
 * @param {EditView} view
 * @returns {GameView}
 */
const arrangement = (view) =>
  /** @type {any} */ ({ ...view, solved: false, progress: { value: 0, parts: {} } });
