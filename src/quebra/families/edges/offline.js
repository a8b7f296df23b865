// Edge-matching in a file that plays without a server: pieces are placed, moved, turned, taken off.

import { button, h, s } from "../../render/player/dom.js";
import { Grid } from "../../render/player/grid.js";
import { t, tn } from "../../render/player/texts.js";
import { check, givenText } from "./offline_check.js";
import { inCell, inPlace, spotCorners } from "./offline_tiles.js";
import { turnToFrame } from "./shared_fits.js";
import { isFlat, turnsOf } from "./shared_layout.js";

/** @typedef {import("../../render/player/player.js").Player} Player */
/** @typedef {import("./offline_check.js").Placed} Placed */
/** @typedef {number[]} Place */

class EdgesBoard {
  /** @type {number | null} The piece that is chosen, in the tray or on the board. */
  #chosen = null;
  /** @type {Map<number, number>} The turns of pieces in the tray. */
  #turns = new Map();

  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.puzzle = player.puzzle;
    this.spots = player.data.spots.filter((spot) => spot.part === "board");
    this.given = new Map(
      player.data.start.cells.map((/** @type {Placed} */ each) => [String(each.cell), each]),
    );
    this.pieces = s("g", { "aria-hidden": "true" });
    this.grid = new Grid(this.spots, {
      name: t("Board"),
      describe: (where) => this.#describe(where),
      pick: (where) => this.#pick(where),
      key: (where, event) => this.#pressed(where, event),
    });
    player.svg.append(this.pieces, this.grid.element);
    this.tray = h("div", { class: "tray", role: "group", "aria-label": t("Tray") });
    this.count = h("p", { class: "left" });
    const canTurn = this.puzzle.pieces.some(
      (/** @type {unknown} */ _, /** @type {number} */ i) => turnsOf(this.puzzle, i).length > 1,
    );
    const turn = button(t("Turn"), () => this.#turn());
    const off = button(t("Take off"), () => this.#takeOff());
    player.pad.append(this.count, this.tray, h("div", { class: "buttons" }, canTurn && turn, off));
  }

  /** @param {Place[]} broken */
  update(broken) {
    const shown = this.#placed.filter(({ cell }) => !this.given.has(String(cell)));
    this.pieces.replaceChildren(...shown.map((placed) => this.#drawn(placed)));
    this.#fillTray();
    this.grid.update();
    this.grid.mark("broken", broken);
    this.#showChosen();
  }

  focus() {
    this.grid.select(this.grid.current, { focus: true });
  }

  /** @returns {Placed[]} */
  get #placed() {
    return this.player.attempt.cells;
  }

  /** @param {Place} where */
  #at = (where) => this.#placed.find(({ cell }) => String(cell) === String(where));

  /** @param {Placed} placed */
  #drawn({ cell, piece, turn = 0 }) {
    const spot = /** @type {import("../../render/player/grid.js").Spot} */ (
      this.spots.find(({ where }) => String(where) === String(cell))
    );
    return inCell(this.player.data.pieces[piece], turn, spotCorners(spot));
  }

  #fillTray() {
    const used = new Set(this.#placed.map(({ piece }) => piece));
    const left = this.player.data.pieces.map((_, i) => i).filter((piece) => !used.has(piece));
    const buttons = left.map((piece) => {
      const name = t("Piece {piece}", { piece: piece + 1 });
      const picture = inPlace(this.player.data.pieces[piece], this.#turnOf(piece));
      const key = button("", () => this.#choose(piece), {
        class: "key",
        "aria-label": name,
        "data-piece": piece,
      });
      key.append(s("svg", { viewBox: "-2 -2 44 44", "aria-hidden": "true" }, picture));
      return key;
    });
    this.tray.replaceChildren(...buttons);
    this.count.textContent = tn("{n} piece is left.", "{n} pieces are left.", left.length);
  }

  /** @param {number} piece */
  #turnOf = (piece) => this.#turns.get(piece) ?? turnsOf(this.puzzle, piece)[0];

  /** @param {number | null} piece */
  #choose(piece) {
    this.#chosen = this.#chosen === piece ? null : piece;
    this.#showChosen();
  }

