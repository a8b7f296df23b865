// The board of a game: first a piece is chosen, in the tray or on the board, then a cell for it.

import { drag } from "/static/boards/drag.js";
import { fill, h } from "/static/dom.js";
import { t } from "/static/texts.js";
import { button } from "/static/widgets.js";
import { CellLayer, cellName } from "./page_cells.js";
import { fitsAt, fitsInWords } from "./page_fits.js";
import { PlayKeys } from "./page_keys.js";
import { Tray } from "./page_tray.js";
import { turnToFrame } from "./shared_fits.js";
import { isFlat, turnsOf } from "./shared_layout.js";

/** @import { Board, GameView, Hint, Place, PlayHost } from "/static/host.js" */
/** @import { PlacedPiece } from "./page_fits.js" */
/** @import { Fit } from "./shared_fits.js" */
/** @typedef {{ piece: number, turn?: number, cell?: undefined } | { cell: Place }} Choice */

/** @implements {Board} */
export class PlayBoard {
  /** @type {Choice | null} */
  #chosen = null;
  /** @type {Place | null} The empty cell whose pieces are shown. */
  #target = null;
  /** @type {Map<string, PlacedPiece>} The pieces on the board, by cell. */
  #placed = new Map();
  welcome = t("Choose a piece, then a cell for it; or drag it there.");

