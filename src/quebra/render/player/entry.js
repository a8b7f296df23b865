// A board where values are entered into cells: by digits, by the keypad, and as pencil marks.

import { button, CELL, h, s } from "./dom.js";
import { Grid } from "./grid.js";
import { t } from "./texts.js";

/** @typedef {import("./player.js").Player} Player */
/** @typedef {import("./words.js").Place} Place */
/** @typedef {{ grid: number[][], marks?: Record<string, number[]> }} Entries */
/**
 * @typedef {object} EntryOptions
 * @property {number[][]} clues  The clue of each cell; 0 is none, and a negative one stays blank.
 * @property {number} largest  Entries are the numbers from 1 to this one.
 * @property {(value: number, size: number) => Element} draw  A value in a square around the origin.
 * @property {(value: number) => string} name
 * @property {(cell: Place, entry: number, clue: number) => string} describe
 * @property {(cell: Place, clue: number) => string} refuse  Why a clue cannot be changed.
 * @property {boolean} [blank]  Whether a pencil mark can say that a cell stays blank.
 */

const CLEAR_KEYS = ["Delete", "Backspace", " ", "0", "."];
const DIGITS_MS = 900; // within this time, digits make one number
const ENTRY = 0.55;
const KEY = 0.66;

/**
 * @param {Player} player
 * @param {EntryOptions} options
 */
export function entryBoard(player, options) {
  return new EntryBoard(player, options);
}

class EntryBoard {
  #pencil = false;
  #typed = { text: "", at: 0, where: "" };

  /**
   * @param {Player} player
   * @param {EntryOptions} options
   */
  constructor(player, options) {
    this.player = player;
    this.options = options;
    this.grid = new Grid(player.data.spots, {
      name: t("Board"),
      describe: (where) => this.#describe(where),
      key: (where, event) => this.#pressed(where, event),
    });
    this.contents = s("g", { "aria-hidden": "true" });
    player.svg.append(this.contents, this.grid.element);
    this.#fillPad();
  }

