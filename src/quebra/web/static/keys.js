// The keys of a view, and the table of them that `?` shows.

import { h, hasModifier } from "./dom.js";
import { keyName as keyLabel } from "./names.js";
import { t } from "./texts.js";
import { dialog } from "./widgets.js";

/** @import { Board, KeyAction } from "./host.js" */

const BOARD_KEY = /^([0-9]|Arrow(Up|Down|Left|Right)|Backspace|Delete)$/;

/** @type {KeyAction[]} */
let actions = [];

/**
 * Make these the actions of the view; returns a function that removes them. Single letters only
 * count while the focus is within `scope`. Actions without `run` are only listed. Digits and arrows
 * that a button has no use for go to the board.
 *
 * @param {KeyAction[]} viewActions
 * @param {Element} scope
 * @param {Pick<Board, "focus">} board
 */
export function useKeys(viewActions, scope, board) {
  actions = viewActions;
  /** @param {KeyboardEvent} event */
  const listen = (event) => {
    if (event.defaultPrevented || isTyping(event) || document.querySelector("dialog[open]")) return;
    const name = keyName(event);
    const action = actions.find((each) => each.run && each.keys.includes(name));
    const inScope = event.target instanceof Node && scope.contains(event.target);
    if (!action?.run) return passOn(event, board);
    if (name.length === 1 && name !== "?" && !inScope) return;
    event.preventDefault();
    action.run();
  };
  document.addEventListener("keydown", listen);
  return () => {
    document.removeEventListener("keydown", listen);
    actions = [];
  };
}

/**
 * Press a key of the board again there, if the focus is on a button, or on nothing.
 *
 * @param {KeyboardEvent} event
 * @param {Pick<Board, "focus">} board
 */
function passOn(event, board) {
  const { target, key, code } = event;
  const isBeside = target instanceof Element && target.matches("button, body");
  if (!isBeside || !event.isTrusted || hasModifier(event) || !BOARD_KEY.test(key)) return;
  board.focus();
  if (document.activeElement === target) return; // a solved board, or one under the pause
  event.preventDefault();
  const again = { key, code, shiftKey: event.shiftKey, bubbles: true, cancelable: true };
  document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", again));
}

/** Show the keys in a dialog. */
export function showKeys() {
  const rows = [...actions, { keys: ["?"], text: t("Keys") }].map(({ keys, text }) =>
    h(
      "tr",
      {},
      h("td", {}, ...keys.flatMap((key) => [h("kbd", {}, label(key)), " "])),
      h("td", {}, text),
    ),
  );
  const head = h(
    "tr",
    {},
    ...[t("Key"), t("Action")].map((name) => h("th", { scope: "col" }, name)),
  );
  dialog(t("Keys"), h("table", { class: "keys" }, h("thead", {}, head), h("tbody", {}, ...rows)));
}

/** @param {string} key */
const label = (key) =>
  key
    .split("+")
    .map((part) => (part.length === 1 ? part.toUpperCase() : keyLabel(part)))
    .join(" + ");

/** @param {KeyboardEvent} event */
function keyName(event) {
  const control = event.ctrlKey || event.metaKey ? "Ctrl+" : "";
  const shift = control && event.shiftKey ? "Shift+" : "";
  return control + shift + (event.key.length === 1 ? event.key.toLowerCase() : event.key);
}

/** @param {Event} event */
const isTyping = ({ target }) =>
  target instanceof Element && target.matches("input, textarea, select");

document.addEventListener("keydown", (event) => {
  if (event.key !== "?" || isTyping(event) || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  showKeys();
});
