// What a setter does next, in a sentence: below the board of the setter's desk.

import { language, t, tn } from "./texts.js";

/** @import { Judged } from "./verdict.js" */

/**
 * What follows from the verdict on a puzzle.
 *
 * @param {Judged} judged
 */
export function advice(judged) {
  const { status, differences, unneeded, clues, complete, others } = judged;
  if (status === "unique" && unneeded.length)
    return tn(
      "Exactly one solution. {n} clue is not needed: take it out, or leave it as help.",
      "Exactly one solution. {n} clues are not needed: take one out, or leave them as help.",
      unneeded.length,
    );
  if (status === "unique")
    return clues && complete
      ? t("Exactly one solution, and every clue is needed: play it, or share it.")
      : t("Exactly one solution: play it, or share it.");
  if (status === "none") return impossible(judged);
  if (status !== "many") return t("It can be solved: play it, or share it.");
  if (others.length)
    return t("There is another solution. Look at it, and move a piece if you want only one.");
  return differences.length
    ? tn(
        "{n} cell is open. Write the value that you mean, and the rest follows.",
        "{n} cells are open. Write a value that you mean into one of them.",
        differences.length,
      )
    : t("Many solutions. Add clues until one is left.");
}

/** @param {Judged} judged */
function impossible({ broken, conflicting, contradicting }) {
  if (broken.length) return broken[0].text;
  if (conflicting.length) return t("No solution: take out one of the listed clues.");
  return contradicting.length
    ? t("No solution: the marked clues contradict each other. Change one of them.")
    : t("No solution: change the board, or undo.");
}

/**
 * What a cell can be, and what to do about it.
 *
 * @param {number[]} where  Row and column, from 0.
 * @param {string[]} values  By name.
 */
export const openCell = ([row, column], values) =>
  t("Row {row}, column {column}: {values}. Write the one that you mean.", {
    row: row + 1,
    column: column + 1,
    values: new Intl.ListFormat(language, { type: "disjunction" }).format(values),
  });
