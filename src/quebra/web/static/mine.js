// The reader's own puzzles: those that were made, opened or set here. They can be saved to a file of
// JSON lines and brought in again.

import { errorText, getGame, post } from "./api.js";
import { ago } from "./continue.js";
import { download, fill, h } from "./dom.js";
import { drafts, openDraft, removeDraft, saveDraft } from "./drafts.js";
import { cardArt, gameOf, getCards, inOrder, sizeName, stateMark } from "./shelf.js";
import { t, tn } from "./texts.js";
import { button, empty, iconButton, picture, segments, toast } from "./widgets.js";

/** @import { Draft } from "./drafts.js" */
/** @import { FamilyInfo } from "./host.js" */
/** @import { Card } from "./shelf.js" */

const ALL = "";
const MOST = 500; // lines of a file

/**
 * The section of own puzzles.
 *
 * @param {FamilyInfo[]} families
 * @param {Card[]} cards
 */
export function ownPuzzles(families, cards) {
  const own = ownCards(cards);
  const list = h("ul", { class: "own" });
  const file = h("input", { type: "file", accept: ".jsonl,.json,.txt", hidden: true });
  file.addEventListener("change", async () => {
    await bringIn(file.files?.[0]);
    file.value = ""; // so that the same file can be chosen again
  });
  const present = inOrder(families).filter(({ name }) => own.some((card) => card.family === name));
  const kept = draftList(families, own.length);
  /** @param {string} family */
  const show = (family) => {
    const shown = own.filter((card) => !family || card.family === family);
    fill(list, ...shown.map((card) => item(card, families)));
    kept.show(family);
  };
  show(ALL);
  /** @type {[string, string][]} */
  const choices = [
    [ALL, t("All")],
    ...present.map(/** @returns {[string, string]} */ ({ name, title }) => [name, title]),
  ];
  return h(
    "section",
    { "aria-labelledby": "mine" },
    h("div", { class: "section-title" }, h("h2", { id: "mine" }, t("My puzzles")), kept.count),
    h(
      "div",
      { class: "row own-tools" },
      present.length > 1 && segments(t("Family"), choices, ALL, show),
      own.length > 0 && button(t("Save a copy"), () => saveCopy(own), { icon: "save" }),
      button(t("Bring some in"), () => file.click(), { icon: "open" }),
      file,
    ),
    kept.element,
    own.length ? list : empty(t("Puzzles that you make, open or set are kept here.")),
  );
}

/**
 * The drafts of the setter's desk, of all families or of one, and the count of all own puzzles.
 *
 * @param {FamilyInfo[]} families
 * @param {number} others  How many puzzles there are besides drafts.
 */
function draftList(families, others) {
  const element = h("ul", { class: "own drafts" });
  const count = h("span", { class: "soft" });
  let chosen = ALL;
  const update = async () => {
    const found = await drafts().catch(() => []);
    fill(count, tn("{n} puzzle", "{n} puzzles", others + found.length));
    const shown = found.filter(({ family }) => !chosen || family === chosen);
    fill(element, ...shown.map((draft) => draftItem(draft, families, update)));
  };
  /** @param {string} family */
  const show = (family) => {
    chosen = family;
    update();
  };
  return { element, count, show };
}

/**
 * @param {Draft} draft
 * @param {FamilyInfo[]} families
 * @param {() => unknown} onChange
 */
function draftItem(draft, families, onChange) {
  const family = families.find((each) => each.name === draft.family);
  if (!family) return null;
  /** @param {() => Promise<unknown>} action */
  const change = async (action) => {
    try {
      await action();
      await onChange();
    } catch (error) {
      toast(errorText(error));
    }
  };
  const remove = () =>
    change(async () => {
      await removeDraft(draft.id);
      const run = () => change(() => saveDraft(draft.id, draft));
      toast(t("The draft is deleted."), { text: t("Undo"), run });
    });
  return h(
    "li",
    { "data-family": family.name },
    h(
      "button",
      { type: "button", class: "draft", onclick: () => openDraft(draft) },
      h("span", { class: "art" }, picture(draft.svg, "thumbnail")),
      h(
        "span",
        { class: "words" },
        h("b", {}, draft.about?.title || family.title),
        h("span", { class: "soft" }, t("Draft"), ` · ${ago(draft.updated)}`),
      ),
    ),
    iconButton(t("Delete this draft"), "erase", remove),
  );
}

/**
 * The last game of each puzzle that is not on the shelf, one that is begun if there is one.
 *
 * @param {Card[]} cards
 */
export const ownCards = (cards) =>
  cards.filter((card) => !card.shelf && gameOf(cards, card.key) === card);

/**
 * @param {Card} card
 * @param {FamilyInfo[]} families
 */
function item(card, families) {
  const family = families.find((each) => each.name === card.family);
  if (!family) return null;
  const about = card.title ? sizeName(family, card.title) : "";
  return h(
    "li",
    { "data-family": family.name },
    h(
      "a",
      { href: `#/game/${card.id}` },
      cardArt(card, family),
      h(
        "span",
        { class: "words" },
        h("b", {}, card.about.title || family.title),
        h("span", { class: "soft" }, [about, ago(card.updated)].filter(Boolean).join(" · ")),
      ),
      stateMark(card),
    ),
  );
}

/** @param {Card[]} own */
async function saveCopy(own) {
  try {
    const lines = [];
    for (const { id } of own) lines.push(JSON.stringify((await getGame(id)).puzzle));
    download("quebra.jsonl", new Blob([`${lines.join("\n")}\n`], { type: "application/jsonl" }));
  } catch (error) {
    toast(errorText(error));
  }
}

/**
 * Add the puzzles of a file, one in each line; those that are here already keep their games.
 *
 * @param {File | undefined} file
 */
async function bringIn(file) {
  if (!file) return;
  const lines = (await file.text()).split("\n").filter((line) => line.trim());
  let count = 0;
  let added = 0;
  try {
    const known = new Set((await getCards()).map(({ key }) => key));
    for (const line of lines.slice(0, MOST)) {
      const { puzzle, key } = await post("/api/load", { source: line });
      if (!known.has(key)) {
        await post("/api/games", { puzzle });
        known.add(key);
        added += 1;
      }
      count += 1;
    }
    dispatchEvent(new HashChangeEvent("hashchange"));
    toast(broughtText(added, count - added));
  } catch (error) {
    toast(t("Line {n}: {reason}", { n: count + 1, reason: errorText(error) }));
  }
}

/**
 * @param {number} added
 * @param {number} known
 */
function broughtText(added, known) {
  const texts = [tn("{n} new puzzle was brought in.", "{n} new puzzles were brought in.", added)];
  if (known) texts.push(tn("{n} was here already.", "{n} were here already.", known));
  return texts.join(" ");
}
