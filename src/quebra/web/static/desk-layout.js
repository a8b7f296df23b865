// The head of the setter's desk, and the panel with what a puzzle begins with.

import { errorText } from "./api.js";
import { h } from "./dom.js";
import { emblem, icon } from "./icons.js";
import { t } from "./texts.js";
import { button, field } from "./widgets.js";

/** @import { FamilyInfo } from "./host.js" */

/**
 * @param {FamilyInfo[]} families
 * @param {string} current
 * @param {...HTMLElement} actions
 */
export function deskHead(families, current, ...actions) {
  const links = families.map(({ name, title }) => {
    const attributes = {
      href: `#/set/${name}`,
      "aria-current": name === current && "page",
      "data-family": name,
    };
    return h("a", attributes, emblem(name), h("span", { class: "name" }, title));
  });
  return h(
    "div",
    { class: "desk-head" },
    h("a", { class: "button bare", href: "#/workbench", "aria-label": t("Back") }, icon("back")),
    h("h1", {}, t("Setter's desk")),
    h("nav", { class: "family-links", "aria-label": t("Families") }, ...links),
    h("div", { class: "end" }, ...actions),
  );
}

/**
 * What the puzzle begins with, which is above the board on a phone, and what else it has.
 *
 * @param {{ begin: () => unknown, generate: () => unknown }} actions
 * @param {HTMLElement[]} sizes
 * @param {HTMLElement} tray
 * @param {...(HTMLElement | false)} rest
 */
export function puzzlePanel({ begin, generate }, sizes, tray, ...rest) {
  const start = h(
    "section",
    { class: "begin" },
    h("h2", {}, t("Begin with")),
    h("div", { class: "row" }, button(t("Blank"), begin), button(t("Example"), generate)),
    ...sizes,
  );
  return h(
    "aside",
    { class: "side left", "aria-label": t("The puzzle") },
    start,
    tray,
    h("div", { class: "rest" }, ...rest),
  );
}

/**
 * The puzzle as text, which can be changed.
 *
 * @param {(text: string) => Promise<unknown>} apply
 */
export function sourceField(apply) {
  const area = h("textarea", { rows: 8, spellcheck: "false" });
  const wrong = h("p", { class: "said", role: "alert" });
  async function read() {
    wrong.textContent = "";
    try {
      await apply(area.value);
    } catch (error) {
      wrong.textContent = errorText(error);
    }
  }
  const element = h(
    "details",
    { class: "source" },
    h("summary", {}, t("As text")),
    field(t("The puzzle as text"), area, t("Any format of the family, or a link.")),
    button(t("Apply the text"), read),
    wrong,
  );
  /** @param {string} text */
  const show = (text) => {
    area.value = text;
  };
  return { element, show };
}
