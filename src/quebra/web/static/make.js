// A new puzzle of a family: grade and size as two switches that are remembered, and presets.

import { errorText, isAbort, startJob } from "./api.js";
import { fill, h, sentence } from "./dom.js";
import { gradeName } from "./names.js";
import { usual } from "./next.js";
import { readSetting, writeSetting } from "./settings.js";
import { t } from "./texts.js";
import { play } from "./unplayable.js";
import { button, progressBar, segments, sheet } from "./widgets.js";

/** @import { Job } from "./api.js" */
/** @import { FamilyInfo } from "./host.js" */
/** @typedef {{ grade?: string, size?: string }} Wish */

const SIZES = ["5x5", "6x6", "8x8", "10x10"];
const SEEDS = 1_000_000;

/**
 * The switches for grade and size, and a function that makes a puzzle by them.
 *
 * @param {FamilyInfo} family
 */
export function maker(family) {
  const name = `new.${family.name}`;
  /** @type {Wish} */
  const wish = readSetting(name) ?? { grade: "medium", size: family.size?.join("x") };
  const state = h("div", { role: "status" });
  /** @type {Job | null} */
  let current = null;
  /** @param {Wish} change */
  const keep = (change) => writeSetting(name, Object.assign(wish, change));
  const grades = family.options.find((option) => option.name === "grade")?.choices ?? [];
  const ownSize = family.size?.join("x") ?? "";
  const sizes = [...new Set([...SIZES, ownSize])].sort((a, b) => parseInt(a, 10) - parseInt(b, 10));
  const switches = h(
    "div",
    { class: "switches" },
    grades.length > 0 &&
      segments(
        t("Grade"),
        grades.map((grade) => [grade, gradeName(grade)]),
        wish.grade ?? "",
        (grade) => keep({ grade }),
      ),
    family.size &&
      segments(
        t("Size"),
        sizes.map((size) => [size, size.replace("x", " × ")]),
        wish.size ?? "",
        (size) => keep({ size }),
      ),
  );

  /** @param {object} options  Of the generator; the switches if there are none. */
  async function make(options = { ...usual(family), ...wish }) {
    current?.abort();
    const seed = Math.floor(Math.random() * SEEDS);
    const body = { family: family.name, seed, ...options };
    const job = startJob("/api/generate", body, (progress) => bar.show(progress));
    const bar = progressBar(job.abort);
    current = job;
    fill(state, bar.element);
    try {
      await play(await job.done);
    } catch (error) {
      fill(state, !isAbort(error) && h("p", { class: "said" }, errorText(error)));
    }
  }
  return { switches, state, make, leave: () => current?.abort() };
}

/**
 * What a preset makes, in a few words such as Easy 6 × 6.
 *
 * @param {FamilyInfo["presets"][string]} preset
 */
function presetName({ text, size, options }) {
  const grade = options?.grade && gradeName(options.grade);
  return [grade, size?.join(" × ")].filter(Boolean).join(" ") || sentence(text);
}

/**
 * A sheet over the game for a new puzzle.
 *
 * @param {FamilyInfo} family
 */
export function newSheet(family) {
  const { switches, state, make, leave } = maker(family);
  const presets = Object.entries(family.presets).map(([name, preset]) =>
    h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "bare preset", onclick: () => make({ preset: name }) },
        h("b", {}, presetName(preset)),
        h("span", { class: "soft" }, sentence(preset.text)),
      ),
    ),
  );
  const box = sheet(
    t("New puzzle"),
    switches,
    button(t("Make it"), () => make(), { icon: "plus", kind: "main wide" }),
    state,
    presets.length > 0 && h("h3", {}, t("Or one of these")),
    h("ul", { class: "menu" }, ...presets),
    h("p", {}, h("a", { href: `#/new/${family.name}` }, t("All options"))),
  );
  box.dataset.family = family.name;
  box.addEventListener("close", leave);
  return box;
}
