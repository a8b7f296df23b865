// Tangrams on the page: pieces are dragged, turned and flipped into the figure, which stays put.
//
// All lengths are the puzzle's own, but for `K`, the pixels of the drawing that one of them takes.
// A pose is where a piece is: `{x, y, angle, flip, laid}`; those not laid are in the tray, where
// they are smaller, by `scale`.

import {
  boxOf,
  centred,
  flipped,
  lifted,
  middle,
  motion,
  shifted,
  turned,
  turnedTowards,
  within,
} from "/static/boards/poses.js";
import { measured, Room } from "/static/boards/room.js";
import { Thermometer } from "/static/boards/thermometer.js";
import { drawing, fill, h, s } from "/static/dom.js";
import { button } from "/static/widgets.js";
import { say } from "./page_texts.js";

export { texts } from "./page_texts.js";

const CELL = 40;
const STILL = 4; // pixels that a tap may slip
const REACH = 22; // pixels from the handle's middle that still are the handle
const TURN = 45;
const FINE_TURN = 5;
const NUDGE = 0.5; // in widths of the smallest piece
const FINE_NUDGE = 0.05;

export default {
  draws: true,
  mount: (host) => (host.mode === "set" ? picture(host) : new Workspace(host).board()),
};

/** The setter's view: the figure and the pieces. There is nothing to point at. */
function picture(host) {
  const update = (view) => {
    host.sheet.draw(view.svg);
    const shapes = view.pieces.map((svg) => h("div", { class: "shape" }, drawing(svg)));
    fill(host.tray, h("div", { class: "pieces", "aria-hidden": "true" }, ...shapes));
  };
  update(host.view);
  return { update, mark() {}, focus() {}, keys: [] };
}

