// A game: the title row, the board with its message and controls, and one panel.

import { getFamily, getGame, ServerError } from "./api.js";
import { boardModule, Host } from "./boards/host.js";
import { Clock } from "./clock.js";
import { completed } from "./difference.js";
import { debounce, fill, h } from "./dom.js";
import { exerciseOf } from "./exercise.js";
import { finishCard } from "./finish.js";
import { fitBoard, turnsNow } from "./fit.js";
import { Hints } from "./hints.js";
import { useKeys } from "./keys.js";
import { bringIn, keepGame, playedWithout } from "./offline.js";
import { panel } from "./panel.js";
import { boardLook, showsMistakes } from "./preferences.js";
import { Question } from "./question.js";
import { percent, t } from "./texts.js";
import { titleRow } from "./title.js";
import { gameTools, toolbar } from "./tools.js";
import { button, clearToasts, toast } from "./widgets.js";

/** @import { BoardModule, FamilyInfo, GameView } from "./host.js" */
/** @import { Exercise } from "./exercise.js" */
/** @import { Outlet } from "./main.js" */

const TURN_MS = 200; // after the last change of the window's size

/**
 * @param {Outlet} outlet
 * @param {string} id
 * @param {...string} exercise  The technique to practise, and the moves made before.
 */
export default async function game(outlet, id, ...exercise) {
  const first = await getGame(id, boardLook());
  const family = await getFamily(first.family);
  const module = await boardModule(family, first);
  const isTurned = turnsNow(module, first);
  const view = isTurned ? await getGame(id, boardLook(true)) : first;
  if (outlet.isStale) return;
  const opened = new Game(view, family, exerciseOf(family, exercise));
  opened.open(outlet, module);
  return () => opened.leave();
}

export class Game {
  /** @type {(() => unknown)[]} What to call when the reader leaves. */
  onLeave = [];
  /** @type {string | null} The grade of the puzzle, once it is known. */
  grade = null;
  element = h("div", { class: "game" });

  /**
   * @param {GameView} view
   * @param {FamilyInfo} family
   * @param {Exercise | null} exercise
   */
  constructor(view, family, exercise = null) {
    this.exercise = exercise;
    /** @type {Host<GameView>} */
    this.host = new Host({
      mode: "play",
      view,
      family,
      move: (move) => this.#send("move", { move }),
      show: (next) => this.show(next),
    });
    this.question = new Question(this);
    this.hints = new Hints(this);
    this.clock = new Clock(this);
    this.tools = gameTools(this);
    this.toolbar = toolbar(this, this.tools);
    this.title = titleRow(this);
    this.finish = finishCard(this);
    this.panel = panel(this);
  }

  /**
   * @param {Outlet} outlet
   * @param {BoardModule} module
   */
  open(outlet, module) {
    const { host, element } = this;
    const middle = host.arrange(host.tray, host.pad, this.toolbar.element);
    host.area.append(this.clock.cover, this.finish.element);
    element.dataset.family = host.family.name;
    middle.addEventListener("pointerdown", () => this.panel.close());
    fill(element, this.title.element, middle, this.panel.element);
    fill(outlet, element);
    this.onLeave.push(fitBoard(host));
    host.mount(module);
    this.panel.restore();
    const played = playedWithout(host.view);
    this.show(host.view);
    const removeKeys = useKeys([...host.keys, ...this.tools], middle, host.board);
    this.onLeave.push(removeKeys, this.#watch(module));
    host.board.focus();
    this.clock.start();
    this.onLeave.push(this.clock.watch());
    if (!host.view.solved) host.say(this.exercise?.task ?? this.#greeting());
    if (played) bringIn(this, played);
  }

  /** What the drawing shows. */
  get look() {
    return boardLook(this.host.view.turned);
  }

  /**
   * Look for changes made in another window whenever the reader returns to this one; and turn the
   * board with the screen.
   *
   * @param {BoardModule} module
   */
  #watch(module) {
    const watching = new AbortController();
    const refresh = () => this.host.after(() => this.#refresh(this.look));
    const turn = () => {
      const isTurned = turnsNow(module, this.host.view);
      if (isTurned === this.host.view.turned) return;
      this.host.after(() => this.#refresh(boardLook(isTurned)));
    };
    addEventListener("focus", refresh, watching);
    addEventListener("resize", debounce(TURN_MS, turn), watching);
    return () => watching.abort();
  }

  /** @param {import("./preferences.js").BoardLook} look */
  async #refresh(look) {
    const shown = this.host.view;
    const view = await getGame(shown.id, look).catch(() => null);
    const busy = this.host.view !== shown || this.host.element.classList.contains("replaying");
    /** @param {GameView} view */
    const state = ({ done, moves, saved, turned }) =>
      String([done, moves, Object.keys(saved), turned]);
    if (view && !busy && state(view) !== state(shown)) this.show(view);
  }

  #greeting = () =>
    this.host.view.done ? t("The game continues where you left it.") : this.#welcome();

  /** The first message; keys are mentioned where there is a mouse, hence most likely a keyboard. */
  #welcome() {
    const keys = matchMedia("(hover: hover)").matches ? t("Press ? for the keys.") : "";
    const first = this.host.board.welcome ?? t("Choose a cell to begin.");
    return `${first} ${keys}`.trim();
  }

  leave() {
    this.question.cancel();
    this.panel.leave();
    this.finish.leave();
    this.host.board.leave?.();
    for (const action of this.onLeave) action();
  }

  /**
   * Show a view, and say what has changed.
   *
   * @param {GameView} view
   */
  show(view) {
    const before = this.host.view;
    clearToasts();
    this.host.element.dataset.done = String(view.done);
    this.host.show(view);
    this.hints.reset();
    if (showsMistakes()) this.markBroken(view);
    else this.host.board.mark("broken", []);
    for (const part of [this.toolbar, this.title, this.panel]) part.update(view);
    this.#announce(view, before);
    this.#protect(view, before);
    keepGame(view, this.clock.seconds);
    if (view.done > before.done && !("hint" in view)) this.exercise?.judge(this);
  }

  /**
   * A solved board can be looked at, and not be changed any more.
   *
   * @param {GameView} view
   * @param {GameView} before
   */
  #protect(view, before) {
    this.element.classList.toggle("solved", view.solved);
    this.host.sheet.element.inert = view.solved;
    if (!view.solved) return;
    this.clock.stop(view.seconds);
    const isNew = !before.solved;
    if (this.finish.element.hidden) this.panel.hide();
    if (isNew) this.host.zoom.set(1);
    this.finish.show(isNew);
  }