  /** @param {Place[]} broken */
  update(broken) {
    const { grid, marks = {} } = this.#attempt;
    const shapes = this.player.data.spots.flatMap(({ where, box }) => {
      const middle = [(box[0] + box[2] / 2) * CELL, (box[1] + box[3] / 2) * CELL];
      const entry = grid[where[0]][where[1]];
      if (this.#clue(where)) return [];
      if (entry) return [place(this.options.draw(entry, ENTRY * CELL), middle)];
      return (marks[String(where)] ?? []).map((mark) => this.#mark(mark, middle));
    });
    this.contents.replaceChildren(...shapes);
    this.grid.update();
    this.grid.mark("broken", broken);
  }

  focus() {
    this.grid.select(this.grid.current, { focus: true });
  }

  /** @returns {Entries} */
  get #attempt() {
    return this.player.attempt;
  }

  /** @param {Place} where */
  #clue = ([r, c]) => this.options.clues[r][c];

  /** @param {Place} where */
  #describe(where) {
    const entry = this.#attempt.grid[where[0]][where[1]];
    return this.options.describe(where, entry, this.#clue(where));
  }

  #fillPad() {
    const { largest, draw, name, blank } = this.options;
    const values = Array.from({ length: largest }, (_, i) => i + 1);
    const keys = values.map((value) => this.#key(draw(value, KEY * CELL), name(value), value));
    const cross = s("text", { class: "entry", "font-size": KEY * CELL, dy: ".35em" }, "×");
    if (blank) keys.push(this.#key(cross, t("stays blank"), -1));
    const pencil = button(t("Pencil"), () => this.#togglePencil(pencil), {
      class: "wide",
      "aria-pressed": "false",
    });
    const erase = button(t("Erase"), () => this.#enter(this.grid.current, 0), { class: "wide" });
    this.player.pad.append(
      h("div", { class: "keys", role: "group", "aria-label": t("Values") }, ...keys),
      h("div", { class: "keys" }, pencil, erase),
    );
  }

  /**
   * @param {Element} content
   * @param {string} name
   * @param {number} value
   */
  #key(content, name, value) {
    const picture = s("svg", { viewBox: "-20 -20 40 40", "aria-hidden": "true" }, content);
    const run = () => this.#enter(this.grid.current, value);
    const key = button("", run, { class: "key", "aria-label": name });
    key.append(picture);
    return key;
  }

  /** @param {HTMLElement} pencil */
  #togglePencil(pencil) {
    this.#pencil = !this.#pencil;
    pencil.setAttribute("aria-pressed", String(this.#pencil));
  }

  /**
   * @param {Place} where
   * @param {KeyboardEvent} event
   */
  #pressed(where, event) {
    const digit = /^(?:Digit|Numpad)([0-9])$/.exec(event.code)?.[1] ?? event.key;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (CLEAR_KEYS.includes(event.key)) this.#enter(where, 0);
    else if (/^[1-9]$/.test(digit)) this.#type(where, digit, event.shiftKey);
    else if (event.key === "x" && this.options.blank) this.#enter(where, -1);
    else return;
    event.preventDefault();
  }

  /**
   * Digits that are typed quickly make one number, where there are such.
   *
   * @param {Place} where
   * @param {string} digit
   * @param {boolean} asMark
   */
  #type(where, digit, asMark) {
    const now = Date.now();
    const recent = now - this.#typed.at < DIGITS_MS && this.#typed.where === String(where);
    const joined = (recent ? this.#typed.text : "") + digit;
    const text = Number(joined) <= this.options.largest ? joined : digit;
    this.#typed = { text, at: now, where: String(where) };
    if (Number(text) <= this.options.largest) this.#enter(where, Number(text), asMark);
  }

  /**
   * Enter a value, or toggle a pencil mark; 0 clears the cell, and -1 marks it as blank.
   *
   * @param {Place} where
   * @param {number} value
   */
  #enter(where, value, asMark = this.#pencil) {
    const clue = this.#clue(where);
    if (clue) return this.player.say(this.options.refuse(where, clue));
    const [r, c] = where;
    const { grid, marks = {} } = this.#attempt;
    const isMark = value < 0 || (asMark && value > 0);
    const old = grid[r][c] ? [] : (marks[String(where)] ?? []);
    const kept = isMark ? toggled(old, value) : [];
    const changed = grid.map((row, i) =>
      i === r ? row.map((entry, j) => (j === c ? (isMark ? 0 : value) : entry)) : row,
    );
    const others = Object.entries(marks).filter(([name]) => name !== String(where));
    const all = kept.length ? [...others, [String(where), kept]] : others;
    this.player.play({ grid: changed, marks: Object.fromEntries(all) });
  }

  /**
   * A pencil mark at its fixed place in a cell.
   *
   * @param {number} value
   * @param {number[]} middle
   */
  #mark(value, middle) {
    const side = Math.ceil(Math.sqrt(this.options.largest + (this.options.blank ? 1 : 0)));
    const index = value < 0 ? side * side - 1 : value - 1;
    const spot = [index % side, Math.floor(index / side)].map(
      (n, i) => middle[i] + 0.92 * CELL * ((n + 0.5) / side - 0.5),
    );
    const size = (0.75 * CELL) / Math.max(side, 2);
    if (value > 0) return place(this.options.draw(value, size), spot, "mark");
    return place(s("text", { "font-size": size * 1.4, dy: ".35em" }, "×"), spot, "mark");
  }
}

/**
 * @param {number[]} values
 * @param {number} value
 */
const toggled = (values, value) =>
  values.includes(value) ? values.filter((each) => each !== value) : [...values, value];

/**
 * @param {Element} content
 * @param {number[]} at
 */
const place = (content, [x, y], name = "entry") =>
  s("g", { transform: `translate(${x} ${y})`, class: name }, content);

/**
 * A number in the middle of its place.
 *
 * @param {number} value
 * @param {number} size
 */
export const drawNumber = (value, size) =>
  s("text", { "font-size": size, dy: ".35em" }, String(value));