  #showChosen() {
    for (const key of this.tray.querySelectorAll("button"))
      key.setAttribute("aria-pressed", String(Number(key.dataset.piece) === this.#chosen));
    const there = this.#placed.find(({ piece }) => piece === this.#chosen);
    this.grid.mark("chosen", there ? [there.cell] : []);
  }

  /**
   * Put the chosen piece into a cell, or choose the piece that lies there.
   *
   * @param {Place} where
   */
  #pick(where) {
    const there = this.#at(where);
    const chosen = this.#chosen;
    const given = this.given.get(String(where));
    if (given) return this.player.say(givenText(where, given.piece));
    if (there && (chosen === null || there.piece === chosen)) {
      if (chosen === there.piece) this.#turn();
      else this.#choose(there.piece);
      return;
    }
    if (chosen === null) return;
    const from = this.#placed.find(({ piece }) => piece === chosen);
    const others = this.#placed.filter((each) => each !== from && each !== there);
    const before = { cell: where, piece: chosen, turn: from?.turn ?? this.#turnOf(chosen) };
    const moved = { ...before, turn: turnToFrame(this.puzzle, before, this.#at) };
    const swapped = there && from ? [{ ...there, cell: from.cell }] : [];
    this.#chosen = null;
    this.player.play({ cells: [...others, moved, ...swapped] });
  }

  /** Turn the chosen piece, or that of the current cell, to the next turn that it may have. */
  #turn() {
    const piece = this.#chosen ?? this.#at(this.grid.current)?.piece;
    if (piece === undefined || piece === null) return;
    const there = this.#placed.find((each) => each.piece === piece);
    if (there && this.given.has(String(there.cell)))
      return this.player.say(givenText(there.cell, piece));
    const turns = turnsOf(this.puzzle, piece);
    const next = (/** @type {number} */ turn) => turns.find((each) => each > turn) ?? turns[0];
    if (there) {
      const turn = next(there.turn ?? 0);
      const cells = this.#placed.map((each) => (each === there ? { ...there, turn } : each));
      this.player.play({ cells });
    } else {
      this.#turns.set(piece, next(this.#turnOf(piece)));
      this.#fillTray();
      this.#showChosen();
      /** @type {HTMLElement | null} */ (
        this.tray.querySelector(`[data-piece="${piece}"]`)
      )?.focus();
    }
  }

  #takeOff() {
    const there = this.#placed.find(({ piece }) => piece === this.#chosen);
    const taken = there ?? this.#at(this.grid.current);
    if (!taken) return;
    if (this.given.has(String(taken.cell)))
      return this.player.say(givenText(taken.cell, taken.piece));
    this.#chosen = null;
    this.player.play({ cells: this.#placed.filter((each) => each !== taken) });
  }

  /**
   * @param {Place} _where
   * @param {KeyboardEvent} event
   */
  #pressed(_where, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (["Delete", "Backspace"].includes(event.key)) this.#takeOff();
    else if (["r", "]"].includes(event.key)) this.#turn();
    else return;
    event.preventDefault();
  }

  /** @param {Place} where */
  #describe(where) {
    const values = { row: where[0] + 1, column: where[1] + 1 };
    const there = this.#at(where);
    if (!there) return t("Row {row}, column {column}: empty", values);
    const entry = t("piece {piece}", { piece: there.piece + 1 });
    return t("Row {row}, column {column}: {entry}", { entry, ...values });
  }
}

/** @type {import("../../render/player/player.js").OfflineFamily} */
export default {
  start: ({ start }) => start,
  check,
  isUnfinished: (_puzzle, _attempt, { code }) => code === "empty",
  mount: (player) => new EdgesBoard(player),
  obstacle: (puzzle) =>
    isFlat(puzzle)
      ? ""
      : t("Cubes, stacks and irregular boards are drawn here. They are played with Quebra."),
};
