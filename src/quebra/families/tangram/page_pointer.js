// Mouse and touch: a drag moves a piece, the handle or a second finger turns it, a tap chooses a
// piece or places the chosen one, a double tap turns it over.

import { centreOf, contains, lifted, moved, turned } from "/static/boards/poses.js";
import { closest, keepTouch } from "/static/dom.js";

/** @import { Point, Pose } from "/static/boards/poses.js" */
/** @import { Piece } from "./page_pieces.js" */
/** @import { Workspace } from "./page_workspace.js" */
/** @typedef {{ start: Point, now: Point }} Finger */

const SLIP = { mouse: 4, touch: 10 }; // pixels that a pointer may move in a tap
const DOUBLE = 500; // milliseconds between two taps

export class Pointer {
  /** @type {Gesture | null} */
  #gesture = null;
  /** @type {{ piece: Piece | null, time: number }} */
  #lastTap = { piece: null, time: 0 };

  /** @param {Workspace} workspace */
  constructor(workspace) {
    this.workspace = workspace;
    const { tray } = workspace;
    const { svg } = workspace.plane;
    svg.addEventListener("pointerdown", (event) => this.#pressed(event, svg));
    tray.element.addEventListener("pointerdown", (event) => {
      const piece = tray.pieceOf(event.target);
      if (piece) this.#pressed(event, tray.tileOf(piece));
    });
    /** @param {WheelEvent} event */
    const wheeled = (event) => this.#wheeled(event);
    svg.addEventListener("wheel", wheeled, { passive: false });
    tray.element.addEventListener("wheel", wheeled, { passive: false });
  }

  /**
   * The piece that an event is about.
   *
   * @param {Event} event
   */
  #pieceOf(event) {
    const { workspace } = this;
    return workspace.tray.pieceOf(event.target) ?? workspace.pieceOf(closest(event, ".piece"));
  }

  /** @param {WheelEvent} event */
  #wheeled(event) {
    const { chosen } = this.workspace;
    const piece = this.#pieceOf(event) ?? (chosen?.pose.placed ? chosen : null);
    // The wheel over another place of the tray scrolls it.
    if (piece && !event.ctrlKey) this.workspace.keyboard.wheeled(piece, event);
  }

  /**
   * @param {PointerEvent} event
   * @param {Element} surface
   */
  #pressed(event, surface) {
    if (event.button) return;
    if (this.#gesture) return this.#gesture.join(event);
    const { workspace } = this;
    workspace.keyboard.drop();
    const turning = closest(event, ".handle") != null;
    const piece = turning ? workspace.chosen : this.#pieceOf(event);
    // A finger on empty ground may move a zoomed board; a mouse there leaves the focus where it is.
    if (surface === workspace.plane.svg && (piece || event.pointerType !== "touch"))
      event.preventDefault();
    if (piece && !turning) workspace.choose(piece);
    piece?.button.focus({ preventScroll: true });
    this.#gesture = new Gesture(workspace, piece, turning, event, (end, isDrag) => {
      const gesture = /** @type {Gesture} */ (this.#gesture);
      this.#gesture = null;
      if (end.type === "pointercancel") workspace.release();
      else if (isDrag) this.#dropped(gesture);
      else if (!turning) this.#tapped(piece, end);
    });
    surface.setPointerCapture(event.pointerId);
  }

  /**
   * Place a piece, put it back, or turn it in the tray.
   *
   * @param {Gesture} gesture
   */
  #dropped({ piece, pose }) {
    const { workspace } = this;
    if (!piece) return;
    if (contains(workspace.plane.area, centreOf(piece, pose))) workspace.place(piece, pose);
    else if (piece.pose.placed) workspace.putBack(piece);
    else workspace.release();
  }

  /**
   * @param {Piece | null} piece
   * @param {PointerEvent} event
   */
  #tapped(piece, event) {
    const { workspace } = this;
    const { chosen } = workspace;
    const isDouble = piece === this.#lastTap.piece && event.timeStamp - this.#lastTap.time < DOUBLE;
    this.#lastTap = { piece: isDouble ? null : piece, time: event.timeStamp };
    const point = workspace.plane.point(event);
    if (piece && isDouble) workspace.flip(piece);
    else if (piece) return;
    else if (!chosen || !contains(workspace.plane.near, point)) workspace.choose(null);
    else workspace.place(chosen, lifted(chosen, chosen.pose, point));
  }
}

