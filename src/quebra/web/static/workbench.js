// The workbench: set, open, make and print puzzles, and the reader's own ones.

import { getFamilies } from "./api.js";
import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { ownPuzzles } from "./mine.js";
import { isTeacher } from "./role.js";
import { getCards } from "./shelf.js";
import { t } from "./texts.js";

/** @import { Outlet } from "./main.js" */

/** @param {Outlet} outlet */
export default async function workbench(outlet) {
  const families = await getFamilies();
  const own = h("div", { class: "own-place" });
  fill(
    outlet,
    h("h1", {}, t("Workbench")),
    h(
      "ul",
      { class: "doors" },
      door("set", "edit", t("Set a puzzle"), t("Draw it, and see at once whether it is unique.")),
      door("open", "open", t("Open a puzzle"), t("A file, a text, or a link of another site.")),
      door("new", "plus", t("Make a puzzle"), t("All options of the generators.")),
      door("print", "print", t("Print puzzles"), t("A book, a worksheet or cut-outs, as PDF.")),
      isTeacher &&
        door(
          "classes",
          "people",
          t("Classes"),
          t("Pupils join with a code; see who has solved what."),
        ),
    ),
    own,
  );
  const cards = await getCards();
  if (!outlet.isStale) fill(own, ownPuzzles(families, cards));
}

/**
 * @param {string} view
 * @param {string} sign
 * @param {string} title
 * @param {string} about
 */
const door = (view, sign, title, about) =>
  h(
    "li",
    {},
    h(
      "a",
      { href: `#/${view}` },
      icon(sign),
      h("span", { class: "words" }, h("b", {}, title), h("span", { class: "soft" }, about)),
    ),
  );
