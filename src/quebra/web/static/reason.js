// The reason of a hint: in the panel, which is on a phone a sheet below the board.

import { fill, h, sentence } from "./dom.js";
import { pictures } from "./hints.js";
import { t } from "./texts.js";
import { button, picture } from "./widgets.js";

/** @import { Hint } from "./host.js" */
/** @import { Game } from "./game.js" */

const SENTENCES = /(?<=[.!?]) (?=\S)/;

/** @param {Game} game */
export function reasonCard(game) {
  const element = h("section", { class: "reason", role: "status", hidden: true });
  const { host } = game;
  const { family } = host;

  /**
   * @param {Hint | null} hint  None hides the card.
   * @param {string} proceedText  The name of the button that goes on.
   */
  function show(hint, proceedText) {
    element.hidden = !hint;
    if (!hint) return fill(element);
    fill(
      element,
      h("p", { class: "chip" }, sentence(hint.technique).slice(0, -1)),
      h("h2", {}, hint.text),
      host.draws && picture(hint.svg, "picture small"),
      pictures(hint),
      ...hint.reason.split(SENTENCES).map((text) => text && h("p", {}, text)),
      h(
        "div",
        { class: "row" },
        button(proceedText, () => game.hints.proceed(), { kind: "main" }),
        button(t("Leave it to me"), () => game.hints.leave()),
      ),
      about(hint),
    );
    element.closest(".part")?.scrollTo(0, 0);
    placeSheet(game);
  }

  /** @param {Hint} hint */
  function about(hint) {
    if (!hint.about) return null;
    const isTaught = family.lessons.some(({ name }) => name === hint.name);
    const href = `#/learn/${family.name}/${encodeURIComponent(hint.name)}`;
    return h(
      "p",
      { class: "soft" },
      `${sentence(hint.technique)} ${sentence(hint.about)} `,
      isTaught && h("a", { href }, t("Learn it")),
    );
  }
  return { element, show };
}

/**
 * On a phone, let the sheet begin below the board.
 *
 * @param {Game} game
 */
function placeSheet({ host, element }) {
  const { bottom } = host.frame.getBoundingClientRect();
  element.style.setProperty("--below-board", `${Math.ceil(bottom)}px`);
}
