// A game of edge-matching: the tray, and what taps, drags and keys do.

import { GridLayer } from "/static/boards/grid.js";
import { drawing, fill, h } from "/static/dom.js";
import { button } from "/static/widgets.js";
import { inRows, named, shape } from "./page_cells.js";
import { say } from "./page_texts.js";

const STILL = 6; // pixels that a tap may slip

export class PlayBoard {
  constructor(host) {
    this.host = host;
    this.turns = new Map();
    this.chosen = null; // {piece} in the tray, or {cell} on the board
    this.pictures = [];
    this.layer = new GridLayer(host.sheet, {
      name: host.t("board"),
      pick: (where) => this.picked(this.cells.get(String(where))),
      key: (where, event) => this.#onBoard(this.cells.get(String(where)), event),
    });
    this.tray = h("div", { class: "pieces", role: "listbox", "aria-label": say("tray") });
    this.tray.addEventListener("keydown", (event) => this.#inTray(event));
    this.count = h("p", { class: "soft", role: "status" });
    const narrow = matchMedia("(max-width: 960px)").matches;
    fill(narrow ? host.pad : host.tray, this.count, this.tray);
    host.pad.append(
      button(say("turn"), () => this.turn(), { icon: "turn" }),
      button(say("back"), () => this.putBack(), { icon: "erase" }),
    );
    host.sheet.layer.addEventListener("pointerdown", (event) => this.#graspCell(event));
    this.update(host.view);
    host
      .ask("pieces")
      .then(({ pieces }) => this.#dress(pieces))
      .catch((error) => host.say(error.message, "bad"));
  }

  board() {
    return {
      update: (view) => this.update(view),
      mark: (name, places) => this.layer.mark(name, this.#spotsOf(places)),
      focus: () => this.layer.focus(),
      welcome: say("welcome"),
      keys: [
        { keys: ["←", "↑", "→", "↓"], text: this.host.t("key-move") },
        { keys: ["p"], text: say("key-tray") },
        { keys: ["Enter", "Space"], text: say("key-lay") },
        { keys: ["]", "t"], text: say("key-turn") },
        { keys: ["Delete"], text: say("key-back") },
        { keys: ["Escape"], text: say("key-drop") },
      ],
    };
  }

  // What is shown.

  update(view) {
    const board = view.spots.filter((spot) => spot.part === "board");
    const spots = inRows(board);
    this.cells = new Map(spots.map((spot, i) => [String(spot.where), board[i].where]));
    this.layer.update(spots);
    shape(this.layer, spots);
    this.lying = new Map(view.answer.cells.map((placed) => [String(placed.cell), placed]));
    this.#showTray(view.spots.filter((spot) => spot.part === "tray"));
    this.choose(null);
  }

  #showTray(spots) {
    const kept = new Map([...this.tray.children].map((child) => [child.dataset.piece, child]));
    const items = spots.map((spot) => {
      const piece = spot.where[0];
      const item = kept.get(String(piece)) ?? this.#item(piece);
      item.setAttribute("aria-label", spot.text);
      return item;
    });
    if (items.length !== this.tray.children.length || items.some((item, i) => item !== this.tray.children[i]))
      fill(this.tray, ...items);
    if (items.length && !items.some((item) => item.tabIndex === 0)) items[0].tabIndex = 0;
    this.count.textContent = items.length ? say("left", { n: items.length }) : say("tray-done");
  }

  #item(piece) {
    const item = h("div", { role: "option", class: "tile", tabindex: -1, "data-piece": piece, "aria-selected": "false" });
    item.addEventListener("click", () => this.choose(this.chosen?.piece === piece ? null : { piece }));
    item.addEventListener("pointerdown", (event) => this.#drag(event, { piece }));
    this.#picture(item, piece);
    return item;
  }

  #dress(pictures) {
    this.pictures = pictures.map(drawing);
    for (const item of this.tray.children) this.#picture(item, Number(item.dataset.piece));
  }

  #picture(item, piece) {
    if (!this.pictures[piece]) return;
    fill(item, this.pictures[piece].cloneNode(true));
    this.#showTurn(item, piece);
  }

  #showTurn(item, piece) {
    const turns = this.turns.get(piece) ?? 0;
    item.firstChild?.style.setProperty("rotate", `${(turns * 360) / this.host.view.puzzle.pieces[piece].length}deg`);
  }

