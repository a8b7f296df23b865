// The rules of Shisen-Sho, as `check` in `rules.py`: an answer is replayed round by round.

import { t, tn } from "../../render/player/texts.js";
import { cellsInWords, inWords } from "../../render/player/words.js";
import { freePath, pathCells } from "./offline_paths.js";
import { StandingTiles } from "./offline_tiles.js";

/** @typedef {import("../../render/player/words.js").Violation} Violation */
/** @typedef {import("./offline_tiles.js").Cell} Cell */
/** @typedef {import("./offline_tiles.js").Move} Move */
/** @typedef {import("./offline_tiles.js").Shisen} Shisen */

const MAX_SEGMENTS = 3;
const MAX_NAMED = 5; // cells that a sentence lists

/**
 * @param {Shisen} puzzle
 * @param {{ rounds: Move[][] }} answer
 * @returns {Violation[]}
 */
export function check(puzzle, { rounds }) {
  const standing = new StandingTiles(puzzle);
  const found = rounds.flatMap((moves, number) => {
    if (!standing.gravity) return judged(standing, number, moves, false);
    return moves.flatMap((move, nth) => judged(standing, number, [move], nth > 0));
  });
  const where = standing.cells;
  if (where.length) {
    const text = tn("{n:,} tile is left.", "{n:,} tiles are left.", where.length);
    found.push({ code: "left", where, text });
  }
  return found;
}

/**
 * The violations of the moves of a round, whose tiles are removed.
 *
 * @param {StandingTiles} standing
 * @param {number} number
 * @param {Move[]} moves
 * @param {boolean} late  Whether it is a second move in a round with gravity.
 */
function judged(standing, number, moves, late) {
  /** @type {Map<string, Cell>} */
  const gone = new Map();
  const wrongPairs = moves.map((move) => {
    const wrong = pairViolations(standing, move, number, gone);
    if (!wrong.length) for (const cell of move.pair) gone.set(String(cell), cell);
    return wrong;
  });
  const found = moves.flatMap((move, i) =>
    wrongPairs[i].length
      ? wrongPairs[i]
      : [...lateMove(move, number, late), ...pathViolations(standing, move, number, gone)],
  );
  standing.remove([...gone.values()]);
  return found;
}

/**
 * @param {Move} move
 * @param {number} n
 * @param {boolean} late
 * @returns {Violation[]}
 */
function lateMove({ pair }, n, late) {
  const text = t("Round {n}: with gravity, a round has one move.", { n });
  return late ? [{ code: "same-round", where: pair, text }] : [];
}

/**
 * @param {StandingTiles} standing
 * @param {Move} move
 * @param {number} n
 * @param {Map<string, Cell>} gone
 * @returns {Violation[]}
 */
function pairViolations(standing, { pair }, n, gone) {
  const missing = pair.filter((cell) => !standing.has(cell) || gone.has(String(cell)));
  if (missing.length) {
    const cells = cellsInWords(missing);
    const text = t("Round {n}: there is no tile at {cells}.", { n, cells });
    return [{ code: "gone", where: missing, text }];
  }
  if (String(pair[0]) === String(pair[1])) {
    const cell = inWords(pair[0]);
    const text = t("Round {n}: the tile at {cell} is paired with itself.", { n, cell });
    return [{ code: "pair", where: pair.slice(0, 1), text }];
  }
  if (standing.kind(pair[0]) === standing.kind(pair[1])) return [];
  const cells = cellsInWords(pair);
  const text = t("Round {n}: the tiles at {cells} are not of one kind.", { n, cells });
  return [{ code: "pair", where: pair, text }];
}

/**
 * @param {StandingTiles} standing
 * @param {Move} move
 * @param {number} n
 * @param {Map<string, Cell>} going
 * @returns {Violation[]}
 */
function pathViolations(standing, { pair, path: corners = [] }, n, going) {
  if (!corners.length) {
    if (freePath(standing.size, pair[0], pair[1], standing)) return [];
    const cells = cellsInWords(pair);
    const text = t("Round {n}: no free path joins the tiles at {cells}.", { n, cells });
    return [{ code: "blocked", where: pair, text }];
  }
  const ends = { start: inWords(pair[0]), end: inWords(pair[1]) };
  const path = t("the path from {start} to {end}", ends);
  const [rows, cols] = standing.size;
  if (!corners.every(([r, c]) => r >= -1 && r <= rows && c >= -1 && c <= cols)) {
    const text = t("Round {n}: {path} leaves the board and its margin.", { n, path });
    return [{ code: "path", where: pair, text }];
  }
  if (!isConnected(pair, corners)) {
    const text = t("Round {n}: {path} does not join these tiles in straight lines.", { n, path });
    return [{ code: "path", where: pair, text }];
  }
  const segments = segmentsOf(corners);
  if (segments > MAX_SEGMENTS) {
    const values = { n, path, segments };
    const text = t("Round {n}: {path} has {segments:,} segments, more than three.", values);
    return [{ code: "turns", where: pair, text }];
  }
  const on = pathCells(corners)
    .slice(1, -1)
    .filter((cell) => standing.has(cell));
  return blocked(pair, on, going, { round: n, path });
}

/**
 * @param {Cell[]} pair
 * @param {Cell[]} on
 * @param {Map<string, Cell>} going
 * @param {{ round: number, path: string }} values
 * @returns {Violation[]}
 */
function blocked(pair, on, going, values) {
  const staying = on.filter((cell) => !going.has(String(cell)));
  if (staying.length) {
    const text = tn(
      "Round {round}: {path} is blocked by a tile at {cells}.",
      "Round {round}: {path} is blocked by tiles at {cells}.",
      staying.length,
      { ...values, cells: someCells(staying) },
    );
    return [{ code: "blocked", where: [...pair, ...staying], text }];
  }
  if (!on.length) return [];
  const text = tn(
    "Round {round}: {path} runs over a tile at {cells}, which goes in the same round.",
    "Round {round}: {path} runs over tiles at {cells}, which go in the same round.",
    on.length,
    { ...values, cells: someCells(on) },
  );
  return [{ code: "same-round", where: [...pair, ...on], text }];
}

/** @param {Cell[]} cells */
function someCells(cells) {
  const items = cellsInWords(cells.slice(0, MAX_NAMED));
  const n = cells.length - MAX_NAMED;
  return n > 0 ? t("{items} and {n} more", { items, n }) : items;
}

/**
 * Whether a path joins the tiles of a pair along rows and columns.
 *
 * @param {Cell[]} pair
 * @param {Cell[]} path
 */
function isConnected(pair, path) {
  const straight = path.slice(1).every(([r, c], i) => (r === path[i][0]) !== (c === path[i][1]));
  const ends = new Set([String(path[0]), String(path[path.length - 1])]);
  return straight && pair.every((cell) => ends.has(String(cell))) && ends.size === 2;
}

/**
 * The number of straight segments of a path; turning back begins another one.
 *
 * @param {Cell[]} path
 */
function segmentsOf(path) {
  const headings = path
    .slice(1)
    .map(([r, c], i) => String([Math.sign(r - path[i][0]), Math.sign(c - path[i][1])]));
  return 1 + headings.slice(1).filter((heading, i) => heading !== headings[i]).length;
}
