// A form for a new puzzle; its fields are the options of the family's generator.

import { errorText, getFamilies, startJob } from "./api.js";
import { fill, h, sentence } from "./dom.js";
import { choiceName, gradeName } from "./names.js";
import { getPuzzles } from "./shelf.js";
import { t } from "./texts.js";
import { play } from "./unplayable.js";
import { button, choice, field, picture, progressBar } from "./widgets.js";

/** @import { FamilyInfo, FamilyOption } from "./host.js" */
/** @import { Job } from "./api.js" */
/** @import { Outlet } from "./main.js" */

const SEEDS = 1_000_000;

/**
 * @param {Outlet} outlet
 * @param {string} name  The family; the first one if there is no such family.
 */
export default async function newPuzzle(outlet, name = "") {
  const families = await getFamilies();
  const family = families.find((each) => each.name === name) ?? families[0];
  /** @type {Job | null} */
  let current = null;
  const state = h("div", { role: "status" });
  const chooser = choice(
    families.map((each) => [each.name, each.title]),
    family.name,
    { onchange: () => location.assign(`#/new/${chooser.value}`) },
  );
  const form = h(
    "form",
    { class: "form", onsubmit: make },
    field(t("Family"), chooser),
    h("p", { class: "soft about" }, sentence(family.summary)),
    family.size && sizeFields(family.size),
    ...family.options.filter(isGrade).map(optionField),
    seedField(),
    h("p", { class: "soft about" }, t("Same seed, same puzzle.")),
    h(
      "details",
      {},
      h("summary", {}, t("More options")),
      ...family.options.filter((option) => !isGrade(option)).map(optionField),
    ),
    h("p", {}, h("button", { class: "main", type: "submit" }, t("Make it"))),
    state,
  );
  const beside = h("div", { class: "beside" });
  fill(
    outlet,
    h("h1", {}, t("A new puzzle")),
    h("div", { class: "form-and-picture" }, form, beside),
  );
  showExample(family, beside);

  /** @param {Event} event */
  async function make(event) {
    event.preventDefault();
    current?.abort();
    const options = { family: family.name, ...readOptions(form, family) };
    const job = startJob("/api/generate", options, (progress) => bar.show(progress));
    const bar = progressBar(job.abort);
    current = job;
    fill(state, bar.element);
    try {
      await play(await job.done);
    } catch (error) {
      fill(state, h("p", { class: "said" }, errorText(error)));
    }
  }
  return () => current?.abort();
}

/**
 * Show a puzzle of the gallery beside the form; the form works without.
 *
 * @param {FamilyInfo} family
 * @param {HTMLElement} place
 */
async function showExample(family, place) {
  const puzzles = await getPuzzles(family.name).catch(() => []);
  const example = puzzles.find((each) => each.family === family.name);
  if (example) fill(place, picture(example.svg));
}

const randomSeed = () => Math.floor(Math.random() * SEEDS);

function seedField() {
  const seed = h("input", { name: "seed", type: "number", min: 0, value: randomSeed() });
  const roll = () => {
    seed.value = String(randomSeed());
  };
  const dice = button(t("Another seed"), roll, { icon: "dice", kind: "tall" });
  return h("div", { class: "with-button" }, field(t("Seed"), seed), dice);
}

/** @param {[rows: number, columns: number]} size */
function sizeFields([rows, cols]) {
  /** @type {(name: string, value: number) => HTMLElement} */
  const input = (name, value) => h("input", { name, type: "number", min: 1, max: 99, value });
  return h(
    "div",
    { class: "pair" },
    field(t("Rows"), input("rows", rows)),
    field(t("Columns"), input("cols", cols)),
  );
}

/** @param {FamilyOption} option */
function control({ name, kind, choices, described, default: usual }) {
  if (choices.length) {
    /** @param {string} each */
    const text = (each) =>
      isGrade({ name }) ? gradeName(each) : (described[each]?.title ?? choiceName(each));
    return choice(
      [
        ["", t("any")],
        ...choices.map(/** @returns {[string, string]} */ (each) => [each, text(each)]),
      ],
      String(usual ?? ""),
      { name },
    );
  }
  if (kind === "flag") return h("input", { name, type: "checkbox", checked: usual === true });
  if (kind === "lines") return h("textarea", { name, rows: 5, spellcheck: "false" });
  return h("input", { name, type: kind === "number" ? "number" : "text", value: usual ?? "" });
}

/**
 * The options as filled in, without empty ones.
 *
 * @param {HTMLFormElement} form
 * @param {FamilyInfo} family
 */
function readOptions(form, family) {
  /** @param {string} name */
  const input = (name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  /** @type {Record<string, unknown>} */
  const options = { seed: Number(input("seed").value || randomSeed()) };
  if (family.size) options.size = `${input("rows").value}x${input("cols").value}`;
  for (const { name } of family.options) {
    const { type, checked, value } = input(name);
    if (type === "checkbox") options[name] = checked || undefined;
    else if (value !== "") options[name] = type === "number" ? Number(value) : value;
  }
  return options;
}

/** @param {{ name: string }} option */
const isGrade = ({ name }) => name === "grade";

/** @param {FamilyOption} option */
function optionField(option) {
  const input = control(option);
  if (isGrade(option)) return field(t("Grade"), input);
  if (option.kind === "flag") return h("label", { class: "check" }, input, option.text);
  const named = field(option.text.replace(/\.$/, ""), input);
  if (!Object.keys(option.described).length) return named;
  return h("div", { class: "described" }, named, choiceNote(option, input));
}

/**
 * The description of the current choice.
 *
 * @param {FamilyOption} option
 * @param {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} input
 */
function choiceNote({ described }, input) {
  const note = h("p", { class: "soft about", "aria-live": "polite" });
  const show = () => fill(note, described[input.value]?.text ?? "");
  input.addEventListener("change", show);
  show();
  return note;
}
