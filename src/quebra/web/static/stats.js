// What was solved: by this browser's own record, and by the games that the server keeps.

import { h } from "./dom.js";
import { solves } from "./next.js";
import { t, tn } from "./texts.js";
import { localDate } from "./today.js";

/** @import { Solve } from "./next.js" */
/** @import { Card } from "./shelf.js" */

const DAYS = 28; // of the calendar
const SHADES = 5;

/**
 * All solves, the last one first. Those of other browsers are known by their games.
 *
 * @param {Card[]} cards
 * @returns {Solve[]}
 */
export function allSolves(cards) {
  const own = solves();
  const known = new Set(own.map(({ id }) => id));
  const others = cards
    .filter((card) => card.solved && !known.has(card.id))
    .map(({ id, family, grade, size, seconds, hints, shown, updated }) => ({
      id,
      family,
      grade,
      size: size?.join("x") ?? "",
      seconds,
      hints,
      shown,
      at: 1000 * updated,
    }));
  return [...own, ...others].sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
}

/**
 * The number of solves on each day, by its date.
 *
 * @param {Solve[]} past
 */
export function byDay(past) {
  /** @type {Map<string, number>} */
  const days = new Map();
  for (const { at } of past) {
    const day = at && localDate(new Date(at));
    if (day) days.set(day, (days.get(day) ?? 0) + 1);
  }
  return days;
}

/**
 * Three figures: solved, without hints, days played.
 *
 * @param {Solve[]} past  At least one.
 */
export function figures(past) {
  const alone = past.filter(({ hints, shown }) => !hints && !shown).length;
  const days = byDay(past).size;
  /** @type {(value: number, name: string) => HTMLElement} */
  const figure = (value, name) =>
    h("div", {}, h("dt", {}, name), h("dd", { class: "numbers" }, String(value)));
  return h(
    "dl",
    { class: "three" },
    figure(past.length, t("solved")),
    figure(alone, t("without hints")),
    figure(days, tn("day played", "days played", days)),
  );
}

/**
 * The last four weeks: a square for each day, darker the more was solved.
 *
 * @param {Solve[]} past
 */
export function calendar(past, now = new Date()) {
  const days = byDay(past);
  const squares = [];
  let played = 0;
  for (let back = DAYS - 1; back >= 0; back -= 1) {
    const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - back);
    const count = days.get(localDate(day)) ?? 0;
    played += count ? 1 : 0;
    squares.push(h("i", { "data-solved": Math.min(count, SHADES) }));
  }
  const name = tn(
    "The last four weeks: {n} day with a solved puzzle",
    "The last four weeks: {n} days with solved puzzles",
    played,
  );
  return h("div", { class: "calendar", role: "img", "aria-label": name }, ...squares);
}
