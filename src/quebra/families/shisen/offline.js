// Shisen-Sho in a file that plays without a server: two taps take a pair along a free path.

import { CELL, h, s, shapesOf } from "../../render/player/dom.js";
import { Grid } from "../../render/player/grid.js";
import { t, tn } from "../../render/player/texts.js";
import { cellsInWords, cellsOf } from "../../render/player/words.js";
import { check } from "./offline_check.js";
import { freePath } from "./offline_paths.js";
import { StandingTiles } from "./offline_tiles.js";

/** @typedef {import("../../render/player/player.js").Player} Player */
/** @typedef {import("../../render/player/words.js").Place} Place */

const MARGIN = 1; // cells around the board, for paths outside it

class ShisenBoard {
  /** @type {Place | null} */
  #chosen = null;

  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.puzzle = player.puzzle;
    this.pictures = new Map(player.data.names.map((name, i) => [name, player.data.pieces[i]]));
    this.tiles = s("g", { "aria-hidden": "true" });
    this.path = s("path", { class: "path", "aria-hidden": "true" });
    this.grid = new Grid(player.data.spots, {
      name: t("Board"),
      describe: (where) => this.#describe(where),
      pick: (where) => this.#pick(where),
    });
    this.left = h("p", { class: "left" });
    player.svg.replaceChildren(this.#ground(), this.path, this.tiles, this.grid.element);
    player.pad.append(this.left);
  }

  /** @param {Place[]} broken */
  update(broken) {
    const { rounds } = this.player.attempt;
    const standing = this.#standing;
    this.#chosen = null;
    this.tiles.replaceChildren(...standing.cells.map((cell) => this.#tile(cell, standing)));
    const last = rounds.at(-1)?.[0];
    const points =
      last?.path.map((/** @type {Place} */ [r, c]) => [middle(c), middle(r)].join(" ")) ?? [];
    this.path.setAttribute("d", points.length ? `M${points.join("L")}` : "");
    const n = standing.cells.length;
    this.left.textContent = tn("{n:,} tile is left.", "{n:,} tiles are left.", n);
    this.grid.update();
    this.grid.mark("broken", broken);
    this.grid.mark("chosen", []);
    this.grid.mark("mate", []);
  }

  focus() {
    this.grid.select(this.grid.current, { focus: true });
  }

  get #standing() {
    return new StandingTiles(this.puzzle, this.player.attempt.rounds.flat());
  }

  /** @param {Place} where */
  #describe(where) {
    const values = { row: where[0] + 1, column: where[1] + 1 };
    const entry = this.#standing.name(where);
    if (!entry) return t("Row {row}, column {column}: empty", values);
    return t("Row {row}, column {column}: {entry}", { entry, ...values });
  }

  /**
   * Choose a tile, or take it together with the one that is chosen.
   *
   * @param {Place} where
   */
  #pick(where) {
    const standing = this.#standing;
    if (!standing.has(where)) return this.#choose(null, standing);
    const first = this.#chosen;
    if (!first) return this.#choose(where, standing);
    if (String(first) === String(where)) return this.#choose(null, standing);
    if (standing.kind(first) !== standing.kind(where)) return this.#choose(where, standing);
    const path = freePath(standing.size, first, where, standing);
    if (path) {
      const { rounds } = this.player.attempt;
      this.player.play({ rounds: [...rounds, [{ pair: [first, where], path }]] });
    } else {
      const cells = cellsInWords([first, where]);
      this.player.say(t("No free path joins the tiles at {cells}.", { cells }), "bad");
      this.#choose(where, standing);
    }
  }

  /**
   * @param {Place | null} where
   * @param {StandingTiles} standing
   */
  #choose(where, standing) {
    this.#chosen = where;
    const kind = where && standing.kind(where);
    this.grid.mark("chosen", where ? [where] : []);
    this.grid.mark("mate", where ? standing.cells.filter((c) => standing.kind(c) === kind) : []);
  }

  /**
   * @param {Place} cell
   * @param {StandingTiles} standing
   */
  #tile(cell, standing) {
    const at = `translate(${(cell[1] + MARGIN) * CELL} ${(cell[0] + MARGIN) * CELL})`;
    return s("g", { transform: at }, ...shapesOf(this.pictures.get(standing.name(cell)) ?? ""));
  }

  #ground() {
    const rows = this.puzzle.board.length;
    const cols = this.puzzle.board[0].length;
    const size = { x: CELL, y: CELL, width: cols * CELL, height: rows * CELL };
    const ground = s("g", { "aria-hidden": "true" }, s("rect", { class: "ground", ...size }));
    for (const [r, c] of cellsOf(this.puzzle.board))
      ground.append(s("circle", { class: "hole", cx: middle(c), cy: middle(r), r: 2 }));
    if (this.puzzle.gravity) ground.append(s("text", { class: "down", x: 20, y: 28 }, "↓"));
    return ground;
  }
}

/** @param {number} index */
const middle = (index) => (index + MARGIN + 0.5) * CELL;

/** @type {import("../../render/player/player.js").OfflineFamily} */
export default {
  start: ({ start }) => start,
  check,
  isUnfinished: (_puzzle, _attempt, { code }) => code === "left",
  mount: (player) => new ShisenBoard(player),
};
