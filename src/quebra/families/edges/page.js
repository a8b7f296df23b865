// The board of edge-matching: pieces go from the tray to the board by taps, drags or keys.
//
// page_play.js is the board of a game, page_keys.js its keys; page_set.js is the setter's board.

import { PlayBoard } from "./page_play.js";
import { SetterBoard } from "./page_set.js";
import { inOrder, isPaintable, movesTo } from "./page_solution.js";

/** @import { BoardModule } from "/static/host.js" */

/** @type {BoardModule} */
export default {
  opening: ({ puzzle }) => (isPaintable(puzzle) ? movesTo(puzzle, inOrder(puzzle)) : []),
  mount: (host) => (host.mode === "set" ? new SetterBoard(host) : new PlayBoard(host)),
};
