// The puzzles: all families, or one family with its puzzles by grade.

import { getFamilies } from "./api.js";
import { fill, h, sentence } from "./dom.js";
import { emblem, icon } from "./icons.js";
import { maker } from "./make.js";
import { gradeName } from "./names.js";
import { readSetting, writeSetting } from "./settings.js";
import { gameOf, getCards, getPuzzles, inOrder, sizeName, stateMark, stateOf } from "./shelf.js";
import { t } from "./texts.js";
import { familyTiles } from "./tiles.js";
import { button, empty, picture } from "./widgets.js";

/** @import { FamilyInfo } from "./host.js" */
/** @import { Outlet } from "./main.js" */
/** @import { Card, ShelfPuzzle } from "./shelf.js" */
/** @typedef {{ puzzle: ShelfPuzzle, card: Card | null }} Entry */
/** @typedef {{ show: string, size: string }} Filter */

const GRADES = ["easy", "medium", "hard", "expert"];
const ANY = "";

/**
 * @param {Outlet} outlet
 * @param {string} name  A family; all families if there is none of that name.
 */
export default async function puzzles(outlet, name = "") {
  const families = await getFamilies();
  const family = families.find((each) => each.name === name);
  if (!family) return showFamilies(outlet, families);
  return showFamily(outlet, family, families);
}

/**
 * @param {Outlet} outlet
 * @param {FamilyInfo[]} families
 */
function showFamilies(outlet, families) {
  const tiles = familyTiles(families, "h2");
  tiles.shown.catch(() => {});
  fill(outlet, h("h1", {}, t("Puzzles")), h("div", { class: "below-title" }, tiles.element));
}

/**
 * @param {Outlet} outlet
 * @param {FamilyInfo} family
 * @param {FamilyInfo[]} families
 */
async function showFamily(outlet, family, families) {
  const making = maker(family);
  const links = familyLinks(families, family);
  const rows = h("div", { class: "grades", "aria-busy": "true" }, t("Working …"));
  const filters = h("div", { class: "filters" });
  const make = button(t("New puzzle"), () => making.make(), { icon: "plus", kind: "main large" });
  fill(
    outlet,
    links,
    h(
      "div",
      { class: "family-head", "data-family": family.name },
      h(
        "div",
        {},
        h("h1", {}, family.title),
        h("p", { class: "soft" }, sentence(family.summary)),
        family.lessons.length > 0 &&
          h("a", { class: "button", href: `#/learn/${family.name}` }, icon("learn"), t("Learn")),
      ),
      h(
        "div",
        { class: "new-row" },
        make,
        making.switches,
        h("p", { class: "soft" }, t("One tap makes it. Your last choice is kept.")),
        making.state,
      ),
    ),
    filters,
    rows,
  );
  links.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  const [found, cards] = await Promise.all([getPuzzles(family.name), getCards()]);
  if (outlet.isStale) return making.leave;
  const entries = found.map((puzzle) => ({ puzzle, card: gameOf(cards, puzzle.key) }));
  const setting = `filter.${family.name}`;
  /** @type {Filter} */
  const filter = { show: ANY, size: ANY, ...readSetting(setting) };
  const show = () => {
    writeSetting(setting, filter);
    fill(rows, ...gradeRows(family, entries, filter, making.make));
  };
  fill(filters, ...filterChips(entries, family, filter, show));
  rows.removeAttribute("aria-busy");
  show();
  return making.leave;
}

/**
 * @param {FamilyInfo[]} families
 * @param {FamilyInfo} here
 */
const familyLinks = (families, here) =>
  h(
    "nav",
    { class: "family-links", "aria-label": t("Families") },
    ...inOrder(families).map(({ name, title }) => {
      const current = name === here.name && "page";
      const attributes = {
        href: `#/puzzles/${name}`,
        "aria-current": current,
        "data-family": name,
      };
      return h("a", attributes, emblem(name), title);
    }),
  );

/**
 * @param {Entry[]} entries
 * @param {FamilyInfo} family
 * @param {Filter} filter
 * @param {() => unknown} onChange
 */
