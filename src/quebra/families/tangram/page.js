// The board of tangrams: pieces are dragged, turned and flipped into the figure.
//
// page_workspace.js is the board of a game, page_layout.js says what part of the plane it shows,
// page_pieces.js and page_tray.js are the pieces and where they wait, page_ring.js turns the chosen
// piece, page_snap.js and page_ghost.js say where a piece comes to rest, page_keys.js and
// page_pointer.js what keys and pointers do, page_set.js is the setter's board.

import { ArrangingBoard } from "./page_set.js";
import { Workspace } from "./page_workspace.js";

/** @import { BoardModule } from "/static/host.js" */

/** @type {BoardModule} */
export default {
  draws: true,
  mount: (host) => (host.mode === "set" ? new ArrangingBoard(host) : new Workspace(host)),
};
