// What a pupil sees first: the puzzles of the class, and how far each one is.

import { get, getFamilies, post } from "./api.js";
import { begin } from "./begin.js";
import { fill, h } from "./dom.js";
import { emblem } from "./icons.js";
import { aboutLine, gameOf, getCards, stateMark, stateOf } from "./shelf.js";
import { t } from "./texts.js";
import { button, empty, picture } from "./widgets.js";

const RENEW_MS = 4000;

/** @import { FamilyInfo } from "./host.js" */
/** @import { Outlet } from "./main.js" */
/** @import { Card } from "./shelf.js" */
/** @typedef {{ key: string, family: string, grade: string | null, title: string, svg: string, day: string }} ClassPuzzle */

/**
 * The home page of a pupil.
 *
 * @param {Outlet} outlet
 */
export async function classHome(outlet) {
  let timer = 0;
  await show();
  return () => clearTimeout(timer);

  async function show() {
    if ((await showClass(outlet)) && !outlet.isStale) timer = setTimeout(show, RENEW_MS);
  }
}

/**
 * Show the class once; whether some of its puzzles are still being made.
 *
 * @param {Outlet} outlet
 */
async function showClass(outlet) {
  const [families, cards, found] = await Promise.all([
    getFamilies(),
    getCards(),
    get("/api/class"),
  ]);
  if (outlet.isStale) return false;
  if (found.role !== "pupil") {
    location.assign("/join"); // the class was erased
    return false;
  }
  /** @type {ClassPuzzle[]} */
  const puzzles = found.puzzles;
  const solved = puzzles.filter(({ key }) => stateOf(gameOf(cards, key)) === "solved").length;
  fill(
    outlet,
    h(
      "div",
      { class: "class-title" },
      h("h1", {}, found.name),
      h("p", { class: "soft" }, t("You are {name}.", { name: found.nickname })),
    ),
    h(
      "div",
      { class: "section-title" },
      h("h2", {}, found.daily ? t("Today's puzzles") : t("Your puzzles")),
      h(
        "span",
        { class: "soft numbers" },
        t("{done} of {all}", { done: solved, all: puzzles.length }),
      ),
    ),
    puzzles.length
      ? h(
          "ol",
          { class: "class-puzzles" },
          ...puzzles.map((each, i) => item(families, cards, each, i + 1)),
        )
      : empty(t("The puzzles are being made. Look again in a minute.")),
    h(
      "footer",
      { class: "foot soft" },
      h("span", {}, t("Not {name}? Another pupil can join here.", { name: found.nickname })),
      button(t("Join as another pupil"), leave, { kind: "link" }),
    ),
  );
  return found.making;
}

async function leave() {
  await post("/api/class/leave");
  location.assign("/join");
}

/**
 * A puzzle with its number, which is that on the board of the class.
 *
 * @param {FamilyInfo[]} families
 * @param {Card[]} cards
 * @param {ClassPuzzle} puzzle
 * @param {number} number
 */
function item(families, cards, puzzle, number) {
  const card = gameOf(cards, puzzle.key);
  const family = families.find(({ name }) => name === puzzle.family);
  const svg = card?.svg || puzzle.svg;
  const art = svg ? picture(svg, "thumbnail") : emblem(puzzle.family);
  return h(
    "li",
    {},
    h(
      "a",
      {
        class: `day-card ${stateOf(card)}`,
        href: `#/class/${puzzle.key}`,
        "data-family": puzzle.family,
      },
      h("span", { class: "art" }, art),
      h(
        "span",
        { class: "words" },
        h(
          "b",
          {},
          h("span", { class: "number numbers" }, `${number} `),
          family?.title ?? puzzle.family,
        ),
        family && h("span", { class: "soft" }, aboutLine(family, puzzle)),
        stateMark(card),
      ),
    ),
  );
}

/**
 * Start a puzzle of the class, or go on with it; a solved one is shown.
 *
 * @param {Outlet} outlet
 * @param {string} key
 */
export default async function beginOfClass(outlet, key) {
  const game = gameOf(await getCards(), key);
  if (game) return location.replace(`#/game/${game.id}`);
  await begin(outlet, await get(`/api/class/puzzles/${encodeURIComponent(key)}`));
}
