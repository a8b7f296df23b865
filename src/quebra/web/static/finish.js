// The card of a solved puzzle: time, hints, and what comes next. It lies beside the board.

import { draw, errorText, isAbort } from "./api.js";
import { clockTime } from "./clock.js";
import { fill, h, sentence } from "./dom.js";
import { emblem, icon } from "./icons.js";
import { playAgain } from "./menu.js";
import { gradeName } from "./names.js";
import { generateLike, nextGrade, remember, rememberGrade, solves } from "./next.js";
import { replay } from "./replay.js";
import { aboutPuzzle, resultLine } from "./result.js";
import { aboutLine } from "./shelf.js";
import { bestText } from "./standing.js";
import { t, tn } from "./texts.js";
import { shortTitle } from "./title.js";
import { getToday, isOfToday, standOfToday } from "./today.js";
import { play } from "./unplayable.js";
import { button, picture } from "./widgets.js";

/** @import { Job } from "./api.js" */
/** @import { GameView } from "./host.js" */
/** @import { Game } from "./game.js" */
/** @import { Standing } from "./standing.js" */

/** @param {Game} game */
export function finishCard(game) {
  const { host } = game;
  const element = h("section", { class: "finish", "aria-labelledby": "finished", hidden: true });
  const about = h("p", { class: "soft" });
  const wish = h("small", {});
  const goal = h("p", { class: "numbers", hidden: true });
  const preview = h("span", { class: "art next-board", "aria-hidden": "true" });
  /** @type {Job | null} */
  let making = null;
  /** @type {{ grade: string | null, job: Job } | null} The next puzzle, made in advance. */
  let ahead = null;

  /** @param {boolean} isNew  The puzzle was solved just now. */
  function show(isNew) {
    if (!element.hidden) return;
    const { view } = host;
    const best = isNew ? remember(solveOf(game)) : null;
    const state = h("p", { class: "soft", role: "status" });
    const next = h(
      "button",
      { type: "button", class: "main next", onclick: () => goOn(next, nextWish()) },
      preview,
      h("span", { class: "label" }, t("Next puzzle"), wish),
      icon("next"),
    );
    const today = h("p", { class: "today-line", hidden: true });
    const alike = button(t("Another like this"), () => goOn(alike, game.grade), { icon: "dice" });
    fill(
      element,
      h(
        "div",
        { class: "finish-head" },
        h("span", { class: view.hints ? "stamp ringed" : "stamp" }, icon("check")),
        h("div", {}, h("h2", { id: "finished" }, t("Solved")), about),
      ),
      figures(view, game.clock.seconds),
      goal,
      comment(view, game.clock.seconds, best),
      next,
      h(
        "div",
        { class: "finish-row" },
        alike,
        button(t("Share the result"), () => copyResult(game, state), { icon: "share" }),
        button(t("Replay"), () => replay(game), { icon: "play" }),
        button(t("Play again"), () => playAgain(game), { icon: "undo" }),
      ),
      state,
      today,
    );
    showGrade();
    showNext(isNew);
    element.hidden = false;
    if (isNew) next.focus({ preventScroll: true });

    /** @param {HTMLElement} control  @param {string | null} grade */
    async function goOn(control, grade) {
      making?.abort();
      const open = control === next ? (await standOfToday(view))?.next : null;
      if (open) return location.assign(open.href);
      making = ahead?.grade === grade ? ahead.job : generateLike(host, grade);
      fill(state, t("Working …"));
      try {
        await play(await making.done);
      } catch (error) {
        ahead = null;
        if (!isAbort(error)) fill(state, errorText(error));
      }
    }
    /**
     * Show how many of today's puzzles are solved, and the next one; without one, a new puzzle.
     *
     * @param {boolean} isNew
     */
    async function showNext(isNew) {
      const stand = await standOfToday(view);
      if (isNew && !stand?.next) makeAhead();
      if (!stand) return;
      fill(wish, stand.next?.family.title ?? describeNext());
      fill(today, ...dayLine(stand.solved));
      today.hidden = false;
      if (!stand.next) return;
      const { family } = stand.next;
      const puzzle = await getToday(family.name);
      fill(wish, [family.title, aboutLine(family, puzzle)].join(" · "));
      fill(preview, picture(puzzle.svg, "thumbnail"));
    }
  }

  /** The grade of the next puzzle. */
  const nextWish = () => nextGrade(host.view.family, game.grade, solves());

  /** Name the puzzle and the next one, again once the grade is known. */
  function showGrade() {
    fill(about, aboutPuzzle(game));
    if (game.grade) rememberGrade(host.view.id, game.grade);
    if (!isOfToday(host.view)) fill(wish, describeNext());
    if (ahead) makeAhead();
  }

  /** Make the next puzzle in advance, so that its button shows it. */
  async function makeAhead() {
    const grade = nextWish();
    if (ahead?.grade === grade) return;
    ahead?.job.abort();
    const job = generateLike(host, grade);
    ahead = { grade, job };
    if (!preview.hasChildNodes()) fill(preview, emblem(host.family.name));
    try {
      const svg = await draw({ puzzle: await job.done, look: { cover: true } });
      fill(preview, picture(svg, "thumbnail"));
    } catch {
      if (ahead?.job === job) ahead = null; // The button tries again, and says why it fails.
    }
  }

  function describeNext() {
    const grade = nextWish();
    const { view, family } = host;
    const parts = [grade && gradeName(grade), view.size ? shortTitle(view, family) : family.title];
    return parts.filter(Boolean).join(" · ");
  }

  /**
   * Show the player's value of the goal that the rules name, beside the best one.
   *
   * @param {Standing[]} standings
   */
  function showStanding(standings) {
    const found = standings.find((each) => each.goal === host.goal);
    goal.hidden = !found;
    if (!found) return;
    const { text, own } = found;
    fill(
      goal,
      sentence(t("{goal}: {best}; yours: {own}", { goal: text, own, best: bestText(found) })),
    );
  }

  function hide() {
    element.hidden = true;
  }

  function leave() {
    making?.abort();
    ahead?.job.abort();
  }
  return { element, show, showGrade, showStanding, hide, leave };
}

