// A question about the game that may take long: one at a time, with a clock and Stop.

import { brokenOff, work } from "./api.js";
import { h } from "./dom.js";
import { t } from "./texts.js";
import { button } from "./widgets.js";

const SECOND = 1000;

export class Thinking {
  constructor(table) {
    this.table = table;
    this.job = null;
  }

  /** The answer; null if it was stopped or refused, or is no longer of interest. */
  async ask(question, body = {}) {
    this.end();
    const { table } = this;
    const job = work(`/api/games/${table.view.id}/${question}`, body);
    this.job = job;
    const clock = ticking();
    table.say(t("thinking"), clock.face, button(t("stop"), job.abort, { kind: "link" }));
    try {
      return await job.done;
    } catch (error) {
      if (this.job === job && brokenOff(error)) table.say(t("stopped"));
      else if (this.job === job) table.say(error.message, "bad");
      return null;
    } finally {
      clock.stop();
      if (this.job === job) this.job = null;
    }
  }

  /** The game goes on, or the reader leaves: whatever is asked is no longer of interest. */
  end() {
    const { job } = this;
    this.job = null;
    job?.abort();
  }
}

/** Seconds gone by, from the first on. Listeners need not hear them. */
function ticking() {
  const face = h("span", { class: "numbers soft", "aria-hidden": "true" });
  let seconds = 0;
  const tick = () => (face.textContent = ` ${t("work-seconds", { n: ++seconds })}`);
  const timer = setInterval(tick, SECOND);
  return { face, stop: () => clearInterval(timer) };
}
