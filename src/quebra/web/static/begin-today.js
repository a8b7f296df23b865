// Starts today's puzzle of a family, or goes on with it.

import { getFamilies } from "./api.js";
import { begin } from "./begin.js";
import { h } from "./dom.js";
import { emblem } from "./icons.js";
import { t } from "./texts.js";
import { getToday, rememberToday } from "./today.js";

/** @import { Outlet } from "./main.js" */

const WAITING_MS = 300;

/**
 * @param {Outlet} outlet
 * @param {string} family
 */
export default async function beginToday(outlet, family) {
  const waiting = setTimeout(() => showWaiting(outlet, family), WAITING_MS);
  try {
    const puzzle = await getToday(family);
    await begin(outlet, puzzle, (id) => rememberToday(family, id));
  } finally {
    clearTimeout(waiting);
  }
}

/**
 * Say that the puzzle is being made, which takes some seconds the first time.
 *
 * @param {Outlet} outlet
 * @param {string} name
 */
async function showWaiting(outlet, name) {
  const family = (await getFamilies()).find((each) => each.name === name);
  if (!family || outlet.isStale) return;
  outlet.replaceChildren(
    h(
      "section",
      { class: "loading", "data-family": name },
      emblem(name),
      h("h1", {}, family.title),
      h("p", { class: "soft", role: "status" }, t("Being made …")),
      h("a", { class: "button", href: "#/" }, t("To the home page")),
    ),
  );
}
