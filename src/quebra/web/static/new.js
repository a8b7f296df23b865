// A new puzzle, by family, size, grade and seed; the form is made of what the families say.

import { brokenOff, families, get, work } from "./api.js";
import { fill, h, sentence } from "./dom.js";
import { play } from "./look.js";
import { t } from "./texts.js";
import { button, choice, field, picture, workBar } from "./widgets.js";

const SEEDS = 1_000_000;

export default async function makeNew(page, name = "") {
  const kinds = await families();
  const kind = kinds.find((each) => each.name === name) ?? kinds[0];
  let running = null;
  const state = h("div", { role: "status" });
  const form = h("form", { class: "form", onsubmit: make });
  const seed = h("input", { name: "seed", type: "number", min: 0, value: randomSeed() });
  const another = () => (seed.value = randomSeed());
  const chooser = choice(
    kinds.map((each) => [each.name, each.title]),
    kind.name,
    { onchange: (event) => (location.hash = `#/new/${event.target.value}`) },
  );
  fill(
    form,
    field(t("family"), chooser),
    h("p", { class: "soft about" }, sentence(kind.summary)),
    kind.size && sizeFields(kind.size),
    ...kind.options.filter(isGrade).map(optionField),
    h(
      "div",
      { class: "with-button" },
      field(t("seed"), seed),
      button(t("dice"), another, { icon: "dice", kind: "tall" }),
    ),
    h("p", { class: "soft about" }, t("seed-note")),
    h(
      "details",
      {},
      h("summary", {}, t("more-wishes")),
      ...kind.options.filter((option) => !isGrade(option)).map(optionField),
    ),
    h("p", {}, h("button", { class: "main", type: "submit" }, t("make"))),
    state,
  );
  const beside = h("div", { class: "beside" });
  fill(page, h("h1", {}, t("new-title")), h("div", { class: "form-and-picture" }, form, beside));
  const like = (all) => all.find((each) => each.family === kind.name);
  // The picture is an ornament: without it the form is as good.
  get("/api/gallery").then((all) => fill(beside, picture(like(all).svg))).catch(() => {});

  async function make(event) {
    event.preventDefault();
    running?.abort();
    const bar = workBar(() => running.abort());
    running = work("/api/generate", { family: kind.name, ...wishes(form, kind) }, bar.show);
    fill(state, bar.element);
    try {
      await play(await running.done);
    } catch (error) {
      fill(state, h("p", { class: "said" }, brokenOff(error) ? t("stopped") : error.message));
    }
  }
  return () => running?.abort();
}

const randomSeed = () => Math.floor(Math.random() * SEEDS);

function sizeFields([rows, cols]) {
  const input = (name, value) => h("input", { name, type: "number", min: 1, max: 99, value });
  return h(
    "div",
    { class: "pair" },
    field(t("rows"), input("rows", rows)),
    field(t("columns"), input("cols", cols)),
  );
}

function control({ name, kind, choices, described, default: usual }) {
  if (choices?.length) {
    const text = isGrade({ name })
      ? (each) => t(`grade-${each}`)
      : (each) => described[each]?.title ?? t(`choice-${each}`, {}, each);
    const texts = choices.map((each) => [each, text(each)]);
    return choice([["", t("any")], ...texts], usual ?? "", { name });
  }
  if (kind === "flag")
    return h("input", { name, type: "checkbox", checked: usual === true });
  return h("input", { name, type: kind === "number" ? "number" : "text", value: usual ?? "" });
}

/** The options as filled in; what is left empty is not said. */
function wishes(form, kind) {
  const told = { seed: Number(form.elements.seed.value || randomSeed()) };
  if (kind.size) told.size = `${form.elements.rows.value}x${form.elements.cols.value}`;
  for (const { name } of kind.options) {
    const input = form.elements[name];
    if (input.type === "checkbox") told[name] = input.checked || undefined;
    else if (input.value !== "")
      told[name] = input.type === "number" ? Number(input.value) : input.value;
  }
  return told;
}

const isGrade = ({ name }) => name === "grade";

/** An option, named by what the family says of it. */
function optionField(option) {
  if (isGrade(option)) return field(t("grade"), control(option));
  if (option.kind === "flag") return h("label", { class: "check" }, control(option), option.text);
  const input = control(option);
  const named = field(option.text.replace(/\.$/, ""), input);
  if (!Object.keys(option.described).length) return named;
  return h("div", { class: "described" }, named, noteOf(option, input));
}

/** What is said of the choice that is taken. */
function noteOf({ described }, input) {
  const note = h("p", { class: "soft about", "aria-live": "polite" });
  const show = () => fill(note, described[input.value]?.text ?? "");
  input.addEventListener("change", show);
  show();
  return note;
}
