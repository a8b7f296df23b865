// The page's texts, in the reader's language.

/** @typedef {import("./host.js").Translate} Translate */

const LANGUAGES = /** @type {const} */ (["en", "pt"]);

/** The first of the reader's languages that the page has texts in. */
export const language =
  navigator.languages
    .map((name) => name.slice(0, 2).toLowerCase())
    .map((name) => LANGUAGES.find((each) => each === name))
    .find(Boolean) ?? "en";

/** @type {Record<string, string>} */
const texts = await (await fetch(`/static/texts/${language}.json`)).json();
document.documentElement.lang = language;

/** @type {Translate} */
export const t = (key, values = {}, fallback = key) => format(texts[key] ?? fallback, values);

/**
 * A function like `t` for the texts of a family.
 *
 * @param {import("./host.js").Texts} own
 * @returns {(key: string, values?: Record<string, string | number>) => string}
 */
export const translator =
  (own) =>
  (key, values = {}) =>
    format(own[language][key], values);

/**
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
const format = (text, values) =>
  text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
