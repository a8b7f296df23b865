// The clock of a game: the time that the player has spent. It is kept with the game, stands still
// while the page is hidden, and can be paused, which hides the board.

import { post } from "./api.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { readSetting, writeSetting } from "./settings.js";
import { t } from "./texts.js";
import { button } from "./widgets.js";

/** @import { Game } from "./game.js" */

const SECOND = 1000;

/**
 * A time as on a clock: 4:05, or 1:02:40.
 *
 * @param {number} seconds
 */
export function clockTime(seconds) {
  const [minutes, rest] = [Math.floor(seconds / 60), String(seconds % 60).padStart(2, "0")];
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
}

/** Whether the clock is shown; it runs in any case. */
export const showsClock = () => readSetting("clock") ?? true;

export class Clock {
  #before = 0; // milliseconds spent before the clock last started
  /** @type {number | null} */
  #started = null;
  #timer = 0;
  #face = h("span", { class: "numbers" });
  isPaused = false;

  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.#before = game.host.view.seconds * SECOND;
    this.element = h(
      "button",
      { type: "button", class: "bare clock", onclick: () => this.pause() },
      this.#face,
      icon("pause"),
    );
    this.cover = h(
      "div",
      { class: "pause", hidden: true },
      h("h2", {}, t("Paused")),
      h("p", { class: "soft" }, t("The board is hidden while the clock stands still.")),
      button(t("Resume"), () => this.resume(), { icon: "play", kind: "main" }),
    );
    this.#showTime();
    this.setShown(showsClock());
  }

  /** The whole seconds spent on the game. */
  get seconds() {
    const running = this.#started == null ? 0 : Date.now() - this.#started;
    return Math.floor((this.#before + running) / SECOND);
  }

  /**
   * Count the time that was spent elsewhere.
   *
   * @param {number} seconds  The whole time.
   */
  advanceTo(seconds) {
    this.#before += Math.max(0, seconds - this.seconds) * SECOND;
    this.#showTime();
  }

  /** @param {boolean} on */
  setShown(on) {
    writeSetting("clock", on);
    this.element.hidden = !on;
  }

  /** Run, unless it is paused, the puzzle is solved or the page is hidden. */
  start() {
    if (this.#started != null || this.isPaused || document.hidden || this.game.host.view.solved)
      return;
    this.#started = Date.now();
    this.#timer = setInterval(() => this.#showTime(), SECOND);
  }

  stop(seconds = this.seconds) {
    this.#before = seconds * SECOND;
    this.#started = null;
    clearInterval(this.#timer);
    this.#showTime();
  }

  pause() {
    if (this.isPaused || this.game.host.view.solved) return;
    this.#setPaused(true);
    this.stop();
    this.save();
    this.cover.querySelector("button")?.focus();
  }

  resume() {
    this.#setPaused(false);
    this.start();
    this.game.host.board.focus();
  }

  /** @param {boolean} on */
  #setPaused(on) {
    this.isPaused = on;
    this.cover.hidden = !on;
    this.game.element.classList.toggle("paused", on);
    for (const part of this.cover.parentElement?.children ?? [])
      if (part !== this.cover) part.toggleAttribute("inert", on);
    this.#showTime();
  }

  /** Send the time to the server, for a game that has begun and is not solved. */
  save() {
    const { view } = this.game.host;
    if (!view.moves.length || view.solved || this.game.question.isBusy) return;
    const body = { seconds: this.seconds };
    post(`/api/games/${view.id}/clock`, body, { keepalive: true }).catch(() => {});
  }

  /** Stand still while the page is hidden; returns a function that ends this. */
  watch() {
    const change = () => {
      if (!document.hidden) return this.start();
      this.stop();
      this.save();
    };
    document.addEventListener("visibilitychange", change);
    return () => {
      document.removeEventListener("visibilitychange", change);
      this.stop();
      this.save();
    };
  }

  #showTime() {
    const time = clockTime(this.seconds);
    if (this.#face.textContent !== time) this.#face.textContent = time;
    const name = this.isPaused ? t("Paused") : t("Pause the clock");
    this.element.setAttribute("aria-label", `${time}. ${name}`);
    this.element.title = name;
  }
}
