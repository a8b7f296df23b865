// A link that holds the whole puzzle, and the moves if wanted; the puzzle as a picture or a text.

import { post } from "./api.js";
import { download, h } from "./dom.js";
import { t } from "./texts.js";
import { button, choice, dialog, field } from "./widgets.js";

const SCALE = 2;

export function share(table) {
  const { view, family } = table;
  const name = `${family.name}-${view.id}`;
  const link = h("input", { readonly: true });
  const withMoves = h("input", { type: "checkbox", onchange: () => tried(showLink)() });
  const format = choice(family.formats.map((each) => [each, each]), "text");
  const { puzzle } = view;
  const answer = view.done ? view.answer : undefined;
  const drawn = async () => (await post("/api/draw", { puzzle, answer, theme: "light" })).svg;
  const text = async () => (await post("/api/convert", { puzzle, to: format.value })).text;
  const state = h("p", { class: "soft", role: "status" });
  const tried = (action) => () => action().catch((error) => (state.textContent = error.message));
  dialog(
    t("share"),
    field(t("share-link"), link, t("share-note")),
    view.done > 0 && h("label", { class: "check" }, withMoves, t("share-moves")),
    h(
      "p",
      { class: "row" },
      button(t("copy"), () => copy(link, state), { icon: "share", kind: "main" }),
    ),
    h("h3", {}, t("share-picture")),
    h(
      "p",
      { class: "row" },
      button("SVG", tried(async () => download(`${name}.svg`, await drawn(), "image/svg+xml"))),
      button("PNG", tried(async () => download(`${name}.png`, await pixels(await drawn())))),
    ),
    h("h3", {}, t("share-text")),
    h(
      "div",
      { class: "with-button" },
      field(t("format"), format),
      button(t("download"), tried(async () => download(`${name}.txt`, await text(), "text/plain"))),
    ),
    state,
  );
  showLink();

  async function showLink() {
    state.textContent = "";
    try {
      const { link: found } = withMoves.checked ? await table.ask("share") : view;
      link.value = `${location.origin}/${found}`;
    } catch (error) {
      withMoves.checked = false;
      throw error;
    }
    link.select();
  }
}

async function copy(link, state) {
  try {
    await navigator.clipboard.writeText(link.value);
    state.textContent = t("copied");
  } catch {
    link.select();
    state.textContent = t("copy-yourself");
  }
}

/** A drawing as PNG, painted by the browser itself. */
async function pixels(svg) {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  image.src = address;
  await image.decode();
  const canvas = h("canvas", { width: SCALE * image.width, height: SCALE * image.height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(address);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
