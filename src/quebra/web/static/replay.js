// The game once more, move by move; nothing is changed by looking.

import { get } from "./api.js";
import { h, still } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./texts.js";
import { button } from "./widgets.js";

const PACE = 600;

export function replay(table) {
  const { view } = table;
  if (!view.done) return table.say(t("nothing-to-replay"));
  let playing = 0;
  let shown = 0;
  const slider = h("input", {
    type: "range",
    min: 0,
    max: view.done,
    value: 0,
    "aria-label": t("replay-position"),
    oninput: () => (pause(), show(Number(slider.value))),
  });
  const count = h("span", { class: "numbers soft" });
  const runner = button(t("pause"), () => (playing ? pause() : run()), { icon: "pause" });
  const bar = h(
    "div",
    { class: "replay", role: "group", "aria-label": t("replay") },
    runner,
    slider,
    count,
    button(t("replay-here"), () => leave(shown)),
    button(t("replay-end"), () => leave(null), { kind: "main" }),
  );
  table.middle.classList.add("replaying");
  table.middle.append(bar);
  table.sheet.layer.inert = true;
  table.leaving.push(pause);
  show(0).then(() => (still() ? pause() : run()));
  runner.focus();

  async function show(number) {
    shown = number;
    slider.value = number;
    count.textContent = t("replay-count", { n: number, all: view.done });
    const past = await get(`/api/games/${view.id}?at=${number}`).catch(trouble);
    if (!past || shown !== number) return;
    if (!table.draws) table.sheet.draw(past.svg);
    table.board.update(past, past);
    table.board.mark("broken", past.broken.flatMap((each) => each.where));
    table.say(number ? view.moves[number - 1] : t("replay-start"));
  }

  function trouble(error) {
    pause();
    table.say(error.message, "bad");
  }

  function run() {
    sign("pause", t("pause"));
    if (shown === view.done) shown = -1;
    playing = setInterval(() => (shown < view.done ? show(shown + 1) : pause()), PACE);
  }

  function pause() {
    clearInterval(playing);
    playing = 0;
    sign("play", t("play-on"));
  }

  function sign(name, text) {
    runner.firstChild.replaceWith(icon(name));
    runner.lastChild.textContent = text;
  }

  /** Back to the game: as it is, or at the position shown. */
  function leave(position) {
    pause();
    bar.remove();
    table.middle.classList.remove("replaying");
    table.sheet.layer.inert = false;
    table.show(table.view);
    if (position != null && position !== view.done) table.goTo(position);
    table.board.focus();
  }
}
