// The board of tangrams: pieces are dragged, turned and flipped into the figure.
//
// page_workspace.js is the board of a game, page_pieces.js how a piece looks, page_keys.js and
// page_pointer.js what keys and pointers do, page_set.js the setter's board.

import { arrangingBoard } from "./page_set.js";
import { Workspace } from "./page_workspace.js";

/** @import { BoardModule } from "/static/host.js" */

/** @type {BoardModule} */
export default {
  draws: true,
  controls: "below",
  mount: (host) => (host.mode === "set" ? arrangingBoard(host) : new Workspace(host)),
};
