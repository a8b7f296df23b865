// The home page: what Quebra is, the puzzles of today, unfinished games, and the families.

import { getFamilies } from "./api.js";
import { continueSection } from "./continue.js";
import { fill, h } from "./dom.js";
import { isPupil } from "./role.js";
import { getCards } from "./shelf.js";
import { allSolves, calendar, figures } from "./stats.js";
import { language, t } from "./texts.js";
import { familyTiles } from "./tiles.js";
import { todaySection } from "./today.js";

/** @import { Outlet } from "./main.js" */

const PATIENCE_MS = 700; // for the games, before the families are shown below their place

/** @param {Outlet} outlet */
export default async function home(outlet) {
  if (isPupil) return (await import("./class-home.js")).classHome(outlet);
  const cards = getCards();
  cards.catch(() => {}); // the view itself fails if the server is gone
  const families = await getFamilies();
  const statistics = h("aside", { class: "statistics", "aria-label": t("Statistics") });
  const today = todaySection(families, cards);
  fill(outlet, h("div", { class: "hero" }, promise(), statistics), today.element);
  const unfinished = continueSection(families);
  const isSoon = await Promise.race([cards.then(() => true), pause(PATIENCE_MS)]);
  if (isSoon) unfinished.show(await cards);
  if (outlet.isStale) return today.leave();
  outlet.append(unfinished.element, ...puzzles(families));
  const games = await cards;
  if (outlet.isStale) return today.leave();
  if (!isSoon) unfinished.show(games, true);
  fill(statistics, ...summary(games));
  return () => {
    today.leave();
    unfinished.leave();
  };
}

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms, false));

/**
 * The families, and the foot of the page.
 *
 * @param {import("./host.js").FamilyInfo[]} families
 */
function puzzles(families) {
  const tiles = familyTiles(families);
  tiles.shown.catch(() => {});
  return [
    h(
      "section",
      { "aria-labelledby": "families" },
      h(
        "div",
        { class: "section-title" },
        h("h2", { id: "families" }, t("Puzzles")),
        h("a", { class: "soft", href: "#/workbench" }, t("Open, set or print your own")),
      ),
      tiles.element,
    ),
    h(
      "footer",
      { class: "foot soft" },
      h("span", {}, t("Quebra works without a network. Everything stays on this computer.")),
      h("a", { href: "#/print" }, t("Print a worksheet")),
    ),
  ];
}

/** The date, and what Quebra is. */
function promise() {
  /** @type {Intl.DateTimeFormatOptions} */
  const form = { weekday: "long", day: "numeric", month: "long" };
  const date = new Date().toLocaleDateString(language === "en" ? "en-GB" : language, form);
  return h(
    "div",
    { class: "promise" },
    h("p", { class: "soft" }, date),
    h("h1", {}, t("Puzzles that are proved to work out, and hints that tell you why.")),
    h(
      "p",
      { class: "lead soft" },
      t(
        "Six families, from five minutes to five evenings. On your own computer: no account, no advertising.",
      ),
    ),
  );
}

/** @param {import("./shelf.js").Card[]} games */
function summary(games) {
  const past = allSolves(games);
  if (!past.length)
    return [h("p", { class: "soft" }, t("Solve one of today's puzzles and it shows here."))];
  return [
    figures(past),
    calendar(past),
    h("a", { class: "soft", href: "#/statistics" }, t("All statistics")),
  ];
}
