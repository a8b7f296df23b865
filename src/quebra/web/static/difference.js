// Views of which the server has sent only what has changed.

/** @import { DrawingLine, GameView, Spot } from "./host.js" */

/**
 * The view of which the server has sent only what differs from another one.
 *
 * @param {GameView} view
 * @param {GameView} base
 * @returns {GameView}
 */
export function completed(view, base) {
  if (view.base !== base.state) return view;
  /** @param {Spot} spot */
  const name = ({ part, where }) => `${part} ${where}`;
  const changed = new Map(view.spots.map((spot) => [name(spot), spot]));
  const spots = base.spots.map((spot) => changed.get(name(spot)) ?? spot);
  const svg = view.lines ? withLines(base.svg, view.lines) : view.svg;
  return { ...base, ...view, spots, svg, base: undefined, lines: undefined };
}

/**
 * A drawing of new lines and of lines of another one.
 *
 * @param {string} before
 * @param {DrawingLine[]} lines
 */
function withLines(before, lines) {
  const old = before.split("\n");
  const all = lines.map((line) =>
    typeof line === "string" ? line : old.slice(line[0], line[1] + 1).join("\n"),
  );
  return all.join("\n");
}
