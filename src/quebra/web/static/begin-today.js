// Starts today's puzzle of a family, or goes on with it.

import { begin } from "./begin.js";
import { getToday, rememberToday } from "./today.js";

/** @import { Outlet } from "./main.js" */

/**
 * @param {Outlet} outlet
 * @param {string} family
 */
export default async function beginToday(outlet, family) {
  const puzzle = await getToday(family);
  await begin(outlet, puzzle, (id) => rememberToday(family, id));
}
