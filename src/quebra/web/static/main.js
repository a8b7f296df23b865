// The router: what follows the # in the address names the view.

import { ServerError } from "./api.js";
import { byId, fill, h } from "./dom.js";
import { catchFiles } from "./drop.js";
import { showHead } from "./head.js";
import { registerWorker, withoutServer } from "./offline.js";
import { applyPreferences } from "./preferences.js";
import { firstView } from "./role.js";
import { t } from "./texts.js";
import { button, clearToasts, empty } from "./widgets.js";

/**
 * A view fills an outlet, and may return a function to call when the reader leaves.
 *
 * @typedef {(outlet: Outlet, ...rest: any[]) => unknown} ViewFunction
 */

// Each module is requested when its view is opened for the first time, so that the home page is small.
/** @type {Record<string, () => Promise<{ default: ViewFunction }>>} */
const VIEWS = {
  "": () => import("./home.js"),
  begin: () => import("./begin.js"),
  today: () => import("./begin-today.js"),
  puzzles: () => import("./puzzles.js"),
  workbench: () => import("./workbench.js"),
  statistics: () => import("./statistics.js"),
  settings: () => import("./settings-view.js"),
  new: () => import("./new.js"),
  open: () => import("./open.js"),
  game: () => import("./game.js"),
  learn: () => import("./learn.js"),
  look: () => import("./unplayable.js"),
  set: () => import("./setter.js"),
  print: () => import("./print.js"),
  join: () => import("./join.js"),
  class: () => import("./class-home.js"),
  classes: () => import("./classes.js"),
  board: () => import("./class-board.js"),
};
const WITH_ARGUMENT = ["begin", "today", "game", "class", "board"];
const LINK = "#p=";
const LOADING_MS = 400;
let page = byId("page");
/** How far the page was scrolled in each entry of the history, by its number. @type {number[]} */
const scrolled = [];
/** The present entry. */
let entry = 0;

/** @type {() => unknown} */
let leave = () => {};
/** @type {Outlet | null} */
let current = null;

/** Where a view writes. Once the reader has gone on to another view, writing ends the view. */
export class Outlet {
  #isEmpty = true;

  /** @param {string} view */
  constructor(view) {
    this.view = view;
    current = this;
  }

  get isStale() {
    return current !== this;
  }

  /** @param {...(Node | string)} children */
  replaceChildren(...children) {
    if (this.isStale) throw new Error("The reader has left this view.");
    const className = `view-${this.view || "home"}`;
    if (page.className !== className) renewPage(className);
    showHead(this.view);
    page.replaceChildren(...children);
    if (this.#isEmpty) scrollTo(0, 0);
    this.#isEmpty = false;
  }

  /** @param {...(Node | string)} children */
  append(...children) {
    if (this.isStale) throw new Error("The reader has left this view.");
    page.append(...children);
  }
}

/**
 * Put an empty page in place of the present one. An element that stayed would seem to have moved.
 *
 * @param {string} className
 */
function renewPage(className) {
  const fresh = h("main", { id: "page", tabindex: "-1", class: className });
  page.replaceWith(fresh);
  page = fresh;
}

/** A module that was not loaded; browsers do not request it again before the page is reloaded. */
class ModuleError extends ServerError {}

/** Show the view that the address names. */
async function route() {
  leave();
  leave = () => {};
  enterHistory();
  clearToasts();
  for (const box of document.querySelectorAll("dialog")) box.close();
  const [name, ...rest] = parse(location.hash);
  const outlet = new Outlet(name);
  const loading = showLoadingSoon();
  try {
    const view = await load(name);
    if (outlet.isStale) return;
    const left = /** @type {() => unknown} */ ((await view(outlet, ...rest)) ?? (() => {}));
    if (outlet.isStale) return left();
    leave = left;
    setTitleAndFocus();
    if (scrolled[entry]) scrollBack(scrolled[entry]);
  } catch (error) {
    if (!outlet.isStale) showError(error);
  } finally {
    clearTimeout(loading);
  }
}

/** Note how far the view that is left was scrolled, for when the reader comes back to it. */
function enterHistory() {
  scrolled[entry] = scrollY;
  entry = history.state?.entry ?? scrolled.length;
  history.replaceState({ entry }, "");
}

/**
 * Scroll the page as far as it was, once it has grown, unless the reader does something first.
 *
 * @param {number} top
 */
function scrollBack(top) {
  const observer = new ResizeObserver(() => {
    scrollTo(0, top);
    if (scrollY + 1 > top) observer.disconnect();
  });
  observer.observe(page);
  for (const event of ["wheel", "touchmove", "keydown", "hashchange"])
    addEventListener(event, () => observer.disconnect(), { once: true, passive: true });
}

/**
 * The view of that name.
 *
 * @param {string} name
 * @returns {Promise<ViewFunction>}
 */
async function load(name) {
  try {
    return (await VIEWS[name]()).default;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ModuleError(
      t("The page has lost Quebra. Start it again; your game is kept here."),
      0,
    );
  }
}

/**
 * The name of a view and its arguments; the home page if the address names no view.
 *
 * @param {string} hash
 */
function parse(hash) {
  if (!hash && firstView) return firstView.split("/");
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
    if (page.firstChild === before) fill(page, h("p", { class: "loading soft" }, t("Working …")));
  }, LOADING_MS);
}

/** Set the title, and move the focus to the page unless the view has moved it. */
function setTitleAndFocus() {
  const heading = page.querySelector("h1")?.textContent;
  document.title = heading && location.hash.length > 2 ? `${heading} · Quebra` : "Quebra";
  if (!page.contains(document.activeElement)) page.focus({ preventScroll: true });
}

/** @param {unknown} error */
function showError(error) {
  const expected = error instanceof ServerError;
  if (!expected) console.error(error);
  renewPage("view-sorry");
  showHead("");
  fill(
    page,
    h("h1", {}, t("This cannot be shown")),
    empty(
      expected ? error.message : t("That did not work. Try again, or start from the home page."),
      button(t("Try again"), () => (error instanceof ModuleError ? location.reload() : route())),
      h("a", { class: "button", href: "#/" }, t("To the home page")),
    ),
  );
  if (expected && error.status === 0)
    withoutServer().then((games) => {
      if (games && page.className === "view-sorry") page.append(games);
    });
}

applyPreferences();
showHead(parse(location.hash)[0]);
catchFiles();
registerWorker();
history.scrollRestoration = "manual"; // views are filled later than the browser would scroll
addEventListener("hashchange", route);
route();