  /** @param {string} name */
  setGrade(name) {
    this.grade = name;
    this.title.setGrade(name);
    this.finish.showGrade();
  }

  /** @param {GameView} view */
  markBroken({ broken }) {
    this.host.board.mark(
      "broken",
      broken.flatMap((each) => each.where),
    );
  }

  /**
   * @param {GameView} view
   * @param {GameView} before
   */
  #announce(view, before) {
    const known = new Set(before.broken.map((each) => each.text));
    const violation = view.broken.find((each) => !known.has(each.text)) ?? view.broken[0];
    if (view.solved) this.host.say(t("Solved: every rule holds."), "good");
    else if (violation && showsMistakes()) this.host.say(violation.text, "bad");
    else this.host.say("");
  }

  /**
   * Change the game by `undo`, `redo`, `clear`, `save` or `restore`.
   *
   * @param {string} action
   * @returns {Promise<GameView | null>} The new view, or null if the server refused.
   */
  change(action, body = {}) {
    return this.host.change(() => this.#send(action, body));
  }

  /**
   * @param {string} action
   * @param {object} body
   * @returns {Promise<GameView>}
   */
  async #send(action, body) {
    this.question.cancel();
    if (this.host.view.solved)
      throw new ServerError(t("The puzzle is solved. Play it again to change it."), 0);
    const { view } = this.host;
    const common = { seconds: this.clock.seconds, look: this.look, base: view.state };
    return completed(await this.host.ask(action, { ...body, ...common }), view);
  }

  /**
   * Go to the position after `count` moves. That is a move itself, which can be undone.
   *
   * @param {number} count
   */
  goTo = (count) => this.host.play(`@${count}`);

  async clear() {
    const undo = { text: t("Undo"), run: () => this.change("undo") };
    if (this.host.view.done && (await this.change("clear"))) toast(t("Cleared."), undo);
  }

  async save() {
    const name = t("Move {n}", { n: this.host.view.done });
    if (await this.change("save", { name })) toast(t("Saved: {name}.", { name }));
  }

  /** @param {string} name */
  async restore(name) {
    const { done } = this.host.view;
    const undo = { text: t("Undo"), run: () => this.goTo(done) };
    if (await this.change("restore", { name })) toast(t("Back at {name}.", { name }), undo);
  }

  /** Say whether a rule is broken. No solver is used. */
  check() {
    const { broken, solved, progress } = this.host.view;
    if (!broken.length) {
      const { outside = 0 } = progress.parts;
      if (solved) return this.host.say(t("Solved: every rule holds."), "good");
      if (!outside) return this.host.say(t("No rule is broken so far."), "good");
      const share = percent(Math.ceil(100 * outside - 1e-6) / 100);
      const text = t("Pieces lie outside the outline: {share} of the figure.", { share });
      const more = t("It may also be formed at another place.");
      return this.host.say(`${text} ${more}`);
    }
    this.markBroken(this.host.view);
    const more = broken.length > 1 ? t("And {n} more.", { n: broken.length - 1 }) : "";
    return this.host.say(`${broken[0].text} ${more}`.trim(), "bad");
  }

  /** Say whether the game can still be won, and if not, which move lost it. */
  async solvable() {
    const { host } = this;
    const { view } = host;
    const answer = await this.question.ask("solvable");
    if (!answer) return;
    if (answer.solvable == null) return host.say(t("Not known in time."));
    if (answer.solvable) return host.say(t("Still solvable: proved."), "good");
    const lost = (await this.question.ask("lost"))?.lost;
    if (host.view !== view) return;
    if (lost == null) return host.say(t("No longer solvable: proved."), "bad");
    if (lost < 0) return host.say(t("The puzzle has no solution: proved."), "bad");
    const back = button(t("Go back there"), () => this.goTo(lost), { kind: "link" });
    host.say(
      t("This cannot be finished any more; it was lost at move {n}.", { n: lost + 1 }),
      "bad",
      back,
    );
  }
}
