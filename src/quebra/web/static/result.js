// A line that says how a game went, and not how its puzzle is solved.

import { clockTime } from "./clock.js";
import { gradeName } from "./names.js";
import { t, tn } from "./texts.js";
import { shortTitle } from "./title.js";

/** @import { Game } from "./game.js" */

/**
 * The family, grade and size of the puzzle.
 *
 * @param {Game} game
 */
export const aboutPuzzle = ({ host: { view, family }, grade }) =>
  [family.title, grade && gradeName(grade), shortTitle(view, family)].filter(Boolean).join(" · ");

/** @param {Game} game */
export function resultLine(game) {
  const { hints } = game.host.view;
  const help = hints ? tn("{n} hint", "{n} hints", hints) : t("no hints");
  const about = aboutPuzzle(game).replaceAll("\u00a0", " ");
  return `Quebra · ${about} · ${clockTime(game.clock.seconds)} · ${help}`;
}
