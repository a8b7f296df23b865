// How the game measures by the goals of its family, beside the best that is possible.

import { errorText, startJob } from "./api.js";
import { fill, h } from "./dom.js";
import { t } from "./texts.js";
import { button, progressBar } from "./widgets.js";

/** @import { Game } from "./game.js" */
/** @import { Job } from "./api.js" */
/** @typedef {{ goal: string, text: string, own: number, best: number | null, bound: number | null, proved: boolean }} Standing */

const OWN_SECONDS = 1; // for the player's own values, and small puzzles

/** @param {Game} game */
export function standing({ host, finish }) {
  const goals = host.family.goals.filter((goal) => goal !== "any");
  const state = h("div", { role: "status" });
  const element = h("div", { class: "standing" });
  /** @type {Job | null} */
  let current = null;
  if (goals.length)
    fill(element, h("h2", {}, t("Best possible")), button(t("Compare with the best"), ask), state);

  async function ask() {
    if (!goals.length) return;
    current?.abort();
    const first = await compare({ time: OWN_SECONDS });
    if (first?.some(({ proved }) => !proved)) await compare({}, table(first));
  }

  /**
   * @param {object} options
   * @param {HTMLElement | null} known  What is shown until the answer comes.
   * @returns {Promise<Standing[] | null>}
   */
  async function compare(options, known = null) {
    const path = `/api/games/${host.view.id}/standing`;
    const job = startJob(path, options, (progress) => bar.show(progress));
    current = job;
    const bar = progressBar(job.abort);
    fill(state, known, bar.element);
    try {
      const found = (await job.done).standing;
      fill(state, table(found));
      finish.showStanding(found);
      return found;
    } catch (error) {
      if (current === job) fill(state, known, h("p", {}, errorText(error)));
      return null;
    }
  }
  return { element, ask, leave: () => current?.abort() };
}

/**
 * The best value if it is proved, otherwise the best found and the bound.
 *
 * @param {Standing} standing
 */
export function bestText({ best, bound, proved }) {
  if (best == null) return t("not known in time");
  return proved ? best : t("{n} found, bound {bound}", { n: best, bound: bound ?? "?" });
}

/** @param {Standing[]} standings */
function table(standings) {
  const names = [t("Goal"), t("Yours"), t("Best")];
  const head = h("tr", {}, ...names.map((name) => h("th", { scope: "col" }, name)));
  /** @param {Standing} each */
  const row = (each) => {
    const name = h("th", { scope: "row" }, each.text);
    return h("tr", {}, name, h("td", {}, each.own), h("td", {}, bestText(each)));
  };
  const body = h("tbody", {}, ...standings.map(row));
  return h("table", { class: "numbers" }, h("thead", {}, head), body);
}
