// A link with the whole puzzle, and the moves if wanted; the puzzle as a picture or a text.

import { draw, errorText, post } from "./api.js";
import { download, h } from "./dom.js";
import { t } from "./texts.js";
import { button, choice, dialog, field } from "./widgets.js";

/** @import { Game } from "./game.js" */

const SCALE = 2;

/** @param {Game} game */
export function share({ host }) {
  const { view, family } = host;
  const { puzzle } = view;
  const name = `${family.name}-${view.id}`;
  const answer = view.done ? view.answer : undefined;
  const link = h("input", { readonly: true });
  const withMoves = h("input", { type: "checkbox", onchange: () => attempt(showLink)() });
  const state = h("p", { class: "soft", role: "status" });
  const format = choice(
    family.formats.map((each) => [each, each]),
    "text",
  );
  const saveSvg = async () =>
    download(`${name}.svg`, svgFile(await draw({ puzzle, answer }, "light")));
  const savePng = async () =>
    download(`${name}.png`, await pngFile(await draw({ puzzle, answer }, "light")));
  const saveText = async () => {
    const { text } = await post("/api/convert", { puzzle, to: format.value });
    download(`${name}.txt`, new Blob([text], { type: "text/plain" }));
  };
  dialog(
    t("Share and export"),
    field(t("Link"), link, t("The link contains the whole puzzle; nothing is stored elsewhere.")),
    view.done > 0 &&
      h("label", { class: "check" }, withMoves, t("with my moves, so that others can continue")),
    h(
      "p",
      { class: "row" },
      button(t("Copy the link"), () => copy(link, state), { icon: "share", kind: "main" }),
    ),
    h("h3", {}, t("Picture")),
    h("p", { class: "row" }, button("SVG", attempt(saveSvg)), button("PNG", attempt(savePng))),
    h("h3", {}, t("Text")),
    h(
      "div",
      { class: "with-button" },
      field(t("Format"), format),
      button(t("Download"), attempt(saveText)),
    ),
    state,
  );
  showLink();

  /** @param {() => Promise<unknown>} action */
  function attempt(action) {
    return async () => {
      try {
        await action();
      } catch (error) {
        state.textContent = errorText(error);
      }
    };
  }

  async function showLink() {
    state.textContent = "";
    try {
      const source = withMoves.checked ? await host.ask("share") : view;
      link.value = `${location.origin}/${source.link}`;
    } catch (error) {
      withMoves.checked = false;
      throw error;
    }
    link.select();
  }
}

/**
 * @param {HTMLInputElement} link
 * @param {HTMLElement} state
 */
async function copy(link, state) {
  try {
    await navigator.clipboard.writeText(link.value);
    state.textContent = t("The link is copied.");
  } catch {
    link.select();
    state.textContent = t(
      "The browser does not allow copying. The link is selected: copy it by hand.",
    );
  }
}

/** @param {string} svg */
const svgFile = (svg) => new Blob([svg], { type: "image/svg+xml" });

/**
 * A drawing as PNG, rendered by the browser.
 *
 * @param {string} svg
 * @returns {Promise<Blob>}
 */
async function pngFile(svg) {
  const image = new Image();
  const address = URL.createObjectURL(svgFile(svg));
  image.src = address;
  await image.decode();
  const canvas = h("canvas", { width: SCALE * image.width, height: SCALE * image.height });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(address);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) =>
        blob
          ? resolve(blob)
          : reject(new Error(t("That did not work. Try again, or start from the home page."))),
      "image/png",
    );
  });
}
