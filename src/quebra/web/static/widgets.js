// Buttons, toasts, dialogs and other small things that all views share.

import { drawing, fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { t, tongue } from "./texts.js";

/** A button with a name, and an icon where it has one. */
export function button(text, onclick, { icon: sign, kind = "", ...rest } = {}) {
  const label = h("span", { class: "label" }, text);
  return h("button", { type: "button", class: kind, onclick, ...rest }, sign && icon(sign), label);
}

/** A button that shows its icon only. */
export function iconButton(text, sign, onclick, rest = {}) {
  return h(
    "button",
    { type: "button", class: "bare", "aria-label": text, title: text, onclick, ...rest },
    icon(sign),
  );
}

/** A short message that goes by itself, with one thing to do about it. */
export function toast(text, action = null, act = null) {
  const message = h("div", { class: "toast" }, h("span", {}, text));
  const leave = () => message.remove();
  if (action) message.append(button(action, () => (leave(), act()), { kind: "link" }));
  document.getElementById("toasts").replaceChildren(message);
  setTimeout(leave, 6000);
}

/** No more messages: what they offer is no longer what the reader wants. */
export function hush() {
  document.getElementById("toasts").replaceChildren();
}

/** A dialog with a heading; Escape and the cross close it. */
export function dialog(title, ...content) {
  const heading = h("h2", { id: "dialog-title" }, title);
  const cross = iconButton(t("close"), "close", () => box.close());
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

/** A named field of a form. */
export function field(text, control, note = "") {
  return h("label", { class: "field" }, h("span", {}, text), control, note && h("small", {}, note));
}

/** A list to choose from; choices are `[value, text]`. */
export function choice(choices, chosen, attributes = {}) {
  const options = choices.map(([value, text]) =>
    h("option", { value, selected: value === chosen }, text),
  );
  return h("select", attributes, ...options);
}

/** A picture of a puzzle, framed. */
export function picture(svg, kind = "picture") {
  return h("div", { class: kind }, drawing(svg));
}

/** What to say where there is nothing yet, and what to do next. */
export function empty(text, ...actions) {
  return h("div", { class: "empty" }, h("p", {}, text), h("p", { class: "row" }, ...actions));
}

/** A bar of long work: time, nodes, the best so far, and Stop. */
export function workBar(stop) {
  const bar = h("progress", { "aria-label": t("working") });
  const words = h("p", { class: "soft numbers" }, t("working"));
  const best = h("div", {});
  const element = h(
    "div",
    { class: "work" },
    bar,
    words,
    button(t("stop"), stop, { kind: "stop" }),
    best,
  );
  const show = ({ ahead, seconds = 0, nodes = 0, bound = null, limit = null, svg = null }) => {
    if (ahead != null) return void (words.textContent = t("work-waiting", { n: ahead }));
    if (limit) Object.assign(bar, { max: limit, value: Math.min(seconds, limit) });
    const parts = [t("work-seconds", { n: Math.round(seconds) })];
    if (nodes) parts.push(t("work-nodes", { n: nodes.toLocaleString(tongue) }));
    if (bound != null) parts.push(t("work-bound", { n: bound }));
    words.textContent = parts.join(" · ");
    if (svg) fill(best, h("p", { class: "soft" }, t("best-so-far")), picture(svg, "picture small"));
  };
  return { element, show };
}
