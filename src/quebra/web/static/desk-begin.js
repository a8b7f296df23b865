// The boards that the setter's desk begins with: blank ones, and puzzles as text.

import { post } from "./api.js";
import { boardModule } from "./boards/host.js";
import { readPuzzle } from "./open.js";
import { readSetting } from "./settings.js";

/** @import { EditView, FamilyInfo } from "./host.js" */

/**
 * The board to begin with, of the last size of its family.
 *
 * @param {FamilyInfo} family
 * @returns {Promise<EditView>}
 */
export async function blank(family, size = readSetting(`desk.size.${family.name}`)) {
  const wish = { family: family.name, ...(family.size && size && { size }) };
  const view = await post("/api/blank", wish);
  const { opening } = await boardModule(family, view);
  const moves = opening?.(view) ?? [];
  return moves.length ? post("/api/edit", { puzzle: view.puzzle, moves }) : view;
}

/**
 * The view of a puzzle in any text format.
 *
 * @param {string} source
 * @returns {Promise<EditView>}
 */
export async function read(source) {
  const { puzzle } = await readPuzzle(source);
  return post("/api/edit", { puzzle });
}
