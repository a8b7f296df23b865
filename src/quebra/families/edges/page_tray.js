// The tray: the pieces that are not on the board, as a list box below tabs.

import { drawing, fill, h } from "/static/dom.js";
import { t } from "/static/texts.js";
import { bestFits, fitText } from "./page_fits.js";
import { kindOf, Tabs } from "./page_tabs.js";
import { isFlat } from "./shared_layout.js";

/** @import { Spot } from "/static/host.js" */
/** @import { Fits } from "./page_fits.js" */
/** @import { Fit } from "./shared_fits.js" */

export class Tray {
  /** @type {SVGSVGElement[]} */
  #pictures = [];
  /** @type {Map<number, number>} Turns of pieces in the tray; the game only knows those on the board. */
  #turns = new Map();
  /** @type {Fits | null} What fits the chosen cell. */
  #fits = null;
  #kindBefore = "";
  list = h("div", {
    id: "tray-pieces",
    class: "pieces",
    role: "listbox",
    "aria-label": t("Pieces"),
  });
  fitList = h("div", { class: "pieces fits", role: "listbox", "aria-label": t("Fits here") });

  /**
   * @param {any} puzzle
   * @param {(item: HTMLElement, piece: number) => unknown} onCreate  Called for each new item.
   * @param {(fit: Fit) => unknown} onFit  Called when a piece that fits is chosen.
   * @param {(fit: Fit, event: PointerEvent) => unknown} onPress  A pointer went down on one.
   */
  constructor(puzzle, onCreate, onFit, onPress) {
    this.puzzle = puzzle;
    this.onCreate = onCreate;
    this.onFit = onFit;
    this.onPress = onPress;
    /** @type {string[]} */
    this.kinds = puzzle.pieces.map((/** @type {unknown} */ _, /** @type {number} */ i) =>
      kindOf(puzzle, i),
    );
    const kinds = ["all", "corner", "rim", "inner"].filter((kind) => this.kinds.includes(kind));
    if (isFlat(puzzle)) kinds.push("fits");
    this.tabs = new Tabs(kinds, () => this.#showTab());
    const attributes = { class: "tabbed", "data-shape": puzzle.shape };
    this.element = h("div", attributes, this.tabs.element, this.list, this.fitList);
  }

  /** @param {number} piece */
  sides = (piece) => this.puzzle.pieces[piece].length;

  get #all() {
    return /** @type {HTMLElement[]} */ ([...this.list.children]);
  }

  /** The items that are shown. */
  get items() {
    if (this.tabs.chosen === "fits")
      return /** @type {HTMLElement[]} */ ([...this.fitList.querySelectorAll(".tile")]);
    return this.#all.filter((item) => !item.hidden);
  }

  #showTab() {
    const { chosen } = this.tabs;
    this.list.hidden = chosen === "fits";
    this.fitList.hidden = chosen !== "fits";
    for (const item of this.#all) item.hidden = item.dataset.kind !== chosen;
    this.#keepTabStop();
  }

  /** One item of the list is reached by Tab. */
  #keepTabStop() {
    const { items } = this;
    const stop = items.find((item) => item.tabIndex === 0) ?? items[0];
    for (const item of this.#all) item.tabIndex = item === stop ? 0 : -1;
    if (stop) stop.tabIndex = 0;
  }

  /**
   * Show what fits a cell, or no longer.
   *
   * @param {Fits | null} fits
   */
  showFits(fits) {
    this.#fits = fits;
    if (fits && this.tabs.chosen !== "fits") this.#kindBefore = this.tabs.chosen;
    this.#fillFits();
    this.#count();
    if (fits) this.tabs.choose("fits");
    else if (this.tabs.chosen === "fits" && this.#kindBefore) this.tabs.choose(this.#kindBefore);
    else this.#showTab();
  }

  #fillFits() {
    const { fits = [], sides = [] } = this.#fits ?? {};
    const numbers = [...new Set(fits.map(({ matching }) => matching.length))];
    const groups = numbers.map((number) => {
      const some = fits.filter(({ matching }) => matching.length === number);
      const name = headingOf(number, sides.length);
      const heading = h("p", { "aria-hidden": "true" }, name, " ", h("span", {}, some.length));
      const tiles = h("div", { class: "row" }, ...some.map((fit) => this.#createFit(fit)));
      return h("div", { role: "group", "aria-label": name }, heading, tiles);
    });
    const none = this.#fits ? t("No piece fits here.") : t("Choose an empty cell on the board.");
    fill(this.fitList, ...(groups.length ? groups : [h("p", { class: "soft" }, none)]));
    this.fitList.setAttribute("role", groups.length ? "listbox" : "group");
  }

  /** @param {Fit} fit */
  #createFit(fit) {
    const attributes = { class: "tile fit", tabindex: -1, "data-fit": fit.piece };
    const name = fitText(this.puzzle, fit);
    const onclick = () => this.onFit(fit);
    const onpointerdown = (/** @type {PointerEvent} */ event) => this.onPress(fit, event);
    const listeners = { onclick, onpointerdown };
    return h(
      "div",
      { role: "option", "aria-selected": "false", "aria-label": name, ...attributes, ...listeners },
      this.picture(fit.piece, fit.turn),
      ...this.#sideMarks(fit),
    );
  }

  /**
   * Marks at the sides of a square: where it matches the pieces beside the cell, and where not.
   *
   * @param {Fit} fit
   */
  #sideMarks({ matching, differing }) {
    if (this.puzzle.shape !== "square") return [];
    /** @type {(kind: string) => (side: number) => HTMLElement} */
    const mark = (kind) => (side) => h("i", { class: `side-mark ${kind}`, "data-side": side });
    return [...matching.map(mark("matching")), ...differing.map(mark("differing"))];
  }

