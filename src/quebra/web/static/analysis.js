// The analysis of a game: its grade, whether it can still be solved, solutions, savepoints.

import { errorText, isAbort, startJob } from "./api.js";
import { fill, h } from "./dom.js";
import { solver } from "./solver.js";
import { standing } from "./standing.js";
import { t } from "./texts.js";
import { button } from "./widgets.js";

/** @import { GameView } from "./host.js" */
/** @import { Game } from "./game.js" */

const GRADE_SECONDS = 5;

/** @param {Game} game */
export function analysis(game) {
  const { puzzle } = game.host.view;
  const grade = gradeLine(game, puzzle);
  const solving = solver(puzzle, game.host.family, game);
  const measured = standing(game);
  const saved = h("ul", { class: "saved" });
  let { solved, turned } = game.host.view;
  const ask = button(t("Still solvable?"), () => game.solvable(), {
    icon: "solvable",
    kind: "wide",
    title: t("Still solvable? Asks a solver, without showing the solution."),
  });
  const element = h(
    "div",
    { class: "analysis" },
    h("section", {}, h("h2", {}, t("What is known")), grade.element),
    h("section", {}, ask, solving.element),
    game.host.info,
    measured.element,
    h(
      "section",
      {},
      h("h2", {}, t("Savepoints")),
      saved,
      button(t("Save here"), () => game.save(), { icon: "save", kind: "wide" }),
    ),
  );
  /** @param {GameView} view */
  function update(view) {
    if (view.solved && !solved) measured.ask();
    solved = view.solved;
    if (view.turned !== turned) solving.forget();
    turned = view.turned;
    ask.disabled = view.solved;
    showSaved(view);
  }
  /** @param {GameView} view */
  function showSaved(view) {
    const entries = Object.entries(view.saved).map(([name, done]) => {
      const options = { kind: "link", disabled: done === view.done || view.solved };
      const back = button(t("Go back"), () => game.restore(name), options);
      return h("li", {}, name, back);
    });
    const none = h("li", { class: "soft" }, t("None yet. Save before you try something."));
    fill(saved, ...(entries.length ? entries : [none]));
  }
  function leave() {
    grade.leave();
    solving.leave();
    measured.leave();
  }
  return { element, update, solve: solving.start, leave };
}

/**
 * The grade in words; the game gets its name.
 *
 * @param {Game} game
 * @param {any} puzzle
 */
function gradeLine(game, puzzle) {
  const element = h("p", { class: "soft" }, t("Grading …"));
  const job = startJob("/api/grade", { puzzle, time: GRADE_SECONDS });
  job.done.then(
    ({ grade, text, reason }) => {
      fill(element, reason ? [t("Not graded."), " ", text] : text);
      if (grade) game.setGrade(grade);
    },
    (error) => isAbort(error) || fill(element, errorText(error)),
  );
  return { element, leave: job.abort };
}
