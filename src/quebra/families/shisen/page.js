// Shisen-Sho on the page: choose a tile, and then its mate. The setter swaps and names tiles.

import { GridLayer, named } from "/static/boards/grid.js";
import { fill, h } from "/static/dom.js";
import { tellers } from "/static/texts.js";
import { button, field } from "/static/widgets.js";

export const texts = {
  en: {
    welcome: "Choose a tile, then its mate.",
    chosen: "{name} is chosen. Others of its kind: {n}.",
    cleared: "The pair is gone. Tiles left: {n}.",
    "no-tile": "There is no tile here.",
    pick: "Choose a tile, or its mate",
    next: "To the next tile of the same kind",
    unpick: "Choose nothing",
    swap: "Swap",
    name: "Tile",
    put: "Put into both",
    out: "Take both out",
    two: "Choose two cells first.",
  },
  pt: {
    welcome: "Escolha uma peça e depois o seu par.",
    chosen: "{name} escolhida. Outras do mesmo tipo: {n}.",
    cleared: "O par saiu. Peças restantes: {n}.",
    "no-tile": "Não há peça aqui.",
    pick: "Escolher uma peça, ou o seu par",
    next: "Para a próxima peça do mesmo tipo",
    unpick: "Não escolher nada",
    swap: "Trocar",
    name: "Peça",
    put: "Pôr nas duas",
    out: "Tirar as duas",
    two: "Escolha duas casas primeiro.",
  },
};
const say = tellers(texts);
const PATH = 'path[fill="none"][stroke-width="4"]';

export default { mount: (host) => (host.mode === "set" ? setterBoard(host) : playBoard(host)) };

function playBoard(host) {
  let tiles = new Map();
  let chosen = null;
  const layer = new GridLayer(host.sheet, { name: host.t("board"), pick, key: pressed });
  update(host.view, host.view);

  async function pick(where) {
    const kind = tiles.get(String(where));
    if (!kind) return host.say(say("no-tile"));
    if (!chosen || String(chosen) === String(where)) return choose(chosen ? null : where);
    const played = await host.play(`${named(chosen)}-${named(where)}`);
    if (played && !played.solved) host.say(say("cleared", { n: tiles.size }));
    else if (!played && tiles.get(String(chosen)) !== kind) choose(where, { quiet: true });
  }

  /** Choose a tile, and show all of its kind. */
  function choose(where, { quiet = false } = {}) {
    chosen = where;
    const mates = where ? matesOf(where) : [];
    layer.mark("chosen", where ? [where] : []);
    layer.mark("match", mates);
    if (where && !quiet)
      host.say(say("chosen", { name: nameOf(host.view.puzzle, where), n: mates.length }));
  }

  function matesOf(where) {
    const kind = tiles.get(String(where));
    return [...tiles]
      .filter(([place, other]) => other === kind && place !== String(where))
      .map(([place]) => place.split(",").map(Number));
  }

  function pressed(where, event) {
    const key = event.key.toLowerCase();
    if (key === "enter" || key === " ") pick(where);
    else if (key === "escape") choose(null);
    else if (key === "m" && !event.ctrlKey && tiles.has(String(chosen ?? where))) toMate(where);
    else return;
    event.preventDefault();
  }

  /** The next tile of the same kind, in the order of reading and around. */
  function toMate(where) {
    const mates = matesOf(chosen ?? where).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const later = ([r, c]) => r > where[0] || (r === where[0] && c > where[1]);
    const next = mates.find(later) ?? mates[0];
    if (next) layer.select(next, { focus: true });
  }

  function update(view, before) {
    layer.update(view.spots);
    tiles = standing(view);
    choose(null);
    // The path of the last pair is part of the drawing. It is for those who just took it.
    const fresh = view.done > before.done;
    for (const path of host.sheet.picture.querySelectorAll(PATH))
      path.setAttribute("class", fresh ? "path fading" : "path past");
  }

  return {
    update,
    mark: (name, places) => layer.mark(name, cellsOf(places)),
    focus: () => layer.focus(),
    welcome: say("welcome"),
    keys: [
      { keys: ["←", "↑", "→", "↓"], text: host.t("key-move") },
      { keys: ["Enter", "Space"], text: say("pick") },
      { keys: ["m"], text: say("next") },
      { keys: ["Escape"], text: say("unpick") },
    ],
  };
}

function setterBoard(host) {
  let chosen = [];
  const layer = new GridLayer(host.sheet, { name: host.t("board"), pick, key: pressed });
  const input = h("input", { maxlength: 12, value: "A" });
  const both = (write) => async () => {
    if (chosen.length < 2) return host.say(say("two"));
    await host.play(write(chosen.map(named)));
  };
  fill(
    host.pad,
    button(say("swap"), both(([one, other]) => `${one}<>${other}`)),
    button(say("out"), both((places) => `${places.join("-")}=.`)),
    h(
      "div",
      { class: "with-button" },
      field(say("name"), input),
      button(say("put"), both((places) => `${places.join("-")}=${input.value}`)),
    ),
  );
  update(host.view);

  function pick(where) {
    const kept = chosen.filter((other) => String(other) !== String(where));
    chosen = kept.length < chosen.length ? kept : [...kept, where].slice(-2);
    layer.mark("chosen", chosen);
  }

  function pressed(where, event) {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    pick(where);
  }

  function update(view) {
    layer.update(view.spots);
    chosen = [];
    layer.mark("chosen", chosen);
  }

  return {
    update,
    mark: (name, places) => layer.mark(name, cellsOf(places)),
    focus: () => layer.focus(),
    keys: [
      { keys: ["←", "↑", "→", "↓"], text: host.t("key-move") },
      { keys: ["Enter", "Space"], text: say("pick") },
    ],
  };
}

/** The kinds of the tiles that are left, by their places. */
function standing({ puzzle, answer }) {
  const kinds = new Map(
    (puzzle.merged ?? []).flatMap((names) => names.map((name) => [name, names[0]])),
  );
  const gone = new Set((answer.rounds ?? []).flat().flatMap((move) => move.pair.map(String)));
  const tiles = new Map();
  puzzle.board.forEach((row, r) =>
    row.forEach((name, c) => {
      if (name && !gone.has(`${r},${c}`)) tiles.set(`${r},${c}`, kinds.get(name) ?? name);
    }),
  );
  return tiles;
}

const nameOf = (puzzle, [r, c]) => puzzle.board[r][c];

/** Steps name pairs by four numbers: both cells are meant. */
const cellsOf = (places) =>
  places.flatMap((place) => (place.length === 4 ? [place.slice(0, 2), place.slice(2)] : [place]));
