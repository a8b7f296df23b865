// Solve with live progress: a bar, the best so far, Stop; and the verdict, proof or not.

import { brokenOff, post, work } from "./api.js";
import { fill, h } from "./dom.js";
import { t, tongue } from "./texts.js";
import { button, choice, field, picture, workBar } from "./widgets.js";

const SECONDS = 60;
const SHOWN = 4;

/** The part of a side that solves the puzzle. */
export function solver(puzzle, family) {
  const state = h("div", { role: "status", class: "solver" });
  const goals = family.goals.map((each) => [each, t(`goal-${each}`, {}, each)]);
  const engines = family.engines.map((each) => [each, t(`engine-${each}`, {}, each)]);
  const goal = choice(goals, "any");
  const engine = choice(engines, "auto");
  let job = null;
  const settings = h(
    "details",
    {},
    h("summary", {}, t("solve-options")),
    family.goals.length > 1 ? field(t("goal"), goal) : null,
    field(t("engine"), engine),
  );
  const element = h("div", {}, button(t("solve"), start, { icon: "solve" }), settings, state);

  async function start() {
    job?.abort();
    const wishes = { puzzle, goal: goal.value, engine: engine.value, time: SECONDS };
    const mine = work("/api/solve", wishes, advanced);
    job = mine;
    const bar = workBar(mine.stop);
    async function advanced(known) {
      bar.show({ ...known, limit: SECONDS });
      if (known.best) bar.show({ ...known, svg: (await drawn(puzzle, [known.best]))[0] });
    }
    fill(state, bar.element);
    state.scrollIntoView({ block: "nearest" });
    try {
      const outcome = await mine.done;
      fill(state, ...(await verdict(puzzle, outcome)));
    } catch (error) {
      if (job === mine) fill(state, h("p", {}, brokenOff(error) ? t("stopped") : error.message));
    }
  }
  return { element, start, leave: () => job?.abort() };
}

/** What a solver can honestly say, with pictures. */
async function verdict(puzzle, outcome) {
  const proof = !["found", "unknown"].includes(outcome.status);
  const digits = outcome.seconds < 10 ? 2 : 0;
  const seconds = outcome.seconds.toLocaleString(tongue, { maximumFractionDigits: digits });
  const drawings = await drawn(puzzle, outcome.solutions);
  const number = (i) => {
    if (drawings.length > 1) return t("solution-number", { n: i + 1 });
    return t(proof || outcome.objective == null ? "solution" : "best-so-far");
  };
  return [
    h("p", { class: proof ? "verdict good" : "verdict" }, inWords(outcome)),
    h("p", { class: "soft numbers" }, t("took", { n: seconds, engine: outcome.engine })),
    ...drawings.map((svg, i) =>
      h("figure", {}, picture(svg, "picture small"), h("figcaption", {}, number(i))),
    ),
  ];
}

/** Proofs are worded as proofs, and guesses as guesses. */
export function inWords({ status, reason, solutions, objective, bound, why }) {
  const measured = status === "found" && objective != null ? "-measured" : "";
  const figures = { n: solutions.length, objective, bound: bound ?? "?" };
  const said = t(`outcome-${status}${measured}`, figures);
  return [said, reason && t(`reason-${reason}`), why].filter(Boolean).join(" ");
}

function drawn(puzzle, solutions) {
  const each = async (answer) => (await post("/api/draw", { puzzle, answer, theme: "page" })).svg;
  return Promise.all(solutions.slice(0, SHOWN).map(each));
}
