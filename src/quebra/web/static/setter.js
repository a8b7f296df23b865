// The setter's view: edit a puzzle, and see at once whether it is unique, how hard it is, and which
// clues are not needed.

import { errorText, getFamilies, getFamily, isAbort, post, startJob } from "./api.js";
import { boardModule, Host } from "./boards/host.js";
import { debounce, fill, h } from "./dom.js";
import { useKeys } from "./keys.js";
import { readSetting, writeSetting } from "./settings.js";
import { t, tn } from "./texts.js";
import { button, choice, field, progressBar } from "./widgets.js";

/** @import { Job } from "./api.js" */
/** @import { BoardModule, EditView, FamilyInfo, Place } from "./host.js" */
/** @import { Outlet } from "./main.js" */

/**
 * @typedef {object} Verdict
 * @property {string} status
 * @property {string} text
 * @property {{ text: string } | null} grade
 * @property {number} clues
 * @property {Place[]} unneeded
 * @property {boolean} complete
 */

const SECONDS = 20;
const PAUSE_MS = 500;

/** The puzzle that is being edited; it outlives a reload of the page. */
let edited = readSetting("setting");

/** @param {any} puzzle */
function remember(puzzle) {
  edited = puzzle;
  writeSetting("setting", puzzle);
}

/**
 * Open a puzzle in the setter's view; null for the choice of a new one.
 *
 * @param {any} puzzle
 */
export function edit(puzzle) {
  remember(puzzle);
  if (location.hash === "#/set") dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = "#/set";
}

/** @param {Outlet} outlet */
export default async function setter(outlet) {
  const view = edited && (await post("/api/edit", { puzzle: edited }).catch(() => null));
  if (!view) return choosePuzzle(outlet);
  const family = await getFamily(view.family);
  const module = await boardModule(family, view);
  const editor = new Editor(view, family);
  editor.open(outlet, module);
  return () => editor.leave();
}

/**
 * Start with a generated puzzle of a family, or with a text.
 *
 * @param {Outlet} outlet
 */
async function choosePuzzle(outlet) {
  const families = await getFamilies();
  const chooser = choice(
    families.map((family) => [family.name, family.title]),
    families[0].name,
  );
  const state = h("div", { role: "status" });
  /** @type {Job | null} */
  let current = null;
  const generate = async () => {
    current?.abort();
    const body = { family: chooser.value };
    const job = startJob("/api/generate", body, (progress) => bar.show(progress));
    const bar = progressBar(job.abort);
    current = job;
    fill(state, bar.element);
    try {
      edit(await job.done);
    } catch (error) {
      fill(state, h("p", { class: "said" }, errorText(error)));
    }
  };
  const source = sourceField("", async (text) => edit((await read(text)).puzzle));
  outlet.className = "view-choose";
  fill(
    outlet,
    h("h1", {}, t("Compose a puzzle")),
    h(
      "p",
      { class: "soft" },
      t(
        "Change a puzzle and see at once whether it is unique, how hard it is, and which clues it does not need.",
      ),
    ),
    h(
      "div",
      { class: "form" },
      h(
        "div",
        { class: "with-button" },
        field(t("Family"), chooser),
        button(t("Start"), generate, { kind: "main tall" }),
      ),
      state,
      source.element,
    ),
  );
  return () => current?.abort();
}

/**
 * The view of a puzzle in any text format.
 *
 * @param {string} source
 * @returns {Promise<EditView>}
 */
async function read(source) {
  const { puzzle } = await post("/api/load", { source });
  return post("/api/edit", { puzzle });
}

/**
 * A text area with a button that applies the text; its errors are shown below.
 *
 * @param {string} text
 * @param {(text: string) => Promise<unknown>} onApply
 */
function sourceField(text, onApply) {
  const area = h("textarea", { rows: 12, spellcheck: "false", value: text });
  const wrong = h("p", { class: "said", role: "alert" });
  const apply = async () => {
    wrong.textContent = "";
    try {
      await onApply(area.value);
    } catch (error) {
      wrong.textContent = errorText(error);
    }
  };
  const element = h(
    "div",
    { class: "source" },
    field(t("The puzzle as text"), area, t("Any format of the family, or a link.")),
    button(t("Apply the text"), apply),
    wrong,
  );
  return { element, area };
}

class Editor {
  /** @type {EditView[]} */
  #past = [];
  /** @type {Job | null} */
  #job = null;
  #left = false;
  #judgeSoon = debounce(PAUSE_MS, () => this.#judge());
  #removeKeys = () => {};

