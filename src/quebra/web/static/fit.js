// The place of the board in a game: it depends on the window and the puzzle only.

/** @import { Host } from "./boards/host.js" */
/** @import { BoardModule, GameView } from "./host.js" */

const WIDE = 1.5; // from this ratio on, the panel of a board with controls below lies over it

/**
 * Tell the style sheet how tall the controls are, which on a phone lie below the board; again
 * whenever the window changes. Returns a function that ends this.
 *
 * @param {Host<any>} host
 */
export function fitBoard(host) {
  const { area, controls, sheet } = host;
  const fit = () => {
    /** @param {string} name */
    const length = (name) => Number(sheet.element.style.getPropertyValue(name)) || 1;
    area.style.setProperty("--controls", `${Math.ceil(controls.offsetHeight)}px`);
    area.style.setProperty("--ratio", String(length("--ratio")));
    area.style.setProperty("--across", String(length("--across")));
    area.classList.toggle("wide", length("--ratio") > WIDE);
  };
  host.fit = fit;
  addEventListener("resize", fit);
  return () => removeEventListener("resize", fit);
}

/**
 * The puzzle as a game shows it: with rows and columns swapped, if the board is turned. Moves, places,
 * answers and texts of the game are those of this puzzle.
 *
 * @param {GameView} view
 */
export const shownPuzzle = ({ board, puzzle }) => board ?? puzzle;

const MARGIN = 2.4; // cells around a board that can be turned
const OTHER_ROWS = 260; // pixels of the title, the message and the tools on an upright screen

/**
 * Whether a board is shown with rows and columns swapped: on an upright screen, if its cells are
 * larger so.
 *
 * @param {BoardModule} module
 * @param {GameView} view
 */
export function turnsNow(module, view) {
  if (!view.size || innerWidth > innerHeight || !module.turns?.(view)) return false;
  /** @param {number[]} size */
  const cell = ([down, across]) =>
    Math.min(innerWidth / (across + MARGIN), (innerHeight - OTHER_ROWS) / (down + MARGIN));
  return cell([view.size[1], view.size[0]]) > cell(view.size);
}
