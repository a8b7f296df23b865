// Title, author and note of a puzzle on the setter's desk. They are kept with it, and the file that
// plays it shows them.

import { h } from "./dom.js";
import { readSetting, writeSetting } from "./settings.js";
import { t } from "./texts.js";
import { field } from "./widgets.js";

/** @typedef {{ title: string, author: string, note: string }} About */

const MOST_CHARACTERS = 200;
const AUTHOR = "desk.author";

/**
 * @param {Partial<About> | undefined} known
 * @param {() => unknown} onChange
 */
export function aboutFields(known, onChange) {
  const line = () => h("input", { type: "text", maxlength: MOST_CHARACTERS, autocomplete: "off" });
  const title = line();
  const author = line();
  const note = h("textarea", { rows: 2, maxlength: MOST_CHARACTERS });
  /** @param {Partial<About>} about */
  function show(about = {}) {
    title.value = about.title ?? "";
    author.value = about.author ?? readSetting(AUTHOR) ?? "";
    note.value = about.note ?? "";
  }
  /** @returns {About} */
  const read = () => ({
    title: title.value.trim(),
    author: author.value.trim(),
    note: note.value.trim(),
  });
  author.addEventListener("input", () => writeSetting(AUTHOR, author.value.trim()));
  for (const each of [title, author, note]) each.addEventListener("input", onChange);
  show(known);
  const element = h(
    "details",
    { class: "source about-puzzle", open: Boolean(known?.title || known?.note) },
    h("summary", {}, t("Title and author")),
    field(t("Title"), title),
    field(t("Author"), author),
    field(t("Note"), note, t("Shown in the file that plays the puzzle.")),
  );
  return { element, read, show };
}
