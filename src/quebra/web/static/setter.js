// The setter's view: change a puzzle, and see at once whether it is unique, how hard it is, and
// which of its clues are not needed.

import { brokenOff, families, post, work } from "./api.js";
import { Sheet } from "./boards/sheet.js";
import { debounced, fill, h } from "./dom.js";
import { pageOf } from "./game.js";
import { useKeys } from "./keys.js";
import { remember, remembered } from "./store.js";
import { t } from "./texts.js";
import { button, choice, field, workBar } from "./widgets.js";

const SECONDS = 20;
const PAUSE = 500;

/** Edit a puzzle. It is remembered, so that nothing is lost when the page is loaded again. */
export function edit(puzzle) {
  keep(puzzle);
  if (location.hash === "#/set") dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = "#/set";
}

let kept = remembered("setting");

function keep(puzzle) {
  kept = puzzle;
  remember("setting", puzzle);
}

export default async function setter(page) {
  const sheet = kept && (await post("/api/edit", { puzzle: kept }).catch(() => null));
  if (!sheet) return choose(page);
  const kind = (await families()).find((each) => each.name === sheet.family);
  const desk = new Desk(sheet, kind);
  await desk.open(page);
  return () => desk.leave();
}

/** Nothing is being edited: begin with a new one, or with a text. */
async function choose(page) {
  const kinds = await families();
  const chooser = choice(kinds.map((kind) => [kind.name, kind.title]), kinds[0].name);
  const state = h("div", { role: "status" });
  let job = null;
  const begin = async () => {
    job?.abort();
    job = work("/api/generate", { family: chooser.value }, (known) => bar.show(known));
    const bar = workBar(job.abort);
    fill(state, bar.element);
    try {
      edit(await job.done);
    } catch (error) {
      fill(state, h("p", { class: "said" }, brokenOff(error) ? t("stopped") : error.message));
    }
  };
  page.className = "view-choose";
  fill(
    page,
    h("h1", {}, t("set-title")),
    h("p", { class: "soft" }, t("set-about")),
    h(
      "div",
      { class: "form" },
      h(
        "div",
        { class: "with-button" },
        field(t("family"), chooser),
        button(t("set-begin"), begin, { kind: "main tall" }),
      ),
      state,
      textField("", (source) => read(source).then((sheet) => edit(sheet.puzzle))),
    ),
  );
  return () => job?.abort();
}

/** The sheet of a puzzle that is written down. */
async function read(source) {
  const { puzzle } = await post("/api/load", { source });
  return post("/api/edit", { puzzle });
}

/** A text area whose puzzle can be taken over; what is wrong with it is said below. */
function textField(text, take) {
  const area = h("textarea", { rows: 12, spellcheck: "false", value: text });
  const wrong = h("p", { class: "said", role: "alert" });
  const apply = async () => {
    wrong.textContent = "";
    try {
      await take(area.value);
    } catch (error) {
      wrong.textContent = error.message;
    }
  };
  const element = h(
    "div",
    { class: "source" },
    field(t("set-text"), area, t("set-text-note")),
    button(t("set-take"), apply),
    wrong,
  );
  element.show = (next) => (area.value = next);
  return element;
}

/** Where a puzzle is edited. It is a host of game.js, whose moves change the puzzle. */
class Desk {
  constructor(view, family) {
    Object.assign(this, { view, family, mode: "set", t });
    this.sheet = new Sheet();
    this.pad = h("div", { class: "pad" });
    this.tray = h("div", { class: "tray" });
    this.knows = h("div", {});
    this.voice = h("div", { class: "voice", role: "status" });
    this.verdict = h("div", { class: "said-of-it", role: "status" });
    this.past = [];
    this.queue = Promise.resolve();
    this.judgeSoon = debounced(PAUSE, () => this.judge());
  }

