// Paths between two tiles, as in `paths.py`: at most three segments, the straightest first.

/** @typedef {number[]} Cell */
/** @typedef {{ has: (cell: Cell) => boolean }} Tiles */

/**
 * The free path with the fewest turns, then the shortest; null if there is none.
 *
 * @param {number[]} size
 * @param {Cell} start
 * @param {Cell} end
 * @param {Tiles} standing
 */
export function freePath(size, start, end, standing) {
  const found = routes(size, start, end).filter((route) => isFree(route, standing));
  return found.sort(compare)[0] ?? null;
}

/**
 * The cells of a path in order, with its ends.
 *
 * @param {Cell[]} corners
 */
export function pathCells(corners) {
  const found = [corners[0]];
  for (const [i, [to_r, to_c]] of corners.slice(1).entries()) {
    let [r, c] = corners[i];
    while (r !== to_r || c !== to_c) {
      r += Math.sign(to_r - r);
      c += Math.sign(to_c - c);
      found.push([r, c]);
    }
  }
  return found;
}

/**
 * @param {Cell[]} corners
 * @param {Tiles} standing
 */
const isFree = (corners, standing) =>
  !pathCells(corners)
    .slice(1, -1)
    .some((cell) => standing.has(cell));

/**
 * Routes with a middle segment along each column and each row of the board and its margin.
 *
 * @param {number[]} size
 * @param {Cell} start
 * @param {Cell} end
 * @returns {Cell[][]}
 */
function routes([rows, cols], start, end) {
  const found = [];
  for (let c = -1; c <= cols; c++) found.push([start, [start[0], c], [end[0], c], end]);
  for (let r = -1; r <= rows; r++) found.push([start, [r, start[1]], [r, end[1]], end]);
  return found.map(straightened).filter((route) => route.length > 0);
}

/**
 * The route without redundant corners; empty if it turns back on itself.
 *
 * @param {Cell[]} points
 */
function straightened(points) {
  /** @type {Cell[]} */
  const corners = [];
  for (const point of points) {
    const [before, at] = [corners.at(-2), corners.at(-1)];
    if (at && String(at) === String(point)) continue;
    if (before && at) {
      const ahead =
        (at[0] - before[0]) * (point[0] - at[0]) + (at[1] - before[1]) * (point[1] - at[1]);
      if (ahead < 0) return [];
      if (ahead > 0) corners.pop();
    }
    corners.push(point);
  }
  return corners;
}

/**
 * @param {Cell[]} a
 * @param {Cell[]} b
 */
function compare(a, b) {
  const first = a.length - b.length || length(a) - length(b);
  if (first) return first;
  const [left, right] = [a.flat(), b.flat()];
  return left.map((value, i) => value - right[i]).find((difference) => difference) ?? 0;
}

/** @param {Cell[]} corners */
const length = (corners) => pathCells(corners).length;
