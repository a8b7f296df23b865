// The routes: what follows the # in the address says which view is shown.

import { Refused } from "./api.js";
import begin from "./begin.js";
import { fill, h } from "./dom.js";
import gallery from "./gallery.js";
import game from "./game.js";
import { icon } from "./icons.js";
import { showKeys } from "./keys.js";
import look from "./look.js";
import makeNew from "./new.js";
import open from "./open.js";
import print from "./print.js";
import setter from "./setter.js";
import { remember, remembered } from "./store.js";
import { t } from "./texts.js";
import { button, empty, hush, iconButton } from "./widgets.js";

// All are there from the start: a browser does not ask again for a module that once failed to come.
const VIEWS = { "": gallery, begin, new: makeNew, open, game, look, set: setter, print };
const OF_ONE = ["begin", "game"]; // These are views of something that the address has to name.
const LINK = "#p=";
const PATIENCE = 400;
const page = document.getElementById("page");
let leave = () => {};
let latest = null; // the leaf that is written on

/** The page as one view has it: once the reader has gone on, the view ends where it next writes. */
class Leaf {
  constructor(className) {
    this.className = className;
    latest = this;
  }

  get turned() {
    return latest !== this;
  }

  replaceChildren(...children) {
    if (this.turned) throw new Turned();
    page.className = this.className;
    page.replaceChildren(...children);
  }
}

class Turned extends Error {}

/** Show the view that the address names. A view is a function that fills a leaf, and may return
    another one to be called when the reader leaves. */
async function route() {
  leave();
  leave = () => {};
  hush();
  document.querySelectorAll("dialog").forEach((box) => box.close());
  const [name, ...rest] = partsOf(location.hash);
  const leaf = new Leaf(`view-${name || "gallery"}`);
  showHead(name);
  const patience = sayWorkingSoon();
  try {
    const left = (await VIEWS[name](leaf, ...rest)) ?? (() => {});
    if (leaf.turned) return left();
    leave = left;
    arrive();
  } catch (error) {
    if (!leaf.turned) sorry(error);
  } finally {
    clearTimeout(patience);
  }
}

/** The view that an address names, and what it is about; the gallery if it names none of ours. */
function partsOf(hash) {
  if (hash.startsWith(LINK)) return ["begin", hash];
  try {
    const [name = "", ...rest] = hash.slice(1).split("/").filter(Boolean).map(decodeURIComponent);
    const whole = Object.hasOwn(VIEWS, name) && (rest.length || !OF_ONE.includes(name));
    return whole ? [name, ...rest] : [""];
  } catch {
    return [""]; // It is damaged: a percent sign that means nothing.
  }
}

/** Where the view has shown nothing after a while, say that it comes. */
function sayWorkingSoon() {
  const before = page.firstChild;
  return setTimeout(() => {
    if (page.firstChild === before) fill(page, h("p", { class: "soft" }, t("working")));
  }, PATIENCE);
}

/** Say where we are, and begin to read there, unless the view has chosen a place itself. */
function arrive() {
  const heading = page.querySelector("h1")?.textContent;
  document.title = heading ? `${heading} · Quebra` : "Quebra";
  if (!page.contains(document.activeElement)) page.focus({ preventScroll: true });
}

function sorry(error) {
  if (!(error instanceof Refused)) console.error(error);
  const text = error instanceof Refused ? error.message : t("failed");
  page.className = "view-sorry";
  fill(
    page,
    h("h1", {}, t("not-shown")),
    empty(
      text,
      button(t("try-again"), route),
      h("a", { class: "button", href: "#/" }, t("to-gallery")),
    ),
  );
}

function showHead(current) {
  const link = (name, text) =>
    h("a", { href: `#/${name}`, "aria-current": current === name && "page" }, text);
  fill(
    document.getElementById("head"),
    h("a", { class: "skip", href: "#page", onclick: skip }, t("skip")),
    h("a", { class: "brand", href: "#/", "aria-label": t("brand") }, mark(), "Quebra"),
    h(
      "nav",
      { "aria-label": t("nav") },
      link("", t("nav-gallery")),
      link("new", t("nav-new")),
      link("open", t("nav-open")),
      link("set", t("nav-set")),
    ),
    h(
      "div",
      { class: "row" },
      iconButton(t("keys"), "keys", () => showKeys()),
      themeButton(),
    ),
  );
}

function mark() {
  return h("img", { src: "/static/icon.svg", alt: "", width: 24, height: 24 });
}

function skip(event) {
  event.preventDefault();
  page.focus();
}

const dark = () =>
  document.documentElement.dataset.theme === "dark" ||
  (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);

function themeButton() {
  const change = () => {
    const theme = dark() ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    remember("theme", theme);
    sign();
  };
  const element = iconButton("", "moon", change);
  const sign = () => {
    const name = t(dark() ? "theme-light" : "theme-dark");
    element.setAttribute("aria-label", name);
    element.title = name;
    fill(element, icon(dark() ? "sun" : "moon"));
  };
  sign();
  return element;
}

const theme = remembered("theme");
if (theme) document.documentElement.dataset.theme = theme;
addEventListener("hashchange", route);
route();
