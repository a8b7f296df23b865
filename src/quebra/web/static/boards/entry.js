// A board where values are entered into cells, with pencil marks: by keys, number pad and taps.
//
// Families that have `values` and no page.js get this board as it is.

import { fill, h } from "../dom.js";
import { t } from "../texts.js";
import { button } from "../widgets.js";
import { cellName, GridLayer } from "./grid.js";

/** @import { Board, BoardModule, Host, KeyAction, Place, View } from "../host.js" */

/**
 * How the values of a family look and what they are called.
 *
 * @typedef {object} EntryOptions
 * @property {(value: string) => Node | string} [show]  The content of a button or pencil mark.
 * @property {(value: string) => string} [name]  The name of a value.
 * @property {string[]} [notes]  Values that are only notes; alone in a cell they are shown large.
 * @property {(where: Place) => unknown} [pick]  A cell was clicked or tapped, or Enter was pressed.
 */

const DIGITS_MS = 900; // within this time, digits make one number
const MOST_KEYS = 9;
const CLEAR = ".";
const CLEAR_KEYS = ["Delete", "Backspace", " ", "0", CLEAR];

/** @type {BoardModule} */
export default { mount: (host) => entryBoard(host) };

/**
 * @param {Host} host
 * @param {EntryOptions} options
 * @returns {Board}
 */
export function entryBoard(host, options = {}) {
  return new EntryBoard(host, options);
}

/** @implements {Board} */
class EntryBoard {
  #pencil = false;
  #shownKeys = -1;
  #typed = { text: "", at: 0 };
  /** @type {Map<HTMLElement, string>} The cells with pencil marks, and their names without them. */
  #marked = new Map();

  /**
   * @param {Host} host
   * @param {EntryOptions} options
   */
  constructor(host, { show = String, name = String, notes = [], pick }) {
    this.host = host;
    this.show = show;
    this.name = name;
    this.notes = notes;
    this.pick = pick;
    /** @type {View} */
    this.view = host.view;
    this.hasPencil = host.mode === "play";
    this.layer = new GridLayer(host.sheet, {
      name: t("Board"),
      pick,
      key: (where, event) => this.#pressed(where, event),
      moved: () => {
        this.#typed = { text: "", at: 0 };
      },
    });
    this.pencilButton = button(t("Pencil"), () => this.#togglePencil(), {
      icon: "pencil",
      kind: "rest",
      "aria-pressed": "false",
    });
    this.values = h("div", { class: "values", role: "group", "aria-label": t("Values") });
    this.values.addEventListener("click", this.#returnFocus);
    this.pencilButton.addEventListener("click", this.#returnFocus);
    fill(host.pad, this.values, this.hasPencil && this.pencilButton);
    this.keys = this.#keyTable();
    this.update(host.view);
  }

  /** @returns {KeyAction[]} */
  #keyTable() {
    const pencil = [
      { keys: ["Shift+1", "Ctrl+1"], text: t("Pencil mark") },
      { keys: ["n"], text: t("Pencil on or off") },
    ];
    return [
      { keys: ["←", "↑", "→", "↓"], text: t("Move on the board") },
      { keys: ["1", "2", "3", "…"], text: t("Enter a value") },
      ...(this.hasPencil ? pencil : []),
      ...(this.pick ? [{ keys: ["Enter"], text: t("Choose the cell") }] : []),
      { keys: ["Delete", "0"], text: t("Erase the cell") },
    ];
  }

