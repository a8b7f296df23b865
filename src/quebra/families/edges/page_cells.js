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

const RINGS = { triangle: 0.84, hexagon: 0.92 }; // what a ring leaves open
const HEXAGON = [[50, 0], [100, 25], [100, 75], [50, 100], [0, 75], [0, 25]];
const STANDING = [[50, 0], [100, 100], [0, 100]];
const HANGING = [[0, 0], [100, 0], [50, 100]];

/** Cells that are no squares are pointed at, and marked, as what they are: boxes would overlap. */
export function shape(layer, spots, { shape: name }) {
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
