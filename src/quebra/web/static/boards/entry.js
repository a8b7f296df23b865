// Boards where values are entered into cells, with pencil marks: keys, pad and taps alike.
//
// A family says how its values look and sound:
//   show(value)   what is on the pad's button, and in the corner of a cell as a pencil mark
//   say(value)    its name
//   notes         values that are no entries but notes; alone in a cell, they are shown large
//   pick(where)   called when a cell is clicked or tapped

import { fill, h } from "../dom.js";
import { button } from "../widgets.js";
import { GridLayer, named } from "./grid.js";

const PATIENCE = 900;
const CLEAR = ".";

/** Mount the board on a host of game.js; see there for what a host gives. */
export function entryBoard(host, { show = String, say = String, notes = [], pick } = {}) {
  const { t } = host;
  let view = host.view;
  let pencil = false;
  let typed = { text: "", at: 0 };
  const hooks = { name: t("board"), pick, key: pressed, moved: beginAnew };
  const layer = new GridLayer(host.sheet, hooks);
  const pencils = host.mode === "play";
  const pencilButton = button(t("pencil"), () => setPencil(!pencil), {
    icon: "pencil",
    "aria-pressed": "false",
  });
  const values = h("div", { class: "values", role: "group", "aria-label": t("values") });
  fill(host.pad, values, pencils && pencilButton);
  update(view);

  /** Enter a value where the reader is, or toggle a pencil mark of it. */
  async function enter(value, marking = pencil) {
    if (!layer.current) return;
    const place = named(layer.current);
    if (marking && pencils && value !== CLEAR) await host.play(`${place}*${value}`);
    else await host.play(`${place}=${value}`);
  }

  function setPencil(on) {
    pencil = on;
    pencilButton.setAttribute("aria-pressed", String(on));
  }

  function pressed(_where, event) {
    const key = event.code.startsWith("Digit") ? event.code.slice(-1) : event.key.toLowerCase();
    const value = meant(key);
    if (value != null && !event.altKey) {
      event.preventDefault();
      enter(value, pencil || event.shiftKey || event.ctrlKey || event.metaKey);
    } else if (["Delete", "Backspace", " ", "0", CLEAR].includes(event.key)) {
      event.preventDefault();
      enter(CLEAR, false);
    } else if (key === "n" && pencils && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      setPencil(!pencil);
    }
  }

  /** The value that a key means; digits that follow one another at once make one number. */
  function meant(key) {
    const before = Date.now() - typed.at < PATIENCE ? typed.text : "";
    const value = [before + key, key].find((text) => view.values.includes(text));
    if (value != null) typed = { text: value, at: Date.now() };
    return value;
  }

  function beginAnew() {
    typed = { text: "", at: 0 };
  }

  function update(next) {
    view = next;
    layer.update(view.spots.filter((spot) => spot.part === "board"));
    if (values.children.length !== view.values.length + 1) showValues();
    showMarks(view.marks ?? []);
  }

  function showValues() {
    const each = (value) =>
      h(
        "button",
        { type: "button", class: "value", "aria-label": say(value), onclick: () => enter(value) },
        show(value),
      );
    const erase = button(t("erase"), () => enter(CLEAR, false), { icon: "erase", kind: "value" });
    fill(values, ...view.values.map(each), erase);
  }

  /** Pencil marks in fixed places, so that a value is always found in the same corner. */
  function showMarks(marks) {
    const side = Math.max(2, Math.ceil(Math.sqrt(view.values.length)));
    for (const cell of layer.cells.values()) fill(cell);
    for (const { where, values: noted } of marks) {
      const cell = layer.at(where);
      if (!cell) continue;
      const alone = noted.every((value) => notes.includes(value));
      cell.append(alone ? large(noted) : small(noted, side));
      const told = t("marked", { values: noted.map(say).join(", ") });
      cell.setAttribute("aria-label", `${cell.getAttribute("aria-label")}; ${told}`);
    }
  }

  function small(noted, side) {
    const signs = view.values.map((value) =>
      h("span", {}, noted.includes(value) ? show(value) : ""),
    );
    const corner = h("div", { class: "pencilled", "aria-hidden": "true" }, ...signs);
    corner.style.setProperty("--side", side);
    return corner;
  }

  function large(noted) {
    const sign = h("span", {}, ...noted.map(show));
    return h("div", { class: "noted-large", "aria-hidden": "true" }, sign);
  }

  return {
    update,
    mark: (name, places) => layer.mark(name, places),
    focus: () => layer.focus(),
    select: (where) => layer.select(where, { focus: true }),
    keys: [
      { keys: ["←", "↑", "→", "↓"], text: t("key-move") },
      { keys: ["1", "2", "3", "…"], text: t("key-enter") },
      ...(pencils ? [{ keys: ["Shift+1", "Ctrl+1"], text: t("key-mark") }] : []),
      ...(pencils ? [{ keys: ["n"], text: t("key-pencil") }] : []),
      { keys: ["Delete", "0"], text: t("key-erase") },
    ],
  };
}
