// The verdict on a puzzle that is being set: solutions, where they differ, clues to add or remove.

import { errorText, isAbort, startJob } from "./api.js";
import { advice } from "./desk-advice.js";
import { fill, h } from "./dom.js";
import { t, tn } from "./texts.js";
import { button, setLabel } from "./widgets.js";

/** @import { Job } from "./api.js" */
/** @import { Place, Violation } from "./host.js" */
/** @typedef {{ where: Place, edit: string, text: string }} Clue */
/** @typedef {{ kind: string, sign: string, element: HTMLElement }} Card */

/**
 * @typedef {object} Judged
 * @property {string} status
 * @property {string} text
 * @property {string | null} reason
 * @property {number} solutions
 * @property {boolean} exact
 * @property {number} clues
 * @property {{ where: Place, values: string[] }[]} differences
 * @property {{ where: Place, values: string[] }[]} forced  With one value in all solutions.
 * @property {Clue[]} settling
 * @property {Clue[]} unneeded
 * @property {Clue[]} conflicting
 * @property {Violation[]} broken
 * @property {Clue[]} contradicting
 * @property {boolean} compared  Whether other solutions were looked for.
 * @property {boolean} complete
 * @property {any[]} others  Solutions unlike the one on the board, where pieces are arranged.
 * @property {{ text: string, reason: string | null } | null} grade
 */

const SECONDS = 10;
const LONGER = 55;

/**
 * @typedef {object} Options
 * @property {(judged: Judged | null) => unknown} show  Show it on the board, or nothing.
 * @property {(text: string, isBlank?: boolean) => unknown} advise  Say what to do next.
 * @property {(n: number) => string | undefined} open  What to do where n cells differ, if the board
 *   has a sentence of its own for that.
 * @property {(edit: string) => unknown} play  Make an edit.
 * @property {(answer: any) => unknown} showOther  Draw another solution on the board, or none.
 * @property {(card: Card) => unknown} sign  Show its sign where the card is out of view.
 */

export class Verdict {
  /** @type {Job | null} */
  #job = null;
  element = h("div", { class: "said-of-it", role: "status" });
  lists = h("div", { class: "clue-lists" });
  #options;

  /** @param {Options} options */
  constructor(options) {
    this.#options = options;
  }

  leave() {
    this.#options.showOther(null);
    this.#job?.abort();
    this.#job = null;
  }

  /**
   * Say why there is nothing to judge yet.
   *
   * @param {string} text
   */
  wait(text, isBlank = false) {
    this.leave();
    this.#options.show(null);
    this.#options.advise(text, isBlank);
    this.#fill(card("wait", "…", text));
    fill(this.lists);
  }

  /**
   * Ask what is known of a puzzle, and drop the question about an earlier one.
   *
   * @param {any} puzzle
   * @param {string[]} moves  They may lead to a solution, with which others are compared.
   */
  async judge(puzzle, moves, time = SECONDS) {
    this.leave();
    const started = Date.now();
    const job = startJob("/api/judge", { puzzle, moves, time });
    this.#job = job;
    this.#fill(card("wait", "…", t("Working …")));
    this.#options.advise(t("Looking for solutions …"));
    try {
      const judged = await job.done;
      if (this.#job !== job) return;
      const longer = time < LONGER && (() => this.judge(puzzle, moves, LONGER));
      this.#show(judged, time, (Date.now() - started) / 1000, longer);
    } catch (error) {
      if (isAbort(error) || this.#job !== job) return;
      this.#fill(card("none", "!", errorText(error)));
      fill(this.lists);
    }
  }

  /**
   * @param {Card} shown
   * @param {...(Node | false)} rest
   */
  #fill(shown, ...rest) {
    fill(this.element, shown.element, ...rest);
    this.#options.sign(shown);
  }

  /**
   * @param {Judged} judged
   * @param {number} time
   * @param {number} seconds
   * @param {false | (() => unknown)} longer
   */
  #show(judged, time, seconds, longer) {
    const isOpen = judged.reason != null && !["many", "none", "unique"].includes(judged.status);
    const isGradeOpen = judged.grade?.reason === "time";
    this.#options.show(judged);
    const { length } = judged.differences;
    const isBlank = judged.status === "many" && !judged.clues && !length && !judged.others.length;
    const open = (length && this.#options.open(length)) || advice(judged);
    const text = isOpen ? unknownAdvice(judged) : open;
    this.#options.advise(text, isBlank);
    this.#fill(
      verdictCard(judged, isOpen, time),
      judged.others.length > 0 && this.#otherButton(judged.others),
      (isOpen || isGradeOpen) && longer && button(t("Look longer"), longer),
    );
    const grade = isGradeOpen ? t("No grade after {n} s.", { n: time }) : judged.grade?.text;
    fill(this.lists, grade && h("p", {}, grade), ...this.#clueLists(judged), live(judged, seconds));
  }

  /**
   * A button that shows one solution after the other, and after the last one none.
   *
   * @param {any[]} others
   */
  #otherButton(others) {
    let shown = -1;
    const control = button(t("Show another solution"), () => {
      shown = shown + 1 < others.length ? shown + 1 : -1;
      this.#options.showOther(others[shown] ?? null);
      const isLast = shown === others.length - 1;
      setLabel(control, isLast ? t("Hide the solution") : t("Show another solution"));
    });
    return control;
  }

