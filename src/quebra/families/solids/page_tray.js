// The tray: the pieces that are not laid, as a list box.

import { closest, fill, h } from "/static/dom.js";
import { t } from "/static/texts.js";

/** @import { Copy } from "./shared_space.js" */
/** @typedef {(piece: number) => SVGSVGElement} DrawPiece */
/**
 * @typedef {object} TrayHooks
 * @property {DrawPiece} draw  The picture of a piece, turned.
 * @property {(piece: number) => unknown} pick
 * @property {(piece: number, event: PointerEvent) => unknown} press  A pointer went down on a piece.
 * @property {(piece: number, event: KeyboardEvent) => unknown} key
 */

export class Tray {
  list = h("div", { class: "pieces", role: "listbox", "aria-label": t("Pieces") });

  /**
   * @param {Copy[]} copies
   * @param {TrayHooks} hooks
   */
  constructor(copies, hooks) {
    this.copies = copies;
    this.hooks = hooks;
    this.list.addEventListener("keydown", (event) => {
      const item = closest(event, ".tile");
      if (item) this.hooks.key(pieceOf(item), event);
    });
  }

  get #items() {
    return /** @type {HTMLElement[]} */ ([...this.list.children]);
  }

  /**
   * Show these pieces; none is chosen.
   *
   * @param {number[]} pieces
   */
  update(pieces) {
    fill(this.list, ...pieces.map((piece) => this.#createItem(piece)));
    this.list.setAttribute("role", pieces.length ? "listbox" : "group");
    const first = this.#items[0];
    if (first) first.tabIndex = 0;
  }

  /** @param {number} piece */
  #createItem(piece) {
    const { name, body } = this.copies[piece];
    const { pick, press } = this.hooks;
    const attributes = { class: "tile", role: "option", tabindex: -1, "data-piece": piece };
    const item = h("div", {
      ...attributes,
      "aria-selected": "false",
      "aria-label": t("Piece {name}, {n} cubes", { name, n: body.length }),
      onclick: () => pick(piece),
      onpointerdown: (/** @type {PointerEvent} */ event) => press(piece, event),
    });
    fill(item, this.hooks.draw(piece));
    return item;
  }

  /**
   * Draw a piece again, after a turn.
   *
   * @param {number} piece
   */
  redraw(piece) {
    const item = this.#items.find((each) => pieceOf(each) === piece);
    item?.querySelector("svg")?.replaceWith(this.hooks.draw(piece));
  }

  /** @param {number | null} piece */
  select(piece) {
    for (const item of this.#items)
      item.setAttribute("aria-selected", String(pieceOf(item) === piece));
  }

  /**
   * Give exactly these pieces a class.
   *
   * @param {string} name
   * @param {number[]} pieces
   */
  mark(name, pieces) {
    for (const item of this.#items) item.classList.toggle(name, pieces.includes(pieceOf(item)));
    const first = this.#items.find((item) => name === "hinted" && item.classList.contains(name));
    first?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  focus() {
    const items = this.#items;
    (items.find((item) => item.tabIndex === 0) ?? items[0])?.focus();
  }

  /**
   * Move the focus from one piece to another, around the ends.
   *
   * @param {number} piece
   * @param {number} step
   */
  focusNext(piece, step) {
    const items = this.#items;
    const at = items.findIndex((item) => pieceOf(item) === piece);
    const next = items[(at + step + items.length) % items.length];
    items[at].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}

/** @param {HTMLElement} item */
const pieceOf = (item) => Number(item.dataset.piece);
