// Starts a game of a puzzle of the shelf, or of one in a link.

import { get, post } from "./api.js";
import { gameOf, getCards } from "./shelf.js";

/** @import { Outlet } from "./main.js" */

/**
 * @param {Outlet} outlet
 * @param {string} name  The id of a puzzle, or a link that starts with `#`.
 */
export default async function beginNamed(outlet, name) {
  if (name.startsWith("#")) return open(outlet, { link: name });
  return begin(outlet, await get(`/api/gallery/${encodeURIComponent(name)}`));
}

/**
 * Go on with the unfinished game of a puzzle, or start one.
 *
 * @param {Outlet} outlet
 * @param {{ key: string, puzzle: any }} puzzle
 * @param {(id: string) => unknown} onStart  Is given the game.
 */
export async function begin(outlet, { key, puzzle }, onStart = () => {}) {
  const game = gameOf(await getCards(), key);
  if (!game || game.solved) return open(outlet, { puzzle }, onStart);
  onStart(game.id);
  if (!outlet.isStale) location.replace(`#/game/${game.id}`);
}

/**
 * @param {Outlet} outlet
 * @param {object} body  A puzzle or a link.
 * @param {(id: string) => unknown} onStart
 */
async function open(outlet, body, onStart = () => {}) {
  const view = await post("/api/games", body);
  onStart(view.id);
  if (!outlet.isStale) location.replace(`#/game/${view.id}`);
}
