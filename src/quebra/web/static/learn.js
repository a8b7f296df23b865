// Lessons: the techniques of a family from easy to hard, each with an example and exercises to play.

import { errorText, getFamilies, post } from "./api.js";
import { fill, h, sentence } from "./dom.js";
import { pictures } from "./hints.js";
import { t } from "./texts.js";
import { button, picture, toast } from "./widgets.js";

/** @import { FamilyInfo, LessonTitle } from "./host.js" */
/** @import { Outlet } from "./main.js" */
/** @typedef {{ text: string, reason: string }} Step */
/** @typedef {{ link: string, step: Step, svg: string, step_svg: string, pictures: string[] }} ShownExercise */
/** @typedef {{ note: string, example: ShownExercise | null, exercises: ShownExercise[] }} Lesson */

const SECONDS = 5;

/**
 * @param {Outlet} outlet
 * @param {string} [name]  The family; the first one without.
 * @param {string} [technique]  The lesson to go to.
 */
export default async function learn(outlet, name, technique) {
  const families = (await getFamilies()).filter(({ lessons }) => lessons.length);
  const family = families.find((each) => each.name === name) ?? families[0];
  const lessons = family.lessons.map((title) => lessonSection(family, title));
  /** @param {FamilyInfo} each */
  const link = (each) =>
    h("a", { href: `#/learn/${each.name}`, "aria-current": each === family && "page" }, each.title);
  fill(
    outlet,
    h(
      "div",
      { class: "hello" },
      h("h1", {}, t("Learn {family}", { family: family.title })),
      h("p", { class: "soft" }, t("The techniques from easy to hard, each with exercises.")),
      h("nav", { class: "families", "aria-label": t("Families") }, ...families.map(link)),
    ),
    ...lessons.map(({ element }) => element),
  );
  const observer = new IntersectionObserver((entries) => {
    for (const { target } of entries.filter((entry) => entry.isIntersecting)) {
      observer.unobserve(target);
      lessons.find(({ element }) => element === target)?.load();
    }
  });
  for (const { element } of lessons) observer.observe(element);
  const wanted = lessons.find((lesson) => lesson.name === technique);
  requestAnimationFrame(() => wanted?.element.scrollIntoView());
  return () => observer.disconnect();
}

/**
 * A technique, whose example and exercises are loaded when it is seen.
 *
 * @param {FamilyInfo} family
 * @param {LessonTitle} title
 */
function lessonSection(family, { name, title, text }) {
  const id = `lesson-${name.replaceAll(" ", "-")}`;
  const body = h("div", { class: "lesson-body" }, h("p", { class: "soft" }, t("Working …")));
  const element = h(
    "section",
    { class: "lesson", "aria-labelledby": id, "aria-busy": "true" },
    h("h2", { id }, sentence(title).slice(0, -1)),
    h("p", {}, sentence(text)),
    body,
  );
  let seed = 0;

  async function load() {
    const request = { family: family.name, technique: name, seed, draw: true, time: SECONDS };
    try {
      show(await post("/api/teach", request));
    } catch (error) {
      fill(body, h("p", {}, errorText(error)), button(t("Try again"), load));
    }
    element.setAttribute("aria-busy", "false");
  }

  /** @param {Lesson} lesson */
  function show({ note, example, exercises }) {
    const others = () => {
      seed += 1;
      load();
    };
    fill(
      body,
      example && exampleFigure(example),
      exercises.length > 0 && h("h3", {}, t("Exercises")),
      h("ul", { class: "cards" }, ...exercises.map((each, i) => h("li", {}, card(each, i)))),
      note && h("p", { class: "soft" }, note),
      exercises.length > 0 && button(t("Other exercises"), others, { icon: "dice" }),
    );
  }

  /**
   * @param {ShownExercise} exercise
   * @param {number} index
   */
  const card = (exercise, index) =>
    h(
      "button",
      { type: "button", class: "card", onclick: () => begin(name, exercise) },
      picture(exercise.svg, "thumbnail"),
      h("span", { class: "name" }, t("Exercise {n}", { n: index + 1 })),
    );
  return { name, element, load };
}

/** @param {ShownExercise} example */
const exampleFigure = (example) =>
  h(
    "figure",
    { class: "example" },
    picture(example.step_svg),
    h(
      "figcaption",
      {},
      h("p", { class: "step" }, example.step.text),
      pictures(example),
      example.step.reason && h("p", {}, example.step.reason),
    ),
  );

/**
 * Start the game of an exercise.
 *
 * @param {string} name
 * @param {ShownExercise} exercise
 */
async function begin(name, { link }) {
  try {
    const { id, done } = await post("/api/games", { link });
    location.assign(`#/game/${id}/${encodeURIComponent(name)}/${done}`);
  } catch (error) {
    toast(errorText(error));
  }
}