class Workspace {
  constructor(host) {
    this.host = host;
    this.pieces = copies(host.view.puzzle);
    this.held = new Map();
    this.chosen = null;
    this.current = this.pieces[0]; // where the focus was last
    this.carried = null; // what keys carry over the board: {piece, pose}
    this.#layOut();
    this.#addPieces();
    this.#addTools();
    this.update(host.view);
    host.ask("pieces").then(({ pieces }) => this.#dress(pieces));
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
    const [box, ...boxes] = measured(sheet.picture, [figure, ...this.pieces.map((each) => each.outline)]);
    this.pieces.forEach((piece, i) => (piece.box = boxes[i]));
    this.smallest = Math.min(...boxes.map(({ width, height }) => Math.min(width, height)));
    const room = new Room(box, this.pieces, sheet.element.parentElement);
    Object.assign(this, { cell: room.cell, area: room.area, k: CELL / room.cell });
    const { x, y, width, height } = room.frame;
    const viewBox = [x, y, width, height].map((length) => length * this.k).join(" ");
    sheet.draw(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"/>`);
    sheet.layer.classList.add("free");
    this.plane = s("g", { transform: `scale(${this.k})` }, s("path", { d: figure, class: "figure" }));
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

  // Pieces and tools.

  #addPieces() {
    const group = h("div", { role: "group", "aria-label": this.host.t("board") });
    for (const piece of this.pieces) {
      piece.path = new Path2D(piece.outline);
      piece.ring = s("path", { d: piece.outline, class: "ring", "vector-effect": "non-scaling-stroke" });
      piece.picture = s("g", { "text-anchor": "middle" });
      piece.element = s("g", { class: "piece", "data-number": piece.number }, piece.picture, piece.ring);
      piece.button = h("div", { role: "button", tabindex: 0, "data-where": `${piece.kind},${piece.copy}` });
      piece.button.addEventListener("focus", () => this.#focused(piece));
      piece.button.addEventListener("click", () => this.choose(piece));
      piece.button.addEventListener("blur", () => this.#blurred(piece));
      piece.button.addEventListener("keydown", (event) => this.#pressed(piece, event));
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
    this.svg.addEventListener("pointerdown", (event) => this.#grasp(event));
  }

  /** Put the pictures of the pieces on them. */
  #dress(pictures) {
    const drawn = pictures.map((text) => drawing(text));
    for (const piece of this.pieces) {
      const parts = [...drawn[piece.kind].cloneNode(true).childNodes];
      // The first rectangle of a drawing is its paper.
      const paper = parts.find((part) => part.tagName === "rect");
      fill(piece.picture, ...parts.filter((part) => part !== paper));
      const { x, y } = piece.box;
      piece.picture.setAttribute("transform", `translate(${x} ${y}) scale(${1 / this.k})`);
    }
  }

  #addTools() {
    const tool = (text, icon, act) => button(say(text), () => act(this.chosen ?? this.current), { icon });
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
    const laid = view.answer.places ?? [];
    const used = this.#counts();
    const poses = new Map();
    for (const { piece: kind, x, y, angle = 0, flip = false } of laid) {
      const piece = this.pieces.find((each) => each.kind === kind && each.copy === used[kind]);
      used[kind] += 1;
      if (piece) poses.set(piece, { x, y, angle, flip, laid: true });
    }
    const words = new Map(view.spots.map((spot) => [String(spot.where), spot.text]));
    for (const piece of this.pieces) {
      piece.pose = poses.get(piece) ?? this.held.get(piece) ?? piece.home;
      if (piece.pose.laid) this.held.delete(piece);
      piece.button.setAttribute("aria-label", words.get(`${piece.kind},${piece.copy}`));
      this.#show(piece);
      this.plane.append(piece.element);
    }
    this.meter.show(view.solved ? { covered: 1 } : view.progress.parts);
    this.carried = null;
    this.choose(null);
  }

  #counts() {
    return Object.fromEntries(this.pieces.map((piece) => [piece.kind, 0]));
  }

  #show(piece, pose = piece.pose) {
    const { a, b, c, d, e, f } = motion(pose);
    piece.element.setAttribute("transform", `matrix(${[a, b, c, d, e, f].join(" ")})`);
    this.#place(piece.button, boxOf(piece, pose));
  }

  #showHandle(pose = this.chosen?.pose) {
    this.handle.toggleAttribute("hidden", !this.chosen);
    if (!this.chosen) return this.handle.removeAttribute("transform");
    const { x, y, width } = boxOf(this.chosen, pose);
    const at = [x + width / 2, Math.max(y - 0.5 * this.cell, this.area.y + 0.35 * this.cell)];
    const pixel = this.svg.viewBox.baseVal.width / this.svg.clientWidth;
    this.handle.setAttribute("transform", `translate(${at[0] * this.k} ${at[1] * this.k}) scale(${pixel})`);
  }

  /** Where the focus is, the outline of the piece shows it. */
  #focused(piece) {
    this.current = piece;
    piece.element.classList.add("focused");
  }

  #blurred(piece) {
    piece.element.classList.remove("focused");
    this.drop();
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
      for (const each of [element, spot]) each.classList.toggle(name, wanted.has(spot.dataset.where));
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
    const now = piece.pose.laid ? piece : this.pieces.find((e) => e.kind === kind && e.copy === laid);
    this.choose(now);
    if (this.current === piece) now.button.focus({ preventScroll: true });
  }