/**
 * Today's puzzles as dots, filled if solved.
 *
 * @param {boolean[]} solved
 */
function dayLine(solved) {
  const [done, all] = [solved.filter(Boolean).length, solved.length];
  const dots = solved.map((each) => h("i", { class: each ? "on" : "" }));
  const name = t("Today: {done} of {all}", { done, all });
  return [name, h("span", { class: "dots", "aria-hidden": "true" }, ...dots)];
}

/** @param {Game} game */
const solveOf = ({ host: { view }, grade, clock }) => ({
  id: view.id,
  family: view.family,
  grade,
  size: view.size?.join("x") ?? "",
  seconds: clock.seconds,
  hints: view.hints,
  shown: view.shown,
});

/**
 * @param {GameView} view
 * @param {number} seconds
 */
function figures({ hints }, seconds) {
  /** @type {(value: string, name: string) => HTMLElement} */
  const figure = (value, name) =>
    h("div", {}, h("dt", {}, name), h("dd", { class: "numbers" }, value));
  return h(
    "dl",
    { class: "figures" },
    figure(clockTime(seconds), t("time")),
    figure(String(hints), tn("hint", "hints", hints)),
  );
}

/**
 * @param {GameView} view
 * @param {number} seconds
 * @param {number | null} best  The best time before.
 */
function comment({ shown }, seconds, best) {
  if (shown) return h("p", {}, t("The solution was shown, so this time is not compared."));
  if (best == null) return null;
  if (seconds < best)
    return h(
      "p",
      {},
      t("Your best time for this kind; before it was {time}.", { time: clockTime(best) }),
    );
  return h(
    "p",
    { class: "soft" },
    t("Your best time for this kind is {time}.", { time: clockTime(best) }),
  );
}

/**
 * Copy a line that says how it went and not how the puzzle is solved.
 *
 * @param {Game} game
 * @param {HTMLElement} state
 */
async function copyResult(game, state) {
  const line = resultLine(game);
  try {
    await navigator.clipboard.writeText(line);
    fill(state, t("Copied: {line}", { line }));
  } catch {
    fill(state, line);
  }
}
