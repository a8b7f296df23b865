// The board of Shisen-Sho: choose a tile, and then its mate. The setter swaps and names tiles.

import { byReadingOrder, cellName, GridLayer, placeOf } from "/static/boards/grid.js";
import { fill, h } from "/static/dom.js";
import { shownPuzzle } from "/static/fit.js";
import { t, tn } from "/static/texts.js";
import { button, field } from "/static/widgets.js";
import { freePairs, joinedTiles } from "./page_paths.js";

/** @import { Board, BoardModule, EditView, GameView, Host, Place, PlayHost, SetHost } from "/static/host.js" */
/** @typedef {{ board: (string | null)[][], merged: string[][], gravity: boolean }} ShisenPuzzle */
/** @typedef {{ rounds: { pair: [Place, Place] }[][] }} ShisenAnswer */

/** @typedef {{ name: string, kind: string }} Tile */

/** @type {BoardModule} */
export default {
  controls: "below",
  goal: "sum",
  turns: ({ puzzle }) => !puzzle.gravity,
  mount: (host) => (host.mode === "set" ? new SetterBoard(host) : new PlayBoard(host)),
};

/** @implements {Board} */
class PlayBoard {
  /** @type {Map<string, Tile>} The tiles on the board, by place. */
  #tiles = new Map();
  /** @type {Place | null} */
  #chosen = null;
  /** The number of the position whose free pairs are counted. */
  #counting = 0;
  counters = h("p", { class: "counters numbers soft" });
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
    fill(host.pad, this.counters);
    host.fit();
    this.update(host.view, host.view);
  }

  /**
   * The path of the last pair is part of the drawing; it fades out after the player's own move.
   *
   * @param {GameView} view
   * @param {GameView} before
   */
  update(view, before) {
    this.layer.update(view.spots);
    this.#tiles = tilesLeft(shownPuzzle(view), view.answer);
    this.#choose(null);
    const { current } = this.layer;
    this.layer.mark("bare", current && !this.#kind(current) ? [current] : []);
    this.#count();
    const name = view.done > before.done ? "path fading" : "path past";
    for (const path of this.host.sheet.picture.querySelectorAll('[data-role="last-path"]'))
      path.setAttribute("class", name);
  }

  /**
   * A hint takes the place of the tiles that the player has marked.
   *
   * @param {string} name
   * @param {Place[]} places
   */
  mark(name, places) {
    if (name === "hinted" && places.length) this.#choose(null);
    this.layer.mark(name, cellsOf(places));
  }

  focus() {
    this.layer.focus();
  }

  /** Show how many tiles are left at once, and how many pairs can go as soon as that is known. */
  #count() {
    const n = this.#tiles.size;
    const number = ++this.#counting;
    const left = h("span", {}, tn("{n} tile left", "{n} tiles left", n));
    fill(this.counters, left);
    setTimeout(() => {
      if (number !== this.#counting) return;
      const free = freePairs(this.#tiles, this.#size);
      fill(this.counters, left, h("span", {}, tn("{n} pair can go", "{n} pairs can go", free)));
    });
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
    const tile = this.layer.at(where)?.getAttribute("aria-label") ?? "";
    const [n, all] = [open.length, mates.length];
    this.host.say(t("{tile}. Mates it can go with now: {n} of {all}.", { tile, n, all }));
  }

  /** @returns {[rows: number, columns: number]} */
  get #size() {
    const { board } = shownPuzzle(this.host.view);
    return [board.length, board[0].length];
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

const NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const USUAL = 4; // tiles of a kind before the next kind is offered

/**
 * In the setter's view two cells are chosen, then swapped, named or emptied. While tiles are painted,
 * the second cell is enough: both get a pair, and the next kind follows when one has four tiles.
 *
 * @implements {Board}
 */
class SetterBoard {
  /** @type {Place[]} */
  #chosen = [];
  welcome = t("Tap two empty cells: both get a tile of one kind.");

  /** @param {SetHost} host */
  constructor(host) {
    this.host = host;
    this.layer = tileLayer(host, (where) => this.#pick(where));
    this.keys = tileKeys();
    const input = h("input", { maxlength: 12, value: "A" });
    this.input = input;
    const swap = () => this.#play(([one, other]) => `${one}<>${other}`);
    const empty = () => this.#play((cells) => `${cells.join("-")}=.`);
    const put = () => this.#play((cells) => `${cells.join("-")}=${input.value}`);
    const onchange = () => host.play(`gravity=${this.gravity.checked ? "on" : "off"}`);
    this.gravity = h("input", { type: "checkbox", onchange });
    this.paint = h("input", { type: "checkbox", checked: true });
    fill(
      host.pad,
      button(t("Swap"), swap),
      button(t("Take both out"), empty),
      h("div", { class: "with-button" }, field(t("Tile"), input), button(t("Put into both"), put)),
    );
    fill(
      host.tray,
      h("label", { class: "check" }, this.paint, t("Two taps on empty cells put a pair there")),
      h("label", { class: "check" }, this.gravity, t("Tiles fall after each move")),
    );
    this.update(host.view);
  }

  /** @param {EditView} view */
  update(view) {
    this.layer.update(view.spots);
    this.gravity.checked = view.puzzle.gravity;
    this.#choose([]);
    if (this.paint.checked) this.input.value = nextName(view.puzzle, this.input.value);
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
    const { board } = this.host.view.puzzle;
    const areEmpty = this.#chosen.every(([r, c]) => board[r][c] == null);
    if (this.paint.checked && this.#chosen.length === 2 && areEmpty)
      this.#play((cells) => `${cells.join("-")}=${this.input.value}`);
  }
}

/**
 * The name for the next pair: the same while it has fewer than four tiles, else the first free one.
 *
 * @param {ShisenPuzzle} puzzle
 * @param {string} name
 */
function nextName({ board }, name) {
  const names = board.flat();
  /** @param {string} each */
  const count = (each) => names.filter((other) => other === each).length;
  if (count(name) < USUAL) return name;
  return [...NAMES].find((each) => !count(each)) ?? name;
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

/** The keys of both views, for the table of keys. */
const tileKeys = () => [
  { keys: ["←", "↑", "→", "↓"], text: t("Move on the board") },
  { keys: ["Enter", "Space"], text: t("Choose a tile, or its mate") },
];

/**
 * The tiles on the board, by place; with gravity, they fall after each move.
 *
 * @param {ShisenPuzzle} puzzle
 * @param {ShisenAnswer} answer
 */
function tilesLeft(puzzle, answer) {
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
