// The page's words, in the reader's language.

const TONGUES = ["en", "pt"];

/** The first of the reader's languages that we speak. */
export const tongue =
  navigator.languages
    .map((language) => language.slice(0, 2).toLowerCase())
    .find((language) => TONGUES.includes(language)) ?? "en";

const words = await (await fetch(`/static/texts/${tongue}.json`)).json();
document.documentElement.lang = tongue;

/** The text of that key, if there is one, with `{name}` replaced by the values given. */
export function t(key, values = {}, otherwise = key) {
  const text = words[key] ?? otherwise;
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** A function like `t` for a family's own words, which it has as `{en: {...}, pt: {...}}`. */
export function tellers(texts) {
  return (key, values = {}) =>
    texts[tongue][key].replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
