// The cells of a board: their names in moves, their rows, and their shapes.

/** How moves name a cell: `c5`, `r1c2` or `l1r1c2`, counted from 1. */
export function named(cell) {
  const letters = ["c", "rc", "lrc"][cell.length - 1];
  return cell.map((number, i) => `${letters[i]}${number + 1}`).join("");
}

/** Spots with a row and a column for each, which cells that are no squares get by where they lie. */
export function inRows(spots) {
  if (spots.every((spot) => spot.where.length === 2)) return spots;
  const tops = [...new Set(spots.map((spot) => spot.box[1].toFixed(1)))].sort((a, b) => a - b);
  const seen = tops.map(() => 0);
  return spots.map((spot) => {
    const row = tops.indexOf(spot.box[1].toFixed(1));
    return { ...spot, where: [row, seen[row]++] };
  });
}

const RING = 0.05; // how wide the ring around a cell is, in cells

/** Cells that are no upright squares are pointed at, and marked, as what they are: their boxes
    would overlap. */
export function shape(layer, spots) {
  for (const { where, box, outline } of spots.filter((spot) => spot.outline.length)) {
    const middle = mean(outline);
    const sides = outline.map((corner, i) => mean([corner, outline[(i + 1) % outline.length]]));
    const inside = Math.min(...sides.map(([x, y]) => Math.hypot(x - middle[0], y - middle[1])));
    const inner = outline.map((corner) =>
      corner.map((at, i) => middle[i] + (1 - RING / inside) * (at - middle[i])),
    );
    const cell = layer.at(where);
    cell.classList.add("shaped");
    cell.style.setProperty("--shape", polygon(outline, box));
    cell.style.setProperty("--ring", polygon([...outline, outline[0], ...inner, inner[0]], box));
  }
}

const mean = (points) =>
  [0, 1].map((i) => points.reduce((sum, point) => sum + point[i], 0) / points.length);

/** Points of the drawing as shares of a box. */
function polygon(points, [left, top, width, height]) {
  const share = ([x, y]) => `${(100 * (x - left)) / width}% ${(100 * (y - top)) / height}%`;
  return `polygon(evenodd, ${points.map(share).join(", ")})`;
}
