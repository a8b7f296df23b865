// The setter's desk: a blank board of any family and size, and a verdict on each change.

import { errorText, getFamilies, getFamily, isAbort, post, startJob } from "./api.js";
import { boardModule, Host } from "./boards/host.js";
import { debounce, fill, h } from "./dom.js";
import { keepWork, lastFamily, lastWork, saveDraft } from "./drafts.js";
import { emblem } from "./icons.js";
import { useKeys } from "./keys.js";
import { readSetting, writeSetting } from "./settings.js";
import { share } from "./share.js";
import { inOrder } from "./shelf.js";
import { sizeSteppers } from "./steppers.js";
import { t } from "./texts.js";
import { Verdict } from "./verdict.js";
import { button, field, toast } from "./widgets.js";

/** @import { Job } from "./api.js" */
/** @import { BoardModule, EditView, FamilyInfo } from "./host.js" */
/** @import { Outlet } from "./main.js" */
/** @import { Judged } from "./verdict.js" */

const PAUSE_MS = 300;
const MOST_VALUES = 9; // values of a cell that are shown in it
const SIZE_EDIT = "size=";

/**
 * Put a puzzle on the desk.
 *
 * @param {any} puzzle
 */
export function edit(puzzle) {
  keepWork(puzzle.family, { puzzle, moves: [] });
  const hash = `#/set/${puzzle.family}`;
  if (location.hash === hash) dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = hash;
}

/**
 * @param {Outlet} outlet
 * @param {string} name  A family; the last one if there is none of that name.
 */
export default async function setter(outlet, name = "") {
  const families = inOrder((await getFamilies()).filter(({ edits }) => edits.length));
  const known = [name, lastFamily()].find((each) => families.some((f) => f.name === each));
  const family = await getFamily(known ?? families[0].name);
  writeSetting("desk", family.name);
  const work = lastWork(family.name);
  const { puzzle, moves } = work ?? {};
  const again = work && (await post("/api/edit", { puzzle, moves }).catch(() => null));
  const view = again ?? (await blank(family));
  const module = await boardModule(family, view);
  if (outlet.isStale) return;
  const desk = new Desk(view, family, work?.draft);
  desk.open(outlet, module, families);
  return () => desk.leave();
}

/**
 * The board to begin with, of the last size of its family.
 *
 * @param {FamilyInfo} family
 * @returns {Promise<EditView>}
 */
const blank = (family, size = readSetting(`desk.size.${family.name}`)) =>
  post("/api/blank", { family: family.name, ...(family.size && size && { size }) });

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

class Desk {
  /** @type {EditView[]} */
  #past = [];
  /** @type {EditView[]} */
  #future = [];
  /** @type {Job | null} */
  #example = null;
  /** @type {{ puzzle: any, id: string } | null} */
  #game = null;
  #judgeSoon = debounce(PAUSE_MS, () => this.#judge());
  #left = false;
  #removeKeys = () => {};

