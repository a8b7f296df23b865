// Texts of the file in one language. A text is its English template, as in the Python code.

/** @typedef {Record<string, string | number>} Values */

let language = "en";
/** @type {Record<string, string | string[]>} */
let translations = {};

/**
 * Use a language and its translations.
 *
 * @param {string} code
 * @param {Record<string, string | string[]>} texts  A plural text has two forms.
 */
export function useTexts(code, texts) {
  language = code;
  translations = texts;
}

/**
 * The text of a template. A template that ends as a sentence begins with a capital letter.
 *
 * @param {string} template
 * @param {Values} values
 */
export const t = (template, values = {}) =>
  format(String(translations[template] ?? template), values);

/**
 * A text with one form for one and another for other numbers; the number is the value `n`.
 *
 * @param {string} one
 * @param {string} other
 * @param {number} n
 * @param {Values} values
 */
export function tn(one, other, n, values = {}) {
  const found = translations[one];
  const forms = Array.isArray(found) ? found : [one, other];
  return format(forms[n === 1 ? 0 : 1], { n, ...values });
}

/**
 * Items as a list with "and".
 *
 * @param {(string | number)[]} items
 */
export function allOf(items) {
  if (items.length < 2) return items.map(plain).join("");
  const last = plain(items[items.length - 1]);
  return t("{items} and {last}", { items: items.slice(0, -1).map(plain).join(", "), last });
}

/**
 * Items as a list with "or".
 *
 * @param {(string | number)[]} items
 */
export function anyOf(items) {
  if (items.length < 2) return items.map(plain).join("");
  const last = plain(items[items.length - 1]);
  return t("{items} or {last}", { items: items.slice(0, -1).map(plain).join(", "), last });
}

/**
 * @param {string} template
 * @param {Values} values
 */
function format(template, values) {
  const text = template.replace(/\{(\w+)(?::([^}]*))?\}/g, (whole, name, spec) => {
    const value = values[name] ?? whole;
    return typeof value === "number" ? formatNumber(value, spec ?? "") : value;
  });
  const isSentence = template.startsWith("{") && /[.!?]$/.test(template);
  return isSentence ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

/** @param {string | number} value */
const plain = (value) => (typeof value === "number" ? formatNumber(value, "") : value);

/**
 * A number with the signs of the language; `spec` is that of Python: `,` or `.3g`.
 *
 * @param {number} value
 * @param {string} spec
 */
function formatNumber(value, spec) {
  const digits = /\.(\d+)g/.exec(spec);
  const options = digits ? { maximumSignificantDigits: Number(digits[1]) } : {};
  return new Intl.NumberFormat(language, { useGrouping: spec === ",", ...options }).format(value);
}
