// Edge-matching on the page: pieces go from the tray to the board by taps, drags or keys.
//
// A piece is chosen in the tray or on the board, and then a place for it. Pieces in the tray may be
// turned before they are laid; the page remembers that, for the game knows pieces on the board only.

import { PlayBoard } from "./page_play.js";
import { setterBoard } from "./page_set.js";

export { texts } from "./page_texts.js";

export default {
  mount: (host) => (host.mode === "set" ? setterBoard(host) : new PlayBoard(host).board()),
};
