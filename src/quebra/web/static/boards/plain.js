// The board of a family that has neither a page.js nor values to enter: moves are typed.

import { fill, h } from "../dom.js";
import { t } from "../texts.js";
import { field } from "../widgets.js";

/** @import { Board, BoardModule, Host } from "../host.js" */

/** @type {BoardModule} */
export default { mount };

/**
 * @param {Host} host
 * @returns {Board}
 */
function mount(host) {
  const { family } = host;
  const moves = host.mode === "set" ? family.edits : family.moves;
  const input = h("input", { name: "move", autocomplete: "off", spellcheck: "false" });
  const form = h(
    "form",
    { class: "with-button", onsubmit: enter },
    field(t("Type a move"), input),
    h("button", { type: "submit" }, t("Make the move")),
  );
  /** @param {[move: string, text: string]} pair */
  const row = ([move, text]) => h("li", {}, h("code", {}, move), " ", text);
  fill(host.pad, form, h("ul", { class: "soft" }, ...moves.map(row)));

  /** @param {Event} event */
  async function enter(event) {
    event.preventDefault();
    if (await host.play(input.value.trim())) input.value = "";
  }
  return { update() {}, mark() {}, focus: () => input.focus(), keys: [] };
}
