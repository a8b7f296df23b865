// The page's texts. A text is its English template; the catalogue of a language has its translation.

import { readSetting, writeSetting } from "./settings.js";

/** @typedef {Record<string, string | string[]>} Catalogue  A plural text has several forms. */
/** @typedef {Record<string, string | number>} Values */

const ENGLISH = "en";

/** The codes of all languages. */
export const languages = (document.documentElement.dataset.languages ?? ENGLISH).split(" ");

/** The code of the language of the page. */
export let language = ENGLISH;
/** @type {Catalogue} */
let catalogue = {};
/** @type {Record<string, Catalogue>} */
const added = {};

/**
 * The text of an English template with `{name}` replaced by values, numbers as the language writes
 * them.
 *
 * @param {string} template
 * @param {Values} values
 */
export const t = (template, values = {}) => format(translation(template) ?? template, values);

/**
 * A text with one form for one and another for other numbers; the number is the value `n`.
 *
 * @param {string} one
 * @param {string} other
 * @param {number} n
 * @param {Values} values
 */
export function tn(one, other, n, values = {}) {
  const found = translation(one);
  const forms = Array.isArray(found) ? found : [one, other];
  const isOne = new Intl.PluralRules(language).select(n) === "one";
  return format(forms[isOne ? 0 : 1], { n, ...values });
}

/**
 * A share such as 0.5 as a percentage.
 *
 * @param {number} share
 */
export const percent = (share) =>
  new Intl.NumberFormat(language, { style: "percent" }).format(share || 0); // not -0

/**
 * Items as a list with "and".
 *
 * @param {string[]} items
 */
export function allOf(items) {
  const last = items.at(-1) ?? "";
  if (items.length < 2) return last;
  return t("{items} and {last}", { items: items.slice(0, -1).join(", "), last });
}

/** @param {string} template */
const translation = (template) => catalogue[template] ?? added[language]?.[template];

/**
 * @param {string | string[]} text
 * @param {Values} values
 */
function format(text, values) {
  const numbers = new Intl.NumberFormat(language);
  return String(text).replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name] ?? whole;
    return typeof value === "number" ? numbers.format(value) : value;
  });
}

/**
 * Use these texts too: those of a family that is not part of Quebra, by language.
 *
 * @param {Record<string, Catalogue>} texts
 */
export function addTexts(texts) {
  for (const [code, own] of Object.entries(texts)) added[code] = { ...added[code], ...own };
}

/**
 * The name of a language in the language itself.
 *
 * @param {string} code
 */
export function languageName(code) {
  const name = new Intl.DisplayNames(code, { type: "language" }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/**
 * Change the language of the page, and remember it.
 *
 * @param {string} code
 */
export async function chooseLanguage(code) {
  writeSetting("language", code);
  await load(code);
}

/** @param {string} code */
async function load(code) {
  language = code;
  document.documentElement.lang = code;
  const found = code === ENGLISH ? {} : await request(code);
  if (language === code) catalogue = found;
}

/**
 * The catalogue of a language; empty if there is none, and then the texts are English.
 *
 * @param {string} code
 * @returns {Promise<Catalogue>}
 */
const request = (code) =>
  fetch(`/static/catalogues/${code}.json`).then(
    (response) => (response.ok ? response.json() : {}),
    () => ({}),
  );

const wanted = [readSetting("language"), ...navigator.languages.map((name) => name.split("-")[0])];
await load(wanted.find((code) => languages.includes(code)) ?? ENGLISH);
