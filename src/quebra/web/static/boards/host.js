// The host of a family's board, in a game and in the setter's view. `host.d.ts` is its interface.

import { errorText, post } from "../api.js";
import { fill, h } from "../dom.js";
import { t } from "../texts.js";
import { Sheet } from "./sheet.js";
import { Zoom } from "./zoom.js";

/** @import { Board, BoardModule, FamilyInfo, GameView, Hint, MessageKind, View } from "../host.js" */

/**
 * @template {View} V
 * @typedef {object} Options
 * @property {V extends GameView ? "play" : "set"} mode
 * @property {V} view
 * @property {FamilyInfo} family
 * @property {(move: string) => Promise<V>} move  Send a move to the server.
 * @property {(view: V) => unknown} show  Show the view that follows a move; calls `host.show`.
 */

/** @template {View} V */
export class Host {
  /** @type {Promise<unknown>} */
  #queue = Promise.resolve();
  #isHintDrawn = false;
  /** Whether the board draws its views itself. */
  draws = false;
  /** The goal that the rules of the family name, if they name one. */
  goal = "";
  /** Called when the size of the window or of the controls has changed. */
  fit = () => {};
  #options;

  /** @param {Options<V>} options */
  constructor(options) {
    this.#options = options;
    this.mode = options.mode;
    this.view = options.view;
    this.family = options.family;
    this.sheet = new Sheet();
    this.pad = h("div", { class: "pad" });
    this.tray = h("div", { class: "tray" });
    this.info = h("div", { class: "family-info" });
    this.sizes = h("div", { class: "steppers" });
    this.message = h("div", { class: "message", role: "status", "aria-live": "polite" });
    this.zoom = new Zoom(this.sheet);
    this.frame = this.zoom.frame;
    this.controls = h("div", { class: "controls" });
    this.area = h("div", { class: "play" });
    this.element = h("section", { class: "middle", "aria-label": t("Board") });
    /** @type {Board} */
    this.board = { update() {}, mark() {}, focus() {}, keys: [] };
  }

  /**
   * Mount the family's board. The elements of the host must be on the page, for a board measures.
   *
   * @param {BoardModule} module
   */
  mount(module) {
    this.draws = module.draws ?? false;
    this.goal = module.goal ?? "";
    this.area.dataset.controls = module.controls ?? "beside";
    this.area.toggleAttribute("data-draws", this.draws);
    this.#draw(this.view);
    this.board = module.mount(/** @type {any} */ (this));
    this.fit();
    if (!this.draws) this.zoom.start();
  }

  /** The keys of the board and of its zoom. */
  get keys() {
    const { keys } = this.board;
    return [...keys, ...this.zoom.keys(keys)];
  }

  /**
   * The middle of the page: the board, the message below it, and the controls.
   *
   * @param {...HTMLElement} controls
   */
  arrange(...controls) {
    fill(this.controls, ...controls);
    fill(this.area, this.frame, this.message, this.controls);
    fill(this.element, h("div", { class: "stage" }, this.area));
    return this.element;
  }

  /**
   * Make a view the current one, and show it.
   *
   * @param {V} view
   */
  show(view) {
    const before = this.view;
    this.view = view;
    this.preview(view, before);
  }

  /**
   * Show a view without making it the current one.
   *
   * @param {V} view
   */
  preview(view, before = view) {
    this.#draw(view);
    this.board.update(view, before);
  }

  /** @param {V} view */
  #draw(view) {
    this.#setHintDrawn(false);
    if (!this.draws) this.sheet.draw(view.svg);
  }

  /**
   * Show the step of a hint on the board, or the board without it.
   *
   * @param {Hint | null} hint
   */
  showHint(hint) {
    if (!hint && !this.#isHintDrawn) return;
    if (!hint) this.preview(this.view);
    else if (!this.draws) this.sheet.drawInPlace(hint.svg);
    this.board.showHint?.(hint);
    this.#setHintDrawn(hint != null);
  }

  /** @param {boolean} isDrawn */
  #setHintDrawn(isDrawn) {
    this.#isHintDrawn = isDrawn;
    this.sheet.element.classList.toggle("with-hint", isDrawn);
  }

  /**
   * @param {string} text
   * @param {...(MessageKind | Node)} rest
   */
  say(text, ...rest) {
    const kind = rest.find((each) => typeof each === "string") ?? "";
    const actions = rest.filter((each) => typeof each !== "string");
    this.fillMessage(kind, h("p", {}, text, ...actions));
  }

  /**
   * Fill the message below the board, whose height does not change.
   *
   * @param {MessageKind | ""} kind
   * @param {...HTMLElement} content
   */
  fillMessage(kind, ...content) {
    this.message.className = `message ${kind}`;
    fill(this.message, ...content);
    this.message.scrollTop = 0;
  }

  /** @param {string} move */
  play = (move) => this.change(() => this.#options.move(move));

  /**
   * Send a request that changes the view, after those that are under way.
   *
   * @param {() => Promise<V>} request
   * @returns {Promise<V | null>} The new view, or null if the server refused.
   */
  async change(request) {
    const response = this.after(request);
    try {
      const view = await response;
      if ("refused" in view) {
        this.say(String(view.refused), "bad");
        return null;
      }
      this.#options.show(view);
      return view;
    } catch (error) {
      this.say(errorText(error), "bad");
      return null;
    }
  }

  /**
   * Run an action once the changes that are under way have ended.
   *
   * @template T
   * @param {() => Promise<T>} action
   */
  after(action) {
    const result = this.#queue.then(action);
    this.#queue = result.catch(() => {});
    return result;
  }

  /**
   * @param {string} question
   * @returns {Promise<any>}
   */
  async ask(question, body = {}) {
    if (!("id" in this.view)) throw new Error("There is no game to ask about.");
    return post(`/api/games/${this.view.id}/${question}`, body);
  }
}

/**
 * The board of a family: its own `page.js`, or else a number pad, or else a field for moves.
 *
 * @param {FamilyInfo} family
 * @param {View} view
 * @returns {Promise<BoardModule>}
 */
export async function boardModule(family, view) {
  const fallback = `/static/boards/${view.values.length ? "entry" : "plain"}.js`;
  return (await import(family.page ?? fallback)).default;
}