  /**
   * @param {EditView} view
   * @param {FamilyInfo} family
   * @param {string} [draft]
   */
  constructor(view, family, draft) {
    this.draft = draft;
    /** @type {Host<EditView>} */
    this.host = new Host({
      mode: "set",
      view,
      family,
      move: (move) => {
        const { puzzle, moves } = this.host.view;
        return post("/api/edit", { puzzle, moves, move });
      },
      show: (next) => this.#change(next),
    });
    this.verdict = new Verdict({ show: (judged) => this.#mark(judged), play: this.host.play });
    this.undo = button(t("Undo"), () => this.#step(this.#past, this.#future), { icon: "undo" });
    this.redo = button(t("Redo"), () => this.#step(this.#future, this.#past), { icon: "redo" });
    this.size = sizeSteppers((size) => this.#resize(size));
    this.differing = h("input", {
      type: "checkbox",
      checked: true,
      onchange: () => this.#remark(),
    });
    this.area = h("textarea", { rows: 8, spellcheck: "false", value: view.text });
    this.wrong = h("p", { class: "said", role: "alert" });
    /** @type {Judged | null} */
    this.judged = null;
  }

  /**
   * @param {Outlet} outlet
   * @param {BoardModule} module
   * @param {FamilyInfo[]} families
   */
  open(outlet, module, families) {
    const { host } = this;
    const middle = host.arrange(host.pad);
    const desk = h(
      "div",
      { class: "desk", "data-family": host.family.name },
      this.#head(families),
      this.#leftPanel(),
      middle,
      this.#rightPanel(),
    );
    fill(outlet, desk);
    host.mount(module);
    const { board } = host;
    this.#removeKeys = useKeys([...host.keys, ...this.#keys()], middle);
    this.#update();
    board.focus();
    host.say(board.welcome ?? t("Choose a cell and write a clue."));
    this.#judge();
  }

  #keys = () => [
    { keys: ["Ctrl+z"], text: t("Undo"), run: () => this.undo.click() },
    { keys: ["Ctrl+y", "Ctrl+Shift+z"], text: t("Redo"), run: () => this.redo.click() },
    { keys: ["Ctrl+s"], text: t("Save as a draft"), run: () => this.#save() },
  ];

  /** @param {FamilyInfo[]} families */
  #head(families) {
    const links = families.map(({ name, title }) => {
      const current = name === this.host.family.name && "page";
      const attributes = { href: `#/set/${name}`, "aria-current": current, "data-family": name };
      return h("a", attributes, emblem(name), title);
    });
    return h(
      "div",
      { class: "desk-head" },
      h("h1", {}, t("Setter's desk")),
      h("nav", { class: "family-links", "aria-label": t("Families") }, ...links),
      h("div", { class: "end" }, this.undo, this.redo),
    );
  }

  #leftPanel() {
    const hasClues = this.host.view.values.length > 0;
    return h(
      "aside",
      { class: "side left", "aria-label": t("The puzzle") },
      h(
        "section",
        {},
        h("h2", {}, t("Begin with")),
        h(
          "div",
          { class: "row" },
          button(t("Blank"), () => this.#begin()),
          button(t("Example"), () => this.#generate()),
        ),
      ),
      this.size.element,
      this.host.tray,
      hasClues && h("label", { class: "check" }, this.differing, t("Where solutions differ")),
      this.#source(),
    );
  }

  #source() {
    const apply = async () => {
      this.wrong.textContent = "";
      try {
        this.#change(await read(this.area.value));
      } catch (error) {
        this.wrong.textContent = errorText(error);
      }
    };
    return h(
      "details",
      { class: "source" },
      h("summary", {}, t("As text")),
      field(t("The puzzle as text"), this.area, t("Any format of the family, or a link.")),
      button(t("Apply the text"), apply),
      this.wrong,
    );
  }

  #rightPanel() {
    this.playing = button(t("Play it"), () => this.#play(), { icon: "play", kind: "main wide" });
    this.sharing = button(t("Share"), () => this.#share(), { icon: "share" });
    this.printing = button(t("Print"), () => this.#print(), { icon: "print" });
    const saving = button(t("Save as a draft"), () => this.#save(), { icon: "save", kind: "wide" });
    return h(
      "aside",
      { class: "side right", "aria-label": t("Analysis") },
      this.verdict.element,
      h("div", { class: "exits" }, this.playing, this.sharing, this.printing, saving),
      this.verdict.lists,
      this.host.info,
    );
  }

  leave() {
    this.#left = true;
    this.#example?.abort();
    this.verdict.leave();
    this.host.board.leave?.();
    this.#removeKeys();
  }

  // Changes.

  /**
   * Show the view after a change. A text may change the family: then the desk is set up anew.
   *
   * @param {EditView} view
   */
  #change(view) {
    if (view.family !== this.host.family.name) return edit(view.puzzle);
    this.#past.push(this.host.view);
    this.#future = [];
    this.#show(view);
  }

  /**
   * Go back or forth by one change.
   *
   * @param {EditView[]} from
   * @param {EditView[]} to
   */
  #step(from, to) {
    const view = from.pop();
    if (!view) return;
    to.push(this.host.view);
    this.#show(view);
  }

  /** @param {EditView} view */
  #show(view) {
    const { puzzle, moves } = view;
    keepWork(view.family, { puzzle, moves, draft: this.draft });
    this.host.show(view);
    this.host.say("");
    this.#mark(null);
    this.#update();
    this.#judgeSoon();
  }

  #update() {
    const { view } = this.host;
    this.undo.disabled = !this.#past.length;
    this.redo.disabled = !this.#future.length;
    this.area.value = view.text;
    for (const each of [this.playing, this.sharing, this.printing])
      if (each) each.disabled = !view.made;
    this.size.show(view.size);
  }

  /** @param {string} size */
  async #resize(size) {
    const { host } = this;
    const cuts = host.family.edits.some(([move]) => move.startsWith(SIZE_EDIT));
    const done = cuts
      ? await host.play(`${SIZE_EDIT}${size}`)
      : await host.change(() => blank(host.family, size));
    if (done) writeSetting(`desk.size.${host.family.name}`, size);
  }

  async #begin() {
    this.draft = undefined;
    await this.host.change(() => blank(this.host.family, this.host.view.size?.join("x")));
  }

  async #generate() {
    this.#example?.abort();
    const { family, view } = this.host;
    const size = view.size && { size: view.size.join("x") };
    const job = startJob("/api/generate", { family: family.name, ...size });
    this.#example = job;
    this.host.say(t("Working …"));
    try {
      const puzzle = await job.done;
      if (this.#left) return;
      this.draft = undefined;
      await this.host.change(() => post("/api/edit", { puzzle }));
    } catch (error) {
      if (!isAbort(error)) this.host.say(errorText(error), "bad");
    }
  }

  // The verdict.

  #judge() {
    if (this.#left) return;
    const { made, missing } = this.host.view;
    if (made) this.verdict.judge(made);
    else this.verdict.wait(missing);
  }

  /** @param {Judged | null} judged */
  #mark(judged) {
    this.judged = judged;
    this.#remark();
  }

