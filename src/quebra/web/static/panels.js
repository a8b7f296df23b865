// The panels of a game: the puzzle at the left, what is known at the right. On a phone they fold away.

import { errorText, isAbort, startJob } from "./api.js";
import { compare } from "./compare.js";
import { fill, h, sentence, subtitle } from "./dom.js";
import { reasonCard } from "./reason.js";
import { replay } from "./replay.js";
import { edit } from "./setter.js";
import { share } from "./share.js";
import { solver } from "./solver.js";
import { standing } from "./standing.js";
import { percent, t } from "./texts.js";
import { timer } from "./timer.js";
import { button, iconButton } from "./widgets.js";

/** @import { Child } from "./dom.js" */
/** @import { GameView } from "./host.js" */
/** @import { Game } from "./game.js" */
/** @import { Tool } from "./tools.js" */

const GRADE_SECONDS = 5;

/**
 * A side panel; `open` and `close` matter on a phone only.
 *
 * @param {"left" | "right"} side
 * @param {string} name
 * @param {() => unknown} onClose  A sheet of a phone is closed.
 * @param {...Child} content
 */
function panel(side, name, onClose, ...content) {
  const close = () => {
    if (getComputedStyle(element).position === "fixed") onClose();
    element.classList.remove("open");
  };
  const cross = iconButton(t("Close"), "close", close, { class: "bare fold" });
  const attributes = { class: `side ${side}`, "aria-label": name };
  const element = h("aside", attributes, cross, ...content);
  element.addEventListener("keydown", (event) => event.key === "Escape" && close());
  const open = () => {
    element.classList.add("open");
    cross.focus();
  };
  return { element, open, close };
}

/**
 * Title, rules, savepoints and time.
 *
 * @param {Game} game
 */
export function leftPanel(game) {
  const { family, view, tray } = game.host;
  const saved = h("ul", { class: "saved" });
  const clock = timer();
  const parts = panel(
    "left",
    t("The puzzle"),
    () => {},
    h("h1", {}, family.title),
    h("p", { class: "soft" }, sentence(subtitle(view.title, family))),
    h("p", { class: "soft" }, sentence(family.summary)),
    tray,
    h(
      "details",
      { open: true },
      h("summary", {}, t("Rules")),
      h("ol", { class: "rules" }, ...family.rules.map((rule) => h("li", {}, rule))),
    ),
    h("h2", {}, t("Savepoints")),
    saved,
    h(
      "p",
      {},
      button(t("Save here"), () => game.save(), { icon: "save" }),
    ),
    clock.element,
  );
  /** @param {GameView} next */
  function update(next) {
    const entries = Object.entries(next.saved).map(([name, done]) => {
      const options = { kind: "link", disabled: done === next.done };
      return h(
        "li",
        {},
        name,
        button(t("Go back"), () => game.restore(name), options),
      );
    });
    fill(
      saved,
      ...(entries.length
        ? entries
        : [h("li", { class: "soft" }, t("None yet. Save before you try something."))]),
    );
    if (next.solved) clock.stop();
  }
  return { ...parts, update, leave: clock.stop };
}

/**
 * Progress, grade, steps and solutions, and what else can be done with the puzzle.
 *
 * @param {Game} game
 * @param {Tool[]} tools
 */
export function rightPanel(game, tools) {
  const { puzzle } = game.host.view;
  const meter = progressMeter();
  const grade = gradeLine(puzzle);
  const solving = solver(puzzle, game.host.family);
  const measured = standing(game);
  const reason = reasonCard(game);
  const steps = h("ol", { class: "steps" });
  const stepList = h(
    "div",
    { class: "noted", hidden: true },
    h("h2", {}, t("Steps so far")),
    steps,
  );
  let { solved } = game.host.view;
  /** @param {() => unknown} run */
  const closing = (run) => () => {
    parts.close();
    run();
  };
  const parts = panel(
    "right",
    t("Analysis"),
    () => game.hints.hideReason(),
    reason.element,
    h("h2", {}, t("Progress"), " ", meter.number),
    meter.element,
    h(
      "div",
      { class: "phone row" },
      ...tools
        .filter((tool) => tool.wide && tool.name !== "solve")
        .map(({ name, text, run }) => button(text, closing(run), { icon: name })),
    ),
    game.host.info,
    measured.element,
    h("h2", {}, t("Analysis")),
    grade.element,
    solving.element,
    stepList,
    h("h2", {}, t("This puzzle")),
    h(
      "div",
      { class: "list" },
      button(
        t("Replay"),
        closing(() => replay(game)),
        { icon: "play" },
      ),
      game.host.family.lessons.length > 0 &&
        button(
          t("Learn the techniques"),
          () => location.assign(`#/learn/${game.host.family.name}`),
          { icon: "learn" },
        ),
      button(t("Give up and compare"), () => compare(game), { icon: "flag" }),
      button(t("Share and export"), () => share(game), { icon: "share" }),
      button(t("Print"), () => location.assign(`#/print/${game.host.view.id}`), { icon: "print" }),
      button(t("Edit this puzzle"), () => edit(game.host.view.puzzle), { icon: "edit" }),
    ),
  );
  /** @param {GameView} view */
  function update(view) {
    if (view.solved && !solved) measured.ask();
    solved = view.solved;
    meter.show(view.progress.value);
  }
  /** @param {string} text */
  function addStep(text) {
    steps.append(h("li", {}, text));
    stepList.hidden = false;
  }
  function solve() {
    parts.open();
    solving.start();
  }
  function leave() {
    grade.leave();
    solving.leave();
    measured.leave();
  }
  return { ...parts, reason, update, addStep, solve, leave };
}

function progressMeter() {
  const bar = h("div", {});
  const scale = { "aria-label": t("Progress"), "aria-valuemin": 0, "aria-valuemax": 100 };
  const element = h("div", { class: "meter", role: "meter", ...scale }, bar);
  const number = h("span", { class: "numbers" });
  /** @param {number} share */
  function show(share) {
    const value = Math.floor(100 * share);
    element.setAttribute("aria-valuenow", String(value));
    bar.style.width = `${value}%`;
    number.textContent = percent(value / 100);
  }
  return { element, number, show };
}

/** @param {any} puzzle */
function gradeLine(puzzle) {
  const element = h("p", { class: "soft" }, t("Grading …"));
  const job = startJob("/api/grade", { puzzle, time: GRADE_SECONDS });
  job.done.then(
    ({ text, reason }) => fill(element, reason ? [t("Not graded."), " ", text] : text),
    (error) => isAbort(error) || fill(element, errorText(error)),
  );
  return { element, leave: job.abort };
}
