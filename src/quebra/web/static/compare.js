// Give up, and compare: the solution beside what the player had, with what differs.

import { brokenOff, post, work } from "./api.js";
import { fill, h } from "./dom.js";
import { t } from "./texts.js";
import { button, dialog, picture, workBar } from "./widgets.js";

export function compare(table) {
  const before = table.view;
  const state = h("div", { class: "dialog-state", role: "status" });
  const job = work(`/api/games/${before.id}/giveup`, {}, (known) => bar.show(known));
  const bar = workBar(job.abort);
  fill(state, bar.element);
  const box = dialog(t("give-up"), state);
  box.addEventListener("close", job.abort);
  const back = () => (box.close(), table.goTo(before.done));
  const wayBack = (kind) => button(t("give-up-back"), back, kind);
  const show = async (after) => {
    table.show(after);
    table.say(t("gave-up"), wayBack({ kind: "link" }));
    const { puzzle, answer } = after;
    // A game that is over may have nothing left on the board; the solution tells how it went.
    const { svg } = await post("/api/draw", { puzzle, answer, theme: "page" });
    fill(state, ...result(before, after, svg), wayBack({ icon: "undo" }));
  };
  job.done
    .then(show)
    .catch((error) => brokenOff(error) || fill(state, h("p", { class: "said" }, error.message)));
}

/** Both boards side by side; the places where they agree are counted by what is said of them. */
function result(before, after, solution) {
  const own = new Map(before.spots.map((spot) => [String(spot.where), spot.text]));
  const agree = after.spots.filter((spot) => own.get(String(spot.where)) === spot.text).length;
  const side = (name, svg) => h("figure", {}, picture(svg), h("figcaption", {}, name));
  return [
    h("p", {}, t("compared", { n: agree, wrong: after.spots.length - agree })),
    h("div", { class: "pair" }, side(t("yours"), before.svg), side(t("solution"), solution)),
  ];
}
