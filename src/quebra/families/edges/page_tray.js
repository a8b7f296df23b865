// The tray: the pieces that are not on the board, as a list box.

import { drawing, fill, h } from "/static/dom.js";
import { t } from "/static/texts.js";

/** @import { Spot } from "/static/host.js" */

export class Tray {
  /** @type {SVGSVGElement[]} */
  #pictures = [];
  /** @type {Map<number, number>} Turns of pieces in the tray; the game only knows those on the board. */
  #turns = new Map();
  element = h("div", { class: "pieces", role: "listbox", "aria-label": t("Pieces") });
  count = h("p", { class: "soft", role: "status" });

  /**
   * @param {(piece: number) => number} sides  The number of sides of a piece.
   * @param {(item: HTMLElement, piece: number) => unknown} onCreate  Called for each new item.
   */
  constructor(sides, onCreate) {
    this.sides = sides;
    this.onCreate = onCreate;
  }

  get items() {
    return /** @type {HTMLElement[]} */ ([...this.element.children]);
  }

  /** @param {Spot[]} spots */
  update(spots) {
    const before = this.items;
    const existing = new Map(before.map((item) => [item.dataset.piece, item]));
    const items = spots.map(({ where: [piece], text }) => {
      const item = existing.get(String(piece)) ?? this.#create(piece);
      item.setAttribute("aria-label", text);
      return item;
    });
    // Unchanged items stay in place, so that the focus stays too.
    if (items.length !== before.length || items.some((item, i) => item !== before[i]))
      fill(this.element, ...items);
    if (items.length && !items.some((item) => item.tabIndex === 0)) items[0].tabIndex = 0;
    this.count.textContent = items.length
      ? t("Pieces left: {n}", { n: items.length })
      : t("All pieces are on the board.");
  }

  /** @param {number} piece */
  #create(piece) {
    const attributes = { class: "tile", tabindex: -1, "data-piece": piece };
    const item = h("div", { role: "option", "aria-selected": "false", ...attributes });
    this.onCreate(item, piece);
    this.#showPicture(item, piece);
    return item;
  }

  /** @param {string[]} pictures */
  setPictures(pictures) {
    this.#pictures = pictures.map(drawing);
    for (const item of this.items) this.#showPicture(item, pieceOf(item));
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
   * @param {SVGElement} picture
   * @param {number} piece
   * @param {number} turns
   */
  #rotate(picture, piece, turns) {
    picture.style.setProperty("rotate", `${(turns * 360) / this.sides(piece)}deg`);
  }

  /** @param {number} piece */
  turns = (piece) => this.#turns.get(piece) ?? 0;

  /** @param {number} piece */
  turn(piece) {
    this.#turns.set(piece, (this.turns(piece) + 1) % this.sides(piece));
    const picture = this.items.find((each) => pieceOf(each) === piece)?.firstElementChild;
    if (picture instanceof SVGElement) this.#rotate(picture, piece, this.turns(piece));
  }

  /** @param {number | null} piece */
  select(piece) {
    for (const item of this.items)
      item.setAttribute("aria-selected", String(pieceOf(item) === piece));
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
