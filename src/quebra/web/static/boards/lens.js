// A lens over small cells: a finger that rests on the board sees them magnified, beside itself.
//
// The cell that the lens frames is the one that is taken when the finger leaves.

import { h } from "../dom.js";

/** @import { Point, Zoom } from "./zoom.js" */

const HOLD_MS = 500;
const SIZE = 136; // pixels of the lens
const CELL = 48; // pixels of a cell in it
const AWAY = 36; // pixels between the finger and the lens
const MARGIN = 8; // between the lens and the edge of the window

export class Lens {
  #timer = 0;
  /** @type {Point} */
  #at = [0, 0];
  picture = h("div", { class: "lens-picture" });
  aim = h("div", { class: "lens-aim" });
  element = h("div", { class: "lens", "aria-hidden": "true" }, this.picture, this.aim);

  /** @param {Zoom} zoom */
  constructor(zoom) {
    this.zoom = zoom;
  }

  get isOpen() {
    return this.element.isConnected;
  }

  /**
   * A finger has come down; the lens opens if it stays.
   *
   * @param {Point} at
   */
  wait(at) {
    this.close();
    if (this.zoom.isReadable) return;
    this.#at = at;
    this.#timer = setTimeout(() => this.#open(), HOLD_MS);
  }

  #open() {
    const svg = this.zoom.board.querySelector(".drawing svg");
    if (!svg) return;
    this.picture.replaceChildren(svg.cloneNode(true));
    document.body.append(this.element);
    this.show(this.#at);
  }

  /**
   * Show what is at a point of the window.
   *
   * @param {Point} at
   */
  show([x, y]) {
    this.#at = [x, y];
    const factor = CELL / (this.zoom.cell * this.zoom.level);
    /** @type {(element: HTMLElement, box: DOMRect) => void} */
    const lay = ({ style }, { left, top, width, height }) => {
      style.left = `${SIZE / 2 + (left - x) * factor}px`;
      style.top = `${SIZE / 2 + (top - y) * factor}px`;
      style.width = `${width * factor}px`;
      style.height = `${height * factor}px`;
    };
    lay(this.picture, this.zoom.board.getBoundingClientRect());
    const cell = this.#cell;
    this.aim.hidden = !cell;
    if (cell) lay(this.aim, cell.getBoundingClientRect());
    const { style } = this.element;
    const most = innerWidth - SIZE - MARGIN;
    style.left = `${Math.max(MARGIN, Math.min(most, x - SIZE / 2))}px`;
    style.top = `${y - SIZE - AWAY < MARGIN ? y + AWAY : y - SIZE - AWAY}px`;
  }

  /** Choose the cell that the lens frames, as a tap on it does. */
  take() {
    const [clientX, clientY] = this.#at;
    this.#cell?.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX, clientY }));
    this.close();
  }

  close() {
    clearTimeout(this.#timer);
    this.element.remove();
  }

  get #cell() {
    const found = document.elementFromPoint(...this.#at)?.closest('[role="gridcell"]') ?? null;
    return this.zoom.board.contains(found) ? found : null;
  }
}
