// The router: what follows the # in the address names the view.

import { ServerError } from "./api.js";
import begin from "./begin.js";
import { byId, fill, h } from "./dom.js";
import gallery from "./gallery.js";
import game from "./game.js";
import { showKeys } from "./keys.js";
import learn from "./learn.js";
import newPuzzle from "./new.js";
import open from "./open.js";
import { applyPreferences, languageChoice, themeButton } from "./preferences.js";
import print from "./print.js";
import setter from "./setter.js";
import { t } from "./texts.js";
import unplayable from "./unplayable.js";
import { button, clearToasts, empty, iconButton } from "./widgets.js";

/**
 * A view fills an outlet, and may return a function to call when the reader leaves.
 *
 * @typedef {(outlet: Outlet, ...rest: any[]) => unknown} ViewFunction
 */

// All are imported at the start: a browser does not retry a module that once failed to load.
/** @type {Record<string, ViewFunction>} */
const VIEWS = {
  "": gallery,
  begin,
  new: newPuzzle,
  open,
  game,
  learn,
  look: unplayable,
  set: setter,
  print,
};
const WITH_ARGUMENT = ["begin", "game"];
const LINK = "#p=";
const LOADING_MS = 400;
const page = byId("page");

/** @type {() => unknown} */
let leave = () => {};
/** @type {Outlet | null} */
let current = null;

/** Where a view writes. Once the reader has gone on to another view, writing ends the view. */
export class Outlet {
  /** @param {string} className */
  constructor(className) {
    this.className = className;
    current = this;
  }

  get isStale() {
    return current !== this;
  }

  /** @param {...(Node | string)} children */
  replaceChildren(...children) {
    if (this.isStale) throw new Error("The reader has left this view.");
    page.className = this.className;
    page.replaceChildren(...children);
  }
}

/** Show the view that the address names. */
async function route() {
  leave();
  leave = () => {};
  clearToasts();
  for (const box of document.querySelectorAll("dialog")) box.close();
  const [name, ...rest] = parse(location.hash);
  const outlet = new Outlet(`view-${name || "gallery"}`);
  showHead(name);
  const loading = showLoadingSoon();
  try {
    const left = /** @type {() => unknown} */ ((await VIEWS[name](outlet, ...rest)) ?? (() => {}));
    if (outlet.isStale) return left();
    leave = left;
    setTitleAndFocus();
  } catch (error) {
    if (!outlet.isStale) showError(error);
  } finally {
    clearTimeout(loading);
  }
}

/**
 * The name of a view and its arguments; the gallery if the address names no view.
 *
 * @param {string} hash
 */
function parse(hash) {
  if (hash.startsWith(LINK)) return ["begin", hash];
  try {
    const [name = "", ...rest] = hash.slice(1).split("/").filter(Boolean).map(decodeURIComponent);
    const complete = rest.length || !WITH_ARGUMENT.includes(name);
    return Object.hasOwn(VIEWS, name) && complete ? [name, ...rest] : [""];
  } catch {
    return [""]; // a malformed percent sign
  }
}

/** Say that the page is loading if the view has not shown anything after a while. */
function showLoadingSoon() {
  const before = page.firstChild;
  return setTimeout(() => {
    if (page.firstChild === before) fill(page, h("p", { class: "soft" }, t("Working …")));
  }, LOADING_MS);
}

/** Set the title, and move the focus to the page unless the view has moved it. */
function setTitleAndFocus() {
  const heading = page.querySelector("h1")?.textContent;
  document.title = heading ? `${heading} · Quebra` : "Quebra";
  if (!page.contains(document.activeElement)) page.focus({ preventScroll: true });
}

/** @param {unknown} error */
function showError(error) {
  const expected = error instanceof ServerError;
  if (!expected) console.error(error);
  page.className = "view-sorry";
  fill(
    page,
    h("h1", {}, t("This cannot be shown")),
    empty(
      expected ? error.message : t("That did not work. Try again, or start from the gallery."),
      button(t("Try again"), route),
      h("a", { class: "button", href: "#/" }, t("To the gallery")),
    ),
  );
}

/** @param {string} view */
function showHead(view) {
  const head = byId("head");
  head.hidden = view === "game"; // which has a title row of its own
  if (head.hidden) return fill(head);
  /** @type {(name: string, text: string) => HTMLElement} */
  const link = (name, text) =>
    h("a", { href: `#/${name}`, "aria-current": view === name && "page" }, text);
  const logo = h("img", { src: "/static/icon.svg", alt: "", width: 24, height: 24 });
  fill(
    head,
    h("a", { class: "skip", href: "#page", onclick: skip }, t("To the board")),
    h("a", { class: "brand", href: "#/", "aria-label": t("Quebra: gallery") }, logo, "Quebra"),
    h(
      "nav",
      { "aria-label": t("Main navigation") },
      link("", t("Gallery")),
      link("new", t("New")),
      link("open", t("Open")),
      link("set", t("Compose")),
    ),
    h(
      "div",
      { class: "row" },
      languageChoice(),
      iconButton(t("Keys"), "keys", showKeys, { class: "bare show-keys" }),
      themeButton(),
    ),
  );
}

/** @param {Event} event */
function skip(event) {
  event.preventDefault();
  page.focus();
}

applyPreferences();
addEventListener("hashchange", route);
route();
