// Pages for the printer: puzzles first, their solutions on pages of their own.

import { draw, errorText, get, getFamilies, getGame, post } from "./api.js";
import { fill, h } from "./dom.js";
import { gradeName } from "./names.js";
import { getPuzzles } from "./shelf.js";
import { outcomeText } from "./solver.js";
import { t } from "./texts.js";
import { button, choice, field, picture } from "./widgets.js";

/** @import { FamilyInfo } from "./host.js" */
/** @import { Outlet } from "./main.js" */
/** @typedef {{ svg: string | null, name: string }} Figure */

const SECONDS = 20;
const SOLUTIONS_PER_PAGE = 4;

/**
 * @param {Outlet} outlet
 * @param {string} id  A game, whose puzzle is chosen from the start.
 */
export default async function print(outlet, id = "") {
  const [families, puzzles, game] = await Promise.all([
    getFamilies(),
    getPuzzles(),
    id ? getGame(id) : null,
  ]);
  /** @param {string} name */
  const title = (name) => families.find((family) => family.name === name)?.title ?? name;
  const items = puzzles.map((each) => {
    const kind = each.grade ? gradeName(each.grade) : each.title;
    const load = async () => (await get(`/api/gallery/${each.id}`)).puzzle;
    return new Item(each.family, `${title(each.family)}, ${kind}`, each.svg, load);
  });
  const own = game && new Item(game.family, game.title, game.svg, async () => game.puzzle);
  const view = new PrintView();
  fill(
    outlet,
    h(
      "div",
      { class: "screen" },
      h("h1", {}, t("Print puzzles")),
      h("p", { class: "soft" }, t("Choose puzzles. The solutions are printed on separate pages.")),
      view.bar,
      h("ul", { class: "cards pick" }, own && view.card(own, true)),
      ...families.map((family) => view.shelf(family, items)),
      view.state,
    ),
    view.sheets,
  );
  if (own) view.choose(own, true);
  view.layOut();
}

/** A puzzle that can be printed. Its puzzle, drawing and solution are requested once. */
class Item {
  /** @type {any} */
  #puzzle = null;
  /** @type {Figure | null} */
  #drawing = null;
  /** @type {Figure | null} */
  #solution = null;

  /**
   * @param {string} family
   * @param {string} name
   * @param {string} svg
   * @param {() => Promise<any>} request  Returns the puzzle.
   */
  constructor(family, name, svg, request) {
    this.family = family;
    this.name = name;
    this.svg = svg;
    this.request = request;
  }

  async load() {
    this.#puzzle ??= await this.request();
    return this.#puzzle;
  }

  async drawing() {
    const { name } = this;
    this.#drawing ??= { svg: await draw({ puzzle: await this.load() }, "grey"), name };
    return this.#drawing;
  }

  async solution() {
    this.#solution ??= await this.#solve();
    return this.#solution;
  }

  async #solve() {
    const puzzle = await this.load();
    const outcome = await post("/api/solve", { puzzle, time: SECONDS });
    const [answer] = outcome.solutions;
    if (!answer) return { svg: null, name: outcomeText(outcome) };
    return { svg: await draw({ puzzle, answer }, "grey"), name: this.name };
  }
}

class PrintView {
  /** @type {Set<Item>} */
  #chosen = new Set();
  #layouts = 0;

  constructor() {
    const layOut = () => this.layOut();
    this.sheets = h("div", { class: "sheets", "aria-label": t("Preview"), role: "region" });
    this.state = h("p", { class: "soft", role: "status" });
    this.perPage = choice(
      ["1", "2", "4"].map((each) => [each, each]),
      "2",
      { onchange: layOut },
    );
    this.withSolutions = h("input", { type: "checkbox", checked: true, onchange: layOut });
    this.printing = button(t("Print"), () => window.print(), { icon: "print", kind: "main tall" });
    this.bar = h(
      "div",
      { class: "print-bar" },
      field(t("Puzzles per page"), this.perPage),
      h("label", { class: "check" }, this.withSolutions, t("with solutions")),
      this.printing,
    );
  }

  /**
   * The puzzles of a family; their pictures are created when the shelf is opened.
   *
   * @param {FamilyInfo} family
   * @param {Item[]} all
   */
  shelf(family, all) {
    const items = all.filter((item) => item.family === family.name);
    const cards = h("ul", { class: "cards pick" });
    const show = () =>
      cards.children.length || fill(cards, ...items.map((each) => this.card(each)));
    const count = h("span", { class: "soft" }, ` ${items.length}`);
    return h("details", { ontoggle: show }, h("summary", {}, family.title, count), cards);
  }

  /** @param {Item} item */
  card(item, checked = false) {
    const onchange = () => this.choose(item, box.checked);
    const box = h("input", { type: "checkbox", checked, onchange });
    const label = h("span", {}, box, item.name);
    return h("li", {}, h("label", { class: "card" }, picture(item.svg, "thumbnail"), label));
  }

  /**
   * @param {Item} item
   * @param {boolean} on
   */
  async choose(item, on) {
    if (!on) this.#chosen.delete(item);
    else {
      try {
        await item.load();
      } catch (error) {
        this.state.textContent = errorText(error);
        return;
      }
      this.#chosen.add(item);
    }
    await this.layOut();
  }

  /** Lay the pages out. A later call overtakes an earlier one. */
  async layOut() {
    this.#layouts += 1;
    const number = this.#layouts;
    const isCurrent = () => number === this.#layouts;
    const items = [...this.#chosen];
    this.#say(items.length ? t("Working …") : t("Choose at least one puzzle."), false);
    try {
      const drawings = await Promise.all(items.map((item) => item.drawing()));
      const puzzles = pages(drawings, Number(this.perPage.value));
      if (isCurrent()) fill(this.sheets, ...puzzles);
      const solutions = this.withSolutions.checked ? await solveAll(items, isCurrent) : [];
      if (!isCurrent()) return;
      fill(this.sheets, ...puzzles, ...pages(solutions, SOLUTIONS_PER_PAGE, t("Solutions")));
      if (items.length) this.#say("", true);
    } catch (error) {
      if (isCurrent()) this.#say(errorText(error), items.length > 0);
    }
  }

  /**
   * @param {string} text
   * @param {boolean} ready
   */
  #say(text, ready) {
    this.state.textContent = text;
    this.printing.disabled = !ready;
  }
}

/**
 * Solutions one after the other, for the server refuses more requests than it has solvers.
 *
 * @param {Item[]} items
 * @param {() => boolean} isCurrent  The rest is skipped once this is false.
 */
async function solveAll(items, isCurrent) {
  const solutions = [];
  for (const item of items) if (isCurrent()) solutions.push(await item.solution());
  return solutions;
}

/**
 * Numbered figures on pages of `size` figures.
 *
 * @param {Figure[]} figures
 * @param {number} size
 */
function pages(figures, size, heading = "") {
  const numbered = figures.map(({ svg, name }, i) => {
    const caption = h("figcaption", {}, `${i + 1}. ${name}`);
    return h("figure", {}, svg && picture(svg, "print-picture"), caption);
  });
  const attributes = { class: `sheet-page per-${size} ${heading && "titled"}` };
  const result = [];
  for (let i = 0; i < numbered.length; i += size) {
    const page = numbered.slice(i, i + size);
    result.push(h("section", attributes, heading && h("h2", {}, heading), ...page));
  }
  return result;
}
