// Edge-matching on the page: pieces go from the tray to the board by taps, drags or keys.
//
// A piece is chosen in the tray or on the board, and then a place for it. Pieces in the tray may be
// turned before they are laid; the page remembers that, for the game knows pieces on the board only.

import { GridLayer } from "/static/boards/grid.js";
import { fill, drawing, h } from "/static/dom.js";
import { tellers } from "/static/texts.js";
import { button, choice } from "/static/widgets.js";

export const texts = {
  en: {
    welcome: "Choose a piece, then a cell for it; or drag it there.",
    tray: "Pieces",
    left: "Pieces left: {n}",
    chosen: "Piece {n} is chosen. Now choose a cell.",
    "choose-first": "Choose a piece first.",
    turn: "Turn",
    back: "Put back",
    "tray-done": "All pieces are on the board.",
    "key-tray": "To the pieces, and back to the board",
    "key-lay": "Choose a piece, or lay the chosen one",
    "key-turn": "Turn the piece",
    "key-back": "Put the piece back",
    "key-drop": "Choose nothing",
    named: "Piece {n}: {colours}",
    edge: "Edge",
    up: "top",
    right: "right",
    down: "bottom",
    "left-edge": "left",
    colour: "Colour",
    set: "Set",
    hint: "Hint here",
    "no-hint": "No hint here",
  },
  pt: {
    welcome: "Escolha uma peça e depois uma casa; ou arraste-a.",
    tray: "Peças",
    left: "Peças restantes: {n}",
    chosen: "Peça {n} escolhida. Agora escolha uma casa.",
    "choose-first": "Escolha primeiro uma peça.",
    turn: "Girar",
    back: "Devolver",
    "tray-done": "Todas as peças estão no tabuleiro.",
    "key-tray": "Para as peças, e de volta ao tabuleiro",
    "key-lay": "Escolher uma peça, ou pôr a escolhida",
    "key-turn": "Girar a peça",
    "key-back": "Devolver a peça",
    "key-drop": "Não escolher nada",
    named: "Peça {n}: {colours}",
    edge: "Aresta",
    up: "de cima",
    right: "direita",
    down: "de baixo",
    "left-edge": "esquerda",
    colour: "Cor",
    set: "Mudar",
    hint: "Dica aqui",
    "no-hint": "Sem dica aqui",
  },
};
const say = tellers(texts);
const STILL = 6; // pixels that a tap may slip

export default { mount: (host) => (host.mode === "set" ? setterBoard(host) : new PlayBoard(host).board()) };

class PlayBoard {
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
    host.ask("pieces").then(({ pieces }) => this.#dress(pieces));
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
    shape(this.layer, spots, view.puzzle);
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

/** The setter chooses a piece, changes the colours of its edges, and lays it as a hint. */
function setterBoard(host) {
  let cells = new Map();
  let chosen = 0;
  const layer = new GridLayer(host.sheet, { name: host.t("board") });
  const pieces = h("div", { class: "pieces", role: "group", "aria-label": say("tray") });
  const edge = choice(edgesOf(host.view.puzzle), "1");
  const colour = h("input", { type: "number", required: true, min: 0, max: 9999, value: 1 });
  const here = () => named(cells.get(String(layer.current)));
  fill(host.tray, pieces);
  fill(
    host.pad,
    fieldOf(say("edge"), edge),
    fieldOf(say("colour"), colour),
    button(say("set"), () => colour.reportValidity() && host.play(`p${chosen + 1}e${edge.value}=${colour.value}`)),
    button(say("hint"), () => host.play(`${here()}=${chosen + 1}`)),
    button(say("no-hint"), () => host.play(`${here()}=.`)),
  );
  update(host.view);

  function update(view) {
    const board = view.spots.filter((spot) => spot.part === "board");
    const spots = inRows(board);
    cells = new Map(spots.map((spot, i) => [String(spot.where), board[i].where]));
    layer.update(spots);
    shape(layer, spots, view.puzzle);
    fill(pieces, ...view.pieces.map((svg, i) => tile(view.puzzle.pieces[i], drawing(svg), i)));
    choose(Math.min(chosen, view.pieces.length - 1));
  }

  function tile(colours, picture, i) {
    const name = say("named", { n: i + 1, colours: colours.join(", ") });
    return h("button", { type: "button", class: "tile", "aria-label": name, onclick: () => choose(i) }, picture);
  }

  function choose(piece) {
    chosen = piece;
    [...pieces.children].forEach((each, i) => each.setAttribute("aria-pressed", String(i === piece)));
  }

  return {
    update,
    mark(name, places) {
      const wanted = new Set(places.map(String));
      const found = [...cells].filter(([, cell]) => wanted.has(String(cell)));
      layer.mark(name, found.map(([where]) => where.split(",").map(Number)));
    },
    focus: () => layer.focus(),
    keys: [{ keys: ["←", "↑", "→", "↓"], text: host.t("key-move") }],
  };
}

/** The edges of a piece to choose from; those of squares have names. */
function edgesOf({ pieces: [first] }) {
  const names = ["up", "right", "down", "left-edge"];
  return first.map((_, i) => [`${i + 1}`, first.length === names.length ? say(names[i]) : `${i + 1}`]);
}

const fieldOf = (text, control) => h("label", { class: "field narrow" }, h("span", {}, text), control);

/** How moves name a cell: `c5`, `r1c2` or `l1r1c2`, counted from 1. */
function named(cell) {
  const letters = ["c", "rc", "lrc"][cell.length - 1];
  return cell.map((number, i) => `${letters[i]}${number + 1}`).join("");
}

/** Spots with a row and a column for each, which cells that are no squares get by where they lie. */
function inRows(spots) {
  if (spots.every((spot) => spot.where.length === 2)) return spots;
  const tops = [...new Set(spots.map((spot) => spot.box[1].toFixed(1)))].sort((a, b) => a - b);
  const seen = tops.map(() => 0);
  return spots.map((spot) => {
    const row = tops.indexOf(spot.box[1].toFixed(1));
    return { ...spot, where: [row, seen[row]++] };
  });
}

const RINGS = { triangle: 0.84, hexagon: 0.92 }; // what a ring leaves open
const HEXAGON = [[50, 0], [100, 25], [100, 75], [50, 100], [0, 75], [0, 25]];
const STANDING = [[50, 0], [100, 100], [0, 100]];
const HANGING = [[0, 0], [100, 0], [50, 100]];

/** Cells that are no squares are pointed at, and marked, as what they are: boxes would overlap. */
function shape(layer, spots, { shape: name }) {
  for (const { where } of name in RINGS ? spots : []) {
    const corners = name === "hexagon" ? HEXAGON : where[1] % 2 ? HANGING : STANDING;
    const middle = [0, 1].map((i) => corners.reduce((sum, corner) => sum + corner[i], 0) / corners.length);
    const inner = corners.map((corner) => corner.map((at, i) => middle[i] + RINGS[name] * (at - middle[i])));
    const ring = [...corners, corners[0], ...inner, inner[0]];
    const cell = layer.at(where);
    cell.classList.add("shaped");
    cell.style.setProperty("--shape", polygon(corners));
    cell.style.setProperty("--ring", polygon(ring));
  }
}

const polygon = (points) => `polygon(evenodd, ${points.map(([x, y]) => `${x}% ${y}%`).join(", ")})`;