function filterChips(entries, family, filter, onChange) {
  const found = new Set(entries.map(({ puzzle }) => sizeName(family, puzzle.title)));
  const sizes = family.size ? [...found] : []; // figures have names
  if (filter.size && !sizes.includes(filter.size)) filter.size = ANY;
  /** @type {(name: string, key: keyof Filter, choices: [string, string][]) => HTMLElement} */
  const group = (name, key, choices) => {
    const chips = choices.map(([value, text]) =>
      button(text, () => choose(value), { kind: "chip", "data-value": value }),
    );
    const mark = () => {
      for (const chip of chips)
        chip.setAttribute("aria-pressed", String(chip.dataset.value === filter[key]));
    };
    /** @param {string} value */
    const choose = (value) => {
      filter[key] = value;
      mark();
      onChange();
    };
    mark();
    const label = h("span", { class: "soft" }, name);
    return h("div", { class: "chips", role: "group", "aria-label": name }, label, ...chips);
  };
  return [
    group(t("Show"), "show", [
      [ANY, t("All")],
      ["begun", t("Begun")],
      ["unsolved", t("Unsolved")],
      ["solved", t("Solved")],
    ]),
    sizes.length > 1 &&
      sizes.length < 7 &&
      group(t("Size"), "size", [
        [ANY, t("Any")],
        ...sizes.map(/** @returns {[string, string]} */ (size) => [size, size]),
      ]),
  ];
}

/**
 * @param {FamilyInfo} family
 * @param {Entry[]} entries
 * @param {Filter} filter
 * @param {(options: object) => unknown} make
 */
function gradeRows(family, entries, filter, make) {
  const graded = Object.groupBy(entries, ({ puzzle }) => puzzle.grade ?? "");
  const shown = [...GRADES, ""].filter((grade) => grade || graded[grade]);
  return shown.map((grade) => {
    const own = graded[grade] ?? [];
    const cards = own.filter((entry) => matches(entry, family, filter));
    const another = grade && family.options.some((option) => option.name === "grade");
    return h(
      "section",
      { class: "grade-row", "data-family": family.name },
      gradeHead(grade, own),
      h(
        "ul",
        { class: "puzzle-cards" },
        ...cards.map((entry) => h("li", {}, puzzleCard(family, entry))),
        !cards.length && h("li", { class: "none" }, empty(noneText(grade, filter))),
        another && h("li", {}, anotherCard(grade, make)),
      ),
    );
  });
}

/**
 * @param {string} grade
 * @param {Filter} filter
 */
function noneText(grade, { size }) {
  const kind = grade ? gradeName(grade) : t("Not graded");
  if (size) return t("{grade}, {size}: none here yet.", { grade: kind, size });
  return t("{grade}: none here yet.", { grade: kind });
}

/**
 * @param {Entry} entry
 * @param {FamilyInfo} family
 * @param {Filter} filter
 */
function matches({ puzzle, card }, family, { show, size }) {
  const state = stateOf(card);
  const wanted = !show || (show === "unsolved" ? state !== "solved" : state === show);
  return wanted && (!size || sizeName(family, puzzle.title) === size);
}

/**
 * @param {string} grade
 * @param {Entry[]} entries
 */
function gradeHead(grade, entries) {
  const rank = GRADES.indexOf(grade);
  const dots = GRADES.map((_, i) => h("i", { class: i <= rank && "on" }));
  const solved = entries.filter(({ card }) => card?.solved).length;
  return h(
    "div",
    { class: "grade-head" },
    h("h2", {}, grade ? gradeName(grade) : t("Not graded")),
    grade && h("span", { class: "dots", "aria-hidden": "true" }, ...dots),
    h(
      "p",
      { class: "soft numbers" },
      t("{done} of {all} solved", { done: solved, all: entries.length }),
    ),
  );
}

/**
 * @param {FamilyInfo} family
 * @param {Entry} entry
 */
function puzzleCard(family, { puzzle, card }) {
  const state = stateOf(card);
  const href = card && state !== "new" ? `#/game/${card.id}` : `#/begin/${puzzle.id}`;
  const svg = (state !== "new" && card?.svg) || puzzle.svg;
  return h(
    "a",
    { class: `puzzle-card ${state}`, href },
    h("span", { class: "art" }, picture(svg, "thumbnail")),
    h("span", { class: "meta" }, h("b", {}, sizeName(family, puzzle.title)), stateMark(card)),
  );
}

/**
 * @param {string} grade
 * @param {(options: object) => unknown} make
 */
function anotherCard(grade, make) {
  return h(
    "button",
    { type: "button", class: "puzzle-card another", onclick: () => make({ grade }) },
    h("span", { class: "art" }, icon("dice")),
    h(
      "span",
      { class: "meta" },
      h("b", {}, t("Another")),
      h("span", { class: "soft" }, t("made now")),
    ),
  );
}
