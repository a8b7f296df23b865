// The solution beside the player's board, and how many places agree. The game stays as it is.

import { errorText, isAbort, startJob } from "./api.js";
import { fill, h } from "./dom.js";
import { t } from "./texts.js";
import { dialog, picture, progressBar } from "./widgets.js";

/** @import { Game } from "./game.js" */

const LARGER = 2; // than the board: a solution that is drawn round by round

/** @param {Game} game */
export async function showSolution(game) {
  const { view } = game.host;
  const state = h("div", { class: "dialog-state", role: "status" });
  const body = { look: game.look, seconds: game.clock.seconds };
  const job = startJob(`/api/games/${view.id}/solution`, body, (progress) => bar.show(progress));
  const bar = progressBar(job.abort);
  fill(state, bar.element);
  const box = dialog(t("Show the solution"), state);
  box.addEventListener("close", job.abort);
  /** @type {(name: string, svg: string) => HTMLElement} */
  const side = (name, svg) => h("figure", {}, picture(svg), h("figcaption", {}, name));
  try {
    const { svg, own, agree, all } = await job.done;
    game.host.view.shown = true;
    const [yours, solved] = [side(t("Yours"), own), side(t("Solution"), svg)];
    const isWay = area(solved) > LARGER * area(yours);
    const agreeing = t("Places that agree with the solution: {n} of {all}.", { n: agree, all });
    fill(
      state,
      !isWay && h("p", {}, agreeing),
      h("div", { class: isWay ? "pair way" : "pair" }, yours, solved),
      h("p", { class: "soft" }, t("Your game is as you left it.")),
    );
  } catch (error) {
    if (!isAbort(error)) fill(state, h("p", { class: "said" }, errorText(error)));
  }
}

/**
 * The area of a drawing, in its own units.
 *
 * @param {HTMLElement} figure
 */
function area(figure) {
  const { width, height } = /** @type {SVGSVGElement} */ (figure.querySelector("svg")).viewBox
    .baseVal;
  return width * height;
}
