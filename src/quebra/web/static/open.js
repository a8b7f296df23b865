// A puzzle from a file, a text or a link.

import { errorText, post } from "./api.js";
import { fill, h } from "./dom.js";
import { t } from "./texts.js";
import { play } from "./unplayable.js";
import { field } from "./widgets.js";

/** @import { Outlet } from "./main.js" */

const LINK = "#p=";
const PLAYED = /playFile\((\{.*\}), modules\b/; // the puzzle in an HTML file that plays it

/**
 * Open a puzzle from a text in any format, or from a link.
 *
 * @param {string} source
 */
export async function openText(source) {
  if (source.includes(LINK) && !PLAYED.test(source)) {
    location.hash = source.slice(source.indexOf(LINK)).trim();
    return;
  }
  const { puzzle, about } = await readPuzzle(source);
  await play(puzzle, about);
}

/**
 * The puzzle of a text in any format, and what its setter says of it, if it is an HTML file that
 * plays it.
 *
 * @param {string} source
 * @returns {Promise<{ puzzle: any, about?: Partial<import("./desk-about.js").About> }>}
 */
export async function readPuzzle(source) {
  const played = PLAYED.exec(source);
  return played ? JSON.parse(played[1]) : post("/api/load", { source });
}

/** @param {Outlet} outlet */
export default function open(outlet) {
  const text = h("textarea", { rows: 10, spellcheck: "false", required: true });
  const file = h("input", { type: "file", onchange: () => read(file.files) });
  const state = h("p", { class: "said", role: "alert" });
  const form = h(
    "form",
    { class: "form", onsubmit: load },
    field(t("A file"), file),
    field(
      t("Or paste a text or a link"),
      text,
      t("Files can also be dropped on any page of Quebra."),
    ),
    h("p", {}, h("button", { class: "main", type: "submit" }, t("Open"))),
    state,
  );
  fill(
    outlet,
    h("h1", {}, t("Open a puzzle")),
    h("p", { class: "soft" }, t("Any format that Quebra knows, and links of puzz.link and penpa.")),
    form,
  );

  /** @param {FileList | null | undefined} files */
  async function read(files) {
    if (!files?.length) return;
    text.value = await files[0].text();
    form.requestSubmit();
  }

  /** @param {Event} event */
  async function load(event) {
    event.preventDefault();
    state.textContent = "";
    try {
      await openText(text.value);
    } catch (error) {
      state.textContent = errorText(error);
    }
  }
}
