// A replay of the game, move by move. The game itself does not change.

import { errorText, getGame } from "./api.js";
import { h, reducedMotion } from "./dom.js";
import { icon } from "./icons.js";
import { moveInWords } from "./moves.js";
import { t } from "./texts.js";
import { button, setLabel } from "./widgets.js";

/** @import { Game } from "./game.js" */

const PACE_MS = 600;

/** @param {Game} game */
export function replay(game) {
  const { host } = game;
  const { view } = host;
  if (!view.done) return host.say(t("There are no moves to replay yet."));
  let timer = 0;
  let shown = 0;
  const slider = h("input", {
    type: "range",
    min: 0,
    max: view.done,
    value: 0,
    "aria-label": t("Position in the game"),
    oninput: seek,
  });
  const count = h("span", { class: "numbers soft" });
  const runner = button(t("Pause"), () => (timer ? pause() : run()), { icon: "pause" });
  const bar = h(
    "div",
    { class: "replay", role: "group", "aria-label": t("Replay") },
    runner,
    slider,
    count,
    !view.solved && button(t("Continue from here"), () => leave(shown)),
    button(t("Back to the game"), () => leave(view.done), { kind: "main" }),
  );
  host.element.classList.add("replaying");
  host.controls.append(bar);
  game.finish.hide();
  host.sheet.element.inert = true;
  game.onLeave.push(pause);
  show(0).then(() => (reducedMotion() ? pause() : run()));
  runner.focus();

  /** @param {number} number */
  async function show(number) {
    shown = number;
    slider.value = String(number);
    count.textContent = t("{n} of {all}", { n: number, all: view.done });
    const past = await getGame(view.id, game.look, number).catch(showError);
    if (!past || shown !== number) return;
    host.preview(past);
    game.markBroken(past);
    host.say(number ? moveInWords(view.moves[number - 1], number, past) : t("The start."));
  }

  /** @param {unknown} error */
  function showError(error) {
    pause();
    host.say(errorText(error), "bad");
  }

  function seek() {
    pause();
    show(Number(slider.value));
  }

  function run() {
    setRunner("pause", t("Pause"));
    if (shown === view.done) shown = -1;
    timer = setInterval(() => (shown < view.done ? show(shown + 1) : pause()), PACE_MS);
  }

  function pause() {
    clearInterval(timer);
    timer = 0;
    setRunner("play", t("Resume"));
  }

  /**
   * @param {string} iconName
   * @param {string} text
   */
  function setRunner(iconName, text) {
    runner.firstElementChild?.replaceWith(icon(iconName));
    setLabel(runner, text);
  }

  /**
   * Return to the game, as it is or at an earlier position.
   *
   * @param {number} position
   */
  function leave(position) {
    pause();
    bar.remove();
    host.element.classList.remove("replaying");
    host.sheet.element.inert = false;
    game.show(host.view);
    if (position !== view.done) game.goTo(position);
    if (!view.solved) host.board.focus();
  }
}
