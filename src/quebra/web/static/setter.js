// The setter's desk: a blank board of any family and size, and a verdict on each change.

import { errorText, getFamilies, getFamily, isAbort, post, startJob } from "./api.js";
import { boardModule, Host } from "./boards/host.js";
import { placeOf } from "./boards/places.js";
import { aboutFields } from "./desk-about.js";
import { openCell } from "./desk-advice.js";
import { blank, read } from "./desk-begin.js";
import { Exits } from "./desk-exits.js";
import { DeskHistory } from "./desk-history.js";
import { deskHead, puzzlePanel, sourceField } from "./desk-layout.js";
import { Marks } from "./desk-marks.js";
import { debounce, fill, h } from "./dom.js";
import { lastFamily, lastWork, putOnDesk } from "./drafts.js";
import { PUZZLE_TEXT } from "./drop.js";
import { useKeys } from "./keys.js";
import { usual } from "./next.js";
import { writeSetting } from "./settings.js";
import { inOrder } from "./shelf.js";
import { sizeSteppers } from "./steppers.js";
import { t } from "./texts.js";
import { Verdict } from "./verdict.js";
import { button, toast } from "./widgets.js";
import { zoomButton } from "./zoom-button.js";

/** @import { Job } from "./api.js" */
/** @import { Work } from "./drafts.js" */
/** @import { BoardModule, EditView, FamilyInfo } from "./host.js" */
/** @import { Outlet } from "./main.js" */

const PAUSE_MS = 300;
const SECONDS = 5; // to look for a solution that shows how the pieces of an example lie
const SIZE_EDIT = "size=";

/**
 * Put a puzzle on the desk.
 *
 * @param {any} puzzle
 */
export function edit(puzzle) {
  putOnDesk(puzzle.family, { puzzle, moves: [] });
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
  const desk = new Desk(view, family, again ? (work ?? undefined) : undefined);
  desk.open(outlet, module, families);
  return () => desk.leave();
}

class Desk {
  /** @type {Job | null} */
  #example = null;
  #judgeSoon = debounce(PAUSE_MS, () => this.#judge());
  #left = false;
  /** The changes of the size that are under way. */
  #resizing = 0;
  #removeKeys = () => {};

