// The title row of a game: back, the puzzle's name, the clock, the panel, more; and the progress.

import { h, subtitle } from "./dom.js";
import { emblem, icon } from "./icons.js";
import { openMenu } from "./menu.js";
import { gradeName } from "./names.js";
import { percent, t } from "./texts.js";
import { isOfToday } from "./today.js";
import { iconButton } from "./widgets.js";
import { zoomButton } from "./zoom-button.js";

/** @import { GameView } from "./host.js" */
/** @import { Game } from "./game.js" */

/** @param {Game} game */
export function titleRow(game) {
  const { family, view } = game.host;
  const grade = h("span", { class: "grade" });
  const progress = progressLine();
  const panelButton = iconButton(t("Rules, hints, analysis"), "rules", () => game.panel.toggle(), {
    class: "bare panel-button",
  });
  const back = h(
    "a",
    {
      class: "button bare",
      href: isOfToday(view) ? "#/" : `#/puzzles/${family.name}`,
      "aria-label": t("Back"),
      title: t("Back"),
    },
    icon("back"),
  );
  const element = h(
    "header",
    { class: "title-row" },
    back,
    emblem(family.name),
    h("h1", {}, view.about.title || family.title),
    h("p", { class: "about" }, ...sizeAndShape(shortTitle(view, family)), grade),
    h(
      "div",
      { class: "end" },
      game.clock.element,
      zoomButton(game.host.zoom),
      panelButton,
      iconButton(t("More"), "more", () => openMenu(game), { class: "bare more-button" }),
    ),
    progress.element,
  );

  /** @param {string} name */
  function setGrade(name) {
    grade.textContent = ` · ${gradeName(name)}`;
  }
  return { element, setGrade, update: progress.update };
}

/**
 * What tells the puzzle from others of its family, in a few words: its size.
 *
 * @param {GameView} view
 * @param {import("./host.js").FamilyInfo} family
 */
export const shortTitle = (view, family) => subtitle(view.title, family).split(",")[0];

/**
 * A size and what follows it, such as `squares`, which a narrow screen leaves out.
 *
 * @param {string} text
 */
function sizeAndShape(text) {
  const [, size, shape] = /^(\d+(?:\s×\s\d+)+)(.*)$/.exec(text) ?? ["", text, ""];
  return [h("span", { class: "size" }, size), h("span", { class: "shape" }, shape)];
}

/** A line below the title row that grows with the progress of the game. */
function progressLine() {
  const bar = h("div", {});
  const scale = { "aria-label": t("Progress"), "aria-valuemin": 0, "aria-valuemax": 100 };
  const element = h("div", { class: "progress-line", role: "meter", ...scale }, bar);
  /** @param {GameView} view */
  function update({ progress }) {
    const value = Math.floor(100 * progress.value);
    element.setAttribute("aria-valuenow", String(value));
    element.title = percent(value / 100);
    bar.style.width = `${value}%`;
  }
  return { element, update };
}
