// Puzzles that can be printed: those of the gallery, and the reader's own games and drafts.

import { get, getGame, post } from "./api.js";
import { h } from "./dom.js";
import { DESK, drafts, lastWork } from "./drafts.js";
import { ownCards } from "./mine.js";
import { gradeName } from "./names.js";
import { cardArt, getCards, getPuzzles, inOrder, sizeName } from "./shelf.js";
import { t } from "./texts.js";
import { picture } from "./widgets.js";

/** @import { About } from "./desk-about.js" */
/** @import { FamilyInfo } from "./host.js" */
/** @typedef {{ title: string, items: Item[], isOwn: boolean }} Group */

/** A puzzle that can be printed; it is requested once. */
export class Item {
  /** @type {Promise<any> | null} */
  #puzzle = null;

  /**
   * @param {FamilyInfo} family
   * @param {string} about  Grade and size, or a title.
   * @param {() => HTMLElement} art  Makes a picture.
   * @param {() => Promise<any>} request  Returns the puzzle.
   * @param {Partial<About>} [said]  What its setter says of it.
   */
  constructor(family, about, art, request, said = {}) {
    this.family = family;
    this.about = about;
    this.art = art;
    this.request = request;
    this.said = said;
  }

  /** The name of the family, and what is known of the puzzle. */
  get name() {
    return [this.family.title, this.about].filter(Boolean).join(", ");
  }

  /** @returns {Promise<any>} The puzzle. */
  load() {
    this.#puzzle ??= this.request().catch((error) => {
      this.#puzzle = null;
      throw error;
    });
    return this.#puzzle;
  }
}

/** @param {string} svg */
const art = (svg) => () => h("span", { class: "art" }, picture(svg, "thumbnail"));

/**
 * The puzzles of the gallery by family, and before them the reader's own ones.
 *
 * @param {FamilyInfo[]} families
 * @returns {Promise<Group[]>}
 */
export async function getGroups(families) {
  const [own, shelf] = await Promise.all([ownItems(families), getPuzzles()]);
  const groups = inOrder(families).map((family) => ({
    title: family.title,
    isOwn: false,
    items: shelf
      .filter((puzzle) => puzzle.family === family.name)
      .map(({ id, svg, grade, title }) => {
        const about = [grade && gradeName(grade), sizeName(family, title)].filter(Boolean);
        const load = async () => (await get(`/api/gallery/${id}`)).puzzle;
        return new Item(family, about.join(", "), art(svg), load);
      }),
  }));
  const mine = { title: t("My puzzles"), items: own, isOwn: true };
  return [mine, ...groups].filter(({ items }) => items.length);
}

/** @param {FamilyInfo[]} families */
async function ownItems(families) {
  /** @param {string} name */
  const find = (name) => families.find((family) => family.name === name);
  const found = [];
  for (const draft of await drafts()) {
    const family = find(draft.family);
    const about = draft.about?.title || t("Draft");
    if (!family) continue;
    found.push(new Item(family, about, art(draft.svg), () => madeBy(draft), draft.about));
  }
  for (const card of ownCards(await getCards())) {
    const family = find(card.family);
    if (!family) continue;
    const about = card.about.title || (card.title && sizeName(family, card.title));
    const load = async () => (await getGame(card.id)).puzzle;
    found.push(new Item(family, about, () => cardArt(card, family), load, card.about));
  }
  return found;
}

/**
 * The puzzle that a draft makes; an error if it makes none yet.
 *
 * @param {import("./drafts.js").Work} draft
 */
async function madeBy({ puzzle, moves }) {
  const { made, missing } = await post("/api/edit", { puzzle, moves });
  if (!made) throw new Error(missing);
  return made;
}

/**
 * The puzzle of a game, or the one on the setter's desk.
 *
 * @param {string} id
 * @param {FamilyInfo[]} families
 */
export async function namedItem(id, families) {
  /** @param {string} name */
  const find = (name) => /** @type {FamilyInfo} */ (families.find((each) => each.name === name));
  const work = id.startsWith(DESK) && lastWork(id.slice(DESK.length));
  if (work) {
    const { svg, family } = await post("/api/edit", { puzzle: work.puzzle, moves: work.moves });
    const name = work.about?.title || t("Draft");
    return new Item(find(family), name, art(svg), () => madeBy(work), work.about);
  }
  const { family, title, puzzle, svg, about } = await getGame(id);
  const name = about.title || sizeName(find(family), title);
  return new Item(find(family), name, art(svg), async () => puzzle, about);
}