/** One or two pointers that move or turn a piece, until one is lifted; one preview a frame. */
class Gesture {
  /** @type {Map<number, Finger>} */
  #fingers = new Map();
  #listening = new AbortController();
  #frame = 0;
  #isDrag = false;

  /**
   * @param {Workspace} workspace
   * @param {Piece | null} piece
   * @param {boolean} turning  Whether the handle is held.
   * @param {PointerEvent} event
   * @param {(event: PointerEvent, isDrag: boolean) => unknown} onEnd
   */
  constructor(workspace, piece, turning, event, onEnd) {
    this.workspace = workspace;
    this.piece = piece;
    this.turning = turning;
    this.onEnd = onEnd;
    this.first = event;
    this.#add(event);
    if (piece) this.base = this.pose = lifted(piece, piece.pose, workspace.centreOf(piece));
    addEventListener("pointermove", (now) => this.#moved(now), this.#listening);
    addEventListener("pointerup", (now) => this.#ended(now), this.#listening);
    addEventListener("pointercancel", (now) => this.#ended(now), this.#listening);
    if (piece) keepTouch(event, this.#listening);
  }

  /** @type {Pose} The pose when the present fingers were laid down. */
  base = { x: 0, y: 0, angle: 0, flip: false, placed: true };
  /** @type {Pose} */
  pose = this.base;

  /** @param {PointerEvent} event */
  #add(event) {
    const start = this.workspace.plane.point(event);
    this.#fingers.set(event.pointerId, { start, now: start });
  }

  /**
   * A second finger turns the piece of the first; where there is none, both zoom.
   *
   * @param {PointerEvent} event
   */
  join(event) {
    if (!this.piece) return;
    event.preventDefault();
    event.stopPropagation();
    if (this.#fingers.size > 1 || this.turning) return;
    this.base = this.pose;
    for (const finger of this.#fingers.values()) finger.start = finger.now;
    this.#add(event);
  }

  /** @param {PointerEvent} event */
  #moved(event) {
    const finger = this.#fingers.get(event.pointerId);
    if (!finger) return;
    const { clientX, clientY, pointerType } = this.first;
    const slip = pointerType === "touch" ? SLIP.touch : SLIP.mouse;
    const way = Math.hypot(event.clientX - clientX, event.clientY - clientY);
    this.#isDrag ||= this.#fingers.size > 1 || way > slip;
    finger.now = this.workspace.plane.point(event);
    if (!this.#isDrag || !this.piece) return;
    this.piece.element.classList.add("held");
    this.pose = this.#poseNow(this.piece, event.shiftKey);
    this.#frame ||= requestAnimationFrame(() => this.#draw());
  }

  /**
   * @param {Piece} piece
   * @param {boolean} isFree  Whether the angle does not snap.
   */
  #poseNow(piece, isFree) {
    const [one, other] = this.#fingers.values();
    if (!other && !this.turning) return moved(this.base, one.start, one.now);
    const centre = centreOf(piece, this.base);
    const [before, now] = other
      ? [heading(one.start, other.start), heading(one.now, other.now)]
      : [heading(centre, one.start), heading(centre, one.now)];
    const angle = this.base.angle + now - before;
    const stop = isFree ? angle : piece.angles.nearest(this.base, angle);
    const pose = turned(piece, this.base, stop - this.base.angle);
    return other ? moved(pose, middle(one.start, other.start), middle(one.now, other.now)) : pose;
  }

  #draw() {
    this.#frame = 0;
    if (this.piece) this.workspace.preview(this.piece, this.pose);
  }

  /** @param {PointerEvent} event */
  #ended(event) {
    if (!this.#fingers.has(event.pointerId)) return;
    cancelAnimationFrame(this.#frame);
    this.#listening.abort();
    this.piece?.element.classList.remove("held");
    this.onEnd(event, this.#isDrag);
  }
}

/**
 * The direction from a point to another, in degrees.
 *
 * @param {Point} from
 * @param {Point} to
 */
const heading = (from, to) => (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;

/**
 * @param {Point} one
 * @param {Point} other
 * @returns {Point}
 */
const middle = (one, other) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
