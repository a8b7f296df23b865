// The board of packing in space: pieces are laid in layer plans, and seen in a view that turns.
//
// page_play.js is the board of a game, page_set.js the setter's board; shared_turn.js is the view.

import { PlayBoard } from "./page_play.js";
import { SetterBoard } from "./page_set.js";

/** @import { BoardModule } from "/static/host.js" */

/** @type {BoardModule} */
export default {
  mount: (host) => (host.mode === "set" ? new SetterBoard(host) : new PlayBoard(host)),
};
