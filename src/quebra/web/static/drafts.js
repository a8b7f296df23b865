// What the setter's desk remembers: in this browser the last family and its board, and on the server
// the saved drafts.

import { get, put, remove } from "./api.js";
import { DeskHistory } from "./desk-history.js";
import { readSetting, writeSetting } from "./settings.js";

/** @import { About } from "./desk-about.js" */

/**
 * A puzzle, the moves of an arrangement, what the setter says of it, and the draft that it is.
 *
 * @typedef {{ puzzle: any, moves: string[], about?: Partial<About>, draft?: string }} Work
 */
/** @typedef {Work & { id: string, family: string, updated: number, svg: string }} Draft */

export const DESK = "desk-"; // before a family in an address: the puzzle on its desk

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

/** @returns {Promise<Draft[]>} The saved drafts, the last one first. */
export const drafts = () => get("/api/drafts");

/**
 * Save a draft in place of the one with its id, if there is one.
 *
 * @param {string} id
 * @param {Work} work
 */
export const saveDraft = (id, { puzzle, moves, about }) =>
  put(addressOf(id), { puzzle, moves, about });

/** @param {string} id */
export const removeDraft = (id) => remove(addressOf(id));

/** @param {string} id */
const addressOf = (id) => `/api/drafts/${encodeURIComponent(id)}`;

/** The id of a new draft. */
export const newDraft = () => `${Date.now()}-${Math.random().toString(36).slice(2, 8)}`;

/**
 * Put a draft on the desk; its id stays with it, so that saving replaces it.
 *
 * @param {Draft} draft
 */
export function openDraft({ family, puzzle, moves, about, id }) {
  putOnDesk(family, { puzzle, moves, about, draft: id });
  location.hash = `#/set/${family}`;
}
