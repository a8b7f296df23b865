// The unfinished games, newest first. One that is removed can be brought back for some seconds.

import { remove } from "./api.js";
import { fill, h } from "./dom.js";
import { aboutLine, cardArt, doneOf, ring } from "./shelf.js";
import { language, percent, t, tn } from "./texts.js";
import { iconButton, toast } from "./widgets.js";

/** @import { FamilyInfo } from "./host.js" */
/** @import { Card } from "./shelf.js" */

const DAY = 86_400;
const WAIT_MS = 6000; // until a removed game is deleted
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["week", 7 * DAY],
  ["day", DAY],
  ["hour", 3600],
  ["minute", 60],
];

/**
 * The section of unfinished games. It has the place of one row before they are known; if there are
 * none, it is hidden, or says so where its place is taken.
 *
 * @param {FamilyInfo[]} families
 */
export function continueSection(families) {
  const note = h("span", { class: "soft" });
  const list = h("ul", { class: "continue folded" });
  const all = h("button", { type: "button", class: "link", hidden: true, onclick: unfold });
  const element = h(
    "section",
    { class: "unfinished", "aria-labelledby": "continue" },
    h("div", { class: "section-title" }, h("h2", { id: "continue" }, t("Continue")), note, all),
    list,
  );
  /** @type {Map<HTMLElement, () => void>} What deletes the removed games. */
  const removed = new Map();
  let keepsPlace = false;

  function count() {
    const n = list.children.length;
    element.hidden = !n && !keepsPlace;
    const some = tn(
      "{n} unfinished, kept on this computer",
      "{n} unfinished, kept on this computer",
      n,
    );
    fill(note, n ? some : t("Every game that you began is finished."));
    all.hidden = !isCut(list);
    fill(all, t("Show all {n}", { n }));
  }

  function unfold() {
    list.classList.remove("folded");
    all.hidden = true;
    list.querySelector("a")?.focus();
  }

  /**
   * @param {Card[]} cards
   * @param {boolean} isLate  The section is on the page, and what follows it too.
   */
  function show(cards, isLate = false) {
    keepsPlace = isLate;
    for (const card of cards.filter(({ moves, solved }) => moves && !solved)) {
      const family = families.find((each) => each.name === card.family);
      if (!family) continue;
      const item = h("li", { "data-family": family.name }, link(card, family));
      item.append(iconButton(t("Remove this game"), "close", () => forget(item, card)));
      list.append(item);
    }
    count();
  }
  const watching = new ResizeObserver(() => {
    all.hidden = !isCut(list);
  });
  watching.observe(list);

  /**
   * @param {HTMLElement} item
   * @param {Card} card
   */
  function forget(item, card) {
    const next = item.nextSibling;
    const drop = () => {
      clearTimeout(timer);
      removed.delete(item);
      remove(`/api/games/${card.id}`, { keepalive: true }).catch(() => {});
    };
    const timer = setTimeout(drop, WAIT_MS);
    removed.set(item, drop);
    item.remove();
    count();
    const back = () => {
      clearTimeout(timer);
      removed.delete(item);
      list.insertBefore(item, next?.parentNode === list ? next : null);
      count();
      item.querySelector("a")?.focus();
    };
    toast(t("The game is removed."), { text: t("Undo"), run: back });
  }

  const deleteRemoved = () => {
    for (const drop of [...removed.values()]) drop();
  };
  addEventListener("pagehide", deleteRemoved);
  const leave = () => {
    watching.disconnect();
    removeEventListener("pagehide", deleteRemoved);
    deleteRemoved();
  };
  return { element, show, leave };
}

/**
 * Whether a row has games that are reached by scrolling only.
 *
 * @param {HTMLElement} list
 */
const isCut = (list) => list.scrollWidth > list.clientWidth + 1;

/**
 * @param {Card} card
 * @param {FamilyInfo} family
 */
function link(card, family) {
  const done = doneOf(card);
  const state = [ago(card.updated), done > 0 && percent(done)].filter(Boolean).join(" · ");
  return h(
    "a",
    { href: `#/game/${card.id}` },
    cardArt(card, family),
    h(
      "span",
      { class: "words" },
      h("b", {}, family.title),
      h("span", { class: "soft" }, aboutLine(family, card)),
      h("span", { class: "soft numbers" }, state),
    ),
    done > 0 && ring(done),
  );
}

/**
 * How long ago a moment was, in words.
 *
 * @param {number} moment  Seconds since 1970.
 */
export function ago(moment, now = Date.now() / 1000) {
  const seconds = Math.max(now - moment, 0);
  const [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? ["minute", 60];
  const words = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "short" });
  const text = words.format(-Math.floor(seconds / length), unit);
  return seconds < 60 ? t("just now") : text;
}