  /** @param {View} view */
  update(view) {
    this.view = view;
    this.layer.update(view.spots.filter((spot) => spot.part === "board"));
    if (this.#shownKeys !== this.#keyValues().length) this.#showValues();
    this.#showMarks("marks" in view ? view.marks : []);
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
   * Enter a value into the current cell, or toggle a pencil mark of it.
   *
   * @param {string} value
   */
  async #enter(value, asMark = this.#pencil) {
    if (!this.layer.current) return;
    const sign = asMark && this.hasPencil && value !== CLEAR ? "*" : "=";
    await this.host.play(`${cellName(this.layer.current)}${sign}${value}`);
  }

  #togglePencil() {
    this.#pencil = !this.#pencil;
    this.pencilButton.setAttribute("aria-pressed", String(this.#pencil));
  }

  /**
   * Move the focus from the pad back to the cell, so that keys work there. A button that was
   * activated by a key, which is a click without detail, keeps the focus.
   *
   * @param {MouseEvent} event
   */
  #returnFocus = (event) => {
    if (event.detail) this.layer.focus({ preventScroll: true });
  };

  /**
   * @param {Place} where
   * @param {KeyboardEvent} event
   */
  #pressed(where, event) {
    const control = event.ctrlKey || event.metaKey;
    const key = event.code.startsWith("Digit") ? event.code.slice(-1) : event.key.toLowerCase();
    const value = event.altKey ? null : this.#valueOf(key);
    if (value != null) this.#enter(value, this.#pencil || event.shiftKey || control);
    else if (CLEAR_KEYS.includes(event.key)) this.#enter(CLEAR, false);
    else if (key === "n" && this.hasPencil && !control) this.#togglePencil();
    else if (key === "enter" && this.pick) this.pick(where);
    else return;
    event.preventDefault();
  }

  /**
   * The value that a key means, together with the digits typed just before.
   *
   * @param {string} key
   */
  #valueOf(key) {
    const before = Date.now() - this.#typed.at < DIGITS_MS ? this.#typed.text : "";
    const value = [before + key, key].find((text) => this.view.values.includes(text));
    if (value != null) this.#typed = { text: value, at: Date.now() };
    return value;
  }

  /** The values with a key of their own; on the setter's desk large ones are typed. */
  #keyValues() {
    const { values } = this.view;
    return this.host.mode === "set" ? values.slice(0, MOST_KEYS) : values;
  }

  #showValues() {
    /** @param {string} value */
    const valueButton = (value) => {
      const attributes = { "aria-label": this.name(value), onclick: () => this.#enter(value) };
      return h("button", { type: "button", class: "value", ...attributes }, this.show(value));
    };
    const erase = () => this.#enter(CLEAR, false);
    // The last key takes the rest of its row.
    const before = this.#keyValues().length + 1;
    for (const columns of [3, 5])
      this.pencilButton.style.setProperty(
        `--rest-${columns}`,
        String(columns - (before % columns)),
      );
    fill(
      this.values,
      ...this.#keyValues().map(valueButton),
      button(t("Erase"), erase, { icon: "erase", kind: "value" }),
      ...this.#spareKeys(),
    );
    this.#shownKeys = this.#keyValues().length;
  }

  /** On the setter's desk, where the number of values changes, room for as many keys as there can be. */
  #spareKeys() {
    const spare = this.host.mode === "set" ? MOST_KEYS - this.#keyValues().length : 0;
    return Array.from({ length: spare }, () => h("span", { class: "value spare" }));
  }

  /** @param {{ where: Place, values: string[], large?: boolean }[]} marks */
  #showMarks(marks) {
    for (const [cell, text] of this.#marked) {
      fill(cell);
      if (cell.getAttribute("aria-label")?.startsWith(`${text};`))
        cell.setAttribute("aria-label", text);
    }
    this.#marked.clear();
    for (const { where, values, large } of marks) {
      const cell = this.layer.at(where);
      if (!cell) continue;
      this.#marked.set(cell, cell.getAttribute("aria-label") ?? "");
      const isNote = large || values.every((value) => this.notes.includes(value));
      cell.append(isNote ? this.#note(values) : this.#pencilMarks(values));
      const named = { values: values.map(this.name).join(", ") };
      const names = large
        ? t("{values} in all solutions", named)
        : t("pencil marks {values}", named);
      cell.setAttribute("aria-label", `${cell.getAttribute("aria-label")}; ${names}`);
    }
  }

  /**
   * Pencil marks, each value always at the same place in a cell.
   *
   * @param {string[]} marked
   */
  #pencilMarks(marked) {
    const { values } = this.view;
    const signs = values.map((value) =>
      h("span", {}, marked.includes(value) ? this.show(value) : ""),
    );
    const element = h("div", { class: "pencilled", "aria-hidden": "true" }, ...signs);
    const side = Math.max(2, Math.ceil(Math.sqrt(values.length)));
    element.style.setProperty("--side", String(side));
    return element;
  }

  /** @param {string[]} values */
  #note(values) {
    const sign = h("span", {}, ...values.map(this.show));
    return h("div", { class: "noted-large", "aria-hidden": "true" }, sign);
  }
}
