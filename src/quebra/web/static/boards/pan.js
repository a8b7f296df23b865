// Pointers that zoom and move a board: two fingers, one finger, the middle button, the wheel.
//
// A board that uses a finger itself, as for a piece that is dragged, calls `preventDefault` on its
// `pointerdown`: that finger does not move the board. When a second finger follows, the board gets
// a `pointercancel` for the first one, and both zoom, unless it stops the propagation of the second
// `pointerdown`.

import { reducedMotion } from "../dom.js";
import { Lens } from "./lens.js";

/** @import { Point, Zoom } from "./zoom.js" */

const SLIP = 8; // pixels that a pointer may move in a tap
const WHEEL = 0.01; // the exponent of the zoom for each pixel of the wheel
const NOTCH = 25; // the most pixels of one turn of the wheel that count
const FRICTION = 0.994; // the share of the speed that is left after a millisecond
const SLOW = 0.05; // pixels in a millisecond at which the board stops

/** @param {Zoom} zoom */
export function watchPointers(zoom) {
  const pointers = new Pointers(zoom);
  const { frame, scroller } = zoom;
  scroller.addEventListener("pointerdown", (event) => pointers.down(event));
  scroller.addEventListener("pointermove", (event) => pointers.move(event));
  for (const name of /** @type {const} */ (["pointerup", "pointercancel"]))
    scroller.addEventListener(name, (event) => pointers.up(event));
  frame.addEventListener("wheel", (event) => turnWheel(zoom, event), { passive: false });
  // Where the page can scroll, the browser would take two fingers for itself.
  scroller.addEventListener(
    "touchstart",
    (event) => event.touches.length > 1 && event.cancelable && event.preventDefault(),
    { passive: false },
  );
}

/**
 * With Ctrl, which browsers also set for the pinch of a trackpad, the wheel zooms.
 *
 * @param {Zoom} zoom
 * @param {WheelEvent} event
 */
function turnWheel(zoom, event) {
  if (!event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  const delta = Math.max(-NOTCH, Math.min(NOTCH, event.deltaY));
  zoom.set(zoom.level * Math.exp(-delta * WHEEL), [event.clientX, event.clientY]);
}

/**
 * @typedef {object} Finger
 * @property {Point} at
 * @property {EventTarget | null} target
 */

class Pointers {
  /** @type {Map<number, Finger>} */
  #fingers = new Map();
  /** @type {{ id: number, start: Point, at: Point, time: number, speed: Point, moves: boolean } | null} */
  #pan = null;
  /** @type {{ distance: number, level: number, point: Point } | null} */
  #pinch = null;
  #glide = 0;
  /** @type {Point} Where the last finger came down. */
  #start = [0, 0];

  /** @param {Zoom} zoom */
  constructor(zoom) {
    this.zoom = zoom;
    this.lens = new Lens(zoom);
  }

  /** @param {PointerEvent} event */
  down(event) {
    cancelAnimationFrame(this.#glide);
    const isTouch = event.pointerType === "touch";
    if (!isTouch && event.button !== 1) return;
    if (isTouch) this.#fingers.set(event.pointerId, { at: pointOf(event), target: event.target });
    if (this.#fingers.size === 2) return this.#startPinch();
    if (isTouch && !event.defaultPrevented && !this.#pinch) this.#rest(event);
    if (event.defaultPrevented || !this.zoom.isZoomed || this.#pinch) return;
    const start = pointOf(event);
    const [id, time] = [event.pointerId, event.timeStamp];
    this.#pan = { id, start, at: start, time, speed: [0, 0], moves: false };
    if (!isTouch) {
      event.preventDefault();
      this.zoom.scroller.setPointerCapture(id);
    }
  }

  /** @param {PointerEvent} event */
  #rest(event) {
    this.#start = pointOf(event);
    this.lens.wait(this.#start);
  }

  #startPinch() {
    this.#pan = null;
    this.lens.close();
    for (const [pointerId, { target }] of this.#fingers)
      target?.dispatchEvent(new PointerEvent("pointercancel", { pointerId, bubbles: true }));
    const { distance, middle } = this.#spread();
    this.#pinch = { distance, level: this.zoom.level, point: this.zoom.pointAt(middle) };
  }

  /** @returns {{ distance: number, middle: Point }} */
  #spread() {
    const [[ax, ay], [bx, by]] = [...this.#fingers.values()].map(({ at }) => at);
    return {
      distance: Math.max(1, Math.hypot(ax - bx, ay - by)),
      middle: [(ax + bx) / 2, (ay + by) / 2],
    };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const finger = this.#fingers.get(event.pointerId);
    if (finger) finger.at = pointOf(event);
    if (this.lens.isOpen) return this.lens.show(pointOf(event));
    if (finger && hasSlipped(this.#start, finger.at)) this.lens.close();
    if (this.#pinch && this.#fingers.size === 2) {
      const { distance, middle } = this.#spread();
      const { level, point } = this.#pinch;
      this.zoom.set((level * distance) / this.#pinch.distance, middle, point);
    } else if (this.#pan?.id === event.pointerId) this.#move(event);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const pan = this.#pan;
    if (!pan) return;
    const now = pointOf(event);
    pan.moves ||= hasSlipped(pan.start, now);
    if (!pan.moves) return;
    const by = [pan.at[0] - now[0], pan.at[1] - now[1]];
    const time = Math.max(1, event.timeStamp - pan.time);
    this.zoom.scroller.scrollBy(by[0], by[1]);
    pan.speed = [by[0] / time, by[1] / time];
    [pan.at, pan.time] = [now, event.timeStamp];
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (!event.isTrusted) return; // sent to the board when a second finger came
    this.#fingers.delete(event.pointerId);
    if (!this.#fingers.size) this.#pinch = null;
    if (this.lens.isOpen) {
      this.#pan = null;
      if (event.type === "pointerup") this.lens.take();
      ignoreNextClick();
    }
    this.lens.close();
    const pan = this.#pan;
    if (pan?.id !== event.pointerId) return;
    this.#pan = null;
    if (!pan.moves) return;
    ignoreNextClick();
    if (event.type === "pointerup" && event.timeStamp - pan.time < 40) this.#coast(pan.speed);
  }

  /**
   * Move on after a finger has left, slower and slower.
   *
   * @param {Point} speed
   */
  #coast(speed, last = performance.now()) {
    if (reducedMotion() || Math.hypot(...speed) < SLOW) return;
    this.#glide = requestAnimationFrame((now) => {
      const time = Math.max(0, now - last);
      this.zoom.scroller.scrollBy(speed[0] * time, speed[1] * time);
      const left = FRICTION ** time;
      this.#coast([speed[0] * left, speed[1] * left], now);
    });
  }
}

/**
 * @param {PointerEvent} event
 * @returns {Point}
 */
const pointOf = ({ clientX, clientY }) => [clientX, clientY];

/** @type {(from: Point, to: Point) => boolean} */
const hasSlipped = (from, to) => Math.hypot(to[0] - from[0], to[1] - from[1]) > SLIP;

/** A browser may send a click after a short drag. */
function ignoreNextClick() {
  /** @param {Event} click */
  const stop = (click) => click.stopPropagation();
  addEventListener("click", stop, true);
  setTimeout(() => removeEventListener("click", stop, true), 50);
}
