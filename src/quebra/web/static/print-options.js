// The options of printing, those of the command line; they are remembered in this browser.

import { h } from "./dom.js";
import { readSetting, writeSetting } from "./settings.js";
import { language, languageName, languages, t } from "./texts.js";
import { button, choice, field, segments } from "./widgets.js";

/** @import { About } from "./desk-about.js" */
/** @typedef {"book" | "worksheet" | "cutout"} Kind */

/**
 * @typedef {object} Values
 * @property {Kind} kind
 * @property {string} perPage
 * @property {string} paper
 * @property {string} lang
 * @property {string} variants
 * @property {string} title
 * @property {string} author
 * @property {string} site
 * @property {string} recipe
 * @property {string} margin
 * @property {string} gutter
 * @property {string} size
 * @property {number} seed
 * @property {boolean} solutions
 * @property {boolean} grey
 * @property {boolean} large
 * @property {boolean} qr
 * @property {boolean} rules
 * @property {boolean} example
 * @property {boolean} name
 * @property {boolean} labels
 * @property {boolean} boards
 */

/** @type {Kind[]} */
const COLLECTIONS = ["book", "worksheet"];
/** @type {(keyof Values)[]} Options of one document only. */
const FORGOTTEN = ["title", "recipe", "lang", "seed", "variants"];
const PER_PAGE = ["1", "2", "4", "6", "9", "12"];
const SEEDS = 1_000_000;

/** @returns {Values} */
const usual = () => ({
  kind: "worksheet",
  perPage: "4",
  paper: "a4",
  lang: language,
  variants: "1",
  title: "",
  author: "",
  site: "",
  recipe: "",
  margin: "",
  gutter: "",
  size: "",
  seed: 1,
  solutions: true,
  grey: false,
  large: false,
  qr: false,
  rules: true,
  example: true,
  name: true,
  labels: true,
  boards: true,
});

export class Options {
  /** @type {Values} */
  values = { ...usual(), ...readSetting("print") };
  /** @type {[element: HTMLElement, isShown: () => boolean][]} Elements that some kinds lack. */
  #parts = [];
  /** @type {Partial<Record<string, HTMLInputElement>>} The fields for text by their names. */
  #inputs = {};
  /** @type {Partial<About>} What was taken over from the setter of the puzzle. */
  #suggested = {};

  /** @param {() => unknown} onChange */
  constructor(onChange) {
    this.onChange = onChange;
    this.bar = this.#bar();
    this.recipe = this.#recipe();
    this.fields = this.#fields();
    this.#showParts();
  }

