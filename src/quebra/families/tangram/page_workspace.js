// The board of a game: the figure, the pieces in the tray and on the figure, and the thermometer.
//
// Lengths are in the unit of the puzzle; `scale` is the number of pixels of the drawing in one unit.

import { Layout, measure } from "/static/boards/layout.js";
import { boxOf, flipped, matrix, turned } from "/static/boards/poses.js";
import { CELL } from "/static/boards/sheet.js";
import { Thermometer } from "/static/boards/thermometer.js";
import { drawing, fill, h, s } from "/static/dom.js";
import { t } from "/static/texts.js";
import { button } from "/static/widgets.js";
import { Keys, TURN } from "./page_keys.js";
import { piecesOf, setPictures } from "./page_pieces.js";
import { Pointer } from "./page_pointer.js";

/** @import { Board, Box, CellBox, GameView, Hint, Place, PlayHost } from "/static/host.js" */
/** @import { Point, Pose } from "/static/boards/poses.js" */
/** @import { Piece } from "./page_pieces.js" */
/** @typedef {{ piece: number, x: number, y: number, angle: number, flip: boolean }} Placement */

const BOARD = 10; // cells along the longer side of the figure, in the server's drawing
const REACH = 22; // pixels around the centre of the handle that belong to it

/** @implements {Board} */
export class Workspace {
  /** @type {Map<Piece, Pose>} Poses of pieces that were turned in the tray. */
  #turnedInTray = new Map();
  /** @type {Piece | null} */
  chosen = null;
  /** @type {Element | null} The drawing of a hint. */
  ghost = null;
  welcome = t("Drag a piece into the figure, or tap a piece and then a place.");
  keys = [
    { keys: ["Tab"], text: t("Go to the next piece") },
    { keys: ["Enter", "Space"], text: t("Pick the piece up, or put it down") },
    { keys: ["←", "↑", "→", "↓"], text: t("Move it; with Shift by small steps") },
    { keys: ["[", "]"], text: t("Turn it by 45 degrees; with Shift by 5") },
    { keys: ["f"], text: t("Turn it over") },
    { keys: ["Delete"], text: t("Put it back") },
  ];
  handle = s(
    "g",
    { class: "handle", hidden: "" },
    s("circle", { r: REACH, class: "reach" }),
    s("circle", { r: 11 }),
    s("path", { d: "M-5 -2 A5.500 5.500 0 1 1 -4 4 M-5 -6.500 V-2 H-0.500" }),
  );

  /** @param {PlayHost} host */
  constructor(host) {
    this.host = host;
    this.pieces = piecesOf(host.view.puzzle);
    /** The piece that had the focus last. */
    this.current = this.pieces[0];
    this.keyboard = new Keys(this);
    this.#addTools();
    host.fit();
    const { figure } = host.view.puzzle;
    const outlines = [figure, ...this.pieces.map((piece) => piece.outline)];
    const [box, ...boxes] = measure(host.sheet.picture, outlines);
    for (const [i, piece] of this.pieces.entries()) piece.box = boxes[i];
    this.smallest = Math.min(...boxes.map(({ width, height }) => Math.min(width, height)));
    const layout = new Layout(box, this.pieces, this.#stage());
    this.cell = layout.cell;
    this.area = layout.area;
    this.scale = CELL / layout.cell;
    this.plane = s(
      "g",
      { transform: `scale(${this.scale})` },
      s("path", { d: figure, class: "figure" }),
    );
    this.figureBox = box;
    this.svg = this.#drawPlane(layout.frame);
    this.meter = new Thermometer(new Path2D(figure), box);
    host.sheet.layer.append(this.meter.element);
    this.#lay(this.meter.element, layout.meter);
    this.#addPieces();
    new Pointer(this);
    this.update(host.view);
    this.#loadPictures();
  }

  async #loadPictures() {
    try {
      setPictures(this.pieces, (await this.host.ask("pieces")).pieces, this.scale);
    } catch (error) {
      if (error instanceof Error) this.host.say(error.message, "bad");
    }
  }

  // Layout.

  #stage = () => /** @type {Element} */ (this.host.sheet.element.parentElement);

