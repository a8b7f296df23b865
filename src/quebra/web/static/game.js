// A game: the board in the middle, what it is at the left, what is known at the right.
//
// A family's own half of the page is `families/NAME/page.js`, a module whose default export is
// `{mount(host)}`. The host is:
//
//   host.mode       "play", or "set" in the setter's view, where moves edit the puzzle itself
//   host.view       what the server says of the game now: puzzle, answer, spots, values, marks, …
//   host.family     what the family says of itself: title, rules, moves, goals, …
//   host.sheet      the board (boards/sheet.js): `sheet.layer` lies above the drawing and holds all
//                   that can be pointed at, `sheet.place(element, box)` lays an element over a box
//                   of cells, `sheet.at(event)` tells where a pointer is, in cells, and
//                   `sheet.draw(svg)` shows a drawing (the shell does, unless `draws` says no)
//   host.pad        an element below the board, for the family's own tools: values, turn, flip
//   host.tray       an element at the left, for pieces that are not on the board
//   host.knows      an element at the right, for what the family can tell besides
//   host.t          the page's words: `t(key, values)`; a family's own by `tellers` (texts.js)
//   host.play(move) plays a move string; a promise of the new view, or null when it was refused
//                   (the reader has then been told). Moves are played one after the other.
//   host.say(text, ...actions)  says something below the board, to listeners too; the actions are
//                   buttons (widgets.js)
//   host.ask(question, body)    a question about the game: `lost`, `standing`, `solvable`, …
//   host.goTo(count)            back to the position after so many moves
//
// `mount` fills the layer, the pad and the tray, and returns the board:
//
//   update(view, before)  show the view; `before` is the one that was shown until then
//   mark(name, places)    give exactly these places the class `hinted` or `broken`
//   focus()               put the focus on the board
//   welcome               optional: what to say first
//   keys                  rows for the table of keys: `{keys: ["["], text, run?}`
//   leave()               optional: the reader leaves
//
// With `draws: true` beside `mount`, the shell leaves the drawing to the family. boards/grid.js has
// cells with arrows and tabs, boards/entry.js values and pencil marks on top of that, and
// boards/plain.js is for families that have no page.js: moves are typed.

import { family as getFamily, get, post } from "./api.js";
import { Sheet } from "./boards/sheet.js";
import { fill, h } from "./dom.js";
import { Hints } from "./hints.js";
import { useKeys } from "./keys.js";
import { leftPanel, rightPanel } from "./panels.js";
import { t } from "./texts.js";
import { Thinking } from "./thinking.js";
import { actionsOf, toolbar } from "./tools.js";
import { button, hush, toast } from "./widgets.js";

export default async function game(page, id) {
  const view = await get(`/api/games/${encodeURIComponent(id)}`);
  const table = new Table(view, await getFamily(view.family));
  await table.open(page);
  return () => table.leave();
}

/** The page's half of a family. */
export async function pageOf(family) {
  const module = family.page ? family.page : "/static/boards/plain.js";
  return (await import(module)).default;
}

class Table {
  constructor(view, family) {
    Object.assign(this, { view, family, mode: "play", t });
    this.sheet = new Sheet();
    this.pad = h("div", { class: "pad" });
    this.tray = h("div", { class: "tray" });
    this.knows = h("div", { class: "family-knows" });
    this.voice = h("div", { class: "voice", role: "status", "aria-live": "polite" });
    this.thinking = new Thinking(this);
    this.hints = new Hints(this);
    this.queue = Promise.resolve();
    this.leaving = [];
  }

  async open(page) {
    const half = await pageOf(this.family);
    this.draws = half.draws;
    this.actions = actionsOf(this);
    this.tools = toolbar(this);
    this.left = leftPanel(this);
    this.right = rightPanel(this);
    this.middle = h(
      "section",
      { class: "middle", "aria-label": t("board") },
      h("h1", { class: "phone-title" }, this.family.title),
      h("div", { class: "stage" }, this.sheet.element),
      this.voice,
      this.pad,
      this.tools.element,
    );
    this.middle.addEventListener("pointerdown", () => (this.left.close(), this.right.close()));
    fill(page, this.left.element, this.middle, this.right.element);
    if (!this.draws) this.sheet.draw(this.view.svg);
    this.board = half.mount(this);
    this.show(this.view);
    const shown = [...this.board.keys, ...this.actions];
    this.leaving.push(useKeys(shown, this.middle), () => this.board.leave?.(), this.#watch());
    this.board.focus();
    if (!this.view.solved) this.say(this.view.done ? t("welcome-back") : this.#welcome());
  }

  /** The game may have gone on in another window: look when the reader comes back to this one. */
  #watch() {
    const look = async () => {
      const shown = this.view;
      const view = await get(`/api/games/${shown.id}`).catch(() => null);
      const busy = this.view !== shown || this.middle.classList.contains("replaying");
      if (view && !busy && String(state(view)) !== String(state(shown))) this.show(view);
    };
    const state = ({ done, moves, saved }) => [done, moves, Object.keys(saved)];
    const queued = () => (this.queue = this.queue.then(look));
    addEventListener("focus", queued);
    return () => removeEventListener("focus", queued);
  }

  /** What to do first; keys are for those who have some. */
  #welcome() {
    const keys = matchMedia("(hover: hover)").matches ? t("welcome-keys") : "";
    return `${this.board.welcome ?? t("welcome")} ${keys}`.trim();
  }