  #count() {
    this.tabs.update((kind) => {
      if (kind === "fits") return this.#fits ? bestFits(this.#fits).length : null;
      return this.#all.filter((item) => item.dataset.kind === kind).length;
    });
  }

  /** @param {Spot[]} spots */
  update(spots) {
    const before = this.#all;
    const existing = new Map(before.map((item) => [item.dataset.piece, item]));
    const items = spots.map(({ where: [piece], text }) => {
      const item = existing.get(String(piece)) ?? this.#create(piece);
      item.setAttribute("aria-label", text);
      return item;
    });
    // Unchanged items stay in place, so that the focus stays too.
    if (items.length !== before.length || items.some((item, i) => item !== before[i]))
      fill(this.list, ...items);
    this.showFits(null);
  }

  /** @param {number} piece */
  #create(piece) {
    const kind = this.kinds[piece];
    const attributes = { class: "tile", tabindex: -1, "data-piece": piece, "data-kind": kind };
    const item = h("div", { role: "option", "aria-selected": "false", ...attributes });
    this.onCreate(item, piece);
    this.#showPicture(item, piece);
    return item;
  }

  /** @param {string[]} pictures */
  setPictures(pictures) {
    this.#pictures = pictures.map(drawing);
    for (const item of this.#all) this.#showPicture(item, pieceOf(item));
    this.#fillFits();
  }

  /**
   * @param {HTMLElement} item
   * @param {number} piece
   */
  #showPicture(item, piece) {
    fill(item, this.picture(piece, this.turns(piece)));
  }

  /**
   * The picture of a piece, turned; null before pictures have come.
   *
   * @param {number} piece
   * @param {number} turns
   */
  picture(piece, turns) {
    const copy = this.#pictures[piece]?.cloneNode(true);
    if (!(copy instanceof SVGElement)) return null;
    this.#rotate(copy, piece, turns);
    return copy;
  }

  /**
   * Turn a picture; its number stays upright.
   *
   * @param {SVGElement} picture
   * @param {number} piece
   * @param {number} turns
   */
  #rotate(picture, piece, turns) {
    const angle = (turns * 360) / this.sides(piece);
    picture.style.setProperty("rotate", `${angle}deg`);
    const number = picture.querySelector("circle + text");
    const [x, y] = ["x", "y"].map((name) => number?.getAttribute(name));
    number?.setAttribute("transform", `rotate(${-angle} ${x} ${y})`);
  }

  /** @param {number} piece */
  turns = (piece) => this.#turns.get(piece) ?? 0;

  /**
   * @param {number} piece
   * @param {number} sign  1 for clockwise, -1 for the other way.
   */
  turn(piece, sign) {
    const sides = this.sides(piece);
    this.#turns.set(piece, (this.turns(piece) + sign + sides) % sides);
    const picture = this.#all.find((each) => pieceOf(each) === piece)?.firstElementChild;
    if (picture instanceof SVGElement) this.#rotate(picture, piece, this.turns(piece));
  }

  /** @param {number | null} piece */
  select(piece) {
    for (const item of this.#all)
      item.setAttribute("aria-selected", String(pieceOf(item) === piece));
  }

  /**
   * Mark exactly these pieces, and show the first one.
   *
   * @param {number[]} pieces
   */
  markHinted(pieces) {
    const hinted = this.#all.filter((item) => pieces.includes(pieceOf(item)));
    for (const item of this.#all) item.classList.toggle("hinted", hinted.includes(item));
    if (!hinted.length) return;
    this.tabs.choose(hinted[0].dataset.kind ?? "");
    hinted[0].scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  focus() {
    const { items } = this;
    this.#focusItem(items.find((item) => item.tabIndex === 0) ?? items[0]);
  }

  /**
   * Move the focus from one item to another, around the ends.
   *
   * @param {HTMLElement} item
   * @param {number} step
   */
  focusNext(item, step) {
    const { items } = this;
    this.#focusItem(items[(items.indexOf(item) + step + items.length) % items.length]);
  }

  /** @param {HTMLElement | undefined} item */
  #focusItem(item) {
    if (!item) return;
    for (const each of this.items) each.tabIndex = each === item ? 0 : -1;
    item.focus();
  }
}

/** @param {HTMLElement} item */
export const pieceOf = (item) => Number(item.dataset.piece);

/**
 * @param {number} matches
 * @param {number} sides
 */
function headingOf(matches, sides) {
  if (!sides) return t("Nothing beside it yet");
  if (matches === sides) return sides > 1 ? t("All edges match") : t("The edge matches");
  return t("{n} of {of} edges match", { n: matches, of: sides });
}
