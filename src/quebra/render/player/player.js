// The file as a game: the board of a family, Undo, Redo, Reset, Check, the clock and the rules.

import { button, h, s, shapesOf } from "./dom.js";
import { History } from "./history.js";
import { t, useTexts } from "./texts.js";

/** @typedef {import("./history.js").Attempt} Attempt */
/** @typedef {import("./words.js").Place} Place */
/** @typedef {import("./words.js").Violation} Violation */
/** @typedef {{ update: (broken: Place[]) => unknown, focus: () => unknown }} Board */
/**
 * What a family's `offline.js` exports.
 *
 * @typedef {object} OfflineFamily
 * @property {(data: Data) => Attempt} start  The attempt before the first move.
 * @property {(puzzle: any, attempt: Attempt) => Violation[]} check  As `check` in `rules.py`.
 * @property {(puzzle: any, attempt: Attempt, violation: Violation) => boolean} isUnfinished
 *   Whether a violation only says that the attempt is not complete.
 * @property {(player: Player) => Board} mount
 * @property {(puzzle: any) => string} [obstacle]  Why this puzzle is drawn, but not played here.
 */
/**
 * What the file contains of the puzzle.
 *
 * @typedef {object} Data
 * @property {string} lang
 * @property {Record<string, string | string[]>} texts
 * @property {any} puzzle  The puzzle in JSON.
 * @property {any} start  The attempt before the first move, in JSON.
 * @property {import("./grid.js").Spot[]} spots
 * @property {string[]} pieces  Drawings of the pieces.
 * @property {string[]} names  The names of the pieces.
 * @property {number} tolerance  The width of faults that are allowed, in families of the plane.
 * @property {string} key  The name under which the browser keeps the game.
 */

const SECOND_MS = 1000;

export class Player {
  /** @type {Place[]} */
  #broken = [];
  #solved = false;

  /**
   * @param {Data} data
   * @param {OfflineFamily} family
   */
  constructor(data, family) {
    this.data = data;
    this.family = family;
    this.history = new History(family.start(data), data.key);
    this.frame = byId("board");
    this.svg = /** @type {SVGSVGElement} */ (this.frame.querySelector("svg"));
    for (const name of ["role", "aria-label", "width", "height"]) this.svg.removeAttribute(name);
    this.svg.querySelector("title")?.remove();
    this.pad = byId("pad");
    this.strip = byId("strip");
    this.tools = this.#toolbar();
    this.board = family.mount(this);
    this.#showClock();
    addEventListener("keydown", (event) => this.#pressed(event));
    this.#update();
  }

  get attempt() {
    return this.history.attempt;
  }

  get puzzle() {
    return this.data.puzzle;
  }

  get isSolved() {
    return this.#solved;
  }

  /**
   * Make the next attempt the current one.
   *
   * @param {Attempt} attempt
   */
  play(attempt) {
    this.history.add(attempt);
    this.#changed();
  }

  /**
   * Say a sentence below the board.
   *
   * @param {string} text
   * @param {"" | "good" | "bad"} tone
   */
  say(text, tone = "") {
    this.strip.textContent = text;
    this.strip.className = tone;
  }

  #changed() {
    this.#broken = [];
    this.say("");
    this.#update();
  }

  #update() {
    const violations = this.family.check(this.puzzle, this.attempt);
    this.#solved = violations.length === 0;
    document.body.classList.toggle("solved", this.#solved);
    if (this.#solved) this.say(t("Solved: every rule holds."), "good");
    this.tools.undo.disabled = !this.history.canUndo;
    this.tools.redo.disabled = !this.history.canRedo;
    this.tools.reset.disabled = !this.history.canUndo;
    this.board.update(this.#broken);
  }

  /** Say which rule is broken, and where. */
  #check() {
    const violations = this.family.check(this.puzzle, this.attempt);
    const wrong = violations.filter(
      (each) => !this.family.isUnfinished(this.puzzle, this.attempt, each),
    );
    this.#broken = wrong.flatMap((each) => each.where);
    this.#update();
    if (violations.length === 0) return;
    if (wrong.length) this.say(wrong[0].text, "bad");
    else this.say(t("No rule is broken so far."));
  }

  #toolbar() {
    const change = (/** @type {() => void} */ action) => () => {
      action();
      this.#changed();
    };
    const tools = {
      undo: button(
        t("Undo"),
        change(() => this.history.undo()),
      ),
      redo: button(
        t("Redo"),
        change(() => this.history.redo()),
      ),
      reset: button(
        t("Reset"),
        change(() => this.history.reset()),
      ),
      check: button(t("Check"), () => this.#check(), { class: "main" }),
    };
    byId("tools").append(...Object.values(tools));
    return tools;
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const modified = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (modified && key === "z") (event.shiftKey ? this.tools.redo : this.tools.undo).click();
    else if (modified && key === "y") this.tools.redo.click();
    else if (!modified && !event.altKey && key === "c") this.tools.check.click();
    else return;
    event.preventDefault();
  }

  /** The time that the player has spent, while the file is visible and the puzzle unsolved. */
  #showClock() {
    const time = h("span", { role: "timer" });
    const show = () => {
      const { seconds } = this.history;
      const parts = [Math.floor(seconds / 60), seconds % 60];
      time.textContent = parts.map((part) => String(part).padStart(2, "0")).join(":");
    };
    const toggle = button(t("Clock"), () => toggleClock(), { "aria-pressed": "false" });
    const toggleClock = () => {
      const shown = time.hidden;
      time.hidden = !shown;
      toggle.setAttribute("aria-pressed", String(shown));
    };
    time.hidden = true;
    byId("clock").append(time, toggle);
    show();
    setInterval(() => {
      if (document.hidden || this.#solved) return;
      this.history.seconds += 1;
      if (this.history.canUndo) this.history.keep();
      show();
    }, SECOND_MS);
  }
}

/**
 * Play the puzzle of the file, or say why it is only drawn.
 *
 * @param {Data} data
 * @param {OfflineFamily} family
 */
export function playFile(data, family) {
  useTexts(data.lang, data.texts);
  const obstacle = family.obstacle?.(data.puzzle) ?? "";
  if (!obstacle) return new Player(data, family);
  const pictures = data.pieces.map((svg) =>
    s("svg", { viewBox: "-2 -2 44 44", "aria-hidden": "true" }, ...shapesOf(svg)),
  );
  byId("strip").textContent = obstacle;
  byId("pad").append(h("div", { class: "tray" }, ...pictures));
}

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
