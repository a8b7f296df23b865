// How well pieces cover a figure: one bar in three parts that follows a drag, frame by frame.
//
// While a piece is dragged, areas are estimated by counting the pixels of a small canvas. The exact
// values of the server replace the estimate on release.

import { h } from "../dom.js";
import { percent, t } from "../texts.js";

/** @import { Box } from "../host.js" */

const PIXELS = 160; // the side of the canvas
const STEP = 32; // the blue that one piece adds to a pixel: up to seven pieces can be counted

const partNames = () => ({
  covered: t("Covered"),
  overlapping: t("Overlapping"),
  outside: t("Outside"),
});
/** @typedef {Partial<Record<string, number>>} Shares  Shares of the figure's area, by part. */

export class Coverage {
  /**
   * @param {Path2D} figure
   * @param {Box} box  The bounding box of the figure.
   */
  constructor(figure, box) {
    this.figure = figure;
    this.parts = Object.entries(partNames()).map(([part, name]) => new Part(part, name));
    this.element = h(
      "div",
      { class: "coverage" },
      h("div", { class: "track", "aria-hidden": "true" }, ...this.parts.map((part) => part.level)),
      h("div", { class: "legend numbers" }, ...this.parts.map((part) => part.meter)),
    );
    // Room around the figure, for pieces that lie partly outside.
    const side = 2 * Math.max(box.width, box.height);
    const scale = PIXELS / side;
    this.transform = new DOMMatrix([scale, 0, 0, scale, 0, 0]).translate(
      -(box.x + box.width / 2 - side / 2),
      -(box.y + box.height / 2 - side / 2),
    );
    const canvas = h("canvas", { width: PIXELS, height: PIXELS });
    const context = canvas.getContext("2d", { willReadFrequently: true });
    this.context = /** @type {CanvasRenderingContext2D} */ (context);
  }

  /** @param {Shares} shares */
  show(shares) {
    for (const part of this.parts) part.show(shares[part.name] ?? 0);
  }

  /**
   * Show an estimate for pieces, each given by its outline and its position.
   *
   * @param {{ path: Path2D, matrix: DOMMatrix }[]} pieces
   */
  estimate(pieces) {
    const { context } = this;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalCompositeOperation = "source-over";
    context.fillStyle = "#000";
    context.fillRect(0, 0, PIXELS, PIXELS);
    context.globalCompositeOperation = "lighter";
    this.#fill("#f00", this.figure, new DOMMatrix());
    for (const { path, matrix } of pieces) this.#fill(`rgb(0 0 ${STEP})`, path, matrix);
    this.show(count(context.getImageData(0, 0, PIXELS, PIXELS).data));
  }

  /**
   * @param {string} colour
   * @param {Path2D} path
   * @param {DOMMatrix} matrix
   */
  #fill(colour, path, matrix) {
    this.context.setTransform(this.transform.multiply(matrix));
    this.context.fillStyle = colour;
    this.context.fill(path, "evenodd");
  }
}

/**
 * Red is the figure, blue the pieces.
 *
 * @param {Uint8ClampedArray} pixels
 * @returns {Shares}
 */
function count(pixels) {
  let [figure, covered, overlapping, outside] = [0, 0, 0, 0];
  for (let i = 0; i < pixels.length; i += 4) {
    const inside = pixels[i] / 255;
    const layers = pixels[i + 2] / STEP;
    figure += inside;
    covered += Math.min(inside, layers);
    overlapping += Math.max(0, layers - 1);
    outside += Math.max(0, Math.min(1, layers) - inside);
  }
  /** @param {number} area */
  const share = (area) => (figure ? Math.min(1, area / figure) : 0);
  return { covered: share(covered), overlapping: share(overlapping), outside: share(outside) };
}

class Part {
  /**
   * @param {string} name
   * @param {string} title
   */
  constructor(name, title) {
    this.name = name;
    this.title = title;
    this.level = h("div", { class: name });
    this.text = h("span", {});
    const scale = { "aria-label": title, "aria-valuemin": 0, "aria-valuemax": 100 };
    this.meter = h("span", { role: "meter", ...scale }, h("i", { class: name }), this.text);
  }

  /** @param {number} share */
  show(share) {
    // Faults are rounded up and the covered share down, so that 0 and 100 are exact.
    const value =
      this.name === "covered" ? Math.floor(100 * share + 1e-6) : Math.ceil(100 * share - 1e-6);
    this.meter.setAttribute("aria-valuenow", String(value));
    this.level.style.width = `${100 * share}%`;
    this.text.textContent = `${this.title} ${percent(value / 100)}`;
  }
}
