// The table of keys: what a view can do, the keys that do it, and the table that `?` shows.

import { h } from "./dom.js";
import { t } from "./texts.js";
import { dialog } from "./widgets.js";

let table = [];

/** Make these the actions of the view: `{keys: ["u", "Ctrl+z"], text, run}`.

    Single letters only count while the focus is within `scope`, so that nothing happens by chance;
    entries without `run` are shown only: whoever handles them is elsewhere. */
export function useKeys(actions, scope) {
  table = actions;
  const listen = (event) => {
    if (event.defaultPrevented || isTyping(event.target) || document.querySelector("dialog[open]"))
      return;
    const name = named(event);
    const action = table.find((each) => each.run && each.keys.includes(name));
    if (!action || (name.length === 1 && name !== "?" && !scope.contains(event.target))) return;
    event.preventDefault();
    action.run();
  };
  document.addEventListener("keydown", listen);
  return () => {
    document.removeEventListener("keydown", listen);
    table = [];
  };
}

/** What the keys are, in a dialog. */
export function showKeys() {
  const rows = [...table, { keys: ["?"], text: t("keys") }].map(({ keys, text }) =>
    h(
      "tr",
      {},
      h("td", {}, ...keys.flatMap((key) => [h("kbd", {}, shown(key)), " "])),
      h("td", {}, text),
    ),
  );
  const head = h("tr", {}, ...["key", "does"].map((name) => h("th", { scope: "col" }, t(name))));
  dialog(t("keys"), h("table", { class: "keys" }, h("thead", {}, head), h("tbody", {}, ...rows)));
}

function shown(key) {
  return key
    .split("+")
    .map((part) => (part.length === 1 ? part.toUpperCase() : t(`named-${part}`, {}, part)))
    .join(" + ");
}

function named(event) {
  const control = event.ctrlKey || event.metaKey ? "Ctrl+" : "";
  const shift = control && event.shiftKey ? "Shift+" : "";
  return control + shift + (event.key.length === 1 ? event.key.toLowerCase() : event.key);
}

const isTyping = (element) => element.matches?.("input, textarea, select");

document.addEventListener("keydown", (event) => {
  if (event.key !== "?" || isTyping(event.target) || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  showKeys();
});
