// A puzzle that cannot be played: the reason, its drawing, and a solver.

import { errorText, getFamily, post, ServerError } from "./api.js";
import { fill, h } from "./dom.js";
import { readSetting, writeSetting } from "./settings.js";
import { solver } from "./solver.js";
import { picture } from "./widgets.js";

/** @import { Outlet } from "./main.js" */

/** The puzzle; it outlives a reload of the page. */
let shown = readSetting("looking");

/**
 * Play a puzzle, or show why it cannot be played.
 *
 * @param {any} puzzle
 * @param {Partial<import("./desk-about.js").About>} [about]  What its setter says of it.
 */
export async function play(puzzle, about) {
  try {
    const view = await post("/api/games", { puzzle, about });
    location.hash = `#/game/${view.id}`;
  } catch (error) {
    if (!(error instanceof ServerError) || error.status !== 400) throw error;
    shown = puzzle;
    writeSetting("looking", shown);
    location.hash = "#/look";
  }
}

/** @param {Outlet} outlet */
export default async function unplayable(outlet) {
  if (!shown) {
    location.replace("#/");
    return;
  }
  const puzzle = shown;
  const family = await getFamily(puzzle.family);
  const why = await post("/api/games", { puzzle }).then(() => "", errorText);
  const { svg, title } = await post("/api/draw", { puzzle, theme: "page" });
  const solving = solver(puzzle, family);
  fill(
    outlet,
    h("h1", {}, title),
    h("p", { class: "soft" }, why),
    h("div", { class: "looked-at" }, picture(svg), solving.element),
  );
  return solving.leave;
}
