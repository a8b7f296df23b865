// The place of the board in a game: it depends on the window and the puzzle only.

/** @import { Host } from "./boards/host.js" */

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
