// The settings. Each change counts at once and is kept in this browser.

import { getFamilies } from "./api.js";
import { fill, h } from "./dom.js";
import { showKeys } from "./keys.js";
import { applyPreferences, chooseAndReload } from "./preferences.js";
import { readSetting, writeSetting } from "./settings.js";
import { getSamples } from "./shelf.js";
import { language, languageName, languages, t } from "./texts.js";
import { button, picture, segments } from "./widgets.js";

/** @import { Outlet } from "./main.js" */

/** @param {Outlet} outlet */
export default async function settings(outlet) {
  const preview = h("div", { class: "preview-board", "data-family": "kojun" });
  fill(
    outlet,
    h("h1", {}, t("Settings")),
    h(
      "div",
      { class: "settings" },
      h("div", { class: "groups" }, look(), playing(), hand(), help()),
      h(
        "aside",
        { class: "preview" },
        preview,
        h("p", { class: "soft" }, t("Changes show here at once. Nothing needs saving.")),
      ),
    ),
  );
  const [families, samples] = await Promise.all([getFamilies(), getSamples()]);
  const sample = samples.find(({ family }) => family === "kojun") ?? samples[0];
  if (families.length && sample && !outlet.isStale) fill(preview, picture(sample.svg, "thumbnail"));
}

function look() {
  return group(
    t("Language and look"),
    choices(
      t("Language"),
      t("Puzzles, hints and proofs speak it too."),
      languages.map((code) => [code, languageName(code)]),
      language,
      chooseAndReload,
    ),
    choices(
      t("Theme"),
      t("System follows your computer."),
      [
        ["", t("System")],
        ["light", t("Light")],
        ["dark", t("Dark")],
      ],
      readSetting("theme") ?? "",
      (theme) => keep("theme", theme || null),
    ),
    choices(
      t("Text size"),
      t("Boards have their own size."),
      [
        ["small", t("Small")],
        ["usual", t("Usual")],
        ["large", t("Large")],
      ],
      readSetting("textSize") ?? "usual",
      (size) => keep("textSize", size),
    ),
    onOff(t("High contrast"), t("Darker words and lines."), "highContrast", false),
  );
}

function playing() {
  return group(
    t("Playing"),
    onOff(
      t("Show the clock"),
      t("It runs either way and stops when you look away."),
      "clock",
      true,
    ),
    choices(
      t("Pencil marks"),
      t("Where Quebra may help with them."),
      [
        ["hand", t("By hand")],
        ["auto", t("Automatic")],
      ],
      readSetting("marks") ?? "hand",
      (marks) => keep("marks", marks),
    ),
    choices(
      t("Mistakes"),
      t("When a broken rule is shown."),
      [
        ["at once", t("At once")],
        ["check", t("On Check")],
        ["never", t("Never")],
      ],
      readSetting("mistakes") ?? "at once",
      (when) => keep("mistakes", when),
    ),
    onOff(
      t("Tint regions while playing"),
      t("Colour comes when you solve it; this brings a faint one before."),
      "tint",
      false,
    ),
    onOff(t("Letters on pieces"), t("In tangrams; they stay upright."), "pieceLetters", true),
  );
}

function hand() {
  return group(
    t("Hand and touch"),
    choices(
      t("Keypad and panel"),
      t("The side they stand on."),
      [
        ["left", t("Left-handed")],
        ["right", t("Right-handed")],
      ],
      readSetting("leftHanded") ? "left" : "right",
      (side) => keep("leftHanded", side === "left"),
    ),
    onOff(t("Less motion"), t("No slides or fades."), "lessMotion", false),
  );
}

function help() {
  const text = t("Press ? on any page; in a game it lists the keys of its board.");
  return group(
    t("Help"),
    row(t("Keys"), text, button(t("Show the keys"), showKeys, { icon: "keys" })),
  );
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function keep(name, value) {
  writeSetting(name, value);
  applyPreferences();
}

/**
 * @param {string} title
 * @param {...HTMLElement} rows
 */
const group = (title, ...rows) => h("section", {}, h("h2", {}, title), ...rows);

/**
 * @param {string} title
 * @param {string} about
 * @param {HTMLElement} control
 */
const row = (title, about, control) =>
  h(
    "div",
    { class: "setting" },
    h("span", {}, h("b", {}, title), h("span", { class: "soft" }, about)),
    control,
  );

/**
 * @param {string} title
 * @param {string} about
 * @param {[value: string, text: string][]} values
 * @param {string} chosen
 * @param {(value: string) => unknown} onChoose
 */
function choices(title, about, values, chosen, onChoose) {
  const element = row(title, about, segments(title, values, chosen, onChoose));
  element.classList.add("wide");
  return element;
}

/**
 * A switch.
 *
 * @param {string} title
 * @param {string} about
 * @param {string} name
 * @param {boolean} usual
 */
function onOff(title, about, name, usual) {
  const input = h("input", {
    type: "checkbox",
    role: "switch",
    class: "switch",
    checked: readSetting(name) ?? usual,
    onchange: () => keep(name, input.checked),
  });
  return h(
    "label",
    { class: "setting" },
    h("span", {}, h("b", {}, title), h("span", { class: "soft" }, about)),
    input,
  );
}
