// The teacher's classes, and how to start one.

import { errorText, get, getFamilies, post } from "./api.js";
import { fill, h } from "./dom.js";
import { gradeName } from "./names.js";
import { getPuzzles, inOrder } from "./shelf.js";
import { t, tn } from "./texts.js";
import { choice, empty, field, segments } from "./widgets.js";

/** @import { FamilyInfo } from "./host.js" */
/** @import { Outlet } from "./main.js" */

const GRADES = ["easy", "medium", "hard", "expert"];
const COMMAND = 'quebra play --class "7B"';

/** @param {Outlet} outlet */
export default async function classes(outlet) {
  const [{ shared, classes: found }, families] = await Promise.all([
    get("/api/classes"),
    getFamilies(),
  ]);
  fill(
    outlet,
    h("h1", {}, t("Classes")),
    found.length > 0 && h("ul", { class: "class-list" }, ...found.map(entry)),
    shared ? startForm(families) : alone(),
  );
}

/** @param {{ id: string, name: string, code: string, pupils: number }} found */
const entry = ({ id, name, pupils }) =>
  h(
    "li",
    {},
    h(
      "a",
      { href: `#/board/${id}` },
      h("b", {}, name),
      h("span", { class: "soft" }, tn("{n} pupil", "{n} pupils", pupils)),
    ),
  );

/** How a server is started that pupils can reach. */
function alone() {
  const text = t("Only this computer can reach this page now. For a class, start Quebra so:");
  return h("div", {}, empty(text), h("p", {}, h("code", {}, COMMAND)));
}

/** @param {FamilyInfo[]} families */
function startForm(families) {
  const name = h("input", { required: true, maxlength: 40, autocomplete: "off" });
  const family = choice(
    inOrder(families).map((each) => [each.name, each.title]),
    families[0]?.name ?? "",
  );
  const grade = choice([["", t("All")], ...GRADES.map(pair)], "");
  const texts = h("textarea", { rows: 6, spellcheck: "false" });
  const state = h("p", { class: "said", role: "alert" });
  const fromShelf = h("div", {}, field(t("Family"), family), field(t("Grade"), grade));
  const own = h("div", {}, field(t("Links of puzzles, one in a line"), texts));
  let kind = "daily";
  /** @param {string} chosen */
  function choose(chosen) {
    kind = chosen;
    fromShelf.hidden = kind !== "shelf";
    own.hidden = kind !== "own";
  }
  choose(kind);
  /** @type {[string, string][]} */
  const kinds = [
    ["daily", t("Today's puzzles, new each day")],
    ["shelf", t("Puzzles of a family")],
    ["own", t("My own puzzles")],
  ];
  return h(
    "form",
    { class: "form class-form", onsubmit: send },
    h("h2", {}, t("Start a class")),
    field(t("Name of the class"), name),
    segments(t("Puzzles"), kinds, kind, choose),
    fromShelf,
    own,
    h("p", {}, h("button", { class: "main", type: "submit" }, t("Start the class"))),
    state,
  );

  /** @param {Event} event */
  async function send(event) {
    event.preventDefault();
    state.textContent = "";
    try {
      const body = { name: name.value, ...(await puzzles()) };
      const { id } = await post("/api/classes", body);
      location.hash = `#/board/${id}`;
    } catch (error) {
      state.textContent = errorText(error);
    }
  }

  async function puzzles() {
    if (kind === "shelf") {
      const found = await getPuzzles(family.value);
      return {
        gallery: found
          .filter((each) => !grade.value || each.grade === grade.value)
          .map(({ id }) => id),
      };
    }
    if (kind === "own") return { sources: texts.value.split("\n").filter((line) => line.trim()) };
    return { daily: true };
  }
}

/**
 * @param {string} grade
 * @returns {[string, string]}
 */
const pair = (grade) => [grade, gradeName(grade)];