  /**
   * @param {EditView} view
   * @param {FamilyInfo} family
   */
  constructor(view, family) {
    /** @type {Host<EditView>} */
    this.host = new Host({
      mode: "set",
      view,
      family,
      move: (move) => post("/api/edit", { puzzle: this.host.view.puzzle, move }),
      show: (next) => this.#edit(next),
    });
    this.verdict = h("div", { class: "said-of-it", role: "status" });
    this.source = sourceField(view.text, async (text) => this.#edit(await read(text)));
    this.undoButton = button(t("Undo"), () => this.#undo(), { icon: "undo", disabled: true });
  }

  /**
   * @param {Outlet} outlet
   * @param {BoardModule} module
   */
  open(outlet, module) {
    const { host } = this;
    const middle = host.arrange(host.pad, this.#tools());
    fill(outlet, this.#leftPanel(), middle, this.#rightPanel());
    host.mount(module);
    if (!host.family.edits.length)
      fill(host.pad, h("p", { class: "soft" }, t("Change the puzzle's text and apply it.")));
    const undo = { keys: ["Ctrl+z"], text: t("Undo"), run: () => this.#undo() };
    this.#removeKeys = useKeys([...host.keys, undo], middle);
    host.board.focus();
    this.#judge();
  }

  #tools() {
    const playing = button(t("Play it"), () => this.#play(), { icon: "play", kind: "main" });
    return h("div", { class: "tools" }, this.undoButton, playing);
  }

  #leftPanel() {
    return h(
      "aside",
      { class: "side left open", "aria-label": t("The puzzle") },
      h("h1", {}, t("Compose a puzzle")),
      h("p", { class: "soft" }, this.host.family.title),
      this.host.tray,
      this.source.element,
    );
  }

  #rightPanel() {
    return h(
      "aside",
      { class: "side right open", "aria-label": t("Analysis") },
      h("h2", {}, t("Analysis")),
      this.verdict,
      this.host.info,
      button(t("Start with another puzzle"), () => edit(null)),
    );
  }

  leave() {
    this.#left = true;
    this.#job?.abort();
    this.host.board.leave?.();
    this.#removeKeys();
  }

  /**
   * Show the view after a change. A text may change the family: then the view starts anew.
   *
   * @param {EditView} view
   */
  #edit(view) {
    if (view.family !== this.host.family.name) return edit(view.puzzle);
    this.#past.push(this.host.view);
    this.#show(view);
  }

  #undo() {
    const view = this.#past.pop();
    if (view) this.#show(view);
  }

  /** @param {EditView} view */
  #show(view) {
    this.undoButton.disabled = !this.#past.length;
    remember(view.puzzle);
    this.host.show(view);
    this.source.area.value = view.text;
    this.host.say("");
    this.#judgeSoon();
  }

  /** Ask what is known of the current puzzle, and drop the question about an earlier one. */
  async #judge() {
    if (this.#left) return;
    this.#job?.abort();
    const job = startJob("/api/setter", { puzzle: this.host.view.puzzle, time: SECONDS });
    this.#job = job;
    this.host.board.mark("unneeded", []);
    fill(this.verdict, h("p", { class: "soft" }, t("Working …")));
    try {
      const verdict = await job.done;
      if (this.#job === job) this.#showVerdict(verdict);
    } catch (error) {
      if (!isAbort(error) && this.#job === job)
        fill(this.verdict, h("p", { class: "said" }, errorText(error)));
    }
  }

  /** @param {Verdict} verdict */
  #showVerdict({ status, text, grade, clues, unneeded, complete }) {
    const good = status === "unique" || status === "optimal";
    const allNeeded = complete && clues > 0 && t("Every clue is needed.");
    const needed = unneeded.length
      ? tn(
          "{n} clue is not needed. It is marked on the board.",
          "{n} clues are not needed. They are marked on the board.",
          unneeded.length,
        )
      : allNeeded;
    this.host.board.mark("unneeded", unneeded);
    fill(
      this.verdict,
      h("p", { class: good ? "verdict good" : "verdict" }, text),
      grade && h("p", {}, grade.text),
      needed && h("p", {}, needed),
      !complete && h("p", { class: "soft" }, t("The time was too short to try all clues.")),
    );
  }

  async #play() {
    try {
      const view = await post("/api/games", { puzzle: this.host.view.puzzle });
      location.hash = `#/game/${view.id}`;
    } catch (error) {
      this.host.say(errorText(error), "bad");
    }
  }
}
