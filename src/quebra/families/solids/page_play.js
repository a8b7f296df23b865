// The board of a game: a piece is chosen and turned, then laid by its first cell in a layer plan.

import { closest, fill, h, hasModifier } from "/static/dom.js";
import { t } from "/static/texts.js";
import { button } from "/static/widgets.js";
import { PlanLayer, toCell } from "./page_layers.js";
import { copiesOf, longer, readLayers, shifted, turned } from "./page_space.js";
import { TurningView } from "./page_turn.js";
import { colourOf, pictureOf } from "./page_view.js";

/** @import { Board, GameView, Place, PlayHost } from "/static/host.js" */
/** @import { Cell, Placed } from "./page_space.js" */

const LETTERS = ["x", "y", "z"];
/** @type {Record<string, number>} */
const STEPS = { arrowright: 1, arrowdown: 1, arrowleft: -1, arrowup: -1 };

/** @implements {Board} */
export class PlayBoard {
  /** @type {number | null} The piece that is chosen. */
  #chosen = null;
  /** @type {Map<number, string>} The turns of pieces; the game only knows those that are laid. */
  #turns = new Map();
  /** @type {Map<number, Placed>} */
  #placed = new Map();
  /** @type {Map<string, number>} The piece in each cell. */
  #owners = new Map();
  welcome = t("Choose a piece, turn it, then choose the place of its first cell.");

