// Starts a game of a puzzle of the gallery, or of one in a link.

import { get, post } from "./api.js";

/** @import { Outlet } from "./main.js" */

/**
 * @param {Outlet} outlet
 * @param {string} name  An id in the gallery, or a link that starts with `#`.
 */
export default async function begin(outlet, name) {
  const view = await post("/api/games", name.startsWith("#") ? { link: name } : await load(name));
  if (!outlet.isStale) location.replace(`#/game/${view.id}`);
}

/** @param {string} name */
async function load(name) {
  const { puzzle } = await get(`/api/gallery/${encodeURIComponent(name)}`);
  return { puzzle };
}
