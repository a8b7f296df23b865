// The view of the target that can be turned: by a drag, by two buttons and by keys.

import { axesOf, pointOf, reachOf, USUAL, viewOf } from "./shared_view.js";

/** @typedef {import("./shared_view.js").Block} Block */
/** @typedef {import("./shared_view.js").CreateShape} CreateShape */

const STEP = Math.PI / 12;
const LOWEST = 0.1;
const HIGHEST = 1.45;
const SPEED = 0.012; // radians for a pixel

export class TurningView {
  #camera = { ...USUAL };
  /** @type {Block[]} */
  #blocks = [];
  /** @type {import("./shared_space.js").Cell} The sides of the box around all cubes. */
  #sides = [1, 1, 1];

  /**
   * @param {CreateShape} create  Of the page, or of a file.
   * @param {string} name
   * @param {(event: PointerEvent, listening: AbortController) => unknown} [keepTouch]
   */
  constructor(create, name, keepTouch) {
    this.create = create;
    this.keepTouch = keepTouch;
    /** @type {SVGSVGElement} */
    this.picture = create("svg", { role: "img", "aria-label": name });
    this.picture.style.touchAction = "none";
    this.picture.style.cursor = "grab";
    this.picture.style.width = "100%";
    this.picture.style.height = "100%";
    this.picture.addEventListener("pointerdown", (event) => this.#drag(event));
    this.picture.addEventListener("dblclick", () => this.reset());
  }

  /** @param {Block[]} blocks */
  update(blocks) {
    this.#blocks = blocks;
    const cells = blocks.flatMap(({ cells }) => cells);
    const [x, y, z] = [0, 1, 2].map((i) => Math.max(...cells.map((cell) => cell[i])) + 1);
    this.#sides = [x, y, z];
    this.#draw();
  }

  reset() {
    this.#camera = { ...USUAL };
    this.#draw();
  }

  /** @param {number} steps */
  turn(steps) {
    this.#camera.yaw += steps * STEP;
    this.#draw();
  }

  /** The angles of the view, for tests. */
  get angles() {
    return `${this.#camera.yaw.toFixed(2)} ${this.#camera.pitch.toFixed(2)}`;
  }

  #draw() {
    const { shapes } = viewOf(this.create, this.#blocks, this.#camera);
    const [a, b, c] = this.#sides;
    const [x, y] = pointOf(this.#camera, [a / 2, b / 2, c / 2]);
    const r = reachOf(this.#sides);
    this.picture.setAttribute("viewBox", [x - r, y - r, 2 * r, 2 * r].join(" "));
    this.picture.dataset.angles = this.angles;
    this.picture.replaceChildren(...axesOf(this.create, this.#sides, this.#camera), ...shapes);
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    if (event.button) return;
    const listening = new AbortController();
    let { clientX, clientY } = event;
    /** @param {PointerEvent} now */
    const move = (now) => {
      if (now.pointerId !== event.pointerId) return;
      this.#camera.yaw -= (now.clientX - clientX) * SPEED;
      const pitch = this.#camera.pitch + (now.clientY - clientY) * SPEED;
      this.#camera.pitch = Math.min(HIGHEST, Math.max(LOWEST, pitch));
      ({ clientX, clientY } = now);
      this.#draw();
    };
    /** @param {PointerEvent} now */
    const end = (now) => {
      if (now.pointerId === event.pointerId) listening.abort();
    };
    addEventListener("pointermove", move, listening);
    addEventListener("pointerup", end, listening);
    addEventListener("pointercancel", end, listening);
    this.keepTouch?.(event, listening);
    event.preventDefault();
  }
}
