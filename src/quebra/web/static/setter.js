// The setter's desk: a blank board of any family and size, and a verdict on each change.

import { errorText, getFamilies, getFamily, isAbort, post, startJob } from "./api.js";
import { boardModule, Host } from "./boards/host.js";
import { blank, read } from "./desk-begin.js";
import { Exits } from "./desk-exits.js";
import { deskHead, puzzlePanel, sourceField } from "./desk-layout.js";
import { Marks } from "./desk-marks.js";
import { debounce, fill, h } from "./dom.js";
import { keepWork, lastFamily, lastWork } from "./drafts.js";
import { useKeys } from "./keys.js";
import { writeSetting } from "./settings.js";
import { inOrder } from "./shelf.js";
import { sizeSteppers } from "./steppers.js";
import { t } from "./texts.js";
import { Verdict } from "./verdict.js";
import { button } from "./widgets.js";

/** @import { Job } from "./api.js" */
/** @import { BoardModule, EditView, FamilyInfo } from "./host.js" */
/** @import { Outlet } from "./main.js" */

const PAUSE_MS = 300;
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

class Desk {
  /** @type {EditView[]} */
  #past = [];
  /** @type {EditView[]} */
  #future = [];
  /** @type {Job | null} */
  #example = null;
  #judgeSoon = debounce(PAUSE_MS, () => this.#judge());
  #left = false;
  #removeKeys = () => {};

  /**
   * @param {EditView} view
   * @param {FamilyInfo} family
   * @param {string} [draft]
   */
  constructor(view, family, draft) {
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
    this.marks = new Marks(this.host);
    this.verdict = new Verdict({ show: (judged) => this.marks.show(judged), play: this.host.play });
    this.undo = button(t("Undo"), () => this.#step(this.#past, this.#future), { icon: "undo" });
    this.redo = button(t("Redo"), () => this.#step(this.#future, this.#past), { icon: "redo" });
    this.size = sizeSteppers((size) => this.#resize(size));
    this.source = sourceField(async (text) => this.#change(await read(text)));
    this.exits = new Exits(this.host, draft);
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
      deskHead(families, host.family.name, this.undo, this.redo),
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
    { keys: ["Ctrl+s"], text: t("Save as a draft"), run: () => this.exits.save() },
  ];

  #leftPanel() {
    const hasClues = this.host.view.values.length > 0;
    return puzzlePanel(
      { begin: () => this.#begin(), generate: () => this.#generate() },
      this.size.element,
      this.host.tray,
      hasClues && this.marks.element,
      this.source.element,
    );
  }

  #rightPanel() {
    return h(
      "aside",
      { class: "side right", "aria-label": t("Analysis") },
      this.verdict.element,
      this.exits.element,
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
    this.host.show(view);
    this.exits.keep();
    this.host.say("");
    this.marks.show(null);
    this.#update();
    this.#judgeSoon();
  }

  #update() {
    const { view } = this.host;
    this.undo.disabled = !this.#past.length;
    this.redo.disabled = !this.#future.length;
    this.source.show(view.text);
    this.exits.update();
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
    this.exits.draft = undefined;
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
      this.exits.draft = undefined;
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
}