  /** Mark on the board where solutions differ, clues that are not needed, and broken rules. */
  #remark() {
    const { host, judged } = this;
    const { board, view } = host;
    const shown = (this.differing.checked && judged?.differences) || [];
    const marks = shown.filter(({ values }) => values.length <= MOST_VALUES);
    if (view.values.length) board.update(/** @type {any} */ ({ ...view, marks }), view);
    const places = {
      differ: shown.map(({ where }) => where),
      unneeded: (judged?.unneeded ?? []).map(({ where }) => where),
      broken: (judged?.broken ?? []).flatMap(({ where }) => where),
    };
    for (const [name, found] of Object.entries(places)) board.mark(name, found);
  }

  // What to do with the puzzle.

  /**
   * A game of the puzzle, made once.
   *
   * @param {(id: string, view: any) => unknown} use
   */
  async #withGame(use) {
    const { made } = this.host.view;
    try {
      const known = this.#game?.puzzle === made ? this.#game : null;
      const view = known ?? (await post("/api/games", { puzzle: made }));
      this.#game = { ...view, puzzle: made };
      use(view.id, view);
    } catch (error) {
      this.host.say(errorText(error), "bad");
    }
  }

  #play = () => this.#withGame((id) => location.assign(`#/game/${id}`));
  #print = () => this.#withGame((id) => location.assign(`#/print/${id}`));
  #share = () =>
    this.#withGame((_, view) =>
      share(/** @type {any} */ ({ host: { view, family: this.host.family } })),
    );

  #save() {
    const { puzzle, moves, family, svg } = this.host.view;
    this.draft ??= `${Date.now()}`;
    saveDraft({ id: this.draft, family, puzzle, moves, svg });
    keepWork(family, { puzzle, moves, draft: this.draft });
    toast(t("Saved as a draft in My puzzles."));
  }
}
