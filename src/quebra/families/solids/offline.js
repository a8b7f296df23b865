// Packing in space in a file that plays without a server: pieces are turned, and laid in layer plans.

import { button, h, s } from "../../render/player/dom.js";
import { Grid } from "../../render/player/grid.js";
import { t, tn } from "../../render/player/texts.js";
import { check, inWords, rulesOf } from "./offline_check.js";
import { Plan } from "./offline_plan.js";
import { laid, turnedInPlace } from "./shared_lay.js";
import { shifted, shortest, sizeOf, turned } from "./shared_space.js";
import { TurningView } from "./shared_turn.js";
import { pictureOf } from "./shared_view.js";

/** @typedef {import("../../render/player/player.js").Player} Player */
/** @typedef {import("../../render/player/words.js").Place} Place */
/** @typedef {import("./shared_space.js").Cell} Cell */
/** @typedef {import("./shared_space.js").Placed} Placed */

const AXES = ["x", "y", "z"];

class SolidsBoard {
  /** @type {number | null} The piece that is chosen, in the tray or in the plans. */
  #chosen = null;
  /** @type {Map<number, string>} The turns of pieces in the tray. */
  #turns = new Map();

  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.puzzle = player.puzzle;
    this.rules = rulesOf(player.puzzle);
    const spots = player.data.spots.filter((spot) => spot.part === "board");
    this.plan = new Plan(this.rules, spots);
    this.pieces = s("g", { "aria-hidden": "true" });
    this.depth = sizeOf(this.rules.cells)[1];
    this.grid = new Grid(
      spots.map((spot) => ({ ...spot, where: this.#toGrid(toCell(spot.where)) })),
      {
        name: t("Board"),
        describe: (where) => this.#describe(this.#toCell(where)),
        pick: (where) => this.#pick(this.#toCell(where)),
        key: (where, event) => this.#pressed(this.#toCell(where), event),
      },
    );
    this.grid.element.addEventListener("focusin", () => this.#preview(this.#current));
    this.grid.element.addEventListener("pointermove", (event) => this.#preview(this.#at(event)));
    player.svg.append(this.pieces, this.grid.element);
    this.view = new TurningView(s, t("View of the pieces; drag to turn it"));
    this.tray = h("div", { class: "tray", role: "group", "aria-label": t("Tray") });
    this.count = h("p", { class: "left" });
    const view = h("div", { class: "view" }, this.view.picture);
    player.pad.append(view, this.count, this.tray, this.#buttons());
  }

  /** @param {Place[]} broken */
  update(broken) {
    const own = this.#placed.filter(({ piece }) => !this.#isGiven(piece));
    this.pieces.replaceChildren(...own.flatMap((place) => this.plan.draw(place)));
    this.#drawView();
    this.#fillTray();
    this.grid.update();
    this.#mark(
      "broken",
      broken.flatMap((place) => this.#cellsAt(place)),
    );
    this.#showChosen();
  }

  focus() {
    this.grid.select(this.grid.current, { focus: true });
  }

  // Places.

  /** @param {Cell} cell */
  #toGrid = ([x, y, z]) => [z * this.depth + y, x];

  /**
   * @param {Place} where
   * @returns {Cell}
   */
  #toCell = ([row, x]) => [x, row % this.depth, Math.floor(row / this.depth)];

  get #current() {
    return this.#toCell(this.grid.current);
  }

  /** @param {PointerEvent} event */
  #at({ target }) {
    const cell = target instanceof Element ? target.closest("[data-where]") : null;
    const where = cell?.getAttribute("data-where")?.split(",").map(Number);
    return where && this.#toCell(where);
  }

  /** @returns {Placed[]} */
  get #placed() {
    return this.player.attempt.places;
  }

  /** @param {number | null} piece */
  #laidPlace = (piece) => this.#placed.find((each) => each.piece === piece);

  /** @param {Cell} cell */
  #owner = (cell) =>
    this.#placed.find((place) => this.rules.cellsOf(place).some((each) => same(each, cell)));

  /** @param {number} piece */
  #isGiven = (piece) =>
    this.puzzle.given.some((/** @type {Placed} */ given) => given.piece === piece);

  /**
   * The cells of a place of a violation: a cell, or a piece.
   *
   * @param {Place} place
   */
  #cellsAt(place) {
    if (place.length === 3) return [toCell(place)];
    const there = this.#laidPlace(place[0]);
    return there ? this.rules.cellsOf(there) : [];
  }

  // What is shown.

  /**
   * @param {string} name
   * @param {Cell[]} cells
   */
  #mark(name, cells) {
    this.grid.mark(name, cells.filter(this.rules.has).map(this.#toGrid));
  }

  #drawView() {
    const blocks = this.#placed.map((place) => ({
      cells: this.rules.cellsOf(place),
      colour: this.plan.colour(place.piece),
    }));
    const filled = new Set(blocks.flatMap(({ cells }) => cells.map(String)));
    const cells = this.rules.cells.filter((cell) => !filled.has(String(cell)));
    this.view.update([...blocks, { cells, colour: "", faint: true }]);
  }

  #fillTray() {
    const pieces = this.rules.copies.map((_, piece) => piece);
    const left = pieces.filter((piece) => !this.#laidPlace(piece));
    this.tray.replaceChildren(...left.map((piece) => this.#createKey(piece)));
    this.count.textContent = tn("{n} piece is left.", "{n} pieces are left.", left.length);
  }

  /** @param {number} piece */
  #createKey(piece) {
    const { name, body } = this.rules.copies[piece];
    const attributes = {
      class: "key",
      "aria-label": t("Piece {name}, {n} cubes", { name, n: body.length }),
      "data-piece": piece,
    };
    const key = button("", () => this.#choose(this.#chosen === piece ? null : piece), attributes);
    const cells = turned(body, this.#turnOf(piece));
    key.append(pictureOf(s, [{ cells, colour: this.plan.colour(piece) }], name, 1.05));
    return key;
  }

  /** @param {number} piece */
  #turnOf = (piece) => this.#turns.get(piece) ?? "";

  #showChosen() {
    for (const key of this.tray.querySelectorAll("button"))
      key.setAttribute("aria-pressed", String(Number(key.dataset.piece) === this.#chosen));
    const there = this.#laidPlace(this.#chosen);
    this.#mark("chosen", there ? this.rules.cellsOf(there) : []);
  }

  /**
   * Show where the chosen piece would lie with its first cell at a cell.
   *
   * @param {Cell | undefined} cell
   */
  #preview(cell) {
    if (this.#chosen === null || !cell || this.#laidPlace(this.#chosen)) return;
    this.#mark("chosen", this.rules.cellsOf(this.#aim(this.#chosen, cell)));
  }

  /** @param {Cell} cell */
  #describe(cell) {
    const owner = this.#owner(cell);
    if (owner)
      return t("{cell}: {piece}.", { cell: inWords(cell), piece: this.rules.name(owner.piece) });
    if (this.rules.marks.get(String(cell)) === "+")
      return t("{cell}: empty, may stay so.", { cell: inWords(cell) });
    return t("{cell}: empty.", { cell: inWords(cell) });
  }

  // Moves.

  /** @param {number | null} piece */
  #choose(piece) {
    this.#chosen = piece;
    this.#showChosen();
  }

  /** @param {Cell} cell */
  #pick(cell) {
    const owner = this.#owner(cell);
    if (this.#chosen === null && !owner) return this.player.say(t("Choose a piece first."));
    if (this.#chosen === null || owner?.piece === this.#chosen) {
      if (owner && this.#isGiven(owner.piece)) return this.#sayGiven(owner.piece);
      return this.#choose(this.#chosen === null && owner ? owner.piece : null);
    }
    this.#lay(laid(this.rules, this.#others(this.#chosen), this.#aim(this.#chosen, cell)));
  }

  /**
   * The placement of a piece with its first cell at a cell.
   *
   * @param {number} piece
   * @param {Cell} cell
   * @returns {Placed}
   */
  #aim(piece, cell) {
    const turn = this.#laidPlace(piece)?.turn ?? this.#turnOf(piece);
    const [[x, y, z]] = turned(this.rules.copies[piece].body, turn);
    return { piece, turn, at: shifted([cell], [-x, -y, -z])[0] };
  }

  /** @param {number} piece */
  #others = (piece) => this.#placed.filter((place) => place.piece !== piece);

  /** @param {Placed | null} place */
  #lay(place) {
    const piece = /** @type {number} */ (place?.piece ?? this.#chosen);
    const name = { piece: this.rules.name(piece) };
    if (!place) return this.player.say(t("{piece} does not fit there.", name));
    if (!this.rules.canTurn(piece, place.turn))
      return this.player.say(t("{piece} may not be turned like that.", name));
    this.#turns.set(piece, place.turn);
    this.#chosen = null;
    this.player.play({ places: [...this.#others(piece), place] });
  }

  /** The piece that a button or a key changes: the chosen one, or that of the current cell. */
  get #meant() {
    return this.#chosen ?? this.#owner(this.#current)?.piece ?? null;
  }

  /** @param {string} letters */
  #turn(letters) {
    const piece = this.#meant;
    if (piece === null) return this.player.say(t("Choose a piece first."));
    if (this.#isGiven(piece)) return this.#sayGiven(piece);
    const there = this.#laidPlace(piece);
    this.#chosen = piece;
    if (there) return this.#lay(turnedInPlace(this.rules, this.#others(piece), there, letters));
    this.#setTurn(piece, shortest(this.#turnOf(piece) + letters));
  }

  #mirror() {
    const piece = this.#meant;
    if (piece === null || this.#laidPlace(piece))
      return this.player.say(t("Choose a piece first."));
    const word = this.#turnOf(piece);
    this.#setTurn(piece, word.startsWith("m") ? word.slice(1) : `m${word}`);
  }

  /**
   * Turn a piece in the tray.
   *
   * @param {number} piece
   * @param {string} word
   */
  #setTurn(piece, word) {
    const hasFocus = this.tray.contains(document.activeElement);
    this.#turns.set(piece, word);
    this.#fillTray();
    this.#showChosen();
    const key = this.tray.querySelector(`[data-piece="${piece}"]`);
    if (hasFocus && key instanceof HTMLElement) key.focus();
    if (this.grid.element.contains(document.activeElement)) this.#preview(this.#current);
    const [x, y, z] = sizeOf(turned(this.rules.copies[piece].body, word));
    this.player.say(t("Turned: {x} wide, {y} deep, {z} high.", { x, y, z }));
  }

  #putBack() {
    const piece = this.#meant;
    if (piece === null || !this.#laidPlace(piece))
      return this.player.say(t("Choose a piece first."));
    if (this.#isGiven(piece)) return this.#sayGiven(piece);
    this.#chosen = null;
    this.player.play({ places: this.#others(piece) });
  }

  /** @param {number} piece */
  #sayGiven(piece) {
    this.player.say(t("{piece} is given.", { piece: this.rules.name(piece) }));
  }

  // Buttons and keys.

  #buttons() {
    return h(
      "div",
      { class: "buttons", role: "group", "aria-label": t("Piece") },
      button(t("Tip back"), () => this.#turn("x")),
      button(t("Tip right"), () => this.#turn("y")),
      button(t("Turn round"), () => this.#turn("z")),
      this.puzzle.mirror && button(t("Mirror"), () => this.#mirror()),
      button(t("Put back"), () => this.#putBack()),
    );
  }

  /**
   * @param {Cell} cell
   * @param {KeyboardEvent} event
   */
  #pressed([x, y, z], event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    if (AXES.includes(key)) this.#turn(event.shiftKey ? key.repeat(3) : key);
    else if (key === "delete" || key === "backspace") this.#putBack();
    else if (key === "escape") this.#choose(null);
    else if (key === "pageup") this.#go([x, y, z + 1]);
    else if (key === "pagedown") this.#go([x, y, z - 1]);
    else if (key === "[") this.view.turn(-1);
    else if (key === "]") this.view.turn(1);
    else return;
    event.preventDefault();
  }

  /** @param {Cell} cell */
  #go(cell) {
    if (this.rules.has(cell)) this.grid.select(this.#toGrid(cell), { focus: true });
  }
}

/**
 * @param {Place} place
 * @returns {Cell}
 */
const toCell = ([z, y, x]) => [x, y, z];

/**
 * @param {Cell} one
 * @param {Cell} other
 */
const same = (one, other) => one.every((each, i) => each === other[i]);

/** @type {import("../../render/player/player.js").OfflineFamily} */
export default {
  start: ({ start }) => start,
  check,
  isUnfinished: (_puzzle, _attempt, { code }) => ["gap", "missing"].includes(code),
  mount: (player) => new SolidsBoard(player),
};
