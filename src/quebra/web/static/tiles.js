// A tile for each family: one large board, and what can be done from there.

import { fill, h, sentence } from "./dom.js";
import { emblem } from "./icons.js";
import { getSamples, inOrder } from "./shelf.js";
import { t } from "./texts.js";
import { button, picture } from "./widgets.js";

/** @import { FamilyInfo } from "./host.js" */

/**
 * @param {FamilyInfo[]} families
 * @param {"h2" | "h3"} level  Of the headings.
 */
export function familyTiles(families, level = "h3") {
  const places = new Map(families.map(({ name }) => [name, h("span", { class: "board-place" })]));
  const tiles = inOrder(families).map((family) => tile(family, level, places.get(family.name)));
  const shown = getSamples().then((samples) => {
    for (const { family, svg } of samples) {
      const place = places.get(family);
      if (place) fill(place, picture(svg, "thumbnail"));
    }
  });
  return { element: h("ul", { class: "family-tiles" }, ...tiles), shown };
}

/**
 * @param {FamilyInfo} family
 * @param {"h2" | "h3"} level
 * @param {HTMLElement | undefined} place
 */
function tile(family, level, place) {
  const href = `#/puzzles/${family.name}`;
  const make = async () => (await import("./make.js")).newSheet(family);
  return h(
    "li",
    { class: "family-tile", "data-family": family.name },
    h("a", { class: "art", href, tabindex: -1, "aria-hidden": "true" }, place),
    h(
      "div",
      { class: "words" },
      h(level, {}, emblem(family.name), h("a", { href }, family.title)),
      h("p", { class: "soft" }, sentence(family.summary)),
      h(
        "div",
        { class: "row" },
        button(t("New puzzle"), make, { kind: "main" }),
        h("a", { class: "button", href }, t("All puzzles")),
      ),
    ),
  );
}