  /** @param {Box} frame */
  #drawPlane({ x, y, width, height }) {
    const { sheet } = this.host;
    const viewBox = [x, y, width, height].map((length) => length * this.scale).join(" ");
    sheet.draw(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"/>`);
    sheet.layer.classList.add("free");
    const svg = s("svg", { viewBox, class: "workspace" }, this.plane);
    sheet.picture.replaceChildren(svg);
    return svg;
  }

  /**
   * Lay an element of the layer over a box.
   *
   * @param {HTMLElement} element
   * @param {Box} box
   */
  #lay(element, { x, y, width, height }) {
    const inCells = [x, y, width, height].map((length) => (length * this.scale) / CELL);
    this.host.sheet.place(element, /** @type {CellBox} */ (inCells));
  }

  /**
   * Where a pointer is.
   *
   * @param {PointerEvent} event
   * @returns {Point}
   */
  point(event) {
    const [x, y] = this.host.sheet.at(event);
    return { x: x * this.cell, y: y * this.cell };
  }

  #addPieces() {
    const group = h("div", { role: "group", "aria-label": t("Board") });
    for (const piece of this.pieces) {
      piece.button.addEventListener("focus", () => this.#focused(piece));
      piece.button.addEventListener("click", () => this.choose(piece));
      piece.button.addEventListener("blur", () => this.#blurred(piece));
      piece.button.addEventListener("keydown", (event) => this.keyboard.pressed(piece, event));
      this.plane.append(piece.element);
      group.append(piece.button);
    }
    this.svg.append(this.handle);
    this.host.sheet.layer.append(group);
  }

  #addTools() {
    /** @type {(text: string, icon: string, run: (piece: Piece) => unknown) => HTMLElement} */
    const tool = (text, icon, run) =>
      button(text, () => run(this.chosen ?? this.current), { icon });
    fill(
      this.host.pad,
      tool(t("Turn left"), "left", (piece) => this.#turn(piece, -TURN)),
      tool(t("Turn right"), "turn", (piece) => this.#turn(piece, TURN)),
      tool(t("Flip"), "flip", (piece) => this.#flip(piece)),
      tool(t("Put back"), "erase", (piece) => this.putBack(piece)),
    );
  }

  // What is shown.

  /** @param {GameView} view */
  update(view) {
    const poses = this.#posesIn(view.answer.places);
    const names = new Map(view.spots.map((spot) => [String(spot.where), spot.text]));
    for (const piece of this.pieces) {
      piece.pose = poses.get(piece) ?? this.#turnedInTray.get(piece) ?? piece.home;
      if (piece.pose.placed) this.#turnedInTray.delete(piece);
      piece.button.setAttribute("aria-label", names.get(piece.where) ?? "");
      this.#show(piece);
      this.plane.append(piece.element);
    }
    this.meter.show(view.solved ? { covered: 1 } : view.progress.parts);
    this.keyboard.carried = null;
    this.showHint(null);
    this.choose(null);
  }

  /**
   * The poses of the pieces on the board. Copies are alike: the first ones count as placed.
   *
   * @param {Placement[]} placements
   */
  #posesIn(placements) {
    const used = this.pieces.map(() => 0);
    /** @type {Map<Piece, Pose>} */
    const poses = new Map();
    for (const { piece: kind, ...pose } of placements) {
      const piece = this.#copy(kind, used[kind]);
      used[kind] += 1;
      if (piece) poses.set(piece, { ...pose, placed: true });
    }
    return poses;
  }

  /**
   * @param {number} kind
   * @param {number} copy
   */
  #copy = (kind, copy) => this.pieces.find((each) => each.kind === kind && each.copy === copy);

  /**
   * The piece of an element of the drawing.
   *
   * @param {Element | null} element
   */
  pieceOf = (element) => this.pieces.find((each) => each.element === element);

  /** @param {Piece} piece */
  #show(piece, pose = piece.pose) {
    const { a, b, c, d, e, f } = matrix(pose);
    piece.element.setAttribute("transform", `matrix(${[a, b, c, d, e, f].join(" ")})`);
    this.#lay(piece.button, boxOf(piece, pose));
  }

  /**
   * Show a piece where it would be placed, and what that would cover.
   *
   * @param {Piece} held
   * @param {Pose} pose
   */
  preview(held, pose) {
    this.#show(held, pose);
    this.#showHandle(pose);
    const placed = this.pieces.filter((piece) => piece !== held && piece.pose.placed);
    this.meter.estimate([
      ...placed.map((piece) => ({ path: piece.path, matrix: matrix(piece.pose) })),
      { path: held.path, matrix: matrix(pose) },
    ]);
  }

  #showHandle(pose = this.chosen?.pose) {
    this.handle.toggleAttribute("hidden", !this.chosen);
    if (!this.chosen || !pose) return this.handle.removeAttribute("transform");
    const { x, y, width } = boxOf(this.chosen, pose);
    const left = (x + width / 2) * this.scale;
    const top = Math.max(y - 0.5 * this.cell, this.area.y + 0.35 * this.cell) * this.scale;
    const pixel = this.svg.viewBox.baseVal.width / this.svg.clientWidth;
    this.handle.setAttribute("transform", `translate(${left} ${top}) scale(${pixel})`);
  }

  /** @param {Piece} piece */
  #focused(piece) {
    this.current = piece;
    piece.element.classList.add("focused");
  }

  /** @param {Piece} piece */
  #blurred(piece) {
    piece.element.classList.remove("focused");
    this.keyboard.drop();
  }

  focus() {
    this.current.button.focus();
  }

  /** @param {Piece | null} piece */
  choose(piece) {
    this.chosen = piece;
    for (const each of this.pieces) {
      each.element.classList.toggle("chosen", each === piece);
      each.button.setAttribute("aria-pressed", String(each === piece));
    }
    if (piece) this.plane.append(piece.element);
    this.#showHandle();
  }

  /**
   * @param {string} name
   * @param {Place[]} places
   */
  mark(name, places) {
    const wanted = new Set(places.map(String));
    for (const piece of this.pieces)
      for (const element of [piece.element, piece.button])
        element.classList.toggle(name, wanted.has(piece.where));
  }

  /**
   * Show the step of a hint below the pieces: the ghost of the piece to place, and what is marked.
   *
   * @param {Hint | null} hint
   */
  showHint(hint) {
    this.ghost?.remove();
    this.ghost = null;
    if (!hint) return;
    const { x, y, width, height } = this.figureBox;
    const margin = Math.max(width, height) / BOARD; // one cell of the server's drawing
    const picture = drawing(hint.svg);
    const place = { x: x - margin, y: y - margin };
    const size = { width: width + 2 * margin, height: height + 2 * margin };
    for (const [name, value] of Object.entries({ ...place, ...size }))
      picture.setAttribute(name, String(value));
    this.ghost = picture;
    this.plane.insertBefore(picture, this.plane.children[1] ?? null);
  }

  // What a player does.

  /**
   * Place a piece near a pose; the server moves it so that it touches what it nearly touches.
   *
   * @param {Piece} piece
   * @param {Pose} pose
   */
  async place(piece, pose) {
    const { kind } = piece;
    const copies = this.pieces.filter((each) => each.kind === kind && each.pose.placed).length;
    const numbers = [pose.x, pose.y, pose.angle].map((value) => Number(value.toFixed(6)));
    this.#turnedInTray.delete(piece);
    const view = await this.host.play(`${piece.number}~${numbers}${pose.flip ? ",f" : ""}`);
    if (!view) return this.update(this.host.view);
    // Of copies in the tray, the first one is placed.
    const placed = piece.pose.placed ? piece : this.#copy(kind, copies);
    this.choose(placed ?? null);
    if (this.current === piece) placed?.button.focus({ preventScroll: true });
  }

  /**
   * Give a piece a pose: on the board that is a move, in the tray only the page knows it.
   *
   * @param {Piece} piece
   * @param {Pose} pose
   */
  setPose(piece, pose) {
    if (pose.placed) return this.place(piece, pose);
    this.#turnedInTray.set(piece, pose);
    piece.pose = pose;
    this.#show(piece);
    this.choose(piece);
  }

  /**
   * @param {Piece} piece
   * @param {number} angle
   */
  #turn(piece, angle) {
    this.setPose(piece, turned(piece, piece.pose, angle));
  }

  /** @param {Piece} piece */
  #flip(piece) {
    if (piece.canFlip) this.setPose(piece, flipped(piece, piece.pose));
    else this.host.say(t("This piece may not be turned over."));
  }

  /** @param {Piece} piece */
  putBack(piece) {
    this.#turnedInTray.delete(piece);
    if (piece.pose.placed) return this.host.play(`${piece.number}=.`);
    piece.pose = piece.home;
    this.#show(piece);
    this.#showHandle();
  }
}
