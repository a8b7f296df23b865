// How the game measures by the goals of its family, beside the best that is possible.

import { brokenOff, work } from "./api.js";
import { fill, h } from "./dom.js";
import { t } from "./texts.js";
import { button, workBar } from "./widgets.js";

export function standing(table) {
  const goals = table.family.goals.filter((goal) => goal !== "any");
  const state = h("div", { role: "status" });
  const element = h("div", { class: "standing" });
  let job = null;
  if (goals.length)
    fill(element, h("h2", {}, t("standing")), button(t("standing-ask"), ask), state);

  async function ask() {
    job?.abort();
    const mine = work(`/api/games/${table.view.id}/standing`, {}, (known) => bar.show(known));
    job = mine;
    const bar = workBar(mine.abort);
    fill(state, bar.element);
    try {
      fill(state, rows((await mine.done).standing));
    } catch (error) {
      if (job === mine) fill(state, h("p", {}, brokenOff(error) ? t("stopped") : error.message));
    }
  }
  return { element, ask: () => goals.length && ask(), leave: () => job?.abort() };
}

/** The best, if that is proved; else the best found, and what none can surpass. */
function best({ best: found, bound, proved }) {
  if (found == null) return t("not-known");
  return proved ? found : t("best-found", { n: found, bound: bound ?? "?" });
}

function rows(standings) {
  const names = ["goal", "yours", "best"];
  const head = h("tr", {}, ...names.map((name) => h("th", { scope: "col" }, t(name))));
  const row = (each) => {
    const name = h("th", { scope: "row" }, each.text);
    return h("tr", {}, name, h("td", {}, each.own), h("td", {}, best(each)));
  };
  const body = h("tbody", {}, ...standings.map(row));
  return h("table", { class: "numbers" }, h("thead", {}, head), body);
}
