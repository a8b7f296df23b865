// Statistics: what was solved by family and grade, best times, and the days played.

import { getFamilies } from "./api.js";
import { clockTime } from "./clock.js";
import { fill, h } from "./dom.js";
import { emblem } from "./icons.js";
import { gradeName } from "./names.js";
import { getCards, inOrder } from "./shelf.js";
import { allSolves, calendar, figures } from "./stats.js";
import { t } from "./texts.js";
import { empty } from "./widgets.js";

/** @import { FamilyInfo } from "./host.js" */
/** @import { Outlet } from "./main.js" */
/** @import { Solve } from "./next.js" */

const GRADES = ["easy", "medium", "hard", "expert"];
const NO_GRADE = "";

/** @param {Outlet} outlet */
export default async function statistics(outlet) {
  const [families, cards] = await Promise.all([getFamilies(), getCards()]);
  const past = allSolves(cards);
  const toToday = h("a", { class: "button main", href: "#/" }, t("Today's puzzles"));
  fill(
    outlet,
    h("h1", {}, t("Statistics")),
    past.length
      ? h(
          "div",
          { class: "all-statistics" },
          h("div", { class: "statistics" }, figures(past), calendar(past)),
          h("div", { class: "table-frame" }, table(inOrder(families), past)),
          h("p", { class: "soft" }, t("Best times are without hints.")),
        )
      : empty(t("Solve one of today's puzzles and it shows here."), toToday),
  );
}

/**
 * @param {FamilyInfo[]} families
 * @param {Solve[]} past
 */
function table(families, past) {
  const ungraded = past.some(({ grade }) => !grade) ? [NO_GRADE] : [];
  const grades = [...GRADES, ...ungraded];
  const heads = grades.map((grade) => (grade ? gradeName(grade) : t("Not graded")));
  const all = t("All");
  return h(
    "table",
    { class: "solves" },
    h("caption", {}, t("Solved, and the best time")),
    h(
      "thead",
      {},
      h("tr", {}, ...[t("Family"), all, ...heads].map((text) => h("th", { scope: "col" }, text))),
    ),
    h(
      "tbody",
      {},
      ...families.map((family) => {
        const own = past.filter((each) => each.family === family.name);
        /** @param {string} grade */
        const graded = (grade) => own.filter((each) => (each.grade ?? NO_GRADE) === grade);
        return h(
          "tr",
          { "data-family": family.name },
          h("th", { scope: "row" }, h("span", {}, emblem(family.name), family.title)),
          cell(all, own),
          ...grades.map((grade, i) => cell(heads[i], graded(grade))),
        );
      }),
    ),
  );
}

/**
 * @param {string} name  Of its column, which a narrow screen shows in the cell.
 * @param {Solve[]} past
 */
function cell(name, past) {
  const attributes = { "data-name": name };
  if (!past.length) return h("td", { class: "soft", ...attributes }, "–");
  const alone = past.filter(({ hints, shown }) => !hints && !shown);
  const best = alone.length ? clockTime(Math.min(...alone.map((each) => each.seconds))) : "–";
  return h(
    "td",
    { class: "numbers", ...attributes },
    h("b", {}, String(past.length)),
    h("small", {}, best),
  );
}