  /**
   * @param {EditView} view
   * @param {FamilyInfo} family
   * @param {Work} [work]
   */
  constructor(view, family, work) {
    this.history = new DeskHistory(family.name);
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
    this.verdict = new Verdict({
      show: (judged) => this.marks.show(judged),
      advise: (text, isBlank) => this.host.say(isBlank ? this.#welcome : text),
      open: (n) => this.host.board.openAdvice?.(n),
      play: this.host.play,
      showOther: (answer) => this.host.board.showOther?.(answer),
      sign: ({ kind, sign }) => Object.assign(this.host.message.dataset, { kind, sign }),
    });
    this.undo = button(t("Undo"), () => this.#step("undo"), { icon: "undo" });
    this.redo = button(t("Redo"), () => this.#step("redo"), { icon: "redo" });
    this.about = aboutFields(work?.about, () => this.exits.keep());
    this.size = sizeSteppers((size) => this.#resize(size));
    this.source = sourceField(async (text) => this.#change(await read(text)));
    this.exits = new Exits(this.host, this.about.read, work?.draft);
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
      deskHead(families, host.family.name, zoomButton(host.zoom), this.undo, this.redo),
      this.#leftPanel(),
      middle,
      this.#rightPanel(),
    );
    fill(outlet, desk);
    const here = desk.querySelector(".family-links [aria-current]");
    here?.scrollIntoView({ block: "nearest", inline: "center" });
    host.mount(module);
    const { board } = host;
    this.#removeKeys = useKeys([...host.keys, ...this.#keys()], middle, host.board);
    addEventListener(PUZZLE_TEXT, this.#opened);
    this.#update();
    board.focus();
    this.exits.keep();
    this.#judge();
    host.frame.addEventListener("focusin", (event) => this.#describe(event.target));
  }

  /**
   * Say what the chosen cell can be, if solutions differ there.
   *
   * @param {EventTarget | null} target
   */
  #describe(target) {
    const { where } = target instanceof HTMLElement ? target.dataset : {};
    const place = where ? placeOf(where) : [];
    const values = place.length === 2 ? this.marks.valuesAt(place) : [];
    const { host } = this;
    if (values.length && host.view.values.length)
      host.say(openCell(place, values.map(host.board.name ?? String)));
  }

  /** What the strip says before anything is known: how to begin on a blank board. */
  get #welcome() {
    return this.host.board.welcome ?? t("Choose a cell and write a clue.");
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
      [this.size.element, this.host.sizes],
      this.host.tray,
      hasClues && this.marks.element,
      this.about.element,
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
    removeEventListener(PUZZLE_TEXT, this.#opened);
  }

  // Changes.

  /**
   * Show the view after a change. A text may change the family: then the desk is set up anew.
   *
   * @param {EditView} view
   */
  #change(view) {
    if (view.family !== this.host.family.name) return edit(view.puzzle);
    this.history.push(this.exits.work);
    this.#show(view);
  }

  /** A puzzle that is pasted or dropped comes onto the desk. @param {Event} event */
  #opened = async (event) => {
    event.preventDefault();
    try {
      const view = await read(/** @type {CustomEvent} */ (event).detail);
      this.#forgetDraft();
      this.#change(view);
    } catch (error) {
      toast(errorText(error));
    }
  };

  /**
   * Go back or forth by one change.
   *
   * @param {"undo" | "redo"} way
   */
  async #step(way) {
    await this.host.after(async () => {
      const work = this.history[way](this.exits.work);
      if (!work) return;
      const { puzzle, moves, about, draft } = work;
      try {
        const view = await post("/api/edit", { puzzle, moves });
        if (this.#left) return;
        this.exits.draft = draft;
        this.about.show(about);
        this.#show(view);
      } catch (error) {
        this.host.say(errorText(error), "bad");
      }
    });
  }

  /** @param {EditView} view */
  #show(view) {
    const { size } = this.host.view;
    this.host.show(view);
    if (String(size) !== String(view.size) && !this.host.draws) this.host.zoom.start();
    this.exits.keep();
    this.host.say(t("Looking for solutions …"));
    this.marks.show(null);
    this.host.board.showOther?.(null);
    this.#update();
    this.#judgeSoon();
  }

  #update() {
    const { view } = this.host;
    this.undo.disabled = !this.history.canUndo;
    this.redo.disabled = !this.history.canRedo;
    this.source.show(view.text);
    this.exits.update();
    if (!this.#resizing) this.size.show(view.size);
  }

  /** @param {string} size */
  async #resize(size) {
    const { host } = this;
    const cuts = host.family.edits.some(([move]) => move.startsWith(SIZE_EDIT));
    this.#resizing += 1;
    const done = await (cuts
      ? host.play(`${SIZE_EDIT}${size}`)
      : host.change(() => blank(host.family, size)));
    this.#resizing -= 1;
    if (!this.#resizing) this.size.show(host.view.size);
    if (done) writeSetting(`desk.size.${host.family.name}`, size);
  }

  async #begin() {
    this.#forgetDraft();
    await this.host.change(() => blank(this.host.family, this.host.view.size?.join("x")));
  }

  /** The next change makes another puzzle, which has no title yet. */
  #forgetDraft() {
    this.history.push(this.exits.work);
    this.exits.draft = undefined;
    this.about.show();
  }

  async #generate() {
    this.#example?.abort();
    const { family, view } = this.host;
    const size = view.size && { size: view.size.join("x") };
    const job = startJob("/api/generate", { family: family.name, ...usual(family), ...size });
    this.#example = job;
    this.host.say(t("Working …"));
    try {
      const puzzle = await job.done;
      if (this.#left) return;
      this.#forgetDraft();
      const arranging = startJob("/api/arrange", { puzzle, time: SECONDS });
      this.#example = arranging;
      await this.host.change(() => arranging.done);
    } catch (error) {
      if (!isAbort(error)) this.host.say(errorText(error), "bad");
    }
  }

  // The verdict.

  #judge() {
    if (this.#left) return;
    const { made, solving, missing, blank: isBlank } = this.host.view;
    const nothing = missing || t("The board is blank. There is nothing to judge yet.");
    if (!made || (isBlank && !this.host.board.judgesBlank)) this.verdict.wait(nothing, isBlank);
    else this.verdict.judge(made, solving);
  }
}
