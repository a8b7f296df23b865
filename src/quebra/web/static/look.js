// A puzzle that cannot be played: why not, its picture, and what a solver makes of it.

import { families, post } from "./api.js";
import { fill, h } from "./dom.js";
import { solver } from "./solver.js";
import { remember, remembered } from "./store.js";
import { picture } from "./widgets.js";

let kept = remembered("looking");

/** Play a puzzle; one that cannot be played is looked at. */
export async function play(puzzle) {
  try {
    const view = await post("/api/games", { puzzle });
    location.hash = `#/game/${view.id}`;
  } catch (error) {
    if (error.status !== 400) throw error;
    kept = { puzzle, why: error.message };
    remember("looking", kept);
    location.hash = "#/look";
  }
}

export default async function look(page) {
  if (!kept) return void location.replace("#/");
  const { puzzle, why } = kept;
  const kind = (await families()).find((each) => each.name === puzzle.family);
  const { svg, title } = await post("/api/draw", { puzzle, theme: "page" });
  const solving = solver(puzzle, kind);
  fill(
    page,
    h("h1", {}, title),
    h("p", { class: "soft" }, why),
    h("div", { class: "looked-at" }, picture(svg), solving.element),
  );
  return solving.leave;
}
