// The sides of a game: what it is, and what is known. On a phone they fold into sheets.

import { brokenOff, work } from "./api.js";
import { compare } from "./compare.js";
import { aboutIn, fill, h, sentence } from "./dom.js";
import { replay } from "./replay.js";
import { edit } from "./setter.js";
import { share } from "./share.js";
import { solver } from "./solver.js";
import { standing } from "./standing.js";
import { t } from "./texts.js";
import { timer } from "./timer.js";
import { button, iconButton } from "./widgets.js";

const GRADE_SECONDS = 5;

/** A side of the page; `open` and `close` matter on a phone only. */
function side(name, ...content) {
  const close = () => element.classList.remove("open");
  const cross = iconButton(t("close"), "close", close, { class: "bare fold" });
  const named = { class: `side ${name}`, "aria-label": t(`side-${name}`) };
  const element = h("aside", named, cross, ...content);
  element.addEventListener("keydown", (event) => event.key === "Escape" && close());
  const open = () => {
    element.classList.add("open");
    cross.focus();
  };
  return { element, open, close };
}

/** What the puzzle is: title, rules, savepoints, time. */
export function leftPanel(table) {
  const { family, view } = table;
  const saved = h("ul", { class: "saved" });
  const clock = timer();
  const panel = side(
    "left",
    h("h1", {}, family.title),
    h("p", { class: "soft" }, sentence(aboutIn(view.title, family))),
    h("p", { class: "soft" }, sentence(family.summary)),
    table.tray,
    h(
      "details",
      { open: true },
      h("summary", {}, t("rules")),
      h("ol", { class: "rules" }, ...family.rules.map((rule) => h("li", {}, rule))),
    ),
    h("h2", {}, t("savepoints")),
    saved,
    h("p", {}, button(t("save"), () => table.save(), { icon: "save" })),
    clock.element,
  );
  return {
    ...panel,
    leave: clock.stop,
    update(next) {
      const names = Object.entries(next.saved);
      const entry = ([name, done]) => {
        const wish = { kind: "link", disabled: done === next.done };
        return h("li", {}, name, button(t("go-back-to"), () => table.restore(name), wish));
      };
      const none = h("li", { class: "soft" }, t("no-savepoints"));
      fill(saved, ...(names.length ? names.map(entry) : [none]));
      if (next.solved) clock.stop();
    },
  };
}

/** What is known: progress, grade, steps, solutions; and what else can be done with the puzzle. */
export function rightPanel(table) {
  const scale = { "aria-label": t("progress"), "aria-valuemin": 0, "aria-valuemax": 100 };
  const meter = h("div", { class: "meter", role: "meter", ...scale }, h("div", {}));
  const percent = h("span", { class: "numbers" });
  const steps = h("ol", { class: "steps" });
  const grade = h("p", { class: "soft" }, t("grading"));
  const solving = solver(table.view.puzzle, table.family);
  const measured = standing(table);
  let solved = table.view.solved;
  const panel = side(
    "right",
    h("h2", {}, t("progress"), " ", percent),
    meter,
    h(
      "div",
      { class: "phone row" },
      ...table.actions
        .filter((action) => action.wide && action.name !== "solve")
        .map(({ name, text, run }) => button(text, () => (panel.close(), run()), { icon: name })),
    ),
    table.knows,
    measured.element,
    h("h2", {}, t("known")),
    grade,
    solving.element,
    h("div", { class: "noted", hidden: true }, h("h2", {}, t("steps")), steps),
    h("h2", {}, t("puzzle")),
    h(
      "div",
      { class: "list" },
      button(t("replay"), () => (panel.close(), replay(table)), { icon: "play" }),
      button(t("give-up"), () => compare(table), { icon: "flag" }),
      button(t("share"), () => share(table), { icon: "share" }),
      button(t("print"), () => (location.hash = `#/print/${table.view.id}`), { icon: "print" }),
      button(t("edit-it"), () => edit(table.view.puzzle), { icon: "edit" }),
    ),
  );
  const grading = gradeInto(grade, table.view.puzzle);
  return {
    ...panel,
    leave() {
      grading.abort();
      solving.leave();
      measured.leave();
    },
    update({ progress, solved: now }) {
      if (now && !solved) measured.ask();
      solved = now;
      const value = Math.floor(100 * progress.value);
      meter.setAttribute("aria-valuenow", value);
      meter.firstChild.style.width = `${value}%`;
      percent.textContent = t("percent", { n: value });
    },
    noteStep(text) {
      steps.append(h("li", {}, text));
      steps.parentElement.hidden = false;
    },
    solve() {
      panel.open();
      solving.start();
    },
  };
}

function gradeInto(place, puzzle) {
  const job = work("/api/grade", { puzzle, time: GRADE_SECONDS });
  job.done.then(
    ({ text, reason }) => (place.textContent = reason ? `${t("ungraded")}. ${text}` : text),
    (error) => brokenOff(error) || (place.textContent = error.message),
  );
  return job;
}
