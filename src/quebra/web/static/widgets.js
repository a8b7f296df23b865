// Buttons, toasts, dialogs and other small elements that all views share.

import { byId, drawing, fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { percent, t, tn } from "./texts.js";

/** @typedef {import("./dom.js").Child} Child */

/**
 * A button with a name, and an icon if one is given.
 *
 * @param {string} text
 * @param {(event: Event) => unknown} onclick
 * @param {{ icon?: string, kind?: string, [attribute: string]: unknown }} options
 */
export function button(text, onclick, { icon: iconName, kind = "", ...rest } = {}) {
  const label = h("span", { class: "label" }, text);
  const attributes = { type: "button", class: kind, onclick, ...rest };
  return h("button", attributes, iconName && icon(iconName), label);
}

/**
 * A button that shows its icon only.
 *
 * @param {string} text
 * @param {string} iconName
 * @param {(event: Event) => unknown} onclick
 */
export function iconButton(text, iconName, onclick, rest = {}) {
  return h(
    "button",
    { type: "button", class: "bare", "aria-label": text, title: text, onclick, ...rest },
    icon(iconName),
  );
}

/**
 * Change the name of a button.
 *
 * @param {Element} element
 * @param {...Child} content
 */
export function setLabel(element, ...content) {
  fill(/** @type {Element} */ (element.querySelector(".label")), ...content);
}

/**
 * Show a short message for some seconds, with one button if `action` is given.
 *
 * @param {string} text
 * @param {{ text: string, run: () => unknown }} [action]
 */
export function toast(text, action) {
  const message = h("div", { class: "toast" }, h("span", {}, text));
  const close = () => message.remove();
  const run = () => {
    close();
    action?.run();
  };
  if (action) message.append(button(action.text, run, { kind: "link" }));
  fill(byId("toasts"), message);
  setTimeout(close, 6000);
}

/** Remove the message, whose button no longer applies. */
export function clearToasts() {
  fill(byId("toasts"));
}

/**
 * Open a dialog with a heading; Escape and the cross close it.
 *
 * @param {string} title
 * @param {...Child} content
 */
export function dialog(title, ...content) {
  const heading = h("h2", { id: "dialog-title" }, title);
  const cross = iconButton(t("Close"), "close", () => box.close());
  const box = h(
    "dialog",
    { "aria-labelledby": "dialog-title", onclose: () => box.remove() },
    h("div", { class: "dialog-head" }, heading, cross),
    h("div", { class: "dialog-body" }, ...content),
  );
  document.body.append(box);
  box.showModal();
  return box;
}

/**
 * A dialog that comes from below on a phone.
 *
 * @param {string} title
 * @param {...Child} content
 */
export function sheet(title, ...content) {
  const box = dialog(title, ...content);
  box.classList.add("sheet");
  box.addEventListener("click", (event) => event.target === box && box.close());
  return box;
}

/**
 * One of a few choices, as a row of buttons.
 *
 * @param {string} name
 * @param {[value: string, text: string][]} choices
 * @param {string} chosen
 * @param {(value: string) => unknown} onChoose
 */
export function segments(name, choices, chosen, onChoose) {
  const buttons = choices.map(([value, text]) =>
    button(text, () => choose(value), {
      "aria-pressed": String(value === chosen),
      "data-value": value,
    }),
  );
  /** @param {string} value */
  function choose(value) {
    for (const each of buttons)
      each.setAttribute("aria-pressed", String(each.dataset.value === value));
    onChoose(value);
  }
  return h("div", { class: "segments", role: "group", "aria-label": name }, ...buttons);
}

/**
 * A labelled field of a form.
 *
 * @param {string} text
 * @param {HTMLElement} control
 */
export function field(text, control, note = "") {
  return h("label", { class: "field" }, h("span", {}, text), control, note && h("small", {}, note));
}

/**
 * A list to choose from.
 *
 * @param {[value: string, text: string][]} choices
 * @param {string} chosen
 */
export function choice(choices, chosen, attributes = {}) {
  const options = choices.map(([value, text]) =>
    h("option", { value, selected: value === chosen }, text),
  );
  return h("select", attributes, ...options);
}

/**
 * A framed drawing of a puzzle.
 *
 * @param {string} svg
 */
export function picture(svg, kind = "picture") {
  return h("div", { class: kind }, drawing(svg));
}

/**
 * What to show where there is nothing yet, and what to do next.
 *
 * @param {string} text
 * @param {...HTMLElement} actions
 */
export function empty(text, ...actions) {
  return h("div", { class: "empty" }, h("p", {}, text), h("p", { class: "row" }, ...actions));
}

/**
 * The progress of a job: time, nodes, the best result so far, and a button that stops it.
 *
 * @param {() => unknown} stop
 */
export function progressBar(stop) {
  const bar = h("progress", { "aria-label": t("Working …") });
  const text = h("p", { class: "soft numbers" }, t("Working …"));
  const best = h("div", {});
  const stopper = button(t("Stop"), stop, { kind: "stop" });
  const element = h("div", { class: "work" }, bar, text, stopper, best);

  /** @param {{ ahead?: number, seconds?: number, nodes?: number, bound?: number | null, limit?: number, svg?: string, share?: number | null }} progress */
  function show({ ahead, seconds = 0, nodes = 0, bound = null, limit, svg, share }) {
    if (ahead != null) {
      text.textContent = tn(
        "Waiting: {n} request is ahead.",
        "Waiting: {n} requests are ahead.",
        ahead,
      );
      return;
    }
    if (share != null) Object.assign(bar, { max: 1, value: share });
    else if (limit) Object.assign(bar, { max: limit, value: Math.min(seconds, limit) });
    const parts = [t("{n} s", { n: Math.round(seconds) })];
    if (share != null) parts.push(percent(share));
    else if (nodes) parts.push(tn("{n} node", "{n} nodes", nodes));
    if (bound != null) parts.push(t("bound {n}", { n: bound }));
    text.textContent = parts.join(" · ");
    if (svg)
      fill(best, h("p", { class: "soft" }, t("The best so far")), picture(svg, "picture small"));
  }
  return { element, show };
}
