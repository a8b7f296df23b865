// How well pieces cover a figure: three upright bars that follow a drag, frame by frame.
//
// While a piece is dragged, areas are counted as dots of a small picture; the exact values of the
// server take their place on release. Paths are Path2D objects in the coordinates of the puzzle.

import { h } from "../dom.js";

const DOTS = 160;
const STEP = 32;
/** How much of the blue light one piece adds: seven of them fit on one dot. */
const PARTS = ["covered", "overlapping", "outside"];

export class Thermometer {
  /** `figure` is a path, `box` its {x, y, width, height}, and `names` a name for each part. */
  constructor(figure, box, names) {
    this.figure = figure;
    this.bars = Object.fromEntries(PARTS.map((part) => [part, bar(names[part], part)]));
    this.element = h("div", { class: "thermometer" }, ...PARTS.map((part) => this.bars[part].element));
    // Room around the figure, for pieces that lie partly outside.
    const side = 2 * Math.max(box.width, box.height);
    this.scale = DOTS / side;
    this.corner = [box.x + box.width / 2 - side / 2, box.y + box.height / 2 - side / 2];
    const canvas = h("canvas", { width: DOTS, height: DOTS });
    this.ink = canvas.getContext("2d", { willReadFrequently: true });
  }

  /** Show shares of the figure's area, from 0 to 1. */
  show(shares) {
    for (const part of PARTS) this.bars[part].show(shares[part] ?? 0);
  }

  /** Show what these pieces do: each is `{path, motion}`, a motion being a DOMMatrix. */
  measure(pieces) {
    this.show(this.count(pieces));
  }

  count(pieces) {
    const { ink } = this;
    ink.setTransform(1, 0, 0, 1, 0, 0);
    ink.globalCompositeOperation = "source-over";
    ink.fillStyle = "#000";
    ink.fillRect(0, 0, DOTS, DOTS);
    ink.globalCompositeOperation = "lighter";
    this.#fill("#f00", this.figure, new DOMMatrix());
    for (const { path, motion } of pieces) this.#fill(`rgb(0 0 ${STEP})`, path, motion);
    return tally(ink.getImageData(0, 0, DOTS, DOTS).data);
  }

  #fill(colour, path, motion) {
    const view = new DOMMatrix([this.scale, 0, 0, this.scale, 0, 0]).translate(
      -this.corner[0],
      -this.corner[1],
    );
    this.ink.setTransform(view.multiply(motion));
    this.ink.fillStyle = colour;
    this.ink.fill(path, "evenodd");
  }
}

/** The shares of the figure: red dots are the figure's, blue ones the pieces'. */
function tally(dots) {
  let figure = 0, covered = 0, overlapping = 0, outside = 0;
  for (let i = 0; i < dots.length; i += 4) {
    const inside = dots[i] / 255;
    const layers = dots[i + 2] / STEP;
    figure += inside;
    covered += Math.min(inside, layers);
    overlapping += Math.max(0, layers - 1);
    outside += Math.max(0, Math.min(1, layers) - inside);
  }
  const share = (area) => (figure ? Math.min(1, area / figure) : 0);
  return { covered: share(covered), overlapping: share(overlapping), outside: share(outside) };
}

function bar(name, part) {
  const level = h("div", {});
  const number = h("span", { class: "numbers", "aria-hidden": "true" });
  const tube = h(
    "div",
    { class: `tube ${part}`, role: "meter", "aria-label": name, "aria-valuemin": 0, "aria-valuemax": 100 },
    level,
  );
  const show = (share) => {
    // What is wrong is rounded up and what is right down, so that 0 and 100 mean what they say.
    const percent = part === "covered" ? Math.floor(100 * share + 1e-6) : Math.ceil(100 * share - 1e-6);
    tube.setAttribute("aria-valuenow", percent);
    level.style.height = `${100 * share}%`;
    number.textContent = `${percent}%`;
  };
  const element = h("div", { class: "bar" }, h("span", { class: "name", "aria-hidden": "true" }, name), tube, number);
  return { element, show };
}
