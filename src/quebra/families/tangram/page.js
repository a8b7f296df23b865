// Tangrams on the page: pieces are dragged, turned and flipped into the figure, which stays put.
//
// page_workspace.js has the figure with its pieces and what becomes of them, page_pieces.js how a
// piece looks, page_keys.js and page_pointer.js what keys and pointers do.

import { drawing, fill, h } from "/static/dom.js";
import { Workspace } from "./page_workspace.js";

export { texts } from "./page_texts.js";

export default {
  draws: true,
  mount: (host) => (host.mode === "set" ? picture(host) : new Workspace(host).board()),
};

/** The setter's view: the figure and the pieces. There is nothing to point at. */
function picture(host) {
  const update = (view) => {
    host.sheet.draw(view.svg);
    const shapes = view.pieces.map((svg) => h("div", { class: "shape" }, drawing(svg)));
    fill(host.tray, h("div", { class: "pieces", "aria-hidden": "true" }, ...shapes));
  };
  update(host.view);
  return { update, mark() {}, focus() {}, keys: [] };
}
