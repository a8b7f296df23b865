// A question about the game that may take long: one at a time, with a clock and a stop button.

import { errorText, isAbort, startJob } from "./api.js";
import { fill, h } from "./dom.js";
import { t } from "./texts.js";
import { button } from "./widgets.js";

/** @import { Job } from "./api.js" */
/** @import { Game } from "./game.js" */

export class Question {
  /** @type {Job | null} */
  #job = null;
  #asked = "";

  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  /**
   * The answer; null if the question was stopped, refused or overtaken by another one, or if it is
   * the one that is being answered already: a second tap does not begin the search again.
   *
   * @param {string} question
   * @returns {Promise<any>}
   */
  async ask(question, body = {}) {
    const asked = JSON.stringify([question, body]);
    if (this.#job && this.#asked === asked) return null;
    this.cancel();
    const { host } = this.game;
    const { seconds } = this.game.clock;
    const job = startJob(`/api/games/${host.view.id}/${question}`, { ...body, seconds });
    this.#job = job;
    this.#asked = asked;
    const clock = startClock();
    host.say(t("Thinking …"), clock.face, button(t("Stop"), job.abort, { kind: "link" }));
    try {
      return await job.done;
    } catch (error) {
      if (this.#job !== job) return null;
      if (isAbort(error)) host.say(t("Stopped."));
      else host.say(errorText(error), "bad");
      return null;
    } finally {
      clock.stop();
      if (this.#job === job) this.#job = null;
    }
  }

  get isBusy() {
    return this.#job != null;
  }

  /** Drop the question: the game has changed, or the reader leaves. */
  cancel() {
    const job = this.#job;
    this.#job = null;
    job?.abort();
  }
}

/** A counter of seconds, hidden from screen readers. */
function startClock() {
  const face = h("span", { class: "numbers soft", "aria-hidden": "true" });
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += 1;
    fill(face, " ", t("{n} s", { n: seconds }));
  }, 1000);
  return { face, stop: () => clearInterval(timer) };
}
