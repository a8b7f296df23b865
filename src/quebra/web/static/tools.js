// The tools below the board, and the keys that do the same.

import { h } from "./dom.js";
import { t } from "./texts.js";
import { button, setLabel } from "./widgets.js";

/** @import { GameView, KeyAction } from "./host.js" */
/** @import { Game } from "./game.js" */

/**
 * @typedef {object} ToolOptions
 * @property {string} name
 * @property {() => unknown} run
 * @property {boolean} [wide]  On a phone it is in the right panel.
 * @property {boolean} [hidden]  It has a key, and its button is elsewhere.
 */
/** @typedef {KeyAction & ToolOptions} Tool */

/**
 * What can be done in a game, with its keys.
 *
 * @param {Game} game
 * @returns {Tool[]}
 */
export function gameTools(game) {
  return [
    { name: "undo", keys: ["Ctrl+z", "u"], run: () => game.change("undo") },
    { name: "redo", keys: ["Ctrl+y", "Ctrl+Shift+z"], run: () => game.change("redo") },
    { name: "clear", keys: ["Ctrl+Backspace"], run: () => game.clear(), wide: true },
    { name: "hint", keys: ["h"], run: () => game.hints.next() },
    { name: "check", keys: ["c"], run: () => game.check() },
    { name: "solvable", keys: ["v"], run: () => game.solvable(), wide: true },
    { name: "solve", keys: ["Ctrl+Enter"], run: () => game.right.solve(), wide: true },
    { name: "save", keys: ["s"], run: () => game.save(), hidden: true },
  ].map((tool) => ({ ...tool, text: t(tool.name) }));
}

/**
 * One row of tools. On a phone the wide ones are in the panels, and buttons open the panels.
 *
 * @param {Game} game
 * @param {Tool[]} tools
 */
export function toolbar(game, tools) {
  /** @type {Record<string, HTMLButtonElement>} */
  const buttons = {};
  for (const { name, run, wide, hidden } of tools)
    if (!hidden)
      buttons[name] = button(t(name), run, {
        icon: name,
        kind: wide ? "tool wide" : "tool",
        title: t(`${name}-long`),
      });
  setLabel(
    buttons.check,
    h("span", { class: "long" }, t("check")),
    h("span", { class: "short", "aria-hidden": "true" }, t("check-short")),
  );
  const fold = { kind: "tool fold" };
  const element = h(
    "div",
    { class: "tools", role: "toolbar", "aria-label": t("tools") },
    button(t("fold-left"), () => game.left.open(), { icon: "rules", ...fold }),
    ...Object.values(buttons),
    button(t("fold-right"), () => game.right.open(), { icon: "more", ...fold }),
  );

  /** @param {GameView} view */
  function update(view) {
    buttons.undo.disabled = view.done === 0;
    buttons.redo.disabled = view.done >= view.moves.length;
    buttons.clear.disabled = view.done === 0;
    buttons.hint.disabled = view.solved;
  }
  return { element, update };
}
