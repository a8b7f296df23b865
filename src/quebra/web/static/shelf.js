// What the server keeps of games and puzzles, and the marks of new, begun and solved ones.

import { get } from "./api.js";
import { clockTime } from "./clock.js";
import { h, s, subtitle } from "./dom.js";
import { emblem, icon } from "./icons.js";
import { gradeName } from "./names.js";
import { percent, t } from "./texts.js";
import { picture } from "./widgets.js";

/** @import { FamilyInfo } from "./host.js" */

/**
 * A game in a list; without moves it has neither title nor picture.
 *
 * @typedef {object} Card
 * @property {string} id
 * @property {string} family
 * @property {string} key  Of its puzzle.
 * @property {string | null} shelf  The puzzle's id, if it ships with Quebra; and its grade.
 * @property {string | null} grade
 * @property {number} moves
 * @property {number} hints
 * @property {number} seconds
 * @property {boolean} shown  Whether the solution was shown.
 * @property {number} updated  Seconds since 1970.
 * @property {string} title
 * @property {import("./desk-about.js").About} about  What its setter says of it.
 * @property {[number, number] | null} size
 * @property {number} progress
 * @property {boolean} solved
 * @property {string} svg
 */

/**
 * A puzzle that ships with Quebra, or of the bank.
 *
 * @typedef {{ id: string, family: string, grade: string | null, size: [number, number] | null, key: string, title: string, svg: string }} ShelfPuzzle
 */

const ORDER = ["kojun", "tangram", "symmetry", "shisen", "edges"];
const TURN = 2 * Math.PI;
const RADIUS = 16;

/** @returns {Promise<Card[]>} The last games, last played first. */
export const getCards = () => get("/api/cards");

/**
 * The puzzles that ship and those of the bank.
 *
 * @param {string} [family]
 * @returns {Promise<ShelfPuzzle[]>}
 */
export const getPuzzles = (family) =>
  get(family ? `/api/gallery?family=${encodeURIComponent(family)}` : "/api/gallery");

/** @returns {Promise<ShelfPuzzle[]>} One puzzle of each family. */
export const getSamples = () => get("/api/gallery?samples");

/**
 * Families in the order of the page; others follow.
 *
 * @template {{ name: string }} F
 * @param {F[]} families
 */
export function inOrder(families) {
  /** @param {F} family */
  const place = ({ name }) => (ORDER.indexOf(name) + ORDER.length + 1) % (ORDER.length + 1);
  return [...families].sort((a, b) => place(a) - place(b));
}

/**
 * The game of a puzzle: the last one played, or else one without moves, or none.
 *
 * @param {Card[]} cards
 * @param {string} key
 */
export function gameOf(cards, key) {
  const own = cards.filter((card) => card.key === key);
  return own.find((card) => card.moves) ?? own[0] ?? null;
}

/**
 * The picture of a game, or the emblem of its family.
 *
 * @param {Card} card
 * @param {FamilyInfo} family
 */
export const cardArt = ({ svg }, { name }) =>
  h("span", { class: "art" }, svg ? picture(svg, "thumbnail") : emblem(name));

/** @param {Card | null} card */
export const stateOf = (card) => (card?.solved ? "solved" : card?.moves ? "begun" : "new");

/**
 * The progress of a game as whole percents; all but the last one if it is not solved.
 *
 * @param {Card} card
 */
export const doneOf = ({ progress, solved }) =>
  solved ? 1 : Math.min(Math.floor(100 * progress), 99) / 100;

/**
 * Grade and size of a puzzle in a line.
 *
 * @param {FamilyInfo} family
 * @param {{ grade?: string | null, title: string }} puzzle
 */
export const aboutLine = (family, { grade, title }) =>
  [grade && gradeName(grade), sizeName(family, title)].filter(Boolean).join(" · ");

/**
 * The size of a puzzle, in a few words.
 *
 * @param {FamilyInfo} family
 * @param {string} title
 */
export const sizeName = (family, title) => subtitle(title, family).split(",")[0];

/**
 * A ring that is filled by a share.
 *
 * @param {number} share
 */
export function ring(share) {
  const round = TURN * RADIUS;
  /** @type {(name: string, length: number) => SVGElement} */
  const circle = (name, length) =>
    s("circle", {
      cx: 20,
      cy: 20,
      r: RADIUS,
      class: name,
      "stroke-dasharray": `${length} ${round}`,
    });
  const arcs = [circle("track", round), circle("filled", share * round)];
  return s("svg", { viewBox: "0 0 40 40", class: "progress-ring", "aria-hidden": "true" }, ...arcs);
}

/**
 * The mark of a puzzle: its time if it is solved, its percentage if it is begun.
 *
 * @param {Card | null} card
 */
export function stateMark(card) {
  if (!card?.moves) return h("span", { class: "state soft" }, t("Not begun"));
  if (!card.solved)
    return h("span", { class: "state begun numbers" }, ring(doneOf(card)), percent(doneOf(card)));
  if (card.shown) return h("span", { class: "state soft" }, icon("eye"), t("Shown"));
  const time = h("span", { class: "numbers" }, clockTime(card.seconds));
  const name = card.hints ? t("Solved with hints") : t("Solved");
  const tick = icon(card.hints ? "tickRing" : "check");
  return h("span", { class: "state good", title: name }, tick, time);
}
