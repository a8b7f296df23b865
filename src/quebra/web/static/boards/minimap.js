// A small picture of the whole board, with the part that is shown, which can be dragged.

import { debounce, h } from "../dom.js";

/** @import { Sheet } from "./sheet.js" */

const LEAST_HEIGHT = 280; // pixels of a frame with a minimap
const PAUSE_MS = 200; // after the last change of the drawing

export class Minimap {
  #isShown = false;
  #isStale = true;

  /**
   * @param {Sheet} sheet
   * @param {HTMLElement} scroller
   */
  constructor(sheet, scroller) {
    this.sheet = sheet;
    this.scroller = scroller;
    this.picture = h("div", { class: "picture" });
    this.view = h("div", { class: "viewport" });
    this.element = h(
      "div",
      { class: "minimap", "aria-hidden": "true", hidden: true },
      this.picture,
      this.view,
    );
    this.element.addEventListener("pointerdown", (event) => this.#pressed(event));
    this.element.addEventListener("pointermove", (event) => {
      if (this.element.hasPointerCapture(event.pointerId)) this.#goTo(event);
    });
    const copySoon = debounce(PAUSE_MS, () => this.#copy());
    const watch = { childList: true, subtree: true, attributes: true };
    new MutationObserver(() => {
      this.#isStale = true;
      if (this.#isShown) copySoon();
    }).observe(sheet.picture, watch);
  }

  /**
   * Show the part of the board that is in the frame; hidden while that is everything, and in a low
   * frame, most of which it would cover.
   *
   * @param {boolean} isZoomed
   */
  show(isZoomed) {
    this.#isShown = isZoomed && this.scroller.clientHeight >= LEAST_HEIGHT;
    this.element.hidden = !this.#isShown;
    if (!this.#isShown) return;
    if (this.#isStale) this.#copy();
    const board = this.sheet.element.getBoundingClientRect();
    const frame = this.scroller.getBoundingClientRect();
    /** @type {(start: number, end: number, from: number, length: number) => [string, string]} */
    const shares = (start, end, from, length) => {
      const first = Math.max(0, (start - from) / length);
      const last = Math.min(1, (end - from) / length);
      return [`${100 * first}%`, `${100 * (last - first)}%`];
    };
    const { style } = this.view;
    [style.left, style.width] = shares(frame.left, frame.right, board.left, board.width);
    [style.top, style.height] = shares(frame.top, frame.bottom, board.top, board.height);
  }

  #copy() {
    const svg = this.sheet.picture.firstElementChild;
    if (!svg || !this.#isShown) return;
    this.#isStale = false;
    this.element.style.setProperty("--ratio", this.sheet.element.style.getPropertyValue("--ratio"));
    this.picture.replaceChildren(svg.cloneNode(true));
  }

  /** @param {PointerEvent} event */
  #pressed(event) {
    event.preventDefault();
    event.stopPropagation();
    this.element.setPointerCapture(event.pointerId);
    this.#goTo(event);
  }

  /**
   * Bring the pointed part of the board into the middle of the frame.
   *
   * @param {PointerEvent} event
   */
  #goTo({ clientX, clientY }) {
    const map = this.element.getBoundingClientRect();
    const board = this.sheet.element.getBoundingClientRect();
    const frame = this.scroller.getBoundingClientRect();
    const x = board.left + ((clientX - map.left) / map.width) * board.width;
    const y = board.top + ((clientY - map.top) / map.height) * board.height;
    this.scroller.scrollBy(x - (frame.left + frame.width / 2), y - (frame.top + frame.height / 2));
  }
}
