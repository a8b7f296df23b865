// The rules of packing in space, as `check` in `rules.py`. Moves of taking apart are not in files.

import { t, tn } from "../../render/player/texts.js";
import {
  copiesOf,
  cornerOf,
  readLayers,
  rotated,
  shifted,
  sizeOf,
  TURNS,
  turned,
} from "./shared_space.js";

/** @typedef {import("../../render/player/words.js").Violation} Violation */
/** @typedef {import("./shared_space.js").Cell} Cell */
/** @typedef {import("./shared_space.js").Copy} Copy */
/** @typedef {import("./shared_space.js").Placed} Placed */
/** @typedef {{ piece: number, turn: string, cells: Cell[] }} Laid  A piece with the cells it fills. */
/**
 * @typedef {object} Solids
 * @property {{ name: string, cells: string[], count: number, turns?: string[] | null }[]} pieces
 * @property {string[]} target
 * @property {boolean} mirror
 * @property {Placed[]} given
 */

const MOST_SHIFTS = 1000;

/** A puzzle with what the rules ask for often. */
export class Rules {
  /** @type {Map<number, Set<string>>} The bodies that each kind of piece may have. */
  #forms = new Map();

  /** @param {Solids} puzzle */
  constructor(puzzle) {
    this.puzzle = puzzle;
    this.copies = copiesOf(puzzle);
    this.cells = readLayers(puzzle.target);
    this.marks = new Map(this.cells.map((cell) => [String(cell), markAt(puzzle, cell)]));
    this.required = this.cells.filter((cell) => markAt(puzzle, cell) === "#");
    this.isFixed = puzzle.given.length > 0 || puzzle.pieces.some(({ turns }) => turns);
  }

  /** @param {Cell} cell */
  has = (cell) => this.marks.has(String(cell));

  /** @param {number} piece */
  name = (piece) => this.copies[piece].name;

  /** @param {Placed} place */
  cellsOf = ({ piece, at, turn }) => shifted(turned(this.copies[piece].body, turn), at);