  async open(page) {
    const half = await pageOf(this.family);
    this.draws = half.draws;
    this.source = textField(this.view.text, async (source) => this.show(await read(source)));
    this.undoing = button(t("undo"), () => this.undo(), { icon: "undo", disabled: true });
    this.middle = h(
      "section",
      { class: "middle", "aria-label": t("board") },
      h("div", { class: "stage" }, this.sheet.element),
      this.voice,
      this.pad,
      h(
        "div",
        { class: "tools" },
        this.undoing,
        button(t("play-it"), () => this.playIt(), { icon: "play", kind: "main" }),
      ),
    );
    fill(
      page,
      h(
        "aside",
        { class: "side left open", "aria-label": t("side-left") },
        h("h1", {}, t("set-title")),
        h("p", { class: "soft" }, this.family.title),
        this.tray,
        this.source,
      ),
      this.middle,
      h(
        "aside",
        { class: "side right open", "aria-label": t("side-right") },
        h("h2", {}, t("known")),
        this.verdict,
        this.knows,
        button(t("set-another"), () => this.another()),
      ),
    );
    if (!this.draws) this.sheet.draw(this.view.svg);
    this.board = half.mount(this);
    if (!this.family.edits?.length) fill(this.pad, h("p", { class: "soft" }, t("set-by-text")));
    this.forget = useKeys(
      [...this.board.keys, { keys: ["Ctrl+z"], text: t("undo"), run: () => this.undo() }],
      this.middle,
    );
    this.board.focus();
    this.judge();
  }

  leave() {
    this.job?.abort();
    this.left = true;
    this.forget();
  }

  say(text, ...rest) {
    const actions = rest.filter((each) => typeof each !== "string");
    this.voice.className = `voice ${rest.find((each) => typeof each === "string") ?? ""}`;
    fill(this.voice, h("p", {}, text, ...actions));
  }

  /** Change the puzzle; what cannot be is said, and nothing changes. */
  play = async (move) => {
    const answer = this.queue.then(() => post("/api/edit", { puzzle: this.view.puzzle, move }));
    this.queue = answer.catch(() => {});
    try {
      this.show(await answer);
      return this.view;
    } catch (error) {
      this.say(error.message, "bad");
      return null;
    }
  };

  show(view, { undoing = false } = {}) {
    if (view.family !== this.family.name) return edit(view.puzzle);
    const before = this.view;
    if (!undoing) this.past.push(before);
    this.undoing.disabled = !this.past.length;
    this.view = view;
    keep(view.puzzle);
    if (!this.draws) this.sheet.draw(view.svg);
    this.board.update(view, before);
    this.source.show(view.text);
    this.say("");
    this.judgeSoon();
  }

  undo() {
    if (this.past.length) this.show(this.past.pop(), { undoing: true });
  }

  /** Ask what is known of the puzzle as it is now; an older question is no longer of interest. */
  async judge() {
    if (this.left) return;
    this.job?.abort();
    const job = work("/api/setter", { puzzle: this.view.puzzle, time: SECONDS });
    this.job = job;
    this.board.mark("unneeded", []);
    fill(this.verdict, h("p", { class: "soft" }, t("working")));
    try {
      const known = await job.done;
      if (this.job === job) this.tell(known);
    } catch (error) {
      if (!brokenOff(error) && this.job === job)
        fill(this.verdict, h("p", { class: "said" }, error.message));
    }
  }

  tell({ status, text, grade, clues, unneeded, complete }) {
    const sound = status === "unique" || status === "optimal";
    const spare = unneeded.length && t("set-unneeded", { n: unneeded.length });
    const needed = spare || (complete && clues > 0 && t("set-needed"));
    this.board.mark("unneeded", unneeded);
    fill(
      this.verdict,
      h("p", { class: sound ? "verdict good" : "verdict" }, text),
      grade && h("p", {}, grade.text),
      needed && h("p", {}, needed),
      !complete && h("p", { class: "soft" }, t("set-incomplete")),
    );
  }

  async playIt() {
    try {
      const view = await post("/api/games", { puzzle: this.view.puzzle });
      location.hash = `#/game/${view.id}`;
    } catch (error) {
      this.say(error.message, "bad");
    }
  }

  another() {
    edit(null);
  }
}
