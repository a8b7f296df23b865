// The board of tangrams: pieces are dragged, turned and flipped into the figure.
//
// page_workspace.js is the board of a game, page_pieces.js and page_tray.js are the pieces and
// where they wait, page_ring.js turns the chosen piece, page_snap.js and page_ghost.js say where a
// piece comes to rest, page_keys.js and page_pointer.js what keys and pointers do.

import { drawing, fill, h } from "/static/dom.js";
import { Workspace } from "./page_workspace.js";

/** @import { Board, BoardModule, EditView, SetHost } from "/static/host.js" */

/** @type {BoardModule} */
export default {
  draws: true,
  mount: (host) => (host.mode === "set" ? picture(host) : new Workspace(host)),
};

/**
 * In the setter's view the figure and the pieces are shown; they are edited as text.
 *
 * @param {SetHost} host
 * @returns {Board}
 */
function picture(host) {
  /** @param {EditView} view */
  function update(view) {
    host.sheet.draw(view.svg);
    const shapes = view.pieces.map((svg) => h("div", { class: "shape" }, drawing(svg)));
    fill(host.tray, h("div", { class: "pieces", "aria-hidden": "true" }, ...shapes));
  }
  update(host.view);
  return { update, mark() {}, focus() {}, keys: [] };
}
