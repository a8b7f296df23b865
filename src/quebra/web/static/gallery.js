// The home page: unfinished games, and puzzles of every family at each grade.

import { errorText, get, getFamilies, getGame, remove } from "./api.js";
import { fill, h, sentence, subtitle } from "./dom.js";
import { gradeName } from "./names.js";
import { percent, t } from "./texts.js";
import { button, empty, iconButton, picture, toast } from "./widgets.js";

/** @import { FamilyInfo, GameView } from "./host.js" */
/** @import { Outlet } from "./main.js" */
/** @typedef {{ id: string, family: string, grade: string | null, title: string, svg: string }} GalleryPuzzle */

const SHOWN = 4; // of each family, and of the unfinished games
const GRADES = ["easy", "medium", "hard", "expert"];

/** @param {Outlet} outlet */
export default async function gallery(outlet) {
  const families = await getFamilies();
  const unfinished = h("div", {});
  const places = families.map((family) => ({
    family,
    place: h("div", {}, h("p", { class: "soft" }, t("Working …"))),
  }));
  const printing = h("a", { href: "#/print" }, t("Or print some."));
  fill(
    outlet,
    h(
      "div",
      { class: "hello" },
      h("h1", {}, t("Puzzles")),
      h(
        "p",
        { class: "soft" },
        t("Choose a puzzle to play, or make, open or compose your own."),
        " ",
        printing,
      ),
    ),
    unfinished,
    ...places.map(({ family, place }) => section(family, place)),
  );
  const [views, puzzles] = await Promise.all([unfinishedGames(), getGallery()]);
  fill(unfinished, views.length > 0 && unfinishedSection(views, families));
  for (const { family, place } of places) {
    const own = puzzles.filter((each) => each.family === family.name);
    fill(place, ...cards(family, own));
  }
}

/** @returns {Promise<GalleryPuzzle[]>} */
export const getGallery = () => get("/api/gallery");

/** The last games that have moves and are not solved. A damaged game is left out. */
async function unfinishedGames() {
  /** @type {{ id: string, done?: number }[]} */
  const games = await get("/api/games");
  const recent = games.filter((game) => game.done).slice(0, SHOWN);
  const views = await Promise.all(recent.map(({ id }) => getGame(id).catch(() => null)));
  return views.filter((view) => view != null).filter((view) => !view.solved);
}

/**
 * @param {GameView[]} views
 * @param {FamilyInfo[]} families
 */
function unfinishedSection(views, families) {
  const list = h("ul", { class: "cards" });
  const element = h("section", {}, h("h2", {}, t("Unfinished games")), list);
  for (const view of views) {
    const family = families.find((each) => each.name === view.family);
    if (family) list.append(gameCard(view, family, () => list.children.length || element.remove()));
  }
  return element;
}

/**
 * @param {GameView} view
 * @param {FamilyInfo} family
 * @param {() => unknown} onRemove
 */
function gameCard(view, family, onRemove) {
  const done = percent(Math.floor(100 * view.progress.value) / 100);
  const forget = async () => {
    try {
      await remove(`/api/games/${view.id}`);
      card.remove();
      onRemove();
    } catch (error) {
      toast(errorText(error));
    }
  };
  const card = h(
    "li",
    {},
    h(
      "a",
      { class: "card", href: `#/game/${view.id}` },
      picture(view.svg, "thumbnail"),
      h("span", { class: "name" }, family.title),
      h("span", { class: "soft" }, `${done} · ${subtitle(view.title, family)}`),
    ),
    iconButton(t("Delete this game"), "close", forget),
  );
  return card;
}

/**
 * @param {FamilyInfo} family
 * @param {HTMLElement} place
 */
function section(family, place) {
  const id = `family-${family.name}`;
  const about = h("p", { class: "soft" }, sentence(family.summary));
  return h(
    "section",
    { class: "family", "aria-labelledby": id },
    h(
      "div",
      { class: "section-head" },
      h("div", {}, h("h2", { id }, family.title), about),
      h(
        "div",
        { class: "row" },
        family.lessons.length > 0 &&
          h("a", { class: "button", href: `#/learn/${family.name}` }, t("Learn")),
        h("a", { class: "button", href: `#/new/${family.name}` }, t("New puzzle")),
      ),
    ),
    place,
  );
}

/**
 * One puzzle of each grade, and a button that shows the others.
 *
 * @param {FamilyInfo} family
 * @param {GalleryPuzzle[]} puzzles
 */
function cards(family, puzzles) {
  if (!puzzles.length) return [empty(t("No puzzles here yet. Make a new one."))];
  const all = onePerGradeFirst(puzzles).map((puzzle) => puzzleCard(family, puzzle));
  const items = all.map((card) => h("li", {}, card));
  const list = h("ul", { class: "cards" }, ...items.slice(0, SHOWN));
  const showAll = () => {
    list.append(...items.slice(SHOWN));
    more.remove();
    all[SHOWN].focus();
  };
  const more = button(t("Show all {n}", { n: all.length }), showAll, { kind: "link" });
  return all.length > SHOWN ? [list, more] : [list];
}

/**
 * Sorted by grade, with one of each grade in front; of a harder grade a later one, so that the
 * pictures differ.
 *
 * @param {GalleryPuzzle[]} puzzles
 */
function onePerGradeFirst(puzzles) {
  /** @param {GalleryPuzzle} puzzle */
  const rank = ({ grade }) => GRADES.indexOf(grade ?? "");
  const ordered = [...puzzles].sort((a, b) => rank(a) - rank(b));
  const groups = Object.values(Object.groupBy(ordered, rank)).map((group) => group ?? []);
  const firsts = groups.map((group, i) => group[Math.min(i, group.length - 1)]);
  return [...firsts, ...ordered.filter((each) => !firsts.includes(each))];
}

/**
 * @param {FamilyInfo} family
 * @param {GalleryPuzzle} puzzle
 */
function puzzleCard(family, { id, grade, title, svg }) {
  return h(
    "a",
    { class: "card", href: `#/begin/${id}` },
    picture(svg, "thumbnail"),
    h("span", { class: "name" }, grade ? gradeName(grade) : t("Not graded")),
    h("span", { class: "soft" }, subtitle(title, family)),
  );
}