  /** A pose that a player gave a piece: upon the board it is a move, in the tray it is kept here. */
  #set(piece, pose) {
    if (pose.laid) return this.lay(piece, pose);
    this.held.set(piece, pose);
    piece.pose = pose;
    this.#show(piece);
    this.choose(piece);
  }

  turn(piece, angle) {
    return this.#set(piece, turned(piece, piece.pose, angle));
  }

  flip(piece) {
    if (piece.flips === false) return this.host.say(say("no-flip"));
    return this.#set(piece, flipped(piece, piece.pose));
  }

  putBack(piece) {
    this.held.delete(piece);
    if (piece.pose.laid) return this.host.play(`${piece.number}=.`);
    piece.pose = piece.home;
    this.#show(piece);
    this.#showHandle();
  }

  /** Carry a piece by keys, above the figure first; it is laid when it is dropped. */
  carry(piece, change = (pose) => pose) {
    const { x, y, width, height } = this.area;
    const above = { x: x + width / 2, y: y + height / 2 };
    const here = this.carried?.pose ?? piece.pose;
    const pose = here.laid ? change(here) : lifted(piece, here, above);
    this.carried = { piece, pose };
    this.choose(piece);
    this.#preview(piece, pose);
  }

  drop() {
    if (!this.carried) return;
    const { piece, pose } = this.carried;
    this.carried = null;
    return this.lay(piece, pose);
  }

  #pressed(piece, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const change = this.#changeBy(piece, event);
    if (change && (change.shifts || piece.pose.laid || this.carried)) this.carry(piece, change.to);
    else if (change) this.#set(piece, change.to(piece.pose));
    else if (event.key === "Delete" || event.key === "Backspace") this.putBack(piece);
    else if (event.key === "Escape") this.update(this.host.view);
    else if (event.key !== "Enter" && event.key !== " ") return;
    else if (this.carried) this.drop();
    else this.carry(piece);
    event.preventDefault();
  }

  /** What a key does to a pose. */
  #changeBy(piece, { key, shiftKey }) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const turns = { "[": -1, "{": -1, "]": 1, "}": 1 };
    if (key in steps) {
      const step = (shiftKey ? FINE_NUDGE : NUDGE) * this.smallest;
      const [right, down] = steps[key].map((way) => way * step);
      return { shifts: true, to: (pose) => ({ ...pose, x: pose.x + right, y: pose.y + down }) };
    }
    if (key in turns) {
      const angle = turns[key] * (shiftKey ? FINE_TURN : TURN);
      return { to: (pose) => turned(piece, pose, angle) };
    }
    if (key.toLowerCase() === "f" && piece.flips !== false) return { to: (pose) => flipped(piece, pose) };
    return null;
  }

  // Pointers: a drag moves a piece or turns it, a tap chooses it or lays the chosen one.

  #grasp(event) {
    if (event.button) return;
    const start = this.#point(event);
    const turning = event.target.closest(".handle");
    const found = event.target.closest(".piece");
    const piece = turning ? this.chosen : this.pieces.find((each) => each.element === found);
    event.preventDefault();
    if (!piece) return this.#tapped(start);
    if (!turning) this.choose(piece);
    piece.button.focus({ preventScroll: true });
    const from = lifted(piece, piece.pose);
    this.#follow(event, piece, (now, keys) =>
      turning ? turnedTowards(piece, piece.pose, start, now, keys) : shifted(from, start, now),
    );
  }

  /** Follow a pointer until it is lifted; `poseAt` tells the pose for where it is. */
  #follow(event, piece, poseAt) {
    let pose = piece.pose;
    let frame = 0;
    let moved = false;
    const began = [event.clientX, event.clientY];
    const draw = () => {
      frame = 0;
      this.#preview(piece, pose);
    };
    const move = (each) => {
      moved ||= Math.hypot(each.clientX - began[0], each.clientY - began[1]) > STILL;
      if (!moved) return;
      piece.element.classList.add("held");
      pose = poseAt(this.#point(each), each);
      frame ||= requestAnimationFrame(draw);
    };
    const end = (each) => {
      cancelAnimationFrame(frame);
      piece.element.classList.remove("held");
      for (const [name, listener] of listeners) this.svg.removeEventListener(name, listener);
      if (each.type === "pointercancel") this.update(this.host.view);
      else if (moved) this.#dropped(piece, pose);
    };
    const listeners = [["pointermove", move], ["pointerup", end], ["pointercancel", end]];
    for (const [name, listener] of listeners) this.svg.addEventListener(name, listener);
    this.svg.setPointerCapture(event.pointerId);
  }

  #dropped(piece, pose) {
    if (within(this.area, middle(piece, pose))) return this.lay(piece, pose);
    if (piece.pose.laid) return this.putBack(piece);
    const { angle, flip } = pose;
    return this.#set(piece, centred(piece, { ...piece.pose, angle, flip }, middle(piece, piece.pose)));
  }

  #tapped(at) {
    const piece = this.chosen;
    if (!piece || !within(this.area, at)) return this.choose(null);
    return this.lay(piece, lifted(piece, piece.pose, at));
  }

  /** Show a piece where it would be laid, and what that would do. */
  #preview(held, pose) {
    this.#show(held, pose);
    this.#showHandle(pose);
    const lying = this.pieces.filter((piece) => piece !== held && piece.pose.laid);
    const all = [...lying.map((piece) => [piece, piece.pose]), [held, pose]];
    this.meter.measure(all.map(([piece, at]) => ({ path: piece.path, motion: motion(at) })));
  }

  #point(event) {
    const [x, y] = this.host.sheet.at(event);
    return { x: x * this.cell, y: y * this.cell };
  }
}

/** All pieces one by one, numbered from 1 as moves do. */
function copies(puzzle) {
  const all = puzzle.pieces.flatMap(({ outline, count = 1, flip }, kind) =>
    Array.from({ length: count }, (_, copy) => ({ kind, copy, outline, flips: flip })),
  );
  return all.map((piece, i) => ({ ...piece, number: i + 1 }));
}
