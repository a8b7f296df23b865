// The figure, its pieces beside and upon it, and what becomes of them.
//
// All lengths are the puzzle's own, but for `k`, the pixels of the drawing that one of them takes.
// A pose is where a piece is: `{x, y, angle, flip, laid}`; those not laid are in the tray, where
// they are smaller, by `scale`.

import { boxOf, flipped, motion, turned } from "/static/boards/poses.js";
import { measured, Room } from "/static/boards/room.js";
import { Thermometer } from "/static/boards/thermometer.js";
import { fill, h, s } from "/static/dom.js";
import { button } from "/static/widgets.js";
import { Keys, TURN } from "./page_keys.js";
import { copies, dress, furnish } from "./page_pieces.js";
import { Pointer } from "./page_pointer.js";
import { say } from "./page_texts.js";

const CELL = 40;
const REACH = 22; // pixels from the handle's middle that still are the handle

export class Workspace {
  constructor(host) {
    this.host = host;
    this.pieces = copies(host.view.puzzle);
    this.held = new Map(); // poses of pieces that were turned in the tray
    this.chosen = null;
    this.current = this.pieces[0]; // where the focus was last
    this.keys = new Keys(this);
    this.#layOut();
    this.#addPieces();
    this.#addTools();
    new Pointer(this);
    this.update(host.view);
    host
      .ask("pieces")
      .then(({ pieces }) => dress(this.pieces, pieces, this.k))
      .catch((error) => host.say(error.message, "bad"));
  }

  board() {
    return {
      update: (view) => this.update(view),
      mark: (name, places) => this.mark(name, places),
      focus: () => this.current.button.focus(),
      welcome: say("welcome"),
      keys: [
        { keys: ["Tab"], text: say("key-next") },
        { keys: ["Enter", "Space"], text: say("key-lay") },
        { keys: ["←", "↑", "→", "↓"], text: say("key-nudge") },
        { keys: ["[", "]"], text: say("key-turn") },
        { keys: ["f"], text: say("key-flip") },
        { keys: ["Delete"], text: say("key-back") },
      ],
    };
  }

  // What is where.

  /** The figure with its margin, the thermometer at its left, the tray at its right or below. */
  #layOut() {
    const { sheet, view } = this.host;
    const figure = view.puzzle.figure;
    const outlines = [figure, ...this.pieces.map((each) => each.outline)];
    const [box, ...boxes] = measured(sheet.picture, outlines);
    this.pieces.forEach((piece, i) => (piece.box = boxes[i]));
    this.smallest = Math.min(...boxes.map(({ width, height }) => Math.min(width, height)));
    const room = new Room(box, this.pieces, sheet.element.parentElement);
    Object.assign(this, { cell: room.cell, area: room.area, k: CELL / room.cell });
    const { x, y, width, height } = room.frame;
    const viewBox = [x, y, width, height].map((length) => length * this.k).join(" ");
    sheet.draw(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"/>`);
    sheet.layer.classList.add("free");
    const silhouette = s("path", { d: figure, class: "figure" });
    this.plane = s("g", { transform: `scale(${this.k})` }, silhouette);
    this.svg = s("svg", { viewBox, class: "workspace" }, this.plane);
    sheet.picture.replaceChildren(this.svg);
    const names = ["covered", "overlapping", "outside"].map((part) => [part, say(part)]);
    this.meter = new Thermometer(new Path2D(figure), box, Object.fromEntries(names));
    sheet.layer.append(this.meter.element);
    this.#place(this.meter.element, room.meter);
  }

