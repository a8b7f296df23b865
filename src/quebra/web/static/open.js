// A puzzle from a file, a text or a link.

import { post } from "./api.js";
import { fill, h } from "./dom.js";
import { play } from "./look.js";
import { t } from "./texts.js";
import { field } from "./widgets.js";

export default function open(page) {
  const text = h("textarea", { rows: 10, spellcheck: "false", required: true });
  const file = h("input", { type: "file", onchange: () => read(file.files[0]) });
  const state = h("p", { class: "said", role: "alert" });
  const form = h(
    "form",
    { class: "form", onsubmit: load, ondragover: (event) => event.preventDefault(), ondrop: drop },
    field(t("open-file"), file),
    field(t("open-text"), text, t("open-note")),
    h("p", {}, h("button", { class: "main", type: "submit" }, t("open"))),
    state,
  );
  fill(page, h("h1", {}, t("open-title")), h("p", { class: "soft" }, t("open-about")), form);

  async function read(chosen) {
    if (!chosen) return;
    text.value = await chosen.text();
    form.requestSubmit();
  }

  function drop(event) {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    read(event.dataTransfer.files[0]);
  }

  async function load(event) {
    event.preventDefault();
    state.textContent = "";
    const source = text.value.trim();
    const shared = source.indexOf("#p=");
    if (shared >= 0) return void (location.hash = source.slice(shared));
    try {
      const { puzzle } = await post("/api/load", { source: text.value });
      await play(puzzle);
    } catch (error) {
      state.textContent = error.message;
    }
  }
}