  /** Choose a piece in the tray, a cell with a piece, or nothing. */
  choose(what) {
    this.chosen = what;
    for (const item of this.tray.children)
      item.setAttribute("aria-selected", String(Number(item.dataset.piece) === what?.piece));
    this.layer.mark("chosen", what?.cell ? this.#spotsOf([what.cell]) : []);
    if (what) this.host.say(say("chosen", { n: 1 + this.#pieceOf(what) }));
  }

  #pieceOf = (what) => what.piece ?? this.lying.get(String(what.cell)).piece;

  /** Where the layer has these cells. */
  #spotsOf(cells) {
    const wanted = new Set(cells.map(String));
    return [...this.cells].filter(([, cell]) => wanted.has(String(cell))).map(([where]) => where.split(",").map(Number));
  }

  // What a player does.

  picked(cell) {
    if (!cell) return;
    if (this.chosen) return this.lay(this.chosen, cell);
    if (this.lying.has(String(cell))) this.choose({ cell });
    else this.host.say(say("choose-first"));
  }

  /** Bring a piece from the tray, or from another cell, to a cell. */
  async lay(what, cell) {
    if (what.cell && String(what.cell) === String(cell)) return this.choose(null);
    if (what.cell) return this.host.play(`${named(what.cell)}>${named(cell)}`);
    const turns = this.turns.get(what.piece) ?? 0;
    return this.host.play(`${named(cell)}=${what.piece + 1}${turns ? `/${turns}` : ""}`);
  }

  /** Turn what is chosen, or what lies where the reader is. */
  async turn() {
    const what = this.chosen ?? this.#here();
    if (!what) return this.host.say(say("choose-first"));
    if (what.cell) {
      await this.host.play(`${named(what.cell)}/`);
      return;
    }
    const sides = this.host.view.puzzle.pieces[what.piece].length;
    this.turns.set(what.piece, ((this.turns.get(what.piece) ?? 0) + 1) % sides);
    const item = [...this.tray.children].find((each) => Number(each.dataset.piece) === what.piece);
    this.#showTurn(item, what.piece);
  }

  async putBack() {
    const what = this.chosen?.cell ? this.chosen : this.#here();
    if (what) await this.host.play(`${named(what.cell)}=.`);
    else this.host.say(say("choose-first"));
  }

  #here() {
    const cell = this.cells.get(String(this.layer.current));
    return this.lying.has(String(cell)) ? { cell } : null;
  }

  // Keys.

  #onBoard(cell, event) {
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === "enter" || key === " ") this.picked(cell);
    else if (key === "p") this.#toTray();
    else if (!this.#anywhere(key)) return;
    event.preventDefault();
  }

  #inTray(event) {
    const items = [...this.tray.children];
    const here = items.indexOf(event.target.closest(".tile"));
    const key = event.key.toLowerCase();
    const step = { arrowright: 1, arrowdown: 1, arrowleft: -1, arrowup: -1 }[key];
    if (here < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const piece = Number(items[here].dataset.piece);
    if (step) this.#focusItem(items[(here + step + items.length) % items.length]);
    else if (key === "enter" || key === " ") {
      this.choose({ piece });
      this.layer.focus();
    } else if (key === "p") this.layer.focus();
    else if (key === "]" || key === "t") {
      this.choose({ piece });
      this.turn();
    } else if (!this.#anywhere(key)) return;
    event.preventDefault();
  }

  #anywhere(key) {
    if (key === "]" || key === "t") this.turn();
    else if (key === "delete" || key === "backspace") this.putBack();
    else if (key === "escape") this.choose(null);
    else return false;
    return true;
  }

  #toTray() {
    const items = [...this.tray.children];
    if (items.length) this.#focusItem(items.find((item) => item.tabIndex === 0) ?? items[0]);
  }

  #focusItem(item) {
    for (const each of this.tray.children) each.tabIndex = each === item ? 0 : -1;
    item.focus();
  }

  // Dragging: a picture of the piece follows the pointer.

  #graspCell(event) {
    const where = event.target.closest?.("[data-where]")?.dataset.where;
    const cell = this.cells.get(where);
    if (cell && this.lying.has(String(cell))) this.#drag(event, { cell });
  }

  #drag(event, what) {
    if (event.button || event.pointerType === "touch") return; // touch scrolls; taps do it all
    const began = [event.clientX, event.clientY];
    let ghost = null;
    const move = (each) => {
      if (!ghost && Math.hypot(each.clientX - began[0], each.clientY - began[1]) < STILL) return;
      ghost ??= this.#ghost(what);
      ghost.style.translate = `${each.clientX}px ${each.clientY}px`;
    };
    const end = (each) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      if (!ghost) return;
      ghost.remove();
      // The click that follows a drag is none.
      const swallow = (click) => click.stopPropagation();
      addEventListener("click", swallow, true);
      setTimeout(() => removeEventListener("click", swallow, true));
      if (each.type === "pointerup") this.#dropped(what, each);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
    event.preventDefault();
  }

  #ghost(what) {
    const piece = this.#pieceOf(what);
    const ghost = h("div", { class: "tile ghost", "aria-hidden": "true" }, this.pictures[piece]?.cloneNode(true));
    const turns = what.cell ? this.lying.get(String(what.cell)).turn : (this.turns.get(piece) ?? 0);
    ghost.firstChild?.style.setProperty("rotate", `${(turns * 360) / this.host.view.puzzle.pieces[piece].length}deg`);
    document.body.append(ghost);
    return ghost;
  }

  #dropped(what, { clientX, clientY }) {
    const under = document.elementFromPoint(clientX, clientY);
    const where = under?.closest?.("[data-where]")?.dataset.where;
    if (this.cells.has(where)) return this.lay(what, this.cells.get(where));
    if (what.cell) return this.host.play(`${named(what.cell)}=.`);
  }
}
