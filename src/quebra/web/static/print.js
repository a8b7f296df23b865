// Puzzles on paper: choose them, see the real pages, and save the PDF.

import { errorText, getFamilies, isAbort, startJob } from "./api.js";
import { debounce, download, fill, h } from "./dom.js";
import { Choice } from "./print-choice.js";
import { getGroups, namedItem } from "./print-items.js";
import { Options, printRequest } from "./print-options.js";
import { inOrder } from "./shelf.js";
import { t, tn } from "./texts.js";
import { button, empty, progressBar, setLabel } from "./widgets.js";

/** @import { Job } from "./api.js" */
/** @import { FamilyInfo } from "./host.js" */
/** @import { Outlet } from "./main.js" */
/** @import { Group } from "./print-items.js" */
/** @typedef {{ puzzles: number, repeated: number, pdf: string, pages: string[], sheets: number }} Printed */

const WAIT_MS = 300; // after a change, in case another one follows
const BAR_MS = 400; // before a progress bar is shown

/**
 * @param {Outlet} outlet
 * @param {string} id  A game, or the desk of a family, whose puzzle is chosen from the start.
 */
export default async function print(outlet, id = "") {
  const families = await getFamilies();
  const own = id ? await namedItem(id, families) : null;
  /** @type {Promise<Group[]> | null} */
  let groups = null;
  const view = new PrintView(families, () => {
    groups ??= getGroups(families);
    return groups;
  });
  if (own) view.choice.add(own);
  fill(outlet, view.controls, view.sheets);
  view.update();
  return () => view.leave();
}

class PrintView {
  /** @type {Job | null} */
  #job = null;
  /** @type {Printed | null} */
  #printed = null;
  #runs = 0;
  /** Titles of the families with pieces to cut out. */
  #cuttable;
  #state = h("div", { role: "status", class: "print-state" });
  #saving = button(t("Download as PDF"), () => this.#save(), {
    icon: "save",
    kind: "main",
    disabled: true,
  });
  #updateSoon = debounce(WAIT_MS, () => this.update());
  #changed = () => {
    this.#setPrinted(null);
    this.#updateSoon();
  };

  /**
   * @param {FamilyInfo[]} families
   * @param {() => Promise<Group[]>} getGroups
   */
  constructor(families, getGroups) {
    const cuttable = inOrder(families).filter(({ cut_outs }) => cut_outs);
    this.#cuttable = cuttable.map(({ title }) => title).join(", ");
    this.options = new Options(this.#changed);
    this.choice = new Choice(getGroups, this.#changed);
    this.sheets = h("div", { class: "sheets", role: "region", "aria-label": t("Preview") });
    const { bar, recipe, fields } = this.options;
    this.controls = h(
      "div",
      { class: "screen" },
      h("h1", {}, t("Print puzzles")),
      h("div", { class: "print-bar" }, ...bar, this.#saving),
      h("div", { class: "print-side" }, this.choice.element, recipe, ...fields),
      this.#state,
    );
  }

  /** Ask for the pages. A later call overtakes an earlier one. */
  async update() {
    this.#job?.abort();
    this.#runs += 1;
    const run = this.#runs;
    const isCurrent = () => run === this.#runs;
    const { values } = this.options;
    const items = this.choice.items.filter(
      ({ family }) => values.kind !== "cutout" || family.cut_outs,
    );
    this.options.suggest(items.length === 1 ? items[0].said : {});
    if (!items.length && (values.kind === "cutout" || !values.recipe)) return this.#showEmpty();
    this.#setPrinted(null);
    this.sheets.setAttribute("aria-busy", "true");
    /** @type {ReturnType<typeof progressBar> | null} */
    let bar = null;
    const timer = setTimeout(() => {
      bar = progressBar(() => this.#job?.abort());
      if (isCurrent()) fill(this.#state, bar.element);
    }, BAR_MS);
    try {
      const puzzles = await Promise.all(items.map((item) => item.load()));
      if (!isCurrent()) return;
      const path = `/api/${values.kind}?lang=${values.lang}`;
      this.#job = startJob(path, printRequest(values, puzzles), (progress) => bar?.show(progress));
      const printed = await this.#job.done;
      if (isCurrent()) this.#show(printed, this.choice.items.length - items.length);
    } catch (error) {
      if (isCurrent()) this.#showError(error);
    } finally {
      clearTimeout(timer);
    }
  }

  #showEmpty() {
    this.#setPrinted(null);
    const { kind } = this.options.values;
    const text =
      kind === "cutout"
        ? t("Choose puzzles with pieces to cut out: {families}.", { families: this.#cuttable })
        : t("Choose puzzles, or write a recipe for new ones. Their pages are shown here.");
    const choosing = button(t("Choose puzzles"), () => this.choice.open(), { icon: "plus" });
    fill(this.#state);
    fill(this.sheets, empty(text, choosing));
    this.sheets.removeAttribute("aria-busy");
  }

  /** @param {unknown} error */
  #showError(error) {
    const again = button(t("Try again"), () => this.update());
    const kind = isAbort(error) ? "" : "said";
    fill(this.#state, h("p", { class: kind }, errorText(error)), again);
    fill(this.sheets);
    this.sheets.removeAttribute("aria-busy");
  }

  /**
   * @param {Printed} printed
   * @param {number} unsuitable  Chosen puzzles without pieces.
   */
  #show(printed, unsuitable) {
    const { pages, sheets, repeated } = printed;
    this.#setPrinted(printed);
    const notes = [
      sheets > pages.length &&
        t("These are the first {n} of {all} pages.", { n: pages.length, all: sheets }),
      repeated > 0 &&
        tn(
          "{n} puzzle was left out: it is the same as another.",
          "{n} puzzles were left out: they are the same as others.",
          repeated,
        ),
      unsuitable > 0 &&
        tn(
          "{n} puzzle has no pieces to cut out.",
          "{n} puzzles have no pieces to cut out.",
          unsuitable,
        ),
    ].filter(Boolean);
    fill(this.#state, notes.length > 0 && h("p", { class: "soft" }, notes.join(" ")));
    fill(this.sheets, ...pages.map(sheetPicture));
    this.sheets.removeAttribute("aria-busy");
  }

  /** @param {Printed | null} printed */
  #setPrinted(printed) {
    this.#printed = printed;
    this.#saving.disabled = !printed;
    setLabel(
      this.#saving,
      printed
        ? tn("Download {n} page as PDF", "Download {n} pages as PDF", printed.sheets)
        : t("Download as PDF"),
    );
  }

  #save() {
    if (!this.#printed) return;
    const bytes = Uint8Array.from(atob(this.#printed.pdf), (letter) => letter.charCodeAt(0));
    const { title, kind } = this.options.values;
    const name = title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
    download(`${name || kind}.pdf`, new Blob([bytes], { type: "application/pdf" }));
  }

  leave() {
    this.#runs += 1;
    this.#job?.abort();
  }
}

/**
 * The picture of a page.
 *
 * @param {string} page
 * @param {number} i
 */
const sheetPicture = (page, i) =>
  h("img", {
    class: "sheet-page",
    src: `data:image/png;base64,${page}`,
    alt: t("Page {n}", { n: i + 1 }),
  });
