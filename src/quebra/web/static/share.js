// What others can open: a link of a site that has such puzzles, a picture, a file that plays, a text.
//
// An address of this machine is never shared.

import { draw, errorText, post, ServerError } from "./api.js";
import { download, fill, h } from "./dom.js";
import { shownPuzzle } from "./fit.js";
import { formatName } from "./names.js";
import { pngFile, svgFile } from "./pictures.js";
import { resultLine } from "./result.js";
import { t } from "./texts.js";
import { button, choice, dialog, field } from "./widgets.js";

/** @import { About } from "./desk-about.js" */
/** @import { Game } from "./game.js" */
/** @import { FamilyInfo } from "./host.js" */
/**
 * What is shared.
 *
 * @typedef {object} Shared
 * @property {FamilyInfo} family
 * @property {any} puzzle
 * @property {About} about  What its setter says of it.
 * @property {string} name  The name of files, if the puzzle has no title.
 * @property {{ puzzle: any, answer?: any }} shown  What a picture shows.
 * @property {string} code  The puzzle as a code that another Quebra opens.
 * @property {(() => Promise<string>) | null} [codeWithMoves]
 * @property {string} [result]  The result of a solved game.
 */

const LINKS = ["puzzlink", "penpa", "link"]; // formats that are links, the most usual first
const OWN_ENDINGS = ["json", "cnf", "mzn", "lp", "mps", "svg", "wkt", "geojson"];

/** @param {Game} game */
export function shareGame(game) {
  const { view, family } = game.host;
  share({
    family,
    puzzle: view.puzzle,
    about: view.about,
    name: `${family.name}-${view.id}`,
    shown: { puzzle: shownPuzzle(view), answer: view.done ? view.answer : undefined },
    code: view.link,
    codeWithMoves: view.done ? async () => (await game.host.ask("share")).link : null,
    result: view.solved ? resultLine(game) : "",
  });
}

/** @param {Shared} shared */
export function share(shared) {
  const { family, puzzle, about, shown, result } = shared;
  const name = fileName(about.title) || shared.name;
  const state = h("p", { class: "soft", role: "status" });
  // Where a link is expected, its place is there from the start.
  const mayHaveLink = LINKS.some((each) => family.formats.includes(each));
  const top = h("div", { class: mayHaveLink ? "share-link" : "" });
  const format = choice(
    family.formats.map((each) => [each, formatName(each)]),
    "text",
  );
  const saveHtml = async () => {
    const { html } = await post("/api/draw", { puzzle, to: "html", about });
    await send(new File([html], `${name}.html`, { type: "text/html" }));
  };
  const saveSvg = async () => download(`${name}.svg`, svgFile(await draw(shown, "light")));
  const savePng = async () => {
    const picture = await pngFile(await draw(shown, "light"));
    await send(new File([picture], `${name}.png`, { type: "image/png" }));
  };
  const inFormat = async () => (await post("/api/convert", { puzzle, to: format.value })).text;
  const saveText = async () => {
    const ending = OWN_ENDINGS.includes(format.value) ? format.value : "txt";
    download(`${name}.${ending}`, new Blob([await inFormat()], { type: "text/plain" }));
  };
  const copyText = async () => copy(h("input", { readonly: true, value: await inFormat() }), state);
  dialog(
    t("Share and export"),
    top,
    result && line(t("Result"), result, t("Copy the result"), state),
    h("h3", {}, t("File that plays")),
    h(
      "p",
      { class: "soft" },
      t("One HTML file: it plays the puzzle in any browser, without Quebra and without a network."),
    ),
    h("p", { class: "row" }, button("HTML", attempt(saveHtml), { icon: "share" })),
    h("h3", {}, t("Picture")),
    h("p", { class: "row" }, button("PNG", attempt(savePng)), button("SVG", attempt(saveSvg))),
    h("h3", {}, t("Text")),
    h(
      "div",
      { class: "with-button" },
      field(t("Format"), format),
      button(t("Copy"), attempt(copyText)),
      button(t("Download"), attempt(saveText)),
    ),
    codeForQuebra(shared, state, attempt),
    state,
  );
  attempt(async () => {
    const link = await publicLink(puzzle, family);
    if (link) fill(top, line(t("Link"), link, t("Copy the link"), state, "main"));
    else if (mayHaveLink)
      fill(top, h("p", { class: "soft" }, t("No other site has this variant. Share the file.")));
  })();

  /** @param {() => Promise<unknown>} action */
  function attempt(action) {
    return async () => {
      state.textContent = "";
      try {
        await action();
      } catch (error) {
        state.textContent = errorText(error);
      }
    };
  }
}

/**
 * A title as the name of a file; empty if nothing is left of it.
 *
 * @param {string} title
 */
const fileName = (title = "") =>
  title
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .toLowerCase();

/**
 * A link that others can open without Quebra; empty if no site has such puzzles.
 *
 * @param {any} puzzle
 * @param {FamilyInfo} family
 */
export async function publicLink(puzzle, family) {
  for (const to of LINKS.filter((each) => family.formats.includes(each)))
    try {
      return (await post("/api/convert", { puzzle, to })).text;
    } catch (error) {
      if (!(error instanceof ServerError) || error.status !== 400) throw error;
    }
  return "";
}

/**
 * The puzzle, and the moves if wanted, as a code that another Quebra opens.
 *
 * @param {Shared} shared
 * @param {HTMLElement} state
 * @param {(action: () => Promise<unknown>) => () => unknown} attempt
 */
function codeForQuebra({ code, codeWithMoves }, state, attempt) {
  const shown = h("input", { readonly: true, value: code });
  const withMoves = h("input", { type: "checkbox", onchange: attempt(showCode) });
  return h(
    "details",
    {},
    h("summary", {}, t("For another Quebra")),
    field(t("Code"), shown, t("It contains the whole puzzle: paste it there on any view.")),
    codeWithMoves &&
      h("label", { class: "check" }, withMoves, t("with my moves, so that others can continue")),
    h(
      "p",
      { class: "row" },
      button(t("Copy the code"), () => copy(shown, state)),
    ),
  );

  async function showCode() {
    try {
      shown.value = withMoves.checked && codeWithMoves ? await codeWithMoves() : code;
    } catch (error) {
      withMoves.checked = false;
      throw error;
    }
  }
}

/**
 * A line of text with a button that copies it.
 *
 * @param {string} name
 * @param {string} text
 * @param {string} action
 * @param {HTMLElement} state
 */
function line(name, text, action, state, kind = "") {
  const input = h("input", { readonly: true, value: text });
  return h(
    "div",
    { class: "with-button" },
    field(name, input),
    button(action, () => copy(input, state), { icon: "share", kind }),
  );
}

/**
 * Give a file to another program where the system can do that, as phones can; else download it.
 *
 * @param {File} file
 */
async function send(file) {
  const data = { files: [file] };
  if (!matchMedia("(pointer: coarse)").matches || !navigator.canShare?.(data))
    return download(file.name, file);
  await navigator.share(data).catch((error) => {
    if (error.name !== "AbortError") download(file.name, file);
  });
}

/**
 * @param {HTMLInputElement} input
 * @param {HTMLElement} state
 */
async function copy(input, state) {
  try {
    await navigator.clipboard.writeText(input.value);
    state.textContent = t("Copied.");
  } catch {
    input.select();
    state.textContent = t("The browser does not allow copying. It is selected: copy it by hand.");
  }
}
