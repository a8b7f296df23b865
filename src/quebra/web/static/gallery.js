// The gallery: games to go on with, and puzzles of every family at each grade.

import { families, get, remove } from "./api.js";
import { aboutIn, fill, h, sentence } from "./dom.js";
import { t } from "./texts.js";
import { button, empty, iconButton, picture, toast } from "./widgets.js";

const FIRST = 4;
const GRADES = ["easy", "medium", "hard", "expert"];

export default async function gallery(page) {
  const kinds = await families();
  const begun = h("div", {});
  const places = kinds.map((kind) => [kind, h("div", {}, h("p", { class: "soft" }, t("working")))]);
  fill(
    page,
    h(
      "div",
      { class: "hello" },
      h("h1", {}, t("gallery-title")),
      h("p", { class: "soft" }, t("gallery-about"), " ", h("a", { href: "#/print" }, t("print-some"))),
    ),
    begun,
    ...places.map(([kind, place]) => section(kind, place)),
  );
  const [views, puzzles] = await Promise.all([gamesBegun(), get("/api/gallery")]);
  fill(begun, goingOn(views, kinds));
  for (const [kind, place] of places)
    fill(place, ...cardsOf(kind, puzzles.filter((each) => each.family === kind.name)));
}

/** The last games that have moves and are not solved. */
async function gamesBegun() {
  const games = (await get("/api/games")).filter((game) => game.done).slice(0, FIRST);
  // One that can no longer be read must not hide the others.
  const look = (game) => get(`/api/games/${game.id}`).catch(() => null);
  const views = await Promise.all(games.map(look));
  return views.filter((view) => view && !view.solved);
}

function goingOn(views, kinds) {
  if (!views.length) return null;
  const cards = h("ul", { class: "cards" });
  for (const view of views) {
    const kind = kinds.find((each) => each.name === view.family);
    const done = t("percent", { n: Math.floor(100 * view.progress.value) });
    const card = h(
      "li",
      {},
      h(
        "a",
        { class: "card", href: `#/game/${view.id}` },
        picture(view.svg, "thumbnail"),
        h("span", { class: "name" }, kind.title),
        h("span", { class: "soft" }, `${done} · ${aboutIn(view.title, kind)}`),
      ),
      iconButton(t("forget"), "close", () => forget().catch((error) => toast(error.message))),
    );
    const forget = async () => {
      await remove(`/api/games/${view.id}`);
      card.remove();
      if (!cards.children.length) part.remove();
    };
    cards.append(card);
  }
  const part = h("section", {}, h("h2", {}, t("go-on")), cards);
  return part;
}

function section(kind, place) {
  return h(
    "section",
    { class: "family", "aria-labelledby": `family-${kind.name}` },
    h(
      "div",
      { class: "section-head" },
      h(
        "div",
        {},
        h("h2", { id: `family-${kind.name}` }, kind.title),
        h("p", { class: "soft" }, sentence(kind.summary)),
      ),
      h("a", { class: "button", href: `#/new/${kind.name}` }, t("new-one")),
    ),
    place,
  );
}

/** One puzzle of each grade, and the others on demand. */
function cardsOf(kind, puzzles) {
  if (!puzzles.length) return [empty(t("gallery-empty"))];
  const all = onePerGradeFirst(puzzles).map((puzzle) => card(kind, puzzle));
  const cards = h("ul", { class: "cards" }, ...all.slice(0, FIRST));
  const showAll = () => {
    cards.append(...all.slice(FIRST));
    more.remove();
    all[FIRST].firstChild.focus();
  };
  const more = button(t("show-all", { n: all.length }), showAll, { kind: "link" });
  return all.length > FIRST ? [cards, more] : [cards];
}

/** Sorted by grade, with one of each grade in front: the harder, the later of those that there are. */
function onePerGradeFirst(puzzles) {
  const rank = (puzzle) => GRADES.indexOf(puzzle.grade);
  const ordered = [...puzzles].sort((a, b) => rank(a) - rank(b));
  const groups = Object.values(Object.groupBy(ordered, rank));
  const firsts = groups.map((group, i) => group[Math.min(i, group.length - 1)]);
  return [...firsts, ...ordered.filter((each) => !firsts.includes(each))];
}

function card(kind, puzzle) {
  const grade = puzzle.grade ? t(`grade-${puzzle.grade}`) : t("ungraded");
  return h(
    "li",
    {},
    h(
      "a",
      { class: "card", href: `#/begin/${puzzle.id}` },
      picture(puzzle.svg, "thumbnail"),
      h("span", { class: "name" }, grade),
      h("span", { class: "soft" }, aboutIn(puzzle.title, kind)),
    ),
  );
}
