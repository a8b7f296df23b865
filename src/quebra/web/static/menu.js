// What else can be done in a game: the sheet behind "More".

import { post } from "./api.js";
import { showsClock } from "./clock.js";
import { h } from "./dom.js";
import { showKeys } from "./keys.js";
import { newSheet } from "./make.js";
import { languageChoice, themeButton } from "./preferences.js";
import { replay } from "./replay.js";
import { edit } from "./setter.js";
import { shareGame } from "./share.js";
import { showSolution } from "./solution.js";
import { t } from "./texts.js";
import { button, sheet } from "./widgets.js";

/** @import { Game } from "./game.js" */

/** @param {Game} game */
export function openMenu(game) {
  const { family, view } = game.host;
  const shown = showsClock();
  /** @type {(text: string, icon: string, run: () => unknown) => HTMLElement} */
  const item = (text, icon, run) => {
    const choose = () => {
      box.close();
      run();
    };
    return button(text, choose, { icon, kind: "bare" });
  };
  const list = h(
    "div",
    { class: "menu" },
    item(t("New puzzle"), "plus", () => newSheet(family)),
    view.solved
      ? item(t("Play again"), "undo", () => playAgain(game))
      : item(t("Clear"), "clear", () => game.clear()),
    !view.solved && item(t("Save here"), "save", () => game.save()),
    item(t("Replay"), "play", () => replay(game)),
    item(t("Show the solution"), "eye", () => showSolution(game)),
    item(t("Share and export"), "share", () => shareGame(game)),
    item(t("Print"), "print", () => location.assign(`#/print/${view.id}`)),
    item(t("Edit this puzzle"), "edit", () => edit(view.puzzle)),
    family.lessons.length > 0 &&
      item(t("Learn the techniques"), "learn", () => location.assign(`#/learn/${family.name}`)),
    item(shown ? t("Hide the clock") : t("Show the clock"), "time", () =>
      game.clock.setShown(!shown),
    ),
    game.host.zoom.isZoomed
      ? item(t("Show the whole board"), "fit", () => game.host.zoom.set(1))
      : item(t("Zoom in"), "zoom", () => game.host.zoom.toggle()),
    item(t("Keys"), "keys", showKeys),
  );
  const box = sheet(
    t("More"),
    list,
    h("div", { class: "row preferences" }, languageChoice(), themeButton()),
  );
}

/**
 * Start the same puzzle again as another game; the solved one stays as it is.
 *
 * @param {Game} game
 */
export async function playAgain({ host }) {
  const { puzzle, about } = host.view;
  const view = await post("/api/games", { puzzle, about });
  location.hash = `#/game/${view.id}`;
}
