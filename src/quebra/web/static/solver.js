// Solving as a show on the board: progress, the best so far, Stop; and the outcome, proved or not.

import { draw, errorText, startJob } from "./api.js";
import { fill, h } from "./dom.js";
import { shownPuzzle } from "./fit.js";
import { engineName, goalName } from "./names.js";
import { Show } from "./show.js";
import { t } from "./texts.js";
import { button, choice, field, picture, progressBar, toast } from "./widgets.js";

/** @import { Game } from "./game.js" */
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
 * The part of a panel that solves the puzzle; in a game, on its board. The game stays as it is.
 *
 * @param {any} own  The puzzle; a game may show it with rows and columns swapped.
 * @param {FamilyInfo} family
 * @param {Game | null} game
 */
export function solver(own, family, game = null) {
  const state = h("div", { role: "status", class: "solver" });
  const goal = choice(
    family.goals.map((name) => [name, goalName(name)]),
    "any",
  );
  const engine = choice(
    family.engines.map((name) => [name, engineName(name)]),
    "auto",
  );
  /** @type {Job | null} */
  let current = null;
  const settings = h(
    "details",
    {},
    h("summary", {}, t("Options")),
    family.goals.length > 1 && field(t("Goal"), goal),
    field(t("Engine"), engine),
  );
  const element = h("div", {}, button(t("Solve"), start, { icon: "solve" }), settings, state);

  async function start() {
    current?.abort();
    const puzzle = game ? shownPuzzle(game.host.view) : own;
    const options = { puzzle, goal: goal.value, engine: engine.value, time: SECONDS, show: true };
    const job = startJob("/api/solve", options, showProgress);
    current = job;
    const bar = progressBar(job.stop);
    const show = game && new Show(game, job);
    /** @param {any} progress */
    async function showProgress(progress) {
      bar.show({ ...progress, limit: SECONDS });
      show?.advance(progress);
      if (progress.best)
        bar.show({ ...progress, svg: (await drawAll(puzzle, [progress.best]))[0] });
    }
    fill(state, show?.element, bar.element);
    state.scrollIntoView({ block: "nearest" });
    try {
      const outcome = await job.done;
      if (!outcome.solutions.length && show?.best) outcome.solutions = [show.best];
      const [best] = outcome.solutions;
      fill(state, ...(await describe(puzzle, outcome)), game && best && takeButton(game, best));
    } catch (error) {
      if (current === job) fill(state, h("p", {}, errorText(error)));
    } finally {
      show?.end();
    }
  }
  /**
   * @param {Game} game
   * @param {any} answer
   */
  function takeButton(game, answer) {
    const take = async () => {
      const { done } = game.host.view;
      const undo = { text: t("Undo"), run: () => game.goTo(done) };
      if (await game.change("take", { answer })) toast(t("Taken into your game."), undo);
    };
    return button(t("Take it into my game"), take, { kind: "wide" });
  }
  /** Drop the outcome: the board has turned, and the answer is that of the other one. */
  function forget() {
    current?.abort();
    current = null;
    fill(state);
  }
  return { element, start, forget, leave: () => current?.abort() };
}

/**
 * The outcome in words and pictures.
 *
 * @param {any} puzzle
 * @param {Outcome} outcome
 */
async function describe(puzzle, outcome) {
  const proved = !["found", "unknown"].includes(outcome.status);
  const seconds = Number(outcome.seconds.toFixed(outcome.seconds < 10 ? 2 : 0));
  const time = seconds ? t("{n} s", { n: seconds }) : t("Less than 0.01 s");
  const drawings = await drawAll(puzzle, outcome.solutions);
  /** @param {number} i */
  const caption = (i) => {
    if (drawings.length > 1) return t("Solution {n}", { n: i + 1 });
    const isSolution = proved || (outcome.status === "found" && outcome.objective == null);
    return isSolution ? t("Solution") : t("The best so far");
  };
  return [
    h("p", { class: proved ? "verdict good" : "verdict" }, outcomeText(outcome)),
    h(
      "p",
      { class: "soft numbers" },
      t("{time}, by the engine: {engine}", { time, engine: engineName(outcome.engine) }),
    ),
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
export function outcomeText(outcome) {
  const { reason, why } = outcome;
  return [statusText(outcome), reason && reasonText(reason), why].filter(Boolean).join(" ");
}

/** @param {Outcome} outcome */
function statusText({ status, solutions, objective, bound }) {
  const value = objective ?? "?";
  switch (status) {
    case "unique":
      return t("Exactly one solution: proved.");
    case "many":
      return t("More than one solution: proved by {n} different ones.", { n: solutions.length });
    case "none":
      return t("No solution: proved.");
    case "optimal":
      return t("The best is {value}: proved.", { value });
    case "found":
      if (objective == null) return t("Found a solution; there may be others.");
      if (bound == null) return t("Found {value}; there may be better ones.", { value });
      return t("Found {value}, with the bound {bound}; there may be better ones.", {
        value,
        bound,
      });
    default:
      return t("Not known.");
  }
}

/** @param {string} reason */
function reasonText(reason) {
  /** @type {Record<string, string>} */
  const texts = {
    time: t("The time limit was reached."),
    memory: t("It does not fit into memory."),
    cancelled: t("Stopped."),
    method: t("The engine has no way to settle it."),
  };
  return texts[reason];
}

/**
 * @param {any} puzzle
 * @param {any[]} solutions
 */
const drawAll = (puzzle, solutions) =>
  Promise.all(solutions.slice(0, MAX_PICTURES).map((answer) => draw({ puzzle, answer })));
