// The bar above all views but games and the setter's desk, and on phones the bar of tabs below them.

import { byId, fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { isPupil, isShared, isTeacher } from "./role.js";
import { t } from "./texts.js";

/** @type {Record<string, string>} The tab that a view belongs to, where it is not its own. */
const TAB_OF = { new: "workbench", open: "workbench", print: "workbench" };
Object.assign(TAB_OF, { learn: "puzzles", look: "workbench", classes: "workbench" });
if (isShared && isTeacher) Object.assign(TAB_OF, { classes: "classes", board: "classes" });

const WITH_TITLE_ROW = ["game", "set"];

/**
 * Show both bars for a view, unless it has a title row of its own.
 *
 * @param {string} view
 */
export function showHead(view) {
  const [head, tabs] = [byId("head"), byId("tabs")];
  head.hidden = tabs.hidden = WITH_TITLE_ROW.includes(view);
  const { lang } = document.documentElement;
  if (head.lang !== lang) fillBars(head, tabs);
  head.lang = lang;
  const here = `#/${TAB_OF[view] ?? view}`;
  for (const link of document.querySelectorAll("#head a, #tabs a")) {
    const isHere = link.getAttribute("href") === here && !link.matches(".brand");
    if (isHere) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/**
 * @param {HTMLElement} head
 * @param {HTMLElement} tabs
 */
function fillBars(head, tabs) {
  /** @type {(name: string, ...content: (Node | string)[]) => HTMLElement} */
  const link = (name, ...content) => h("a", { href: `#/${name}` }, ...content);
  /** @type {(name: string, text: string, sign: string) => HTMLElement} */
  const sign = (name, text, sign) => {
    const found = link(name, icon(sign));
    found.className = "button bare";
    found.setAttribute("aria-label", text);
    found.title = text;
    return found;
  };
  const first = isPupil ? t("Class") : t("Today");
  const logo = h("img", { src: "/static/icon.svg", alt: "", width: 26, height: 26 });
  fill(
    head,
    h("a", { class: "skip", href: "#page", onclick: skip }, t("To the content")),
    h("a", { class: "brand", href: "#/" }, logo, "Quebra"),
    h(
      "nav",
      { "aria-label": t("Main navigation") },
      link("", first),
      link("puzzles", t("Puzzles")),
      link("workbench", t("Workbench")),
      ...(isShared && isTeacher ? [link("classes", t("Classes"))] : []),
    ),
    h(
      "div",
      { class: "end" },
      sign("statistics", t("Statistics"), "statistics"),
      sign("settings", t("Settings"), "settings"),
    ),
  );
  fill(
    tabs,
    link("", icon("home"), first),
    link("puzzles", icon("grid"), t("Puzzles")),
    link("workbench", icon("bench"), t("Workbench")),
    link("settings", icon("settings"), t("Settings")),
  );
  tabs.setAttribute("aria-label", t("Main navigation"));
}

/** @param {Event} event */
function skip(event) {
  event.preventDefault();
  byId("page").focus();
}
