// The puzzles of today: one of each family, made from the date, the same on every computer.

import { get, getFamilies } from "./api.js";
import { clockTime } from "./clock.js";
import { fill, h } from "./dom.js";
import { emblem, icon } from "./icons.js";
import { readSetting, writeSetting } from "./settings.js";
import { aboutLine, doneOf, gameOf, getCards, inOrder, stateOf } from "./shelf.js";
import { percent, t } from "./texts.js";
import { button, picture } from "./widgets.js";

/** @import { FamilyInfo, GameView } from "./host.js" */
/** @import { Card } from "./shelf.js" */
/** @typedef {{ family: string, key: string, grade: string | null, title: string, svg: string, puzzle: any }} DayPuzzle */

const MINUTE = 60_000;

/** The date here, as 2026-11-17. */
export function localDate(now = new Date()) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/**
 * @param {string} family
 * @returns {Promise<DayPuzzle>}
 */
export const getToday = (family) => get(`/api/today/${localDate()}/${encodeURIComponent(family)}`);

/**
 * The games of today's puzzles by family, as far as they are begun in this browser.
 *
 * @returns {Record<string, string>}
 */
function gamesOfToday() {
  const kept = readSetting("today");
  return kept?.date === localDate() ? kept.games : {};
}

/**
 * Remember which game is that of today's puzzle.
 *
 * @param {string} family
 * @param {string} id
 */
export function rememberToday(family, id) {
  writeSetting("today", { date: localDate(), games: { ...gamesOfToday(), [family]: id } });
}

/**
 * Whether a game is that of a puzzle of today.
 *
 * @param {GameView} view
 */
export const isOfToday = ({ family, id }) => gamesOfToday()[family] === id;

/**
 * Which puzzles of today are solved and which one is next, if the given game is one of today's.
 *
 * @param {GameView} view
 * @returns {Promise<{ solved: boolean[], next: { family: FamilyInfo, href: string } | null } | null>}
 */
export async function standOfToday(view) {
  if (!isOfToday(view)) return null;
  const games = gamesOfToday();
  const [families, cards] = await Promise.all([getFamilies(), getCards()]);
  const ids = new Set(cards.filter((card) => card.solved).map((card) => card.id));
  const order = inOrder(families);
  const solved = order.map(({ name }) => name === view.family || ids.has(games[name]));
  const open = order[solved.indexOf(false)];
  if (!open) return { solved, next: null };
  const game = games[open.name];
  const href = game ? `#/game/${game}` : `#/today/${open.name}`;
  return { solved, next: { family: open, href } };
}

/**
 * The section of today's puzzles. Each card is filled as soon as its puzzle is made.
 *
 * @param {FamilyInfo[]} families
 * @param {Promise<Card[]>} cards
 */
export function todaySection(families, cards) {
  const note = h("span", { class: "soft numbers" });
  const places = inOrder(families).map((family) => ({ family, place: waiting(family) }));
  const title = t("Today's puzzles");
  const element = h(
    "section",
    { "aria-labelledby": "today" },
    h("div", { class: "section-title" }, h("h2", { id: "today" }, title), note),
    h("ol", { class: "today" }, ...places.map(({ place }) => place)),
  );
  const solved = new Set();
  let isKnown = false;
  const showNote = () => {
    const rest = t("new ones in {time}", { time: untilMidnight() });
    fill(
      note,
      [isKnown && countText(solved.size, families.length), rest].filter(Boolean).join(" · "),
    );
  };
  showNote();
  const timer = setInterval(showNote, MINUTE);

  /** @param {typeof places[0]} where */
  async function show({ family, place }) {
    try {
      const puzzle = await getToday(family.name);
      const card = gameOf(await cards, puzzle.key);
      if (card?.moves) rememberToday(family.name, card.id);
      if (card?.solved) solved.add(family.name);
      fill(place, dayCard(family, puzzle, card));
      showNote();
    } catch {
      const retry = () => show({ family, place });
      fill(place, failed(family, retry));
    }
  }
  const shown = Promise.all(places.map(show)).then(() => {
    isKnown = true;
    showNote();
  });
  return { element, shown, leave: () => clearInterval(timer) };
}

/** @type {(done: number, all: number) => string} */
const countText = (done, all) =>
  done === all ? t("All {n} are solved.", { n: all }) : t("{done} of {all}", { done, all });

/** The time until the next day, as 9 h 14 min. */
function untilMidnight(now = new Date()) {
  const next = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  const minutes = Math.ceil((next.getTime() - now.getTime()) / MINUTE);
  if (minutes < 60) return t("{n} min", { n: minutes });
  return t("{h} h {min} min", { h: Math.floor(minutes / 60), min: minutes % 60 });
}

/**
 * @param {FamilyInfo} family
 * @param {DayPuzzle} puzzle
 * @param {Card | null} card
 */
function dayCard(family, puzzle, card) {
  const state = stateOf(card);
  const svg = (state !== "new" && card?.svg) || puzzle.svg;
  const href = card && state !== "new" ? `#/game/${card.id}` : `#/today/${family.name}`;
  const seal = h("span", { class: card?.hints ? "seal ringed" : "seal" }, icon("check"));
  return h(
    "a",
    { class: `day-card ${state}`, href, "data-family": family.name },
    h("span", { class: "art" }, picture(svg, "thumbnail"), state === "solved" && seal),
    h(
      "span",
      { class: "words" },
      h("b", {}, family.title),
      h("span", { class: "soft" }, aboutLine(family, puzzle)),
      stateLine(card),
    ),
  );
}

/** @param {Card | null} card */
function stateLine(card) {
  if (card?.solved && card.shown) return h("span", { class: "soft" }, t("Shown"));
  if (card?.solved) {
    const time = clockTime(card.seconds);
    return h("span", { class: "good numbers" }, t("Solved in {time}", { time }));
  }
  if (card?.moves) {
    const done = percent(doneOf(card));
    return h("span", { class: "begun numbers" }, t("{done} · go on", { done }));
  }
  return h("span", { class: "soft" }, t("New"));
}

/** @param {FamilyInfo} family */
function waiting(family) {
  const card = blank(family, h("span", { class: "soft" }, t("Loading …")));
  return h("li", {}, h("a", { class: "waiting", href: `#/today/${family.name}` }, card));
}

/**
 * @param {FamilyInfo} family
 * @param {() => unknown} retry
 */
const failed = (family, retry) => blank(family, button(t("Try again"), retry, { kind: "link" }));

/**
 * @param {FamilyInfo} family
 * @param {HTMLElement} content
 */
const blank = (family, content) =>
  h(
    "div",
    { class: "day-card blank", "data-family": family.name },
    h("span", { class: "art" }, emblem(family.name)),
    h("span", { class: "words" }, h("b", {}, family.title), h("span", {}, " "), content),
  );
