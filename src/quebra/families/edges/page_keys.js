// The keys of a game: on the board, and in the tray.

import { closest, hasModifier } from "/static/dom.js";
import { t } from "/static/texts.js";
import { pieceOf } from "./page_tray.js";

/** @import { Place } from "/static/host.js" */
/** @import { PlayBoard } from "./page_play.js" */

/** @type {Record<string, number>} */
const TURNS = { "[": -1, "]": 1, t: 1 };
/** @type {Record<string, number>} */
const STEPS = { arrowright: 1, arrowdown: 1, arrowleft: -1, arrowup: -1 };

export class PlayKeys {
  keys = [
    { keys: ["←", "↑", "→", "↓"], text: t("Move on the board") },
    { keys: ["p"], text: t("Go to the pieces, and back to the board") },
    { keys: ["Enter", "Space"], text: t("Choose a piece, or place the chosen one") },
    { keys: ["[", "]"], text: t("Turn the piece left or right, as the wheel does") },
    { keys: ["Delete"], text: t("Put the piece back") },
    { keys: ["Escape"], text: t("Choose nothing") },
  ];

  /** @param {PlayBoard} board */
  constructor(board) {
    this.board = board;
  }

  /**
   * @param {Place} cell
   * @param {KeyboardEvent} event
   */
  pressed(cell, event) {
    const key = event.key.toLowerCase();
    if (hasModifier(event)) return;
    if (key === "enter" || key === " ") this.board.pick(cell);
    else if (key === "p") this.board.tray.focus();
    else if (!this.#pressedAnywhere(key)) return;
    event.preventDefault();
  }

  /** @param {KeyboardEvent} event */
  pressedInTray(event) {
    const item = closest(event, ".tile");
    const key = event.key.toLowerCase();
    if (!item || hasModifier(event)) return;
    const { board } = this;
    if (key in STEPS) board.tray.focusNext(item, STEPS[key]);
    else if (key === "p") board.layer.focus();
    else if (item.dataset.fit) {
      if (key === "escape") board.choose(null);
      else if (key !== "enter" && key !== " ") return;
      else item.click();
      board.layer.focus();
    } else if (key === "enter" || key === " ") {
      board.choose({ piece: pieceOf(item) });
      board.layer.focus();
    } else {
      if (key in TURNS) board.choose({ piece: pieceOf(item) });
      if (!this.#pressedAnywhere(key)) return;
    }
    event.preventDefault();
  }

  /**
   * @param {string} key
   * @returns {boolean} Whether the key was used.
   */
  #pressedAnywhere(key) {
    if (key in TURNS) this.board.turn(TURNS[key]);
    else if (key === "delete" || key === "backspace") this.board.putBack();
    else if (key === "escape") this.board.choose(null);
    else return false;
    return true;
  }
}