  /** Lay an element of the layer over a box of the puzzle's plane. */
  #place(element, { x, y, width, height }) {
    const inCells = [x, y, width, height].map((length) => (length * this.k) / CELL);
    this.host.sheet.place(element, inCells);
  }

  /** Where a pointer is. */
  point(event) {
    const [x, y] = this.host.sheet.at(event);
    return { x: x * this.cell, y: y * this.cell };
  }

  #addPieces() {
    const group = h("div", { role: "group", "aria-label": this.host.t("board") });
    for (const piece of this.pieces) {
      furnish(piece);
      piece.button.addEventListener("focus", () => this.#focused(piece));
      piece.button.addEventListener("click", () => this.choose(piece));
      piece.button.addEventListener("blur", () => this.#blurred(piece));
      piece.button.addEventListener("keydown", (event) => this.keys.pressed(piece, event));
      this.plane.append(piece.element);
      group.append(piece.button);
    }
    this.handle = s(
      "g",
      { class: "handle", hidden: "" },
      s("circle", { r: REACH, class: "reach" }),
      s("circle", { r: 11 }),
      s("path", { d: "M-5 -2 A5.500 5.500 0 1 1 -4 4 M-5 -6.500 V-2 H-0.500" }),
    );
    this.svg.append(this.handle);
    this.host.sheet.layer.append(group);
  }

  #addTools() {
    const tool = (text, icon, act) =>
      button(say(text), () => act(this.chosen ?? this.current), { icon });
    fill(
      this.host.pad,
      tool("turn-left", "left", (piece) => this.turn(piece, -TURN)),
      tool("turn-right", "turn", (piece) => this.turn(piece, TURN)),
      tool("flip", "flip", (piece) => this.flip(piece)),
      tool("back", "erase", (piece) => this.putBack(piece)),
    );
  }

  // What is shown.

  update(view) {
    const poses = this.#posesIn(view.answer.places ?? []);
    const words = new Map(view.spots.map((spot) => [String(spot.where), spot.text]));
    for (const piece of this.pieces) {
      piece.pose = poses.get(piece) ?? this.held.get(piece) ?? piece.home;
      if (piece.pose.laid) this.held.delete(piece);
      piece.button.setAttribute("aria-label", words.get(`${piece.kind},${piece.copy}`));
      this.show(piece);
      this.plane.append(piece.element);
    }
    this.meter.show(view.solved ? { covered: 1 } : view.progress.parts);
    this.keys.carried = null;
    this.choose(null);
  }

  /** The poses of the pieces that are laid; of copies, the first are. */
  #posesIn(places) {
    const used = Object.fromEntries(this.pieces.map((piece) => [piece.kind, 0]));
    const poses = new Map();
    for (const { piece: kind, x, y, angle = 0, flip = false } of places) {
      const piece = this.pieces.find((each) => each.kind === kind && each.copy === used[kind]);
      used[kind] += 1;
      if (piece) poses.set(piece, { x, y, angle, flip, laid: true });
    }
    return poses;
  }

  show(piece, pose = piece.pose) {
    const { a, b, c, d, e, f } = motion(pose);
    piece.element.setAttribute("transform", `matrix(${[a, b, c, d, e, f].join(" ")})`);
    this.#place(piece.button, boxOf(piece, pose));
  }

  /** Show a piece where it would be laid, and what that would do. */
  preview(held, pose) {
    this.show(held, pose);
    this.#showHandle(pose);
    const lying = this.pieces.filter((piece) => piece !== held && piece.pose.laid);
    const all = [...lying.map((piece) => [piece, piece.pose]), [held, pose]];
    this.meter.measure(all.map(([piece, at]) => ({ path: piece.path, motion: motion(at) })));
  }

  #showHandle(pose = this.chosen?.pose) {
    this.handle.toggleAttribute("hidden", !this.chosen);
    if (!this.chosen) return this.handle.removeAttribute("transform");
    const { x, y, width } = boxOf(this.chosen, pose);
    const left = (x + width / 2) * this.k;
    const top = Math.max(y - 0.5 * this.cell, this.area.y + 0.35 * this.cell) * this.k;
    const pixel = this.svg.viewBox.baseVal.width / this.svg.clientWidth;
    this.handle.setAttribute("transform", `translate(${left} ${top}) scale(${pixel})`);
  }

  /** Where the focus is, the outline of the piece shows it. */
  #focused(piece) {
    this.current = piece;
    piece.element.classList.add("focused");
  }

  #blurred(piece) {
    piece.element.classList.remove("focused");
    this.keys.drop();
  }

  choose(piece) {
    this.chosen = piece;
    for (const each of this.pieces) {
      each.element.classList.toggle("chosen", each === piece);
      each.button.setAttribute("aria-pressed", String(each === piece));
    }
    if (piece) this.plane.append(piece.element);
    this.#showHandle();
  }

  mark(name, places) {
    const wanted = new Set(places.map(String));
    for (const { element, button: spot } of this.pieces)
      for (const each of [element, spot])
        each.classList.toggle(name, wanted.has(spot.dataset.where));
  }

  // What a player does.

  /** Lay a piece about there: what it nearly touches, it then touches. */
  async lay(piece, pose) {
    const { kind } = piece;
    const laid = this.pieces.filter((each) => each.kind === kind && each.pose.laid).length;
    const numbers = [pose.x, pose.y, pose.angle].map((value) => Number(value.toFixed(6)));
    this.held.delete(piece);
    const view = await this.host.play(`${piece.number}~${numbers}${pose.flip ? ",f" : ""}`);
    if (!view) return this.update(this.host.view);
    // Copies are alike: of those in the tray the first was laid.
    const first = this.pieces.find((each) => each.kind === kind && each.copy === laid);
    const now = piece.pose.laid ? piece : first;
    this.choose(now);
    if (this.current === piece) now.button.focus({ preventScroll: true });
  }

  /** A pose that a player gave a piece: upon the board it is a move, in the tray it is kept here. */
  set(piece, pose) {
    if (pose.laid) return this.lay(piece, pose);
    this.held.set(piece, pose);
    piece.pose = pose;
    this.show(piece);
    this.choose(piece);
  }

  turn(piece, angle) {
    return this.set(piece, turned(piece, piece.pose, angle));
  }

  flip(piece) {
    if (piece.flips === false) return this.host.say(say("no-flip"));
    return this.set(piece, flipped(piece, piece.pose));
  }

  putBack(piece) {
    this.held.delete(piece);
    if (piece.pose.laid) return this.host.play(`${piece.number}=.`);
    piece.pose = piece.home;
    this.show(piece);
    this.#showHandle();
  }
}