  /** @param {PlayHost} host */
  constructor(host) {
    this.host = host;
    this.copies = copiesOf(host.view.puzzle);
    this.target = readLayers(host.view.puzzle.target);
    this.view = new TurningView();
    this.list = h("div", { class: "pieces", role: "listbox", "aria-label": t("Pieces") });
    this.list.addEventListener("keydown", (event) => this.#pressedInTray(event));
    this.layer = new PlanLayer(host.sheet, {
      name: t("Board"),
      pick: (cell) => this.#pick(cell),
      key: (cell, event) => this.#pressed(cell, event),
      moved: () => this.#preview(this.layer?.current),
    });
    host.sheet.layer.addEventListener("pointermove", (event) =>
      this.#preview(this.layer.cellOf(event.target)),
    );
    fill(host.tray, this.view.element, this.list);
    fill(
      host.pad,
      ...LETTERS.map((letter) =>
        button(t("Turn {axis}", { axis: letter }), () => this.#turn(letter), { icon: "turn" }),
      ),
      host.view.puzzle.mirror && button(t("Mirror"), () => this.#mirror(), { icon: "flip" }),
      button(t("Put back"), () => this.#putBack(), { icon: "erase" }),
      button(t("View left"), () => this.view.turn(-1), { icon: "left" }),
      button(t("View right"), () => this.view.turn(1), { icon: "turn" }),
    );
    this.keys = [
      { keys: ["←", "↑", "→", "↓"], text: t("Move in the layers") },
      { keys: ["Page Up", "Page Down"], text: t("Go a layer up or down") },
      { keys: ["p"], text: t("Go to the pieces, and back to the board") },
      { keys: ["Enter", "Space"], text: t("Choose a piece, or lay the chosen one") },
      { keys: ["x", "y", "z"], text: t("Turn the piece about an axis; with Shift back") },
      { keys: ["Delete"], text: t("Put the piece back") },
      { keys: ["[", "]"], text: t("Turn the view") },
      { keys: ["Escape"], text: t("Choose nothing") },
    ];
    this.update(host.view);
  }

  /** @param {GameView} view */
  update(view) {
    /** @type {Placed[]} */
    const places = view.answer.places;
    this.#placed = new Map(places.map((place) => [place.piece, place]));
    this.#owners = new Map();
    for (const place of places) {
      this.#turns.set(place.piece, place.turn);
      for (const cell of this.#cellsOf(place)) this.#owners.set(String(cell), place.piece);
    }
    this.layer.update(view.spots);
    this.#choose(null);
    this.#fillTray();
    this.#drawView();
  }

  /**
   * @param {string} name
   * @param {Place[]} places
   */
  mark(name, places) {
    const cells = places.flatMap((place) => {
      if (place.length === 3) return [toCell(place)];
      const laid = this.#placed.get(place[0]);
      return laid ? this.#cellsOf(laid) : [];
    });
    this.layer.mark(name, cells);
    for (const item of this.#items)
      item.classList.toggle(
        name,
        places.some((place) => place.length === 1 && place[0] === pieceOf(item)),
      );
  }

  focus() {
    this.layer.focus();
  }

  // What is shown.

  /** @param {Placed} place */
  #cellsOf({ piece, at, turn }) {
    return shifted(turned(this.copies[piece].body, turn), at);
  }

  /** @param {number} piece */
  #colour(piece) {
    return colourOf(this.host.view.puzzle.pieces.length, this.copies[piece].kind, piece);
  }

  get #items() {
    return /** @type {HTMLElement[]} */ ([...this.list.children]);
  }

  #drawView() {
    const laid = [...this.#placed.values()].map((place) => ({
      cells: this.#cellsOf(place),
      colour: this.#colour(place.piece),
    }));
    const cells = this.target.filter((cell) => !this.#owners.has(String(cell)));
    this.view.update([...laid, { cells, colour: "", faint: true }]);
  }

  #fillTray() {
    const left = this.copies.map((_, piece) => piece).filter((piece) => !this.#placed.has(piece));
    fill(this.list, ...left.map((piece) => this.#createItem(piece)));
    this.list.setAttribute("role", left.length ? "listbox" : "group");
    const first = this.#items[0];
    if (first) first.tabIndex = 0;
  }

  /** @param {number} piece */
  #createItem(piece) {
    const { name, body } = this.copies[piece];
    const item = h("div", {
      class: "tile",
      role: "option",
      tabindex: -1,
      "aria-selected": String(piece === this.#chosen),
      "aria-label": t("Piece {name}, {n} cubes", { name, n: body.length }),
      "data-piece": piece,
      onclick: () => this.#choose(piece),
    });
    fill(item, this.#picture(piece));
    return item;
  }

  /** @param {number} piece */
  #picture(piece) {
    const cells = turned(this.copies[piece].body, this.#turns.get(piece) ?? "");
    return pictureOf([{ cells, colour: this.#colour(piece) }], this.copies[piece].name);
  }

  /**
   * Show where the chosen piece would lie with its first cell at a cell.
   *
   * @param {Cell | undefined} cell
   */
  #preview(cell) {
    if (!this.layer) return;
    if (this.#chosen === null || !cell) {
      const laid = this.#chosen === null ? undefined : this.#placed.get(this.#chosen);
      return this.layer.mark("chosen", laid ? this.#cellsOf(laid) : []);
    }
    const [, cells] = this.#aim(this.#chosen, cell);
    this.layer.mark("chosen", cells);
  }

  /**
   * The corner and the cells of a piece with its first cell at a cell.
   *
   * @param {number} piece
   * @param {Cell} cell
   * @returns {[Cell, Cell[]]}
   */
  #aim(piece, cell) {
    const body = turned(this.copies[piece].body, this.#turns.get(piece) ?? "");
    const at = /** @type {Cell} */ (cell.map((each, i) => each - body[0][i]));
    return [at, shifted(body, at)];
  }

  // Moves.

  /** @param {number | null} piece */
  #choose(piece) {
    this.#chosen = piece;
    for (const item of this.#items)
      item.setAttribute("aria-selected", String(pieceOf(item) === piece));
    this.#preview(undefined);
    if (piece !== null)
      this.host.say(
        t("Piece {name} is chosen. Now choose the place of its first cell.", {
          name: this.copies[piece].name,
        }),
      );
  }

  /** @param {Cell} cell */
  #pick(cell) {
    const owner = this.#owners.get(String(cell));
    if (this.#chosen === null) {
      if (owner === undefined) this.host.say(t("Choose a piece first."));
      else this.#choose(owner);
    } else if (owner === this.#chosen) this.#choose(null);
    else this.#lay(this.#chosen, cell);
  }

  /**
   * @param {number} piece
   * @param {Cell} cell
   */
  #lay(piece, cell) {
    const [at] = this.#aim(piece, cell);
    const turn = this.#turns.get(piece);
    this.host.play(`${piece + 1}~${at.join(",")}${turn ? `,${turn}` : ""}`);
  }

  /** @param {string} letters */
  #turn(letters) {
    const piece = this.#chosen ?? this.#owners.get(String(this.layer.current));
    if (piece === undefined) return this.host.say(t("Choose a piece first."));
    if (this.#placed.has(piece))
      return this.host.play(`${piece + 1}/${letters[0]}${letters.length > 1 ? "'" : ""}`);
    this.#setTurn(piece, longer(this.#turns.get(piece) ?? "", letters));
  }

  #mirror() {
    if (this.#chosen === null) return this.host.say(t("Choose a piece first."));
    const word = this.#turns.get(this.#chosen) ?? "";
    this.#setTurn(this.#chosen, word.startsWith("m") ? word.slice(1) : `m${word}`);
  }

  /**
   * @param {number} piece
   * @param {string} word
   */
  #setTurn(piece, word) {
    this.#turns.set(piece, word);
    const item = this.#items.find((each) => pieceOf(each) === piece);
    item?.querySelector("svg")?.replaceWith(this.#picture(piece));
    this.#preview(this.layer.current);
    const cells = turned(this.copies[piece].body, word);
    const size = [0, 1, 2].map((i) => 1 + Math.max(...cells.map((cell) => cell[i])));
    this.host.say(
      t("Turned: {x} wide, {y} deep, {z} high.", { x: size[0], y: size[1], z: size[2] }),
    );
  }

  #putBack() {
    const piece = this.#chosen ?? this.#owners.get(String(this.layer.current));
    if (piece !== undefined && this.#placed.has(piece)) this.host.play(`${piece + 1}=.`);
    else this.host.say(t("Choose a piece first."));
  }

  // Keys.

  /**
   * @param {Cell} cell
   * @param {KeyboardEvent} event
   */
  #pressed(cell, event) {
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (key === "enter" || key === " ") this.#pick(cell);
    else if (key === "pageup") this.layer.climb(1);
    else if (key === "pagedown") this.layer.climb(-1);
    else if (key === "p") this.#focusTray();
    else if (!this.#pressedAnywhere(key, event.shiftKey)) return;
    event.preventDefault();
  }

  /** @param {KeyboardEvent} event */
  #pressedInTray(event) {
    const item = closest(event, ".tile");
    const key = event.key.toLowerCase();
    if (!item || (hasModifier(event) && !LETTERS.includes(key))) return;
    if (key in STEPS) this.#focusNext(item, STEPS[key]);
    else if (key === "p") this.layer.focus();
    else if (key === "enter" || key === " ") {
      this.#choose(pieceOf(item));
      this.layer.focus();
    } else {
      if (LETTERS.includes(key)) this.#choose(pieceOf(item));
      if (!this.#pressedAnywhere(key, event.shiftKey)) return;
    }
    event.preventDefault();
  }

  /**
   * @param {string} key
   * @param {boolean} isBack
   * @returns {boolean} Whether the key was used.
   */
  #pressedAnywhere(key, isBack) {
    if (LETTERS.includes(key)) this.#turn(isBack ? key.repeat(3) : key);
    else if (key === "delete" || key === "backspace") this.#putBack();
    else if (key === "escape") this.#choose(null);
    else if (key === "[") this.view.turn(-1);
    else if (key === "]") this.view.turn(1);
    else return false;
    return true;
  }

  #focusTray() {
    const items = this.#items;
    (items.find((item) => item.tabIndex === 0) ?? items[0])?.focus();
  }

  /**
   * @param {HTMLElement} item
   * @param {number} step
   */
  #focusNext(item, step) {
    const items = this.#items;
    const next = items[(items.indexOf(item) + step + items.length) % items.length];
    item.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}

/** @param {HTMLElement} item */
const pieceOf = (item) => Number(item.dataset.piece);