  /** @param {Judged} judged */
  #clueLists({ status, settling, unneeded, conflicting, contradicting, clues, complete }) {
    const isUnique = status === "unique";
    return [
      status === "many" &&
        (clues > 0 || settling.length > 0) &&
        this.#list(t("Clues that would make it unique"), settling, t("leaves one solution"), {
          none: t("No single clue was found that leaves one solution. Write those that you mean."),
        }),
      isUnique &&
        clues > 0 &&
        this.#list(t("Clues it does not need"), unneeded, t("Take it out"), {
          none: complete ? t("Every clue is needed.") : "",
        }),
      conflicting.length > 0 &&
        this.#list(t("Without one of these it has a solution"), conflicting, t("Take it out")),
      contradicting.length > 0 &&
        this.#list(t("These clues contradict each other"), contradicting, t("Take it out")),
      !complete && h("p", { class: "soft" }, t("The time was too short to try all clues.")),
    ];
  }

  /**
   * @param {string} heading
   * @param {Clue[]} clues
   * @param {string} action
   */
  #list(heading, clues, action, { none = "" } = {}) {
    const items = clues.map(({ text, edit }) => {
      const words = [h("span", {}, text), h("span", { class: "soft" }, action)];
      const onclick = () => this.#options.play(edit);
      return h("li", {}, h("button", { type: "button", class: "clue", onclick }, ...words));
    });
    return h(
      "section",
      {},
      h("h2", {}, heading, clues.length > 0 && h("span", { class: "soft" }, ` ${clues.length}`)),
      items.length ? h("ul", { class: "clues" }, ...items) : h("p", { class: "soft" }, none),
    );
  }
}

/**
 * @param {Judged} judged
 * @param {boolean} isOpen  Whether the time was too short.
 * @param {number} time
 */
function verdictCard(judged, isOpen, time) {
  const { status, solutions, exact, differences, text, broken } = judged;
  if (isOpen) return card("wait", "?", unknownText(judged, time));
  if (status === "unique") return card("one", "1", text);
  if (status === "none") return card("none", "0", text, broken[0]?.text);
  if (status !== "many") return card("one", "✓", t("It can be solved: proved by a solution."));
  const number = exact ? String(solutions) : `${solutions}+`;
  const about =
    differences.length > 0 &&
    tn(
      "They differ in {n} cell, coloured on the board.",
      "They differ in {n} cells, coloured on the board.",
      differences.length,
    );
  return card("many", number, text, about || "");
}

/**
 * @param {Judged} judged
 * @param {number} n
 */
function unknownText({ solutions, compared }, n) {
  if (!compared) return t("Not known after {n} s whether it can be solved.", { n });
  return solutions
    ? t("It has a solution. Not known after {n} s whether there are others.", { n })
    : t("Not known after {n} s; it may still be unique.", { n });
}

/** @param {Judged} judged */
const unknownAdvice = ({ compared, clues }) =>
  compared && clues
    ? t("Not known yet: look longer, or add clues.")
    : t("Not known yet: look longer, or change the board.");

/**
 * @param {string} kind
 * @param {string} sign
 * @param {string} text
 * @returns {Card}
 */
function card(kind, sign, text, about = "") {
  const element = h(
    "div",
    { class: `verdict-card ${kind}` },
    h("i", { "aria-hidden": "true" }, sign),
    h("div", {}, h("p", { class: "verdict" }, text), about && h("p", { class: "soft" }, about)),
  );
  return { kind, sign, element };
}

/**
 * @param {Judged} judged
 * @param {number} seconds
 */
const live = ({ clues }, seconds) =>
  h(
    "dl",
    { class: "live numbers" },
    h("dt", {}, t("Checked in")),
    h("dd", {}, t("{n} s", { n: Number(seconds.toFixed(2)) })),
    clues > 0 && h("dt", {}, t("Clues")),
    clues > 0 && h("dd", {}, clues),
  );
