// Giving up: the solution beside the player's board, and how many places agree.

import { draw, errorText, isAbort, startJob } from "./api.js";
import { fill, h } from "./dom.js";
import { t } from "./texts.js";
import { button, dialog, picture, progressBar } from "./widgets.js";

/** @import { GameView } from "./host.js" */
/** @import { Game } from "./game.js" */

/** @param {Game} game */
export async function compare(game) {
  const { host } = game;
  const before = host.view;
  const state = h("div", { class: "dialog-state", role: "status" });
  const job = startJob(`/api/games/${before.id}/giveup`, {}, (progress) => bar.show(progress));
  const bar = progressBar(job.abort);
  fill(state, bar.element);
  const box = dialog(t("Give up and compare"), state);
  box.addEventListener("close", job.abort);
  const goBack = () => {
    box.close();
    game.goTo(before.done);
  };
  try {
    const after = await job.done;
    game.show(after);
    host.say(t("This is the solution."), button(t("Back to my game"), goBack, { kind: "link" }));
    // The board of a finished game may be empty; the drawing of the answer shows all of it.
    const { puzzle, answer } = after;
    const solution = await draw({ puzzle, answer });
    const back = button(t("Back to my game"), goBack, { icon: "undo" });
    fill(state, ...result(before, after, solution), back);
  } catch (error) {
    if (!isAbort(error)) fill(state, h("p", { class: "said" }, errorText(error)));
  }
}

/**
 * Both boards side by side; places agree if their texts do.
 *
 * @param {GameView} before
 * @param {GameView} after
 * @param {string} solution
 */
function result(before, after, solution) {
  const own = new Map(before.spots.map((spot) => [String(spot.where), spot.text]));
  const agree = after.spots.filter((spot) => own.get(String(spot.where)) === spot.text).length;
  /** @type {(name: string, svg: string) => HTMLElement} */
  const side = (name, svg) => h("figure", {}, picture(svg), h("figcaption", {}, name));
  return [
    h(
      "p",
      {},
      t("Places that agree with the solution: {n} of {all}.", {
        n: agree,
        all: after.spots.length,
      }),
    ),
    h("div", { class: "pair" }, side(t("Yours"), before.svg), side(t("Solution"), solution)),
  ];
}
