// Which puzzle comes after a solved one, and the solves that this is decided by.

import { startJob } from "./api.js";
import { readSetting, writeSetting } from "./settings.js";

/** @import { FamilyInfo, GameView } from "./host.js" */
/** @typedef {{ id: string, family: string, grade: string | null, size: string, seconds: number, hints: number, shown: boolean, at?: number }} Solve  `at` is when, in milliseconds since 1970. */

const GRADES = ["easy", "medium", "hard", "expert"];
const USUAL = "usual"; // the name of a preset
const IN_A_ROW = 3; // fast solves before the next grade
const MOST = 500; // solves that are remembered
/** @type {Record<string, number>} A solve without hints within this time is fast, in seconds. */
const FAST = { easy: 180, medium: 360, hard: 900 };

/** @returns {Solve[]} The latest solves, the last one first. */
export const solves = () => readSetting("solves") ?? [];

/**
 * Remember a solve; a game counts once.
 *
 * @param {Solve} solve
 * @returns {number | null} The best time so far for this family, grade and size.
 */
export function remember(solve) {
  const others = solves().filter((each) => each.id !== solve.id);
  const alike = others.filter(
    ({ family, grade, size, shown }) =>
      !shown && family === solve.family && grade === solve.grade && size === solve.size,
  );
  writeSetting("solves", [{ at: Date.now(), ...solve }, ...others].slice(0, MOST));
  return alike.length ? Math.min(...alike.map(({ seconds }) => seconds)) : null;
}

/**
 * Remember the grade of a puzzle that was solved before it was graded.
 *
 * @param {string} id  Of the game.
 * @param {string} grade
 */
export function rememberGrade(id, grade) {
  const graded = solves().map((each) => (each.id === id ? { ...each, grade } : each));
  writeSetting("solves", graded);
}

/**
 * The grade of the next puzzle: one up after three fast solves of a grade.
 *
 * @param {string} family
 * @param {string | null} grade
 * @param {Solve[]} past  The last one first.
 */
export function nextGrade(family, grade, past) {
  const last = past.filter((each) => each.family === family).slice(0, IN_A_ROW);
  const fast = last.filter(
    (each) =>
      each.grade === grade && !each.hints && !each.shown && each.seconds <= FAST[grade ?? ""],
  );
  const up = fast.length === IN_A_ROW ? 1 : 0;
  return grade && GRADES[Math.min(GRADES.indexOf(grade) + up, GRADES.length - 1)];
}

/**
 * The puzzle of a family by the generator: same size, and the grade that is wanted.
 *
 * @param {{ view: GameView, family: FamilyInfo }} game
 * @param {string | null} grade
 */
export function generateLike({ view, family }, grade) {
  const size = view.size?.join("x");
  const seed = Math.floor(Math.random() * 1_000_000);
  return startJob("/api/generate", {
    family: view.family,
    seed,
    ...usual(family),
    ...(size && { size }),
    ...(grade && { grade }),
  });
}

/**
 * The preset of puzzles without other wishes, in a family that has one.
 *
 * @param {FamilyInfo} family
 */
export const usual = ({ presets }) => (USUAL in presets ? { preset: USUAL } : {});
