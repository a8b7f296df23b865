// The setter's brush: colours to choose from, and a large piece whose sides are painted.

import { drawing, fill, h } from "/static/dom.js";
import { t } from "/static/texts.js";
import { DIRECTIONS } from "./page_solution.js";
import { colourName } from "./shared_colours.js";

/** @import { Edges } from "./shared_layout.js" */

export class Painter {
  /** The colour that is painted. */
  colour = 1;
  #piece = 0;
  #large = h("div", { class: "large-piece", role: "group" });
  #colours = h("div", { class: "swatches", role: "group", "aria-label": t("Colours") });
  element = h("div", { class: "painter" }, this.#large, this.#colours);

  /** @param {(side: number, colour: number) => unknown} onPaint */
  constructor(onPaint) {
    this.onPaint = onPaint;
  }

  /**
   * Show a piece of a puzzle.
   *
   * @param {Edges} puzzle
   * @param {string[]} pictures  The drawing of each piece.
   * @param {number} piece
   */
  update(puzzle, pictures, piece) {
    this.puzzle = puzzle;
    this.#piece = piece;
    this.#fillColours(puzzle, pictures);
    this.#fillSides(puzzle, pictures[piece]);
  }

  /**
   * @param {Edges} puzzle
   * @param {string[]} pictures
   */
  #fillColours(puzzle, pictures) {
    const { pieces, frame } = puzzle;
    const used = [...new Set(pieces.flat())].filter((colour) => colour !== frame);
    used.sort((a, b) => a - b);
    const fresh = 1 + Math.max(0, frame ?? 0, ...used);
    const known = frame == null ? used : [frame, ...used];
    if (![...known, fresh].includes(this.colour)) this.colour = known[0];
    const focused = this.#colours.contains(document.activeElement);
    const swatches = known.map((colour) => {
      const name = colour === frame ? t("frame") : colourName(t, puzzle, colour);
      return this.#swatch(colour, name, sample(puzzle, pictures, colour) ?? String(colour));
    });
    fill(this.#colours, ...swatches, this.#swatch(fresh, t("New colour"), "+"));
    if (focused) this.#pressed?.focus();
  }

  get #pressed() {
    return /** @type {HTMLElement | null} */ (this.#colours.querySelector("[aria-pressed=true]"));
  }

  /**
   * @param {number} colour
   * @param {string} name
   * @param {Node | string} content
   */
  #swatch(colour, name, content) {
    const attributes = { type: "button", class: "swatch", "aria-label": name, title: name };
    return h(
      "button",
      {
        ...attributes,
        "data-colour": colour,
        "aria-pressed": String(colour === this.colour),
        onclick: () => this.#choose(colour),
      },
      content,
    );
  }

  /** @param {number} colour */
  #choose(colour) {
    this.colour = colour;
    for (const each of this.#colours.children)
      if (each instanceof HTMLElement)
        each.setAttribute("aria-pressed", String(Number(each.dataset.colour) === colour));
  }

  /**
   * @param {Edges} puzzle
   * @param {string} picture
   */
  #fillSides(puzzle, picture) {
    const colours = puzzle.pieces[this.#piece];
    const focused = document.activeElement?.getAttribute("data-side");
    const isInside = this.#large.contains(document.activeElement);
    this.#large.setAttribute("aria-label", t("Piece {n}", { n: this.#piece + 1 }));
    this.#large.classList.toggle("listed", !(puzzle.shape in DIRECTIONS));
    const sides = colours.map((colour, side) => this.#side(puzzle, colour, side));
    fill(this.#large, withoutNumber(picture), ...sides);
    if (isInside && focused) sides[Number(focused)]?.focus();
  }

  /**
   * @param {Edges} puzzle
   * @param {number} colour
   * @param {number} side
   */
  #side(puzzle, colour, side) {
    const name = t("{edge}: {colour}", {
      edge: edgeName(puzzle, side),
      colour: colour === puzzle.frame ? t("frame") : colourName(t, puzzle, colour),
    });
    const element = h(
      "button",
      {
        type: "button",
        class: "side",
        "data-side": side,
        "aria-label": name,
        title: name,
        onclick: () => this.onPaint(side, this.colour),
      },
      puzzle.shape in DIRECTIONS ? "" : String(side + 1),
    );
    const [first, step] = DIRECTIONS[puzzle.shape] ?? [0, 0];
    element.style.setProperty("rotate", `${first + step * side}deg`);
    element.style.setProperty("clip-path", puzzle.shape in DIRECTIONS ? wedge(step) : "none");
    return element;
  }
}

/**
 * A side that has a colour, cut from the picture of its piece; null if it is not known where it is.
 *
 * @param {Edges} puzzle
 * @param {string[]} pictures
 * @param {number} colour
 */
function sample({ pieces, shape }, pictures, colour) {
  const piece = pieces.findIndex((colours) => colours.includes(colour));
  if (!(shape in DIRECTIONS) || piece < 0) return null;
  const [first, step] = DIRECTIONS[shape];
  const picture = withoutNumber(pictures[piece]);
  picture.style.setProperty("rotate", `${-first - step * pieces[piece].indexOf(colour)}deg`);
  const cut = h("span", { class: "wedge", "aria-hidden": "true" }, picture);
  cut.style.setProperty("clip-path", wedge(step));
  return cut;
}

/**
 * The part of the upper half of a square that a side of a piece takes.
 *
 * @param {number} angle  Of the part, in degrees.
 */
function wedge(angle) {
  const half = 50 * Math.tan((angle * Math.PI) / 360);
  return `polygon(50% 100%, ${50 - half}% 0, ${50 + half}% 0)`;
}

/** @param {string} picture */
function withoutNumber(picture) {
  const svg = drawing(picture);
  const number = svg.querySelector("circle + text");
  number?.previousElementSibling?.remove();
  number?.remove();
  return svg;
}

/**
 * The name of a side; those of squares have names.
 *
 * @param {Edges} puzzle
 * @param {number} side
 */
function edgeName({ shape }, side) {
  const names = [t("top edge"), t("right edge"), t("bottom edge"), t("left edge")];
  return shape === "square" ? names[side] : t("edge {n}", { n: side + 1 });
}
