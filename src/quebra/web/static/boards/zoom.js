// The zoom of a board: its frame stays, and the board in it grows and can be scrolled.
//
// Level 1 shows the whole board. Families know nothing of it: `Sheet.at` and elements of the layer
// follow the drawing.

import { h } from "../dom.js";
import { t } from "../texts.js";
import { iconButton } from "../widgets.js";
import { Minimap } from "./minimap.js";
import { watchPointers } from "./pan.js";

/** @import { KeyAction } from "../host.js" */
/** @import { Sheet } from "./sheet.js" */
/** @typedef {[x: number, y: number]} Point  In pixels of the window, or as shares of the board. */

const STEP = 1.5; // of the keys and the buttons
const SMALL = 32; // cells of fewer pixels are offered the zoom
const MANY = 12; // boards with this number of rows and columns are offered it too
const TINY = 24; // a board whose cells have fewer pixels is opened with cells of SMALL pixels
const LARGE = 160; // pixels of the largest cells
const MOST = 2; // the highest level of boards whose cells are large already

export class Zoom {
  level = 1;
  #hasCells = false;
  /** Called when the level or what the level can be has changed. */
  changed = () => {};

  /** @param {Sheet} sheet */
  constructor(sheet) {
    this.board = sheet.element;
    this.scroller = h("div", { class: "scroller" }, this.board);
    this.minimap = new Minimap(sheet, this.scroller);
    const act = { in: () => this.by(STEP), out: () => this.by(1 / STEP), all: () => this.set(1) };
    this.tools = h(
      "div",
      { class: "zoom-tools", role: "group", "aria-label": t("Zoom") },
      this.minimap.element,
      iconButton(t("Zoom out"), "minus", act.out, { class: "zoom-out" }),
      iconButton(t("Show the whole board"), "fit", act.all, { class: "zoom-all" }),
      iconButton(t("Zoom in"), "plus", () => (this.isZoomed ? act.in() : this.toggle())),
    );
    this.frame = h("div", { class: "frame" }, this.scroller, this.tools);
    watchPointers(this);
    this.scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    this.scroller.addEventListener("focusin", () => this.#uncover());
    new ResizeObserver(() => this.set(this.level)).observe(this.frame);
  }

  /** Choose the level with which a board of cells opens. */
  start() {
    this.#hasCells = true;
    this.set(this.cell < TINY ? SMALL / this.cell : 1);
  }

  /** The pixels of a cell at level 1. */
  get cell() {
    return this.board.offsetWidth / this.level / (this.#cells("--across") || 1);
  }

  /** @param {"--across" | "--down"} direction */
  #cells = (direction) => Number(this.board.style.getPropertyValue(direction));

  /** Whether the zoom is offered: the cells are small at level 1, or there are many. */
  get isOffered() {
    const cells = Math.floor(Math.min(this.#cells("--across"), this.#cells("--down")));
    return this.cell < SMALL || (this.#hasCells && cells >= MANY);
  }

  /** Whether cells are large enough for a finger as they are now. */
  get isReadable() {
    return this.cell * this.level > SMALL - 1;
  }

  get isZoomed() {
    return this.level > 1;
  }

  /** @param {number} factor */
  by(factor) {
    this.set(this.level * factor, this.#focus());
  }

  /** Show the whole board, or, if that is shown, cells that are large enough for a finger. */
  toggle() {
    this.set(this.isZoomed ? 1 : Math.max(STEP, SMALL / this.cell), this.#focus());
  }

  /**
   * Set the level, and keep a point of the board at a point of the window.
   *
   * @param {number} level
   * @param {Point} at
   * @param {Point} point  By default what is there now.
   */
  set(level, at = this.#middle(), point = this.pointAt(at)) {
    if (!this.board.offsetWidth) return;
    const most = Math.max(MOST, LARGE / this.cell);
    this.level = level < 1.02 ? 1 : Math.min(level, most);
    this.board.style.setProperty("--zoom", String(this.level));
    this.board.style.setProperty("--cell", `${this.cell * this.level}px`);
    this.frame.classList.toggle("zoomed", this.isZoomed);
    this.frame.classList.toggle("small", this.cell < SMALL);
    const { left, top, width, height } = this.board.getBoundingClientRect();
    this.scroller.scrollBy(left + point[0] * width - at[0], top + point[1] * height - at[1]);
    this.#scrolled();
    this.changed();
  }

  /**
   * The point of the board that is shown at a point of the window.
   *
   * @param {Point} at
   * @returns {Point}
   */
  pointAt([x, y]) {
    const { left, top, width, height } = this.board.getBoundingClientRect();
    return [(x - left) / width, (y - top) / height];
  }

  /**
   * Bring elements of the board into the middle of the frame, or the first one if there is no room
   * for all. Where cells are tiny, zoom in until they can be read.
   *
   * @param {Element[]} elements
   */
  reveal(elements) {
    if (!elements.length) return;
    if (this.cell * this.level < TINY) this.set(SMALL / this.cell);
    if (!this.isZoomed) return;
    const { width, height } = this.scroller.getBoundingClientRect();
    const rectangles = elements.map((each) => each.getBoundingClientRect());
    const all = around(rectangles);
    const hasRoom = all.width <= width && all.height <= height;
    const { x, y, ...size } = (hasRoom ? all : rectangles[0]).toJSON();
    this.set(this.level, this.#middle(), this.pointAt([x + size.width / 2, y + size.height / 2]));
  }

  /** The rows of the table of keys; where the board uses 0, the star shows the whole board.
   *
   * @param {KeyAction[]} others
   * @returns {KeyAction[]}
   */
  keys(others) {
    const whole = others.some(({ keys }) => keys.includes("0")) ? "*" : "0";
    return [
      { keys: ["+"], text: t("Zoom in"), run: () => this.by(STEP) },
      { keys: ["-"], text: t("Zoom out"), run: () => this.by(1 / STEP) },
      { keys: [whole], text: t("Show the whole board"), run: () => this.set(1) },
    ];
  }

  /** @returns {Point} */
  #middle() {
    const { left, top, width, height } = this.scroller.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  }

  /**
   * The middle of the focused cell if it is shown, or else of the frame.
   *
   * @returns {Point}
   */
  #focus() {
    const cell = this.board.querySelector('[aria-selected="true"], :focus');
    const frame = this.scroller.getBoundingClientRect();
    const { left, top, width, height } = cell?.getBoundingClientRect() ?? frame;
    const [x, y] = [left + width / 2, top + height / 2];
    const isShown = x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
    return isShown ? [x, y] : this.#middle();
  }

  /** The tools are at the right; in the last corner of the board, which they would cover, at the left. */
  #scrolled() {
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } =
      this.scroller;
    const isLast =
      this.isZoomed &&
      scrollLeft + clientWidth >= scrollWidth - 2 &&
      scrollTop + clientHeight >= scrollHeight - 2;
    this.tools.classList.toggle("left", isLast);
    this.minimap.show(this.isZoomed);
  }

  /** A cell that keys have chosen is not left below the tools; one under a finger stays there. */
  #uncover() {
    const focused = this.board.querySelector(":focus-visible");
    if (!focused || !this.isZoomed || !this.#covers(focused)) return;
    focused.scrollIntoView({ block: "center", inline: "center" });
    if (this.#covers(focused)) this.scroller.scrollBy(-SMALL, -SMALL);
  }

  /** @param {Element} element */
  #covers(element) {
    const [one, other] = [element, this.tools].map((each) => each.getBoundingClientRect());
    return (
      Math.min(one.right, other.right) > Math.max(one.left, other.left) &&
      Math.min(one.bottom, other.bottom) > Math.max(one.top, other.top)
    );
  }
}

/**
 * The smallest rectangle around others.
 *
 * @param {DOMRect[]} all
 */
function around(all) {
  const [left, top] = [
    Math.min(...all.map((each) => each.left)),
    Math.min(...all.map((each) => each.top)),
  ];
  const right = Math.max(...all.map((each) => each.right));
  const bottom = Math.max(...all.map((each) => each.bottom));
  return new DOMRect(left, top, right - left, bottom - top);
}
