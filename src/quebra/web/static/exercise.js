// An exercise: a game from a position in which the next step uses a technique.

import { t } from "./texts.js";
import { button } from "./widgets.js";

/** @import { FamilyInfo } from "./host.js" */
/** @import { Game } from "./game.js" */

/**
 * The exercise that an address names, if there is one.
 *
 * @param {FamilyInfo} family
 * @param {string[]} address  The technique, and the number of moves before the exercise.
 */
export function exerciseOf(family, [name, at]) {
  const lesson = family.lessons.find((each) => each.name === name);
  return lesson && /^[0-9]{1,5}$/.test(at ?? "") ? new Exercise(family, lesson, Number(at)) : null;
}

export class Exercise {
  /**
   * @param {FamilyInfo} family
   * @param {{ name: string, title: string }} lesson
   * @param {number} at
   */
  constructor(family, { name, title }, at) {
    this.name = name;
    this.at = at;
    this.task = t("Find this step: {technique}.", { technique: title });
    this.done = false;
    this.lesson = `#/learn/${family.name}/${encodeURIComponent(name)}`;
  }

  /**
   * Say whether the last move carries out a step by the technique.
   *
   * @param {Game} game
   */
  async judge({ host }) {
    const { view } = host;
    if (this.done || view.broken.length || view.done <= this.at) return;
    const body = { technique: this.name, start: this.at };
    const answer = await host.ask("practise", body).catch(() => null);
    if (!answer || host.view !== view) return;
    this.done = answer.found;
    const back = button(t("To the lesson"), () => location.assign(this.lesson), { kind: "link" });
    if (answer.found) host.say(t("Right, that is the step."), "good", back);
    else if (!view.solved) host.say(t("Not yet. {task}", { task: this.task }));
  }
}