  /**
   * Whether a piece may be turned like that: an allowed turn makes the same body.
   *
   * @param {number} piece
   * @param {string} turn
   */
  canTurn(piece, turn) {
    const { kind, body } = this.copies[piece];
    if (!this.#forms.has(kind)) {
      const words = this.puzzle.pieces[kind].turns ?? TURNS;
      const all = this.puzzle.mirror ? words.flatMap((word) => [word, `m${word}`]) : words;
      this.#forms.set(kind, new Set(all.map((word) => String(turned(body, word)))));
    }
    return /** @type {Set<string>} */ (this.#forms.get(kind)).has(String(turned(body, turn)));
  }
}

/**
 * @param {Solids} puzzle
 * @param {Cell} cell
 */
const markAt = ({ target }, [x, y, z]) => target[z].split("|")[y][x];

/** @type {WeakMap<Solids, Rules>} */
const known = new WeakMap();

/** @param {Solids} puzzle */
export function rulesOf(puzzle) {
  const found = known.get(puzzle) ?? new Rules(puzzle);
  known.set(puzzle, found);
  return found;
}

/**
 * @param {Solids} puzzle
 * @param {{ places: Placed[] }} answer
 * @returns {Violation[]}
 */
export function check(puzzle, { places }) {
  const rules = rulesOf(puzzle);
  const laid = places.map(({ piece, at, turn }) => {
    const cells = rules.cellsOf({ piece, at, turn });
    return { piece, turn, cells };
  });
  const broken = brokenBy(rules, laid);
  const codes = new Set(broken.map(({ code }) => code));
  const isElsewhere = codes.has("outside") || codes.has("given");
  if (!isElsewhere && !(codes.size === 1 && codes.has("gap"))) return broken;
  return brokenBy(rules, aligned(rules, laid));
}

/**
 * The pieces moved as a whole, and turned where they may be, to where they fit best.
 *
 * @param {Rules} rules
 * @param {Laid[]} laid
 */
function aligned(rules, laid) {
  if (!laid.length || rules.puzzle.given.length) return laid;
  let best = laid;
  let least = misfit(rules, laid);
  for (const word of rules.isFixed ? [""] : TURNS) {
    const bodies = laid.map(({ cells }) => cells.map((cell) => rotated(cell, word)));
    for (const by of shiftsOf(rules, bodies.flat())) {
      const moved = laid.map((each, i) => ({ ...each, cells: shifted(bodies[i], by) }));
      const value = misfit(rules, moved);
      if (value < least) [best, least] = [moved, value];
    }
  }
  return best;
}

/**
 * The shifts of cells into the target: to its corner, or all where cells may stay empty. If they
 * are many, those to the corner, and those that fill the first of the cells to be filled.
 *
 * @param {Rules} rules
 * @param {Cell[]} cells
 * @returns {Cell[]}
 */
function shiftsOf(rules, cells) {
  const [x, y, z] = cornerOf(cells);
  const width = sizeOf(shifted(cells, [-x, -y, -z]));
  const room = sizeOf(rules.cells).map((side, i) => Math.max(0, side - width[i]));
  const count = room.reduce((product, free) => product * (free + 1), 1);
  const isFree = [...rules.marks.values()].includes("+");
  const isMany = count > MOST_SHIFTS;
  const sides = isFree && !isMany ? room : [0, 0, 0];
  const [xs, ys, zs] = sides.map((free) => [...Array(free + 1).keys()]);
  const found = xs.flatMap((i) =>
    ys.flatMap((j) => zs.map((k) => /** @type {Cell} */ ([i - x, j - y, k - z]))),
  );
  const [first] = rules.required;
  if (!isMany || !first) return found;
  const filling = cells.map(
    (cell) => /** @type {Cell} */ (first.map((coordinate, i) => coordinate - cell[i])),
  );
  const isInside = (/** @type {Cell} */ by) =>
    [x, y, z].every((least, i) => least + by[i] >= 0 && least + by[i] <= room[i]);
  return [...found, ...filling.filter(isInside)];
}

/**
 * Cells to be filled that are not, and cells filled outside.
 *
 * @param {Rules} rules
 * @param {Laid[]} laid
 */
function misfit(rules, laid) {
  const filled = new Set(laid.flatMap(({ cells }) => cells.map(String)));
  const outside = [...filled].filter((cell) => !rules.marks.has(cell));
  return gapsOf(rules, filled).length + outside.length;
}

/**
 * @param {Rules} rules
 * @param {{ has: (cell: string) => boolean }} filled
 */
const gapsOf = ({ required }, filled) => required.filter((cell) => !filled.has(String(cell)));

/**
 * @param {Rules} rules
 * @param {Laid[]} laid
 * @returns {Violation[]}
 */
function brokenBy(rules, laid) {
  /** @type {Map<string, { cell: Cell, pieces: number[] }>} */
  const filled = new Map();
  for (const { piece, cells } of laid)
    for (const cell of cells) {
      const there = filled.get(String(cell));
      if (there) there.pieces.push(piece);
      else filled.set(String(cell), { cell, pieces: [piece] });
    }
  return [
    ...overlaps(rules, [...filled.values()]),
    ...outsiders(rules, laid),
    ...wrongNumbers(rules, laid),
    ...wrongTurns(rules, laid),
    ...movedGivens(rules, laid),
    ...gaps(rules, filled),
  ];
}

/**
 * @param {Rules} rules
 * @param {{ cell: Cell, pieces: number[] }[]} filled
 */
function overlaps(rules, filled) {
  /** @type {Map<string, { pieces: number[], cells: Cell[] }>} */
  const pairs = new Map();
  for (const { cell, pieces } of filled.filter((each) => each.pieces.length > 1)) {
    const pair = pieces.slice(0, 2);
    const found = pairs.get(String(pair)) ?? { pieces: pair, cells: [] };
    found.cells.push(cell);
    pairs.set(String(pair), found);
  }
  const sorted = [...pairs.values()].sort(
    (a, b) => a.pieces[0] - b.pieces[0] || a.pieces[1] - b.pieces[1],
  );
  return sorted.map(({ pieces: [one, other], cells }) => {
    cells.sort((a, b) => a[2] - b[2] || a[1] - b[1] || a[0] - b[0]);
    const values = { one: rules.name(one), other: rules.name(other), cell: inWords(cells[0]) };
    const text = t("{one} and {other} share {cell}.", values);
    return { code: "overlap", where: cells.map(placeOf), text };
  });
}

/**
 * @param {Rules} rules
 * @param {Laid[]} laid
 */
function outsiders(rules, laid) {
  return laid.flatMap(({ piece, cells }) => {
    const n = cells.filter((cell) => !rules.has(cell)).length;
    if (!n) return [];
    const text = tn(
      "{n} cube of {piece} is outside the target.",
      "{n} cubes of {piece} are outside the target.",
      n,
      { piece: rules.name(piece) },
    );
    return [{ code: "outside", where: [[piece]], text }];
  });
}

/**
 * @param {Rules} rules
 * @param {Laid[]} laid
 */
function wrongNumbers(rules, laid) {
  return rules.copies.flatMap(({ name }, number) => {
    const used = laid.filter(({ piece }) => piece === number).length;
    const where = [[number]];
    if (used > 1)
      return [{ code: "twice", where, text: t("{piece} is used twice.", { piece: name }) }];
    if (!used) return [{ code: "missing", where, text: t("{piece} is missing.", { piece: name }) }];
    return [];
  });
}

/**
 * @param {Rules} rules
 * @param {Laid[]} laid
 */
function wrongTurns(rules, laid) {
  return laid.flatMap(({ piece, turn }) => {
    if (rules.canTurn(piece, turn)) return [];
    const values = { piece: rules.name(piece) };
    const where = [[piece]];
    if (turn.startsWith("m") && !rules.puzzle.mirror)
      return [{ code: "mirrored", where, text: t("{piece} is mirrored.", values) }];
    return [{ code: "turn", where, text: t("{piece} may not be turned like that.", values) }];
  });
}

/**
 * @param {Rules} rules
 * @param {Laid[]} laid
 */
function movedGivens(rules, laid) {
  return rules.puzzle.given.flatMap((given) => {
    const there = laid.findLast(({ piece }) => piece === given.piece);
    if (!there || bodyKey(there.cells) === bodyKey(rules.cellsOf(given))) return [];
    const text = t("{piece} was given in another place.", { piece: rules.name(given.piece) });
    return [{ code: "given", where: [[given.piece]], text }];
  });
}

/** @param {Cell[]} cells */
const bodyKey = (cells) => cells.map(String).sort().join(" ");

/**
 * @param {Rules} rules
 * @param {Map<string, unknown>} filled
 */
function gaps(rules, filled) {
  const found = gapsOf(rules, filled);
  if (!found.length) return [];
  const text = tn(
    "{n} cell of the target is empty: {cell}.",
    "{n} cells of the target are empty; the first is {cell}.",
    found.length,
    { cell: inWords(found[0]) },
  );
  return [{ code: "gap", where: found.map(placeOf), text }];
}

/**
 * The place of a cell: layer, row and column, from 0.
 *
 * @param {Cell} cell
 */
export const placeOf = ([x, y, z]) => [z, y, x];

/**
 * A cell in words.
 *
 * @param {Cell} cell
 */
export const inWords = ([x, y, z]) =>
  t("layer {layer}, row {row}, column {column}", { layer: z + 1, row: y + 1, column: x + 1 });
