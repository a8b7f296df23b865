// The ring around the chosen piece: ticks each 15 degrees, and a handle that turns the piece.
//
// All its lengths are in pixels of the screen, whatever the scale of the board.

import { s } from "/static/dom.js";

/** @import { Point } from "/static/boards/poses.js" */

export const HANDLE = 22; // the radius of the handle, which a finger can hold
const GAP = 14; // between the piece and the ring
const LEAST = 58; // the smallest radius of the ring
const [SHORT, LONG] = [8, 14]; // the lengths of ticks
const LABEL = { width: 56, height: 28, gap: 22 };
const TURN = "M-8 -3 Q-4 -8 0 -4 T8 -5 M-8 5 Q-4 0 0 4 T8 3";

export class Ring {
  #track = s("circle", { class: "track" });
  #ticks = s("path", { class: "ticks" });
  #arc = s("path", { class: "arc" });
  #spoke = s("path", { class: "spoke" });
  #number = s("text", { "text-anchor": "middle", dy: "0.35em" });
  #label = s("g", { class: "angle" }, labelBox(), this.#number);
  handle = s(
    "g",
    { class: "handle" },
    s("circle", { r: HANDLE }),
    s("path", { d: TURN, class: "sign" }),
  );
  element = s(
    "g",
    { class: "turning" },
    this.#track,
    this.#ticks,
    this.#arc,
    this.#spoke,
    this.handle,
    this.#label,
  );

  hide() {
    this.element.remove();
  }

  /**
   * Show the ring around a piece.
   *
   * @param {Point} centre  In units of the drawing, as is the transformation.
   * @param {number} pixel  The length of a pixel in that unit.
   * @param {{ size: number, angle: number, isVisible: (point: Point) => boolean }} piece
   *   Its diameter in pixels, its angle, and whether a point, in pixels from the centre, is visible.
   */
  show(centre, pixel, { size, angle, isVisible }) {
    const radius = Math.max(LEAST, size / 2 + GAP);
    const place = [0, 180, 90, 270].find((more) => isVisible(at(radius, angle + more))) ?? 0;
    const knob = at(radius, angle + place);
    this.element.setAttribute("transform", `translate(${centre.x} ${centre.y}) scale(${pixel})`);
    this.#track.setAttribute("r", String(radius));
    this.#ticks.setAttribute("d", ticks(radius));
    this.#arc.setAttribute("d", arc(radius, angle));
    this.#spoke.setAttribute("d", `M0 0L${knob.x} ${knob.y}`);
    this.handle.setAttribute("transform", `translate(${knob.x} ${knob.y})`);
    this.#number.textContent = `${Number(angle.toFixed(1))}°`;
    const far = radius + HANDLE + LABEL.gap;
    const above = isVisible({ x: 0, y: -far });
    this.#label.setAttribute("transform", `translate(0 ${above ? -far : far})`);
  }
}

function labelBox() {
  const { width, height } = LABEL;
  return s("rect", { x: -width / 2, y: -height / 2, width, height, rx: height / 2 });
}

/**
 * The point of a circle at an angle clockwise from the top.
 *
 * @param {number} radius
 * @param {number} angle
 * @returns {Point}
 */
function at(radius, angle) {
  const turn = (angle * Math.PI) / 180;
  return { x: radius * Math.sin(turn), y: -radius * Math.cos(turn) };
}

/** @param {number} radius */
function ticks(radius) {
  const lines = Array.from({ length: 24 }, (_, i) => {
    const [from, to] = [at(radius, 15 * i), at(radius - (i % 3 ? SHORT : LONG), 15 * i)];
    return `M${from.x} ${from.y}L${to.x} ${to.y}`;
  });
  return lines.join("");
}

/**
 * @param {number} radius
 * @param {number} angle
 */
function arc(radius, angle) {
  const end = at(radius, angle);
  const around = `A${radius} ${radius} 0 ${angle > 180 ? 1 : 0} 1 ${end.x} ${end.y}`;
  return angle ? `M0 ${-radius}${around}` : "";
}
