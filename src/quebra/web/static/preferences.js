// The choices of language, theme and look.

import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { readSetting, writeSetting } from "./settings.js";
import { chooseLanguage, language, languageName, languages, t } from "./texts.js";
import { choice, iconButton } from "./widgets.js";

/**
 * Change the language, and show the view again in it.
 *
 * @param {string} code
 */
export async function chooseAndReload(code) {
  await chooseLanguage(code);
  dispatchEvent(new HashChangeEvent("hashchange"));
}

/** A choice of languages. */
export function languageChoice() {
  const change = () => chooseAndReload(element.value);
  const element = choice(
    languages.map((code) => [code, languageName(code)]),
    language,
    { id: "language", "aria-label": t("Language"), onchange: change },
  );
  return h("label", { class: "language", title: t("Language") }, icon("language"), element);
}

const isDark = () => {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
};

/** A button that switches between the light and the dark theme. */
export function themeButton() {
  const change = () => {
    writeSetting("theme", isDark() ? "light" : "dark");
    applyPreferences();
    show();
  };
  const element = iconButton("", "moon", change);
  const show = () => {
    const name = isDark() ? t("Light") : t("Dark");
    element.setAttribute("aria-label", name);
    element.title = name;
    fill(element, icon(isDark() ? "sun" : "moon"));
  };
  show();
  return element;
}

/** Give the page the look that the reader has chosen. */
export function applyPreferences() {
  const root = document.documentElement;
  const theme = readSetting("theme");
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  root.classList.toggle("left-handed", readSetting("leftHanded") === true);
  root.classList.toggle("high-contrast", readSetting("highContrast") === true);
  root.classList.toggle("no-piece-letters", readSetting("pieceLetters") === false);
  root.classList.toggle("less-motion", readSetting("lessMotion") === true);
  root.dataset.text = readSetting("textSize") ?? "usual";
}

/** @returns {"at once" | "check" | "never"} When broken rules are shown. */
const mistakes = () => readSetting("mistakes") ?? "at once";

/** Whether broken rules are shown at once. */
export const showsMistakes = () => mistakes() === "at once";

/** Whether the reader can ask for a check of the rules. */
export const canCheck = () => mistakes() !== "never";

/** @typedef {{ candidates: boolean, broken: boolean, tint: boolean, turned: boolean }} BoardLook */

/**
 * What the drawing of a game shows, for requests about it.
 *
 * @returns {BoardLook}
 */
export const boardLook = (turned = false) => ({
  turned,
  candidates: readSetting("marks") === "auto",
  broken: showsMistakes(),
  tint: readSetting("tint") === true,
});
