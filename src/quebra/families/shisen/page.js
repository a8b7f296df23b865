// The board of Shisen-Sho: choose a tile, and then its mate. The setter swaps and names tiles.

import { byReadingOrder, cellName, GridLayer, placeOf } from "/static/boards/grid.js";
import { fill, h } from "/static/dom.js";
import { t } from "/static/texts.js";
import { button, field } from "/static/widgets.js";
import { joinedTiles } from "./page_paths.js";

/** @import { Board, BoardModule, EditView, GameView, Host, Place, PlayHost, SetHost, Spot } from "/static/host.js" */
/** @typedef {{ board: (string | null)[][], merged: string[][], gravity: boolean }} ShisenPuzzle */
/** @typedef {{ rounds: { pair: [Place, Place] }[][] }} ShisenAnswer */

/** @typedef {{ name: string, kind: string }} Tile */

/** @type {BoardModule} */
export default {
  controls: "below",
  turns: ({ puzzle }) => !puzzle.gravity,
  mount: (host) => (host.mode === "set" ? new SetterBoard(host) : new PlayBoard(host)),
};

/** @implements {Board} */
class PlayBoard {
  /** @type {Map<string, Tile>} The tiles on the board, by place. */
  #tiles = new Map();
  /** @type {Place | null} */
  #chosen = null;
  welcome = t("Choose a tile, then its mate.");

  /** @param {PlayHost} host */
  constructor(host) {
    this.host = host;
    this.layer = tileLayer(host, (where) => this.#pick(where), {
      m: (where) => this.#goToMate(where),
      escape: () => this.#choose(null),
    });
    this.keys = [
      ...tileKeys(),
      { keys: ["m"], text: t("Go to the next tile of the same kind") },
      { keys: ["Escape"], text: t("Choose nothing") },
    ];
    this.update(host.view, host.view);
  }

  /**
   * The path of the last pair is part of the drawing; it fades out after the player's own move.
   *
   * @param {GameView} view
   * @param {GameView} before
   */
  update(view, before) {
    this.layer.isTurned = view.turned;
    this.layer.update(view.turned ? view.spots.map(turned) : view.spots);
    this.#tiles = tilesLeft(view);
    this.#choose(null);
    const name = view.done > before.done ? "path fading" : "path past";
    for (const path of this.host.sheet.picture.querySelectorAll('[data-role="last-path"]'))
      path.setAttribute("class", name);
  }

  /**
   * @param {string} name
   * @param {Place[]} places
   */
  mark(name, places) {
    this.layer.mark(name, cellsOf(places));
  }

  focus() {
    this.layer.focus();
  }

  /** @param {Place} where */
  async #pick(where) {
    const { host } = this;
    const chosen = this.#chosen;
    const kind = this.#kind(where);
    if (!kind) return host.say(t("There is no tile here."));
    if (!chosen || String(chosen) === String(where)) return this.#choose(chosen ? null : where);
    const view = await host.play(`${cellName(chosen)}-${cellName(where)}`);
    if (view && !view.solved)
      host.say(t("The pair is removed. Tiles left: {n}.", { n: this.#tiles.size }));
    else if (!view && this.#kind(chosen) !== kind) this.#choose(where, true);
  }

  /**
   * Choose a tile, and mark all of its kind: those that can go with it now, and the others.
   *
   * @param {Place | null} where
   */
  #choose(where, quiet = false) {
    this.#chosen = where;
    const mates = where ? this.#mates(where) : [];
    this.layer.mark("chosen", where ? [where] : []);
    const joined = where ? joinedTiles(where, this.#tiles, this.#size) : new Set();
    const open = mates.filter((mate) => joined.has(String(mate)));
    this.layer.mark("match", open);
    this.layer.mark("kin", mates);
    if (!where || quiet) return;
    const name = this.#tiles.get(String(where))?.name ?? "";
    const [n, all] = [open.length, mates.length];
    this.host.say(
      t("Tile {name} is chosen. Mates it can go with now: {n} of {all}.", { name, n, all }),
    );
  }

  get #size() {
    return /** @type {[number, number]} */ (this.host.view.size);
  }

  /**
   * The other tiles of the same kind.
   *
   * @param {Place} where
   */
  #mates(where) {
    const kind = this.#kind(where);
    return [...this.#tiles]
      .filter(([place, other]) => other.kind === kind && place !== String(where))
      .map(([place]) => placeOf(place));
  }

  /** @param {Place} where */
  #kind(where) {
    return this.#tiles.get(String(where))?.kind;
  }

  /**
   * Go to the next tile of the same kind, in reading order and around.
   *
   * @param {Place} where
   */
  #goToMate(where) {
    const mates = this.#mates(this.#chosen ?? where).sort(byReadingOrder);
    const next = mates.find((mate) => byReadingOrder(mate, where) > 0) ?? mates[0];
    if (next) this.layer.select(next, { focus: true });
  }
}

