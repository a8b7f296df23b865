// The tools below the board, and the keys that do the same: one table for both.

import { h } from "./dom.js";
import { t } from "./texts.js";
import { button } from "./widgets.js";

/** What can be done in a game, with its keys. */
export function actionsOf(table) {
  return [
    { name: "undo", keys: ["Ctrl+z", "u"], run: () => table.change("undo") },
    { name: "redo", keys: ["Ctrl+y", "Ctrl+Shift+z"], run: () => table.change("redo") },
    { name: "clear", keys: ["Ctrl+Backspace"], run: () => table.clear(), wide: true },
    { name: "hint", keys: ["h"], run: () => table.hints.next() },
    { name: "check", keys: ["c"], run: () => table.check() },
    { name: "solvable", keys: ["v"], run: () => table.solvable(), wide: true },
    { name: "solve", keys: ["Ctrl+Enter"], run: () => table.right.solve(), wide: true },
    { name: "save", keys: ["s"], run: () => table.save(), elsewhere: true },
  ].map((action) => ({ ...action, text: t(action.name) }));
}

/** One row of tools. On a phone the wide ones are in the sheets, and the sheets' buttons here. */
export function toolbar(table) {
  const buttons = {};
  for (const { name, run, wide, elsewhere } of table.actions)
    if (!elsewhere)
      buttons[name] = button(t(name), run, {
        icon: name,
        kind: wide ? "tool wide" : "tool",
        title: t(`${name}-long`),
      });
  buttons.check.querySelector(".label").replaceChildren(
    h("span", { class: "long" }, t("check")),
    h("span", { class: "short", "aria-hidden": "true" }, t("check-short")),
  );
  const fold = (side, sign) =>
    button(t(`fold-${side}`), () => table.unfold(side), { icon: sign, kind: "tool fold" });
  const element = h(
    "div",
    { class: "tools", role: "toolbar", "aria-label": t("tools") },
    fold("left", "rules"),
    ...Object.values(buttons),
    fold("right", "more"),
  );
  return {
    element,
    update(view) {
      buttons.undo.disabled = view.done === 0;
      buttons.redo.disabled = view.done >= view.moves.length;
      buttons.clear.disabled = view.done === 0;
      buttons.hint.disabled = view.solved;
    },
  };
}
