// The board of a game: first a piece is chosen, in the tray or on the board, then a cell for it.

import { closest, fill, h, hasModifier } from "/static/dom.js";
import { t } from "/static/texts.js";
import { button } from "/static/widgets.js";
import { CellLayer, cellName } from "./page_cells.js";
import { drag } from "./page_drag.js";
import { pieceOf, Tray } from "./page_tray.js";

/** @import { Board, GameView, Place, PlayHost } from "/static/host.js" */
/** @typedef {{ piece: number, turn: number, cell: Place }} PlacedPiece */
/** @typedef {{ piece: number, cell?: undefined } | { cell: Place }} Choice */

/** @type {Record<string, number>} */
const STEPS = { arrowright: 1, arrowdown: 1, arrowleft: -1, arrowup: -1 };

/** @implements {Board} */
export class PlayBoard {
  /** @type {Choice | null} */
  #chosen = null;
  /** @type {Map<string, PlacedPiece>} The pieces on the board, by cell. */
  #placed = new Map();
  welcome = t("Choose a piece, then a cell for it; or drag it there.");

  /** @param {PlayHost} host */
  constructor(host) {
    this.host = host;
    this.layer = new CellLayer(host.sheet, {
      name: t("Board"),
      pick: (cell) => this.#pick(cell),
      key: (cell, event) => this.#pressed(cell, event),
    });
    host.sheet.layer.addEventListener("pointerdown", (event) => this.#dragCell(event));
    this.tray = new Tray(
      (piece) => host.view.puzzle.pieces[piece].length,
      (item, piece) => this.#listen(item, piece),
    );
    this.tray.element.addEventListener("keydown", (event) => this.#pressedInTray(event));
    fill(host.tray, this.tray.count, this.tray.element);
    fill(
      host.pad,
      button(t("Turn"), () => this.#turn(), { icon: "turn" }),
      button(t("Put back"), () => this.#putBack(), { icon: "erase" }),
    );
    this.keys = [
      { keys: ["←", "↑", "→", "↓"], text: t("Move on the board") },
      { keys: ["p"], text: t("Go to the pieces, and back to the board") },
      { keys: ["Enter", "Space"], text: t("Choose a piece, or place the chosen one") },
      { keys: ["]", "t"], text: t("Turn the piece") },
      { keys: ["Delete"], text: t("Put the piece back") },
      { keys: ["Escape"], text: t("Choose nothing") },
    ];
    this.update(host.view);
    this.#loadPictures();
  }

  async #loadPictures() {
    try {
      this.tray.setPictures((await this.host.ask("pieces")).pieces);
    } catch (error) {
      if (error instanceof Error) this.host.say(error.message, "bad");
    }
  }

  /** @param {GameView} view */
  update(view) {
    /** @type {PlacedPiece[]} */
    const placed = view.answer.cells;
    this.#placed = new Map(placed.map((each) => [String(each.cell), each]));
    this.layer.update(view.spots);
    this.tray.update(view.spots.filter((spot) => spot.part === "tray"));
    this.#choose(null);
  }

  /**
   * @param {string} name
   * @param {Place[]} places
   */
  mark(name, places) {
    this.layer.mark(name, places);
  }

  focus() {
    this.layer.focus();
  }

  /** @param {Choice | null} choice */
  #choose(choice) {
    this.#chosen = choice;
    this.tray.select(choice && !choice.cell ? choice.piece : null);
    this.layer.mark("chosen", choice?.cell ? [choice.cell] : []);
    if (choice)
      this.host.say(
        t("Piece {n} is chosen. Now choose a cell.", { n: 1 + this.#pieceOf(choice).piece }),
      );
  }

  /**
   * The piece that is chosen, and how it is turned.
   *
   * @param {Choice} choice
   * @returns {{ piece: number, turn: number }}
   */
  #pieceOf(choice) {
    if (!choice.cell) return { piece: choice.piece, turn: this.tray.turns(choice.piece) };
    return /** @type {PlacedPiece} */ (this.#placed.get(String(choice.cell)));
  }

  /** The current cell, if there is a piece. */
  #here() {
    const cell = this.layer.current;
    return cell && this.#placed.has(String(cell)) ? { cell } : null;
  }

  // Moves.

  /** @param {Place | undefined} cell */
  #pick(cell) {
    if (!cell) return;
    if (this.#chosen) this.#place(this.#chosen, cell);
    else if (this.#placed.has(String(cell))) this.#choose({ cell });
    else this.host.say(t("Choose a piece first."));
  }

  /**
   * Move a piece from the tray, or from another cell, to a cell.
   *
   * @param {Choice} choice
   * @param {Place} cell
   */
  #place(choice, cell) {
    if (String(choice.cell) === String(cell)) return this.#choose(null);
    const { piece, turn } = this.#pieceOf(choice);
    const turned = turn ? `/${turn}` : "";
    const move = choice.cell
      ? `${cellName(choice.cell)}>${cellName(cell)}`
      : `${cellName(cell)}=${piece + 1}${turned}`;
    this.host.play(move);
  }

  /** Turn the chosen piece, or the one in the current cell. */
  #turn() {
    const choice = this.#chosen ?? this.#here();
    if (!choice) this.host.say(t("Choose a piece first."));
    else if (choice.cell) this.host.play(`${cellName(choice.cell)}/`);
    else this.tray.turn(choice.piece);
  }

  /** Put the chosen piece of the board back into the tray, or the one in the current cell. */
  #putBack() {
    const cell = this.#chosen?.cell ?? this.#here()?.cell;
    if (cell) this.host.play(`${cellName(cell)}=.`);
    else this.host.say(t("Choose a piece first."));
  }

  // Keys.

  /**
   * @param {Place} cell
   * @param {KeyboardEvent} event
   */
  #pressed(cell, event) {
    const key = event.key.toLowerCase();
    if (hasModifier(event)) return;
    if (key === "enter" || key === " ") this.#pick(cell);
    else if (key === "p") this.tray.focus();
    else if (!this.#pressedAnywhere(key)) return;
    event.preventDefault();
  }

  /** @param {KeyboardEvent} event */
  #pressedInTray(event) {
    const item = closest(event, ".tile");
    const key = event.key.toLowerCase();
    if (!item || hasModifier(event)) return;
    if (key in STEPS) this.tray.focusNext(item, STEPS[key]);
    else if (key === "p") this.layer.focus();
    else if (key === "enter" || key === " ") {
      this.#choose({ piece: pieceOf(item) });
      this.layer.focus();
    } else {
      if (key === "]" || key === "t") this.#choose({ piece: pieceOf(item) });
      if (!this.#pressedAnywhere(key)) return;
    }
    event.preventDefault();
  }

  /**
   * @param {string} key
   * @returns {boolean} Whether the key was used.
   */
  #pressedAnywhere(key) {
    if (key === "]" || key === "t") this.#turn();
    else if (key === "delete" || key === "backspace") this.#putBack();
    else if (key === "escape") this.#choose(null);
    else return false;
    return true;
  }

