// The figure and the pieces in one drawing: the board, and a tray beside or below it.

import { CELL, s, shapesOf } from "../../render/player/dom.js";
import { regionsOf } from "./offline_check.js";
import { cosSin, movedPoint } from "./offline_region.js";

/** @typedef {import("../../render/player/player.js").Player} Player */
/** @typedef {import("./offline_check.js").Placement} Placement */
/** @typedef {import("./offline_region.js").Point} Point */

const BOARD = 10; // the longer side of the figure, in cells
const MARGIN = 1; // around the figure, in cells
const GAP = 12; // between pieces in the tray, in pixels of the drawing

export class PiecePlane {
  /** @type {SVGGElement[]} */
  pieces = [];
  /** @type {Point[]} The middle of each piece in its own coordinates. */
  middles = [];
  /** @type {Point[]} The middle of each slot of the tray in the drawing. */
  #slots = [];
  /** @type {Point[]} The size of each piece in the drawing. */
  #sizes = [];

  /**
   * @param {Player} player
   * @param {number[]} kinds  The kind of each piece.
   */
  constructor(player, kinds) {
    this.svg = player.svg;
    this.kinds = kinds;
    const { figure, shapes } = regionsOf(player.puzzle);
    const [low, high] = box(figure.flat());
    this.figureWidth = Math.max(high[0] - low[0], high[1] - low[1]);
    this.scale = (BOARD * CELL) / this.figureWidth;
    this.corner = low.map((value) => value - (MARGIN * CELL) / this.scale);
    this.size = low.map((value, k) => (high[k] - value) * this.scale + 2 * MARGIN * CELL);
    this.centre = low.map((value, k) => (value + high[k]) / 2);
    this.ground = s("rect", { class: "tray-ground", rx: 8 });
    this.svg.append(this.ground);
    for (const [id, kind] of kinds.entries()) {
      const [from, to] = box(shapes[kind].flat());
      this.middles.push(from.map((value, k) => (value + to[k]) / 2));
      this.#sizes.push(from.map((value, k) => (to[k] - value) * this.scale));
      // The drawing of a piece has its upper left corner at the origin.
      const at = from.map((value) => value * this.scale).join(" ");
      const drawn = s(
        "g",
        { transform: `translate(${at})` },
        ...shapesOf(player.data.pieces[kind]),
      );
      const attributes = { class: "piece", tabindex: 0, role: "button", "data-piece": id };
      this.pieces.push(s("g", attributes, drawn));
    }
    this.svg.append(...this.pieces);
  }

  /**
   * Find the slots of the tray, beside the board or below it, as the window is wide or tall.
   *
   * @param {boolean[]} inTray  The pieces that are in the tray.
   */
  layOut(inTray) {
    const below = innerWidth < innerHeight;
    document.body.classList.toggle("pieces-below", below);
    const [width, height] = this.size;
    const corner = below ? [0, height] : [width, 0];
    let room = below ? width : 0.7 * width;
    let low = this.#fill(corner, room);
    // Beside the board, the tray is wide enough to be no higher, if that is not too wide.
    while (!below && low > height && room < 2 * width) {
      room *= 1.2;
      low = this.#fill(corner, room);
    }
    const tray = [room, Math.max(low, below ? 0 : height)];
    this.tray = { corner, below };
    const whole = below ? [width, height + tray[1]] : [width + tray[0], Math.max(height, tray[1])];
    this.svg.setAttribute("viewBox", [-8, -8, whole[0] + 16, whole[1] + 16].join(" "));
    const area = { x: corner[0] + 2, y: corner[1] + 2, width: tray[0] - 4, height: tray[1] - 4 };
    for (const [name, value] of Object.entries(area)) this.ground.setAttribute(name, String(value));
    this.ground.toggleAttribute("hidden", !inTray.includes(true));
  }

  /**
   * Fill a tray of this width with slots, row by row; returns its height.
   *
   * @param {Point} corner
   * @param {number} room
   */
  #fill(corner, room) {
    let [x, y, low] = [GAP, GAP, 0];
    this.#slots = this.#sizes.map(([w, h]) => {
      const side = Math.max(w, h); // a piece that is turned needs as much
      if (x > GAP && x + side + GAP > room) [x, y, low] = [GAP, y + low + GAP, 0];
      const slot = [corner[0] + x + side / 2, corner[1] + y + side / 2];
      [x, low] = [x + side + GAP, Math.max(low, side)];
      return slot;
    });
    return y + low + GAP;
  }

  /**
   * The pose of a piece in its slot of the tray.
   *
   * @param {number} id
   * @param {{ angle: number, flip: boolean }} turn
   */
  inTray = (id, turn) => this.#centred(id, turn, this.#toPlane(this.#slots[id]));

  /**
   * The pose of a piece in the middle of the figure.
   *
   * @param {number} id
   * @param {{ angle?: number, flip?: boolean }} turn
   */
  inMiddle = (id, turn) => this.#centred(id, turn, this.centre);

  /**
   * @param {number} id
   * @param {{ angle?: number, flip?: boolean }} turn
   * @param {Point} at
   * @returns {Placement}
   */
  #centred(id, { angle = 0, flip = false }, at) {
    const middle = movedPoint({ x: 0, y: 0, angle, flip }, this.middles[id]);
    return { piece: this.kinds[id], x: at[0] - middle[0], y: at[1] - middle[1], angle, flip };
  }

  /**
   * @param {number} id
   * @param {Placement} pose
   */
  show(id, { x, y, angle = 0, flip = false }) {
    const [c, si] = cosSin(angle);
    const sign = flip ? -1 : 1;
    const shift = [x - this.corner[0], y - this.corner[1]].map((value) => value * this.scale);
    const matrix = [c, si, -sign * si, sign * c, ...shift];
    this.pieces[id].setAttribute("transform", `matrix(${matrix.join(" ")})`);
    for (const text of this.pieces[id].querySelectorAll("text")) {
      const at = ["x", "y"].map((name) => Number(text.getAttribute(name)));
      // The inverse about the middle of the text, which stays upright.
      const inverse = [c, -sign * si, si, sign * c];
      const back = [
        at[0] - inverse[0] * at[0] - inverse[2] * at[1],
        at[1] - inverse[1] * at[0] - inverse[3] * at[1],
      ];
      text.setAttribute("transform", `matrix(${[...inverse, ...back].join(" ")})`);
    }
  }

  /** @param {number} id */
  raise(id) {
    if (this.svg.lastElementChild !== this.pieces[id]) this.svg.append(this.pieces[id]);
  }

  /**
   * Whether the middle of a piece is on the board, not over the tray.
   *
   * @param {number} id
   * @param {Placement} pose
   */
  isOnBoard(id, pose) {
    const [x, y] = movedPoint(pose, this.middles[id]);
    const at = [(x - this.corner[0]) * this.scale, (y - this.corner[1]) * this.scale];
    return this.tray?.below ? at[1] < this.size[1] : at[0] < this.size[0];
  }

  /**
   * The point of the plane under a pointer.
   *
   * @param {PointerEvent} event
   */
  pointAt(event) {
    const matrix = /** @type {DOMMatrix} */ (this.svg.getScreenCTM());
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return this.#toPlane([x, y]);
  }

  /** @param {Point} point */
  #toPlane = (point) => point.map((value, k) => value / this.scale + this.corner[k]);
}

/**
 * The lower and upper ends of the box around points.
 *
 * @param {Point[]} points
 */
const box = (points) =>
  [Math.min, Math.max].map((end) => [0, 1].map((k) => end(...points.map((point) => point[k]))));
