// The setter's board: all pieces are arranged, and their silhouette becomes the figure.

import { t } from "/static/texts.js";
import { Workspace } from "./page_workspace.js";

/** @import { Board, EditView, GameView, PlayHost, SetHost } from "/static/host.js" */

/**
 * The workspace of a game, on which nothing is solved: moves arrange the pieces.
 *
 * @param {SetHost} host
 * @returns {Board}
 */
export function arrangingBoard(host) {
  /** @type {PlayHost} */
  const adapter = Object.create(host, {
    mode: { value: "play" },
    view: { get: () => arrangement(host.view) },
    ask: { value: async () => ({ pieces: host.view.pieces }) },
  });
  host.sheet.element.classList.add("arranging");
  const board = new Workspace(adapter);
  const update = board.update.bind(board);
  return Object.assign(board, {
    welcome: t("Arrange all pieces. Their outline becomes the figure."),
    update: (/** @type {any} */ view) => update(arrangement(view)),
  });
}

/**
 * @param {EditView} view
 * @returns {GameView}
 */
const arrangement = (view) =>
  /** @type {any} */ ({ ...view, solved: false, progress: { value: 0, parts: {} } });
