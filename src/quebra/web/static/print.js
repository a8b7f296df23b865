// Sheets for the printer: puzzles first, their solutions on pages of their own.

import { get, post, families } from "./api.js";
import { fill, h } from "./dom.js";
import { inWords } from "./solver.js";
import { t } from "./texts.js";
import { button, choice, field, picture } from "./widgets.js";

const SECONDS = 20;
const SOLUTIONS = 4;

export default async function print(page, id = "") {
  const [kinds, gallery, game] = await Promise.all([
    families(),
    get("/api/gallery"),
    id ? get(`/api/games/${encodeURIComponent(id)}`) : null,
  ]);
  const title = (name) => kinds.find((kind) => kind.name === name).title;
  const pool = gallery.map((each) => ({
    ...each,
    name: `${title(each.family)}, ${each.grade ? t(`grade-${each.grade}`) : (each.title ?? "")}`,
    load: async () => (await get(`/api/gallery/${each.id}`)).puzzle,
  }));
  if (game)
    pool.unshift({
      svg: game.svg,
      name: title(game.family),
      load: async () => game.puzzle,
      chosen: true,
    });
  const sheets = h("div", { class: "sheets", "aria-label": t("print-preview"), role: "region" });
  const state = h("p", { class: "soft", role: "status" });
  const perPage = choice([["1", "1"], ["2", "2"], ["4", "4"]], "2", { onchange: lay });
  const solutions = h("input", { type: "checkbox", checked: true, onchange: lay });
  const printing = button(t("print"), () => window.print(), { icon: "print", kind: "main tall" });
  const chosen = new Map();
  fill(
    page,
    h(
      "div",
      { class: "screen" },
      h("h1", {}, t("print-title")),
      h("p", { class: "soft" }, t("print-about")),
      h(
        "div",
        { class: "print-bar" },
        field(t("per-page"), perPage),
        h("label", { class: "check" }, solutions, t("with-solutions")),
        printing,
      ),
      h("ul", { class: "cards pick" }, ...pool.filter((each) => each.chosen).map(card)),
      ...kinds.map((kind) => shelf(kind, pool.filter((each) => each.family === kind.name))),
      state,
    ),
    sheets,
  );
  for (const each of pool.filter((other) => other.chosen)) choose(each, true);
  lay();

  /** The puzzles of a family; their pictures are drawn when somebody looks. */
  function shelf(kind, items) {
    const cards = h("ul", { class: "cards pick" });
    const look = () => cards.children.length || fill(cards, ...items.map(card));
    const count = h("span", { class: "soft" }, ` ${items.length}`);
    return h("details", { ontoggle: look }, h("summary", {}, kind.title, count), cards);
  }

  function card(each) {
    const box = h("input", {
      type: "checkbox",
      checked: each.chosen,
      onchange: () => choose(each, box.checked),
    });
    return h(
      "li",
      {},
      h("label", { class: "card" }, picture(each.svg, "thumbnail"), h("span", {}, box, each.name)),
    );
  }

  async function choose(each, on) {
    try {
      if (!on) chosen.delete(each);
      else chosen.set(each, { ...each, puzzle: await each.load() });
    } catch (error) {
      return void (state.textContent = error.message);
    }
    await lay();
  }

  /** Lay the pages out anew, the puzzles first; the latest wish counts. */
  async function lay() {
    const wish = (lay.wish = Symbol("wish"));
    const items = [...chosen.values()];
    const say = (text, ready) => {
      state.textContent = text;
      printing.disabled = !ready;
    };
    say(items.length ? t("working") : t("print-empty"), false);
    try {
      const puzzles = pages(await Promise.all(items.map(drawPuzzle)), Number(perPage.value));
      if (lay.wish === wish) fill(sheets, ...puzzles);
      const answers = [];
      // One after the other: more solvers than the server has would be refused.
      for (const item of solutions.checked ? items : []) {
        if (lay.wish !== wish) return;
        answers.push(await drawSolution(item));
      }
      if (lay.wish !== wish) return;
      fill(sheets, ...puzzles, ...pages(answers, SOLUTIONS, t("solutions")));
      if (items.length) say("", true);
    } catch (error) {
      if (lay.wish === wish) say(error.message, items.length > 0);
    }
  }

  async function drawPuzzle(item) {
    item.drawn ??= await drawGrey({ puzzle: item.puzzle });
    return { svg: item.drawn, name: item.name };
  }

  async function drawSolution(item) {
    if (!item.solved) {
      const outcome = await post("/api/solve", { puzzle: item.puzzle, time: SECONDS });
      const [answer] = outcome.solutions;
      const drawn = answer && (await drawGrey({ puzzle: item.puzzle, answer }));
      item.solved = { svg: drawn, text: inWords(outcome) };
    }
    return { svg: item.solved.svg, name: item.solved.svg ? item.name : item.solved.text };
  }
}

const drawGrey = async (what) => (await post("/api/draw", { ...what, theme: "grey" })).svg;

/** Numbered pictures, so many to a page. */
function pages(items, size, heading = "") {
  const figure = ({ svg, name }, number) => {
    const caption = h("figcaption", {}, `${number}. ${name}`);
    return h("figure", {}, svg && picture(svg, "print-picture"), caption);
  };
  const kind = `sheet-page per-${size} ${heading && "titled"}`;
  const result = [];
  for (let i = 0; i < items.length; i += size) {
    const figures = items.slice(i, i + size).map((each, k) => figure(each, i + k + 1));
    result.push(h("section", { class: kind }, heading && h("h2", {}, heading), ...figures));
  }
  return result;
}
