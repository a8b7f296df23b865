// Setting edge-matching puzzles: the colours of pieces, and hints.

import { GridLayer } from "/static/boards/grid.js";
import { drawing, fill, h } from "/static/dom.js";
import { button, choice } from "/static/widgets.js";
import { inRows, named, shape } from "./page_cells.js";
import { say } from "./page_texts.js";

/** The setter chooses a piece, changes the colours of its edges, and lays it as a hint. */
export function setterBoard(host) {
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
    shape(layer, spots);
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
