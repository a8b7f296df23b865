// Solving with live progress: a bar, the best so far, Stop; and the outcome, proved or not.

import { draw, errorText, startJob } from "./api.js";
import { fill, h } from "./dom.js";
import { language, t } from "./texts.js";
import { button, choice, field, picture, progressBar } from "./widgets.js";

/** @import { FamilyInfo } from "./host.js" */
/** @import { Job } from "./api.js" */

/**
 * @typedef {object} Outcome
 * @property {string} status
 * @property {string | null} reason
 * @property {any[]} solutions
 * @property {number | null} objective
 * @property {number | null} bound
 * @property {string} engine
 * @property {number} seconds
 * @property {string} why
 */

const SECONDS = 60;
const MAX_PICTURES = 4;

/**
 * The part of a panel that solves the puzzle.
 *
 * @param {any} puzzle
 * @param {FamilyInfo} family
 */
export function solver(puzzle, family) {
  const state = h("div", { role: "status", class: "solver" });
  const goal = choice(
    family.goals.map((name) => [name, t(`goal-${name}`, {}, name)]),
    "any",
  );
  const engine = choice(
    family.engines.map((name) => [name, t(`engine-${name}`, {}, name)]),
    "auto",
  );
  /** @type {Job | null} */
  let current = null;
  const settings = h(
    "details",
    {},
    h("summary", {}, t("solve-options")),
    family.goals.length > 1 && field(t("goal"), goal),
    field(t("engine"), engine),
  );
  const element = h("div", {}, button(t("solve"), start, { icon: "solve" }), settings, state);

  async function start() {
    current?.abort();
    const options = { puzzle, goal: goal.value, engine: engine.value, time: SECONDS };
    const job = startJob("/api/solve", options, showProgress);
    current = job;
    const bar = progressBar(job.stop);
    /** @param {any} progress */
    async function showProgress(progress) {
      bar.show({ ...progress, limit: SECONDS });
      if (progress.best)
        bar.show({ ...progress, svg: (await drawAll(puzzle, [progress.best]))[0] });
    }
    fill(state, bar.element);
    state.scrollIntoView({ block: "nearest" });
    try {
      fill(state, ...(await describe(puzzle, await job.done)));
    } catch (error) {
      if (current === job) fill(state, h("p", {}, errorText(error)));
    }
  }
  return { element, start, leave: () => current?.abort() };
}

/**
 * The outcome in words and pictures.
 *
 * @param {any} puzzle
 * @param {Outcome} outcome
 */
async function describe(puzzle, outcome) {
  const proved = !["found", "unknown"].includes(outcome.status);
  const digits = outcome.seconds < 10 ? 2 : 0;
  const seconds = outcome.seconds.toLocaleString(language, { maximumFractionDigits: digits });
  const drawings = await drawAll(puzzle, outcome.solutions);
  /** @param {number} i */
  const caption = (i) => {
    if (drawings.length > 1) return t("solution-number", { n: i + 1 });
    return t(proved || outcome.objective == null ? "solution" : "best-so-far");
  };
  return [
    h("p", { class: proved ? "verdict good" : "verdict" }, outcomeText(outcome)),
    h("p", { class: "soft numbers" }, t("took", { n: seconds, engine: outcome.engine })),
    ...drawings.map((svg, i) =>
      h("figure", {}, picture(svg, "picture small"), h("figcaption", {}, caption(i))),
    ),
  ];
}

/**
 * The outcome in words; only what is proved is called so.
 *
 * @param {Outcome} outcome
 */
export function outcomeText({ status, reason, solutions, objective, bound, why }) {
  const measured = status === "found" && objective != null ? "-measured" : "";
  const values = { n: solutions.length, objective: objective ?? "", bound: bound ?? "?" };
  const text = t(`outcome-${status}${measured}`, values);
  return [text, reason && t(`reason-${reason}`), why].filter(Boolean).join(" ");
}

/**
 * @param {any} puzzle
 * @param {any[]} solutions
 */
const drawAll = (puzzle, solutions) =>
  Promise.all(solutions.slice(0, MAX_PICTURES).map((answer) => draw({ puzzle, answer })));
