// The board of a game: a piece is turned, then laid in a layer plan: by its first cell, or by a drag.

import { drag } from "/static/boards/drag.js";
import { fill, h, hasModifier, keepTouch, s } from "/static/dom.js";
import { t } from "/static/texts.js";
import { button } from "/static/widgets.js";
import { PlanLayer, toCell } from "./page_layers.js";
import { Tray } from "./page_tray.js";
import { laid as laidNear } from "./shared_lay.js";
import { copiesOf, readLayers, shifted, shortest, sizeOf, turned } from "./shared_space.js";
import { TurningView } from "./shared_turn.js";
import { colourOf, pictureOf } from "./shared_view.js";

/** @import { Board, GameView, Hint, Place, PlayHost } from "/static/host.js" */
/** @import { Cell, Placed } from "./shared_space.js" */

const LETTERS = ["x", "y", "z"];
const PLACE = /^(\d+)=(\d+),(\d+),(\d+)(?:,(\w+))?$/;
const ROOM = 1.4; // tiles are drawn larger by this
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
  /** @type {Placed | null} Where the view shows the chosen piece, before it is laid. */
  #ahead = null;
  #rules = {
    cellsOf: (/** @type {Placed} */ place) => this.#cellsOf(place),
    has: (/** @type {Cell} */ cell) => this.layer.has(cell),
  };
  welcome = t("Choose a piece, turn it, then choose a cell for it; or drag it there.");

  /** @param {PlayHost} host */
  constructor(host) {
    this.host = host;
    this.copies = copiesOf(host.view.puzzle);
    this.target = readLayers(host.view.puzzle.target);
    this.view = new TurningView(s, t("View of the pieces; drag to turn it"), keepTouch);
    this.tray = new Tray(this.copies, {
      draw: (piece) => this.#picture(piece),
      pick: (piece) => this.#choose(piece),
      press: (piece, event) => this.#drag(event, piece),
      key: (piece, event) => this.#pressedInTray(piece, event),
    });
    this.layer = new PlanLayer(host.sheet, {
      name: t("Board"),
      pick: (cell) => this.#pick(cell),
      key: (cell, event) => this.#pressed(cell, event),
      moved: () => this.#preview(this.layer?.current),
    });
    host.sheet.layer.addEventListener("pointermove", (event) =>
      this.#preview(this.layer.cellOf(event.target)),
    );
    host.sheet.layer.addEventListener("pointerdown", (event) => this.#dragLaid(event));
    fill(host.tray, h("div", { class: "solid-view" }, this.view.picture), this.tray.list);
    fill(
      host.pad,
      this.#turnButton("x", t("Tip back"), "tipBack"),
      this.#turnButton("y", t("Tip right"), "tipRight"),
      this.#turnButton("z", t("Turn round"), "spin"),
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
      {
        keys: ["x", "y", "z"],
        text: t("Tip the piece back, tip it right, turn it round; with Shift the other way"),
      },
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
    this.layer.mark("filled", this.#movable());
    this.tray.update(this.copies.map((_, i) => i).filter((i) => !this.#placed.has(i)));
    this.#choose(null);
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
    this.tray.mark(
      name,
      places.filter((place) => place.length === 1).map(([piece]) => piece),
    );
  }

  /**
   * Show the piece of a hint in the tray, and where it goes in the view.
   *
   * @param {Hint | null} hint
   */
  showHint(hint) {
    const places = (hint?.changes ?? []).flatMap(({ value }) => readPlace(String(value)) ?? []);
    this.tray.mark(
      "hinted",
      places.map(({ piece }) => piece),
    );
    this.#drawView(places);
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

  /** The cells of pieces that are laid and not given. */
  #movable() {
    const given = new Set(this.host.view.puzzle.given.map((/** @type {Placed} */ g) => g.piece));
    const laid = [...this.#placed.values()].filter(({ piece }) => !given.has(piece));
    return laid.flatMap((place) => this.#cellsOf(place));
  }

  /** @param {Placed[]} more  Pieces that are shown as if they were laid there. */
  #drawView(more = []) {
    const pieces = new Map(this.#placed);
    for (const place of more) pieces.set(place.piece, place);
    const laid = [...pieces.values()].map((place) => ({
      cells: this.#cellsOf(place),
      colour: this.#colour(place.piece),
    }));
    const filled = new Set(laid.flatMap(({ cells }) => cells.map(String)));
    const cells = this.target.filter((cell) => !filled.has(String(cell)));
    this.view.update([...laid, { cells, colour: "", faint: true }]);
  }

  /** @param {number} piece */
  #picture(piece) {
    const cells = turned(this.copies[piece].body, this.#turns.get(piece) ?? "");
    return pictureOf(s, [{ cells, colour: this.#colour(piece) }], this.copies[piece].name, ROOM);
  }

  /**
   * Show where the chosen piece would lie if it were laid with its first cell at a cell; where it
   * does not fit near that cell, the cells in which it would lie are marked as a misfit.
   *
   * @param {Cell | undefined} cell
   */
  #preview(cell) {
    if (!this.layer) return;
    const piece = this.#chosen;
    const wanted = piece === null || !cell ? null : this.#wanted(piece, cell);
    const laid = piece === null ? undefined : this.#placed.get(piece);
    const found = wanted ? laidNear(this.#rules, this.#others(wanted.piece), wanted) : laid;
    this.layer.mark("chosen", found ? this.#cellsOf(found) : []);
    this.layer.mark("misfit", wanted && !found ? this.#cellsOf(wanted) : []);
    const ahead = wanted && found ? found : null;
    if (JSON.stringify(ahead) === JSON.stringify(this.#ahead)) return;
    this.#ahead = ahead;
    this.#drawView(ahead ? [ahead] : []);
  }

  /**
   * The pieces that are laid, but for one.
   *
   * @param {number} piece
   */
  #others = (piece) => [...this.#placed.values()].filter((each) => each.piece !== piece);

  /**
   * The place of a piece with its first cell at a cell.
   *
   * @param {number} piece
   * @param {Cell} cell
   * @returns {Placed}
   */
  #wanted(piece, cell) {
    const turn = this.#turns.get(piece) ?? "";
    return { piece, turn, at: minus(cell, turned(this.copies[piece].body, turn)[0]) };
  }

  // Moves.

  /** @param {number | null} piece */
  #choose(piece) {
    this.#chosen = piece;
    this.tray.select(piece);
    this.#preview(undefined);
    if (piece !== null)
      this.host.say(
        t("Piece {name} is chosen. Now choose a cell for it.", {
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
   * Lay a piece at a cell, or near it where it fits; say so if that is in another layer, or if the
   * cell stays free.
   *
   * @param {number} piece
   * @param {Cell} cell
   */
  async #lay(piece, cell) {
    const { at, turn } = this.#wanted(piece, cell);
    const view = await this.host.play(`${piece + 1}~${at.join(",")}${turn ? `,${turn}` : ""}`);
    const laid = this.#placed.get(piece);
    if (!view || view.solved || view.broken.length || !laid) return;
    const { name } = this.copies[piece];
    if (laid.at[2] !== at[2]) this.host.say(this.#layersOf(laid, name));
    else if (this.#owners.get(String(cell)) !== piece)
      this.host.say(besideOf(minus(laid.at, at), name));
  }

  /**
   * @param {Placed} laid
   * @param {string} name
   */
  #layersOf(laid, name) {
    const layers = this.#cellsOf(laid).map(([, , z]) => z + 1);
    const [first, last] = [Math.min(...layers), Math.max(...layers)];
    return first === last
      ? t("{name} lies in layer {layer}, where it fits.", { name, layer: first })
      : t("{name} lies in layers {first} to {last}, where it fits.", { name, first, last });
  }

  /**
   * @param {string} letter
   * @param {string} name
   * @param {string} icon
   */
  #turnButton(letter, name, icon) {
    const title = t("{name} (key {key})", { name, key: letter });
    return button(name, () => this.#turn(letter), { icon, title });
  }

  /** @param {string} letters */
  #turn(letters) {
    const piece = this.#chosen ?? this.#owners.get(String(this.layer.current));
    if (piece === undefined) return this.host.say(t("Choose a piece first."));
    if (this.#placed.has(piece))
      return this.host.play(`${piece + 1}/${letters[0]}${letters.length > 1 ? "'" : ""}`);
    this.#setTurn(piece, shortest((this.#turns.get(piece) ?? "") + letters));
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
    this.tray.redraw(piece);
    this.#preview(this.layer.current);
    const [x, y, z] = sizeOf(turned(this.copies[piece].body, word));
    this.host.say(t("Turned: {x} wide, {y} deep, {z} high.", { x, y, z }));
  }

  #putBack() {
    const piece = this.#chosen ?? this.#owners.get(String(this.layer.current));
    if (piece !== undefined && this.#placed.has(piece)) this.host.play(`${piece + 1}=.`);
    else this.host.say(t("Choose a piece first."));
  }

  // Drags.

  /**
   * Drag a laid piece by one of its cells: that cell stays under the pointer.
   *
   * @param {PointerEvent} event
   */
  #dragLaid(event) {
    const cell = this.layer.cellOf(event.target);
    const laid = cell && this.#placed.get(this.#owners.get(String(cell)) ?? -1);
    if (!laid || !this.#movable().some((each) => String(each) === String(cell))) return;
    // A finger on a piece moves the piece, not the board.
    if (event.pointerType === "touch") event.preventDefault();
    const [first] = this.#cellsOf(laid);
    this.#drag(event, laid.piece, minus(first, cell));
  }

  /**
   * Drag a piece to the plans, or from there to anywhere else, which puts it back.
   *
   * @param {PointerEvent} event
   * @param {number} piece
   * @param {Cell} fromPointer  From the cell under the pointer to the first cell of the piece.
   */
  #drag(event, piece, fromPointer = [0, 0, 0]) {
    const createImage = () => {
      this.#choose(piece);
      const image = h("div", { class: "tile ghost", "aria-hidden": "true" }, this.#picture(piece));
      document.body.append(image);
      return image;
    };
    const firstCellAt = (/** @type {PointerEvent} */ { clientX, clientY }) => {
      const cell = this.layer.cellOf(document.elementFromPoint(clientX, clientY));
      return cell && shifted([fromPointer], cell)[0];
    };
    const drop = (/** @type {PointerEvent} */ now) => {
      const cell = firstCellAt(now);
      if (cell) this.#lay(piece, cell);
      else if (this.#placed.has(piece)) this.host.play(`${piece + 1}=.`);
      else {
        this.#choose(null);
        this.host.say(t("Drop the piece on a cell of a layer."));
      }
    };
    drag(event, createImage, drop, (now) => this.#preview(firstCellAt(now)));
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
    else if (key === "p") this.tray.focus();
    else if (!this.#pressedAnywhere(key, event.shiftKey)) return;
    event.preventDefault();
  }

  /**
   * @param {number} piece
   * @param {KeyboardEvent} event
   */
  #pressedInTray(piece, event) {
    const key = event.key.toLowerCase();
    if (hasModifier(event) && !LETTERS.includes(key)) return;
    if (key in STEPS) this.tray.focusNext(piece, STEPS[key]);
    else if (key === "p") this.layer.focus();
    else if (key === "enter" || key === " ") {
      this.#choose(piece);
      this.layer.focus();
    } else {
      if (LETTERS.includes(key)) this.#choose(piece);
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
}

/**
 * The place in a text such as `3=1,0,2,xy`.
 *
 * @param {string} text
 * @returns {Placed | null}
 */
function readPlace(text) {
  const [, piece, x, y, z, turn = ""] = PLACE.exec(text) ?? [];
  return piece ? { piece: Number(piece) - 1, at: [Number(x), Number(y), Number(z)], turn } : null;
}

/**
 * @param {Cell} cell
 * @param {Cell} other
 */
const minus = (cell, other) => /** @type {Cell} */ (cell.map((each, i) => each - other[i]));

/**
 * Where a piece lies that was moved by a step within its layer, in words.
 *
 * @param {Cell} step
 * @param {string} name
 */
function besideOf([x, y], name) {
  if (x < 0) return t("{name} lies one cell to the left, where it fits.", { name });
  if (x > 0) return t("{name} lies one cell to the right, where it fits.", { name });
  return y < 0
    ? t("{name} lies one cell further up, where it fits.", { name })
    : t("{name} lies one cell further down, where it fits.", { name });
}
