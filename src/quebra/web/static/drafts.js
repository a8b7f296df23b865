// What the setter's desk remembers: the last family and size, its board, and saved drafts.

import { DeskHistory } from "./desk-history.js";
import { readSetting, writeSetting } from "./settings.js";

/** @import { About } from "./desk-about.js" */

/**
 * A puzzle, the moves of an arrangement, what the setter says of it, and the draft that it is.
 *
 * @typedef {{ puzzle: any, moves: string[], about?: Partial<About>, draft?: string }} Work
 */
/** @typedef {Work & { id: string, family: string, updated: number, svg: string }} Draft */

const MOST = 50;

/** @returns {string} The family on the desk, or "". */
export const lastFamily = () => readSetting("desk") ?? "";

/**
 * @param {string} family
 * @returns {Work | null}
 */
export const lastWork = (family) => readSetting(`desk.${family}`);

/**
 * @param {string} family
 * @param {Work} work
 */
export function keepWork(family, work) {
  writeSetting(`desk.${family}`, work);
}

/**
 * Put a puzzle on the desk; an undo brings the present one back.
 *
 * @param {string} family
 * @param {Work} work
 */
export function putOnDesk(family, work) {
  const present = lastWork(family);
  if (present) new DeskHistory(family).push(present);
  keepWork(family, work);
}

/** @returns {Draft[]} The saved drafts, the last one first. */
export const drafts = () => readSetting("drafts") ?? [];

/**
 * Save a draft in place of the one with its id, if there is one.
 *
 * @param {Omit<Draft, "updated">} draft
 */
export function saveDraft(draft) {
  const others = drafts().filter(({ id }) => id !== draft.id);
  const updated = Date.now() / 1000;
  writeSetting("drafts", [{ ...draft, updated }, ...others].slice(0, MOST));
}

/** @param {string} draft */
export function removeDraft(draft) {
  writeSetting(
    "drafts",
    drafts().filter(({ id }) => id !== draft),
  );
}

/**
 * Put a draft on the desk; its id stays with it, so that saving replaces it.
 *
 * @param {Draft} draft
 */
export function openDraft({ family, puzzle, moves, about, id }) {
  putOnDesk(family, { puzzle, moves, about, draft: id });
  location.hash = `#/set/${family}`;
}
