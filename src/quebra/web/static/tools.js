// The tools of a game, and the keys that do the same.

import { h } from "./dom.js";
import { canCheck } from "./preferences.js";
import { t } from "./texts.js";
import { button, setLabel } from "./widgets.js";

/** @import { GameView, KeyAction } from "./host.js" */
/** @import { Game } from "./game.js" */

/**
 * @typedef {object} ToolOptions
 * @property {string} name
 * @property {string} [title]  What its button below the board does; without, there is no such button.
 * @property {() => unknown} run
 */
/** @typedef {KeyAction & ToolOptions} Tool */

/**
 * What can be done in a game, with its keys.
 *
 * @param {Game} game
 * @returns {Tool[]}
 */
export function gameTools(game) {
  const all = [
    {
      name: "undo",
      text: t("Undo"),
      title: t("Undo the last move"),
      keys: ["Ctrl+z", "u"],
      run: () => game.change("undo"),
    },
    {
      name: "redo",
      text: t("Redo"),
      title: t("Redo the move that was undone"),
      keys: ["Ctrl+y", "Ctrl+Shift+z"],
      run: () => game.change("redo"),
    },
    {
      name: "clear",
      text: t("Clear"),
      keys: ["Ctrl+Backspace"],
      run: () => game.clear(),
    },
    {
      name: "hint",
      text: t("Hint"),
      title: t("A hint in three taps: the technique, the step, the reason"),
      keys: ["h"],
      run: () => game.hints.next(),
    },
    {
      name: "check",
      text: t("Check"),
      title: t("Checks the rules only, not the solution."),
      keys: ["c"],
      run: () => game.check(),
    },
    {
      name: "solvable",
      text: t("Still solvable?"),
      keys: ["v"],
      run: () => game.solvable(),
    },
    {
      name: "solve",
      text: t("Solve"),
      keys: ["Ctrl+Enter"],
      run: () => game.panel.solve(),
    },
    { name: "pause", text: t("Pause the clock"), keys: ["x"], run: () => game.clock.pause() },
    { name: "save", text: t("Save here"), keys: ["s"], run: () => game.save() },
  ];
  return all.filter(({ name }) => name !== "check" || canCheck());
}

/**
 * One row of tools: Undo, Redo, Hint and Check.
 *
 * @param {Game} game
 * @param {Tool[]} tools
 */
export function toolbar(game, tools) {
  /** @type {Record<string, HTMLButtonElement>} */
  const buttons = {};
  for (const { name, text, title, run } of tools)
    if (title) buttons[name] = button(text, run, { icon: name, kind: `tool ${name}`, title });
  const pips = [1, 2, 3].map(() => h("span", {}));
  buttons.hint.append(h("span", { class: "pips", "aria-hidden": "true" }, ...pips));
  const proceed = button("", () => game.hints.proceed(), { icon: "check", kind: "tool proceed" });
  const element = h(
    "div",
    { class: "tools", role: "toolbar", "aria-label": t("Tools") },
    ...Object.values(buttons),
    proceed,
  );

  /** @param {GameView} view */
  function update(view) {
    buttons.undo.disabled = view.done === 0;
    buttons.redo.disabled = view.done >= view.moves.length;
    buttons.hint.disabled = view.solved;
  }

  /**
   * Show how many taps of a hint were made. On a phone the button that carries the hint out takes
   * the place of another one.
   *
   * @param {number} taps
   * @param {string} text  The name of the button, if there is one.
   */
  function showHint(taps, text) {
    for (const [i, pip] of pips.entries()) pip.classList.toggle("on", i < taps);
    buttons.hint.classList.toggle("active", taps > 0);
    setLabel(proceed, text);
    element.classList.toggle("with-proceed", text !== "");
  }
  return { element, update, showHint };
}
