// Steppers for the rows and columns of a board: a number that is typed, or changed by one.

import { h } from "./dom.js";
import { t } from "./texts.js";
import { iconButton } from "./widgets.js";

const SMALLEST = 2;
const LARGEST = 30;

/**
 * A number with a button for one less and one for one more.
 *
 * @param {string} name
 * @param {{ least: number, most: number }} limits
 * @param {(value: number) => unknown} onChange
 */
export function stepper(name, { least, most }, onChange) {
  let value = least;
  let isTyping = false;
  const number = h("input", {
    class: "numbers",
    inputmode: "numeric",
    autocomplete: "off",
    "aria-label": name,
    oninput: () => {
      isTyping = true;
    },
    onblur: () => {
      isTyping = false;
      number.value = String(value);
    },
    onchange: () => {
      isTyping = false;
      step((Number.parseInt(number.value, 10) || value) - value);
    },
  });
  const less = iconButton(t("{name}: one less", { name }), "minus", () => step(-1));
  const more = iconButton(t("{name}: one more", { name }), "plus", () => step(1));
  const attributes = { class: "stepper", role: "group", "aria-label": name };
  const element = h("div", attributes, h("span", {}, name), less, number, more);
  /** @param {number} by */
  function step(by) {
    const before = value;
    show(Math.min(Math.max(value + by, least), most));
    if (value !== before) onChange(value);
  }

  /** A number that is being typed is kept. @param {number} next */
  function show(next) {
    value = next;
    if (!isTyping) number.value = String(next);
    less.disabled = next <= least;
    more.disabled = next >= most;
  }
  return { element, show };
}

/**
 * The steppers for a size.
 *
 * @param {(size: string) => unknown} onChange  Called with a size such as `6x8`.
 */
export function sizeSteppers(onChange) {
  const limits = { least: SMALLEST, most: LARGEST };
  let [rows, columns] = [SMALLEST, SMALLEST];
  const height = stepper(t("Rows"), limits, (value) => {
    rows = value;
    onChange(`${rows}x${columns}`);
  });
  const width = stepper(t("Columns"), limits, (value) => {
    columns = value;
    onChange(`${rows}x${columns}`);
  });
  const element = h("div", { class: "steppers" }, height.element, width.element);
  /** @param {[number, number] | null} size */
  function show(size) {
    element.hidden = !size;
    if (!size) return;
    [rows, columns] = size;
    height.show(rows);
    width.show(columns);
  }
  return { element, show };
}
