// For families without a page.js: moves are typed as they are written, and all else is the shell's.

import { fill, h } from "../dom.js";
import { button, field } from "../widgets.js";

export default { mount };

function mount(host) {
  const { t } = host;
  const moves = host.mode === "set" ? host.family.edits : host.family.moves;
  const input = h("input", { name: "move", autocomplete: "off", spellcheck: "false" });
  const form = h(
    "form",
    { class: "with-button", onsubmit: enter },
    field(t("type-move"), input),
    h("button", { type: "submit" }, t("do-move")),
  );
  const table = h(
    "ul",
    { class: "soft" },
    ...(moves ?? []).map(([move, text]) => h("li", {}, h("code", {}, move), " ", text)),
  );
  fill(host.pad, form, table);

  async function enter(event) {
    event.preventDefault();
    if (await host.play(input.value.trim())) input.value = "";
  }
  return { update() {}, mark() {}, focus: () => input.focus(), keys: [] };
}