/**
 * In the setter's view two cells are chosen, then swapped, named or emptied.
 *
 * @implements {Board}
 */
class SetterBoard {
  /** @type {Place[]} */
  #chosen = [];
  welcome = t("Choose two cells, then put a pair of tiles into both.");

  /** @param {SetHost} host */
  constructor(host) {
    this.host = host;
    this.layer = tileLayer(host, (where) => this.#pick(where));
    this.keys = tileKeys();
    const input = h("input", { maxlength: 12, value: "A" });
    const swap = () => this.#play(([one, other]) => `${one}<>${other}`);
    const empty = () => this.#play((cells) => `${cells.join("-")}=.`);
    const put = () => this.#play((cells) => `${cells.join("-")}=${input.value}`);
    const onchange = () => host.play(`gravity=${this.gravity.checked ? "on" : "off"}`);
    this.gravity = h("input", { type: "checkbox", onchange });
    fill(
      host.pad,
      button(t("Swap"), swap),
      button(t("Take both out"), empty),
      h("div", { class: "with-button" }, field(t("Tile"), input), button(t("Put into both"), put)),
      h("label", { class: "check" }, this.gravity, t("Tiles fall after each move")),
    );
    this.update(host.view);
  }

  /** @param {EditView} view */
  update(view) {
    this.layer.update(view.spots);
    this.gravity.checked = view.puzzle.gravity;
    this.#choose([]);
  }

  /**
   * @param {string} name
   * @param {Place[]} places
   */
  mark(name, places) {
    this.layer.mark(name, cellsOf(places));
  }

  focus() {
    this.layer.focus();
  }

  /** @param {(cells: string[]) => string} write  The move for the names of both cells. */
  async #play(write) {
    if (this.#chosen.length < 2) return this.host.say(t("Choose two cells first."));
    await this.host.play(write(this.#chosen.map(cellName)));
  }

  /** @param {Place[]} places */
  #choose(places) {
    this.#chosen = places;
    this.layer.mark("chosen", places);
  }

  /** @param {Place} where */
  #pick(where) {
    const others = this.#chosen.filter((other) => String(other) !== String(where));
    this.#choose(others.length < this.#chosen.length ? others : [...others, where].slice(-2));
  }
}

/**
 * The cells of the board: a click, Enter and Space pick a cell, and other keys have their actions.
 *
 * @param {Host} host
 * @param {(where: Place) => unknown} pick
 * @param {Record<string, (where: Place) => unknown>} [others]  Actions by key, in lower case.
 */
function tileLayer(host, pick, others = {}) {
  /** @type {Record<string, (where: Place) => unknown>} */
  const actions = { enter: pick, " ": pick, ...others };
  /** @type {(where: Place, event: KeyboardEvent) => void} */
  const key = (where, event) => {
    const action = actions[event.key.toLowerCase()];
    if (!action || event.ctrlKey) return;
    event.preventDefault();
    action(where);
  };
  return new GridLayer(host.sheet, { name: t("Board"), pick, key });
}

/**
 * A spot where the turned drawing shows it; its place is the same.
 *
 * @param {Spot} spot
 * @returns {Spot}
 */
const turned = ({ box: [left, top, width, height], ...spot }) => ({
  ...spot,
  box: [top, left, height, width],
});

/** The keys of both views, for the table of keys. */
const tileKeys = () => [
  { keys: ["←", "↑", "→", "↓"], text: t("Move on the board") },
  { keys: ["Enter", "Space"], text: t("Choose a tile, or its mate") },
];

/**
 * The tiles on the board, by place; with gravity, they fall after each move.
 *
 * @param {{ puzzle: ShisenPuzzle, answer: ShisenAnswer }} view
 */
function tilesLeft({ puzzle, answer }) {
  const kinds = new Map(puzzle.merged.flatMap((names) => names.map((name) => [name, names[0]])));
  const board = puzzle.board.map((row) => [...row]);
  for (const { pair } of answer.rounds.flat()) {
    for (const [r, c] of pair) board[r][c] = null;
    if (puzzle.gravity) fall(board);
  }
  /** @type {Map<string, Tile>} */
  const tiles = new Map();
  for (const [r, row] of board.entries())
    for (const [c, name] of row.entries())
      if (name) tiles.set(`${r},${c}`, { name, kind: kinds.get(name) ?? name });
  return tiles;
}

/**
 * Move every tile down its column until it rests on another one or on the bottom.
 *
 * @param {(string | null)[][]} board
 */
function fall(board) {
  for (const c of board[0].keys()) {
    const stack = board.map((row) => row[c]).filter((name) => name);
    for (const [r, row] of board.entries()) row[c] = stack[r - board.length + stack.length] ?? null;
  }
}

/**
 * The cells of places; steps name a pair by four numbers.
 *
 * @param {Place[]} places
 */
const cellsOf = (places) =>
  places.flatMap((place) => (place.length === 4 ? [place.slice(0, 2), place.slice(2)] : [place]));