  /**
   * @param {Partial<Values>} change
   */
  #set(change) {
    Object.assign(this.values, change);
    const kept = Object.entries(this.values).filter(
      ([name]) => !FORGOTTEN.includes(/** @type {keyof Values} */ (name)),
    );
    writeSetting("print", Object.fromEntries(kept));
    this.#showParts();
    this.onChange();
  }

  /**
   * Take over the title and the author of a puzzle, where the reader has written nothing else.
   *
   * @param {Partial<About>} about
   */
  suggest(about) {
    for (const name of /** @type {const} */ (["title", "author"])) {
      const input = this.#inputs[name];
      if (!input || (this.values[name] && this.values[name] !== this.#suggested[name])) continue;
      this.values[name] = about[name] ?? "";
      input.value = this.values[name];
    }
    this.#suggested = about;
  }

  #showParts() {
    for (const [element, isShown] of this.#parts) element.hidden = !isShown();
  }

  /**
   * An element that is shown for some kinds only.
   *
   * @template {HTMLElement} E
   * @param {Kind[]} kinds
   * @param {E} element
   * @param {() => boolean} also
   */
  #only(kinds, element, also = () => true) {
    this.#parts.push([element, () => kinds.includes(this.values.kind) && also()]);
    return element;
  }

  #bar() {
    /** @type {[string, string][]} */
    const kinds = [
      ["book", t("Book")],
      ["worksheet", t("Worksheet")],
      ["cutout", t("Cut-out")],
    ];
    const { kind, perPage } = this.values;
    return [
      segments(t("What to print"), kinds, kind, (value) =>
        this.#set({ kind: /** @type {Kind} */ (value) }),
      ),
      this.#only(
        COLLECTIONS,
        segments(
          t("Puzzles per page"),
          PER_PAGE.map((n) => [n, n]),
          perPage,
          (value) => this.#set({ perPage: value }),
        ),
      ),
      this.#only(COLLECTIONS, this.#chip("solutions", t("Solutions at the end"))),
      this.#chip("grey", t("Greyscale")),
      this.#chip("large", t("Large print")),
      this.#only(["worksheet"], this.#chip("name", t("Name line"))),
      this.#only(["worksheet"], this.#chip("example", t("Example"))),
      this.#only(["book"], this.#chip("rules", t("Rules"))),
      this.#only(COLLECTIONS, this.#chip("qr", t("QR codes"))),
      this.#only(["cutout"], this.#chip("labels", t("Labels"))),
      this.#only(["cutout"], this.#chip("boards", t("Figures and boards"))),
    ];
  }

  /** New puzzles by a recipe in words. */
  #recipe() {
    const others = () => this.#set({ seed: 1 + Math.floor(Math.random() * SEEDS) });
    return this.#only(
      COLLECTIONS,
      h(
        "div",
        { class: "recipe" },
        this.#text("recipe", t("Recipe for new puzzles"), "kojun 8x8 easy x6"),
        this.#only(COLLECTIONS, button(t("Other puzzles"), others), () => !!this.values.recipe),
      ),
    );
  }

  #fields() {
    /** @type {[string, string][]} */
    const papers = [
      ["a4", "A4"],
      ["letter", "Letter"],
      ["a5", "A5"],
    ];
    /** @type {[string, string][]} */
    const variants = [
      ["1", t("One sheet for all")],
      ["2", "A, B"],
      ["3", "A, B, C"],
      ["4", "A, B, C, D"],
    ];
    const hasCodes = () => this.values.qr;
    const millimetres = { type: "number", min: 0, max: 1000, step: "any" };
    return [
      this.#only(COLLECTIONS, this.#text("title", t("Title"))),
      this.#only(["book"], this.#text("author", t("Author"))),
      h(
        "div",
        { class: "pair" },
        this.#choice("paper", t("Paper"), papers),
        this.#choice(
          "lang",
          t("Language"),
          languages.map((code) => [code, languageName(code)]),
        ),
      ),
      this.#only(["worksheet"], this.#choice("variants", t("Variants"), variants)),
      this.#only(["cutout"], this.#text("size", t("Size in millimetres"), "", millimetres)),
      this.#only(COLLECTIONS, this.#text("site", t("Your page of Quebra, for codes")), hasCodes),
      h(
        "details",
        {},
        h("summary", {}, t("Margins")),
        h(
          "div",
          { class: "pair" },
          this.#text("margin", t("All sides, in mm"), "", millimetres),
          this.#text("gutter", t("More at the binding"), "", millimetres),
        ),
      ),
    ];
  }

  /**
   * A switch of an option.
   *
   * @param {"solutions" | "grey" | "large" | "qr" | "rules" | "example" | "name" | "labels" | "boards"} name
   * @param {string} text
   */
  #chip(name, text) {
    const change = () => {
      this.#set({ [name]: !this.values[name] });
      chip.setAttribute("aria-pressed", String(this.values[name]));
    };
    const chip = button(text, change, {
      kind: "chip",
      "aria-pressed": String(this.values[name]),
    });
    return chip;
  }

  /**
   * @param {"title" | "author" | "site" | "recipe" | "margin" | "gutter" | "size"} name
   * @param {string} text
   */
  #text(name, text, placeholder = "", attributes = {}) {
    const onchange = () => this.#set({ [name]: input.value.trim() });
    const input = h("input", {
      value: this.values[name],
      placeholder,
      maxlength: 5000,
      onchange,
      ...attributes,
    });
    this.#inputs[name] = input;
    return field(text, input);
  }

  /**
   * @param {"paper" | "lang" | "variants"} name
   * @param {string} text
   * @param {[string, string][]} choices
   */
  #choice(name, text, choices) {
    const onchange = () => this.#set({ [name]: select.value });
    const select = choice(choices, this.values[name], { onchange });
    return field(text, select);
  }
}

/**
 * The request for a document: its verb and its fields.
 *
 * @param {Values} values
 * @param {any[]} puzzles
 */
export function printRequest(values, puzzles) {
  const { kind, paper, large, grey, recipe, seed, title, qr, site } = values;
  /** @param {string} text */
  const number = (text) => (text ? Number(text) : undefined);
  const all = { puzzles, paper, large, grey, to: "preview" };
  const sheet = { ...all, margin: number(values.margin), gutter: number(values.gutter) };
  if (kind === "cutout")
    return {
      ...sheet,
      size: number(values.size),
      no_labels: !values.labels,
      no_board: !values.boards,
    };
  const collection = {
    ...sheet,
    recipe: recipe || undefined,
    seed,
    title: title || undefined,
    per_page: Number(values.perPage),
    qr,
    site: (qr && site) || undefined,
    no_solutions: !values.solutions,
  };
  if (kind === "book")
    return { ...collection, author: values.author || undefined, no_rules: !values.rules };
  return {
    ...collection,
    variants: Number(values.variants),
    no_name: !values.name,
    no_example: !values.example,
  };
}