  leave() {
    this.thinking.end();
    this.left.leave();
    this.right.leave();
    for (const action of this.leaving) action();
  }

  /** Show a view, and tell what has changed. */
  show(view) {
    const before = this.view;
    hush();
    this.view = view;
    this.middle.dataset.done = view.done;
    if (!this.draws) this.sheet.draw(view.svg);
    this.board.update(view, before);
    this.hints.forget();
    this.board.mark("broken", view.broken.flatMap((each) => each.where));
    this.tools.update(view);
    this.left.update(view);
    this.right.update(view);
    this.#tell(view, before);
  }

  #tell(view, before) {
    const known = new Set(before.broken.map((each) => each.text));
    const fresh = view.broken.find((each) => !known.has(each.text));
    if (view.solved) this.say(t("solved"), "good");
    else if (view.broken.length) this.say((fresh ?? view.broken[0]).text, "bad");
    else this.say("");
  }

  /** Say something below the board: a text, its colour (`good`, `bad`, `hint`), and buttons. */
  say(text, ...rest) {
    const kind = rest.find((each) => typeof each === "string") ?? "";
    const actions = rest.filter((each) => typeof each !== "string");
    this.voice.className = `voice ${kind}`;
    fill(this.voice, h("p", {}, text, ...actions));
  }

  play = (move) => this.change("move", { move });
  ask = (question, body = {}, options = {}) =>
    post(`/api/games/${this.view.id}/${question}`, body, options);
  /** Back to the position after so many moves; that is a move as well, and can be undone. */
  goTo = (count) => this.play(`@${count}`);

  /** Ask for a change, after those that are under way; null when it was refused. */
  async change(what, body = {}) {
    this.thinking.end();
    const answer = this.queue.then(() => this.ask(what, body));
    this.queue = answer.catch(() => {});
    try {
      const view = await answer;
      this.show(view);
      return view;
    } catch (error) {
      this.say(error.message, "bad");
      return null;
    }
  }

  async clear() {
    const { done } = this.view;
    if (done && (await this.change("clear")))
      toast(t("cleared"), t("undo"), () => this.change("undo"));
  }

  async save() {
    const name = t("savepoint", { n: this.view.done });
    if (await this.change("save", { name })) toast(t("saved", { name }));
  }

  async restore(name) {
    const { done } = this.view;
    if (await this.change("restore", { name }))
      toast(t("restored", { name }), t("undo"), () => this.goTo(done));
  }

  /** "Any rule broken?": asks the judge only, never a solver. */
  check() {
    const violations = this.view.broken;
    if (!violations.length)
      return this.say(t(this.view.solved ? "solved" : "no-rule-broken"), "good");
    const more = violations.length > 1 ? t("and-more", { n: violations.length - 1 }) : "";
    this.say(`${violations[0].text} ${more}`.trim(), "bad");
  }

  /** "Still solvable?", and if not, where it was lost. */
  async solvable() {
    const { view } = this;
    const answer = await this.thinking.ask("solvable");
    if (!answer) return;
    if (answer.solvable == null) return this.say(t("solvable-unknown"));
    if (answer.solvable) return this.say(t("solvable-yes"), "good");
    const lost = (await this.thinking.ask("lost"))?.lost;
    if (this.view !== view) return;
    if (lost == null) return this.say(t("solvable-no"), "bad");
    if (lost < 0) return this.say(t("solvable-never"), "bad");
    const back = button(t("go-back"), () => this.goTo(lost), { kind: "link" });
    this.say(t("lost-at", { n: lost + 1 }), "bad", back);
  }

  /** Open one of the sides, which on a phone are folded away. */
  unfold(side) {
    this[side].open();
  }
}