  /** @param {PlayHost} host */
  constructor(host) {
    this.host = host;
    const keyboard = new PlayKeys(this);
    this.keys = keyboard.keys;
    this.layer = new CellLayer(host.sheet, {
      name: t("Board"),
      pick: (cell) => this.pick(cell),
      key: (cell, event) => keyboard.pressed(cell, event),
    });
    host.sheet.layer.addEventListener("pointerdown", (event) => this.#dragCell(event));
    this.tray = new Tray(
      host.view.puzzle,
      (item, piece) => this.#listen(item, piece),
      (fit) => this.#placeFit(fit),
      ({ piece, turn }, event) => this.#drag(event, { piece, turn }),
    );
    for (const list of [this.tray.list, this.tray.fitList])
      list.addEventListener("keydown", (event) => keyboard.pressedInTray(event));
    fill(host.tray, this.tray.element);
    fill(
      host.pad,
      button(t("Turn left"), () => this.turn(-1), { icon: "left" }),
      button(t("Turn right"), () => this.turn(1), { icon: "turn" }),
      button(t("Put back"), () => this.putBack(), { icon: "erase" }),
    );
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
    this.layer.mark(
      "filled",
      placed.map(({ cell }) => cell),
    );
    this.tray.update(view.spots.filter((spot) => spot.part === "tray"));
    this.choose(null);
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

  /**
   * Mark the pieces in the tray that the step of a hint places.
   *
   * @param {Hint | null} hint
   */
  showHint(hint) {
    const placed = hint?.changes.filter(({ action }) => action === "place") ?? [];
    this.tray.markHinted(placed.map(({ value }) => Number.parseInt(String(value), 10) - 1));
  }

  /** @param {Choice | null} choice */
  choose(choice) {
    this.#chosen = choice;
    if (this.#target) this.#aim(null);
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
    if (!choice.cell) {
      const { piece, turn = this.tray.turns(piece) } = choice;
      return { piece, turn };
    }
    return /** @type {PlacedPiece} */ (this.#placed.get(String(choice.cell)));
  }

  /** The current cell, if there is a piece. */
  #here() {
    const cell = this.layer.current;
    return cell && this.#placed.has(String(cell)) ? { cell } : null;
  }

  // Moves.

  /** @param {Place | undefined} cell */
  pick(cell) {
    if (!cell) return;
    if (this.#chosen) this.#place(this.#chosen, cell);
    else if (this.#placed.has(String(cell))) this.choose({ cell });
    else this.#aim(cell);
  }

  /**
   * Show the pieces that fit an empty cell, or no longer.
   *
   * @param {Place | null} cell
   */
  #aim(cell) {
    const { puzzle } = this.host.view;
    if (cell && !isFlat(puzzle)) return this.host.say(t("Choose a piece first."));
    this.#target = cell;
    this.layer.mark("chosen", cell ? [cell] : []);
    const fits = cell && fitsAt(puzzle, cell, this.#placed);
    this.tray.showFits(fits);
    if (fits) this.host.say(fitsInWords(puzzle, fits));
  }

  /** @param {Fit} fit */
  #placeFit({ piece, turn }) {
    const cell = this.#target;
    if (cell) this.host.play(`${cellName(cell)}=${piece + 1}${turn ? `/${turn}` : ""}`);
  }

  /**
   * Move a piece from the tray, or from another cell, to a cell. A piece with a frame is turned to
   * the rim; two pieces that are exchanged keep their turns.
   *
   * @param {Choice} choice
   * @param {Place} cell
   */
  #place(choice, cell) {
    if (String(choice.cell) === String(cell)) return this.turn(1);
    const { piece, turn: before } = this.#pieceOf(choice);
    const turn = this.#turnIn(cell, piece, before);
    const isExchange = choice.cell && this.#placed.has(String(cell));
    const move =
      choice.cell && (isExchange || turn === before)
        ? `${cellName(choice.cell)}>${cellName(cell)}`
        : `${cellName(cell)}=${piece + 1}${turn ? `/${turn}` : ""}`;
    this.host.play(move);
  }

  /**
   * @param {Place} cell
   * @param {number} piece
   * @param {number} turn  The turn that it has so far.
   */
  #turnIn(cell, piece, turn) {
    const { puzzle } = this.host.view;
    if (!isFlat(puzzle)) return turn;
    return turnToFrame(puzzle, { cell, piece, turn }, (at) => this.#placed.get(String(at)));
  }

  /**
   * Turn the chosen piece, or the one in the current cell.
   *
   * @param {number} sign  1 for clockwise, -1 for the other way.
   */
  turn(sign) {
    const choice = this.#chosen ?? this.#here();
    if (!choice) this.host.say(t("Choose a piece first."));
    else if (choice.cell) this.#turnOnBoard(choice.cell, sign);
    else this.tray.turn(choice.piece, sign);
  }

  /**
   * @param {Place} cell
   * @param {number} sign
   */
  async #turnOnBoard(cell, sign) {
    const { piece, turn } = this.#pieceOf({ cell });
    const turns = turnsOf(this.host.view.puzzle, piece);
    const before = turns[(turns.indexOf(turn) - 1 + turns.length) % turns.length];
    const name = cellName(cell);
    const isKept = await this.host.play(sign > 0 ? `${name}/` : `${name}=${piece + 1}/${before}`);
    if (isKept) this.choose({ cell });
  }

  /** Put the chosen piece of the board back into the tray, or the one in the current cell. */
  putBack() {
    const cell = this.#chosen?.cell ?? this.#here()?.cell;
    if (cell) this.host.play(`${cellName(cell)}=.`);
    else this.host.say(t("Choose a piece first."));
  }

  // Clicks and drags.

  /**
   * @param {HTMLElement} item
   * @param {number} piece
   */
  #listen(item, piece) {
    const isChosen = () => this.#chosen && !this.#chosen.cell && this.#chosen.piece === piece;
    item.addEventListener("click", () => {
      if (isChosen()) this.turn(1);
      else this.choose({ piece });
    });
    item.addEventListener("pointerdown", (event) => this.#drag(event, { piece }));
    item.addEventListener("wheel", (event) => {
      if (!isChosen()) return;
      event.preventDefault();
      this.turn(Math.sign(event.deltaY) || 1);
    });
  }

  /** @param {PointerEvent} event */
  #dragCell(event) {
    const cell = this.layer.cellOf(event.target);
    if (!cell || !this.#placed.has(String(cell))) return;
    // A finger on a piece moves the piece, not the board.
    if (event.pointerType === "touch") event.preventDefault();
    this.#drag(event, { cell });
  }

  /**
   * @param {PointerEvent} event
   * @param {Choice} choice
   */
  #drag(event, choice) {
    const createImage = () => {
      const { piece, turn } = this.#pieceOf(choice);
      const picture = this.tray.picture(piece, turn);
      const { shape } = this.host.view.puzzle;
      const attributes = { class: "tile ghost", "aria-hidden": "true", "data-shape": shape };
      const image = h("div", attributes, picture);
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