  // Clicks and drags.

  /**
   * @param {HTMLElement} item
   * @param {number} piece
   */
  #listen(item, piece) {
    const isChosen = () => this.#chosen && !this.#chosen.cell && this.#chosen.piece === piece;
    item.addEventListener("click", () => this.#choose(isChosen() ? null : { piece }));
    item.addEventListener("pointerdown", (event) => this.#drag(event, { piece }));
  }

  /** @param {PointerEvent} event */
  #dragCell(event) {
    const cell = this.layer.cellOf(event.target);
    if (cell && this.#placed.has(String(cell))) this.#drag(event, { cell });
  }

  /**
   * @param {PointerEvent} event
   * @param {Choice} choice
   */
  #drag(event, choice) {
    const createImage = () => {
      const { piece, turn } = this.#pieceOf(choice);
      const picture = this.tray.picture(piece, turn);
      const image = h("div", { class: "tile ghost", "aria-hidden": "true" }, picture);
      document.body.append(image);
      return image;
    };
    drag(event, createImage, ({ clientX, clientY }) => {
      const cell = this.layer.cellOf(document.elementFromPoint(clientX, clientY));
      if (cell) this.#place(choice, cell);
      else if (choice.cell) this.host.play(`${cellName(choice.cell)}=.`);
    });
  }
}
