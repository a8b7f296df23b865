// The puzzles that are printed: a list of the chosen ones, and a sheet to choose more.

import { fill, h } from "./dom.js";
import { t, tn } from "./texts.js";
import { button, iconButton, sheet } from "./widgets.js";

/** @import { Group, Item } from "./print-items.js" */

export class Choice {
  /** @type {Set<Item>} */
  #chosen = new Set();
  #list = h("ul", { class: "print-puzzles" });
  #count = h("span", { class: "soft" });
  #choosing = button(t("Choose puzzles"), () => this.open(), { icon: "plus", kind: "wide" });
  element = h(
    "section",
    { "aria-labelledby": "print-puzzles" },
    h(
      "div",
      { class: "section-title" },
      h("h2", { id: "print-puzzles" }, t("Puzzles")),
      this.#count,
    ),
    this.#list,
    this.#choosing,
  );

  /**
   * @param {() => Promise<Group[]>} getGroups
   * @param {() => unknown} onChange
   */
  constructor(getGroups, onChange) {
    this.getGroups = getGroups;
    this.onChange = onChange;
    this.#show();
  }

  get items() {
    return [...this.#chosen];
  }

  /** @param {Item} item */
  add(item) {
    this.#chosen.add(item);
    this.#show();
  }

  /** Open the sheet with all puzzles. What is chosen counts when it is closed. */
  async open() {
    const groups = await this.getGroups();
    const before = this.items;
    const box = sheet(
      t("Choose puzzles"),
      ...groups.map((group, i) => this.#group(group, i === 0)),
      button(t("Done"), () => box.close(), { kind: "main wide done" }),
    );
    box.classList.add("print-choice");
    box.addEventListener("close", () => {
      const after = this.items;
      if (after.length === before.length && after.every((item, i) => item === before[i])) return;
      this.#show();
      this.onChange();
    });
  }

  /**
   * @param {Group} group
   * @param {boolean} open
   */
  #group({ title, items, isOwn }, open) {
    const cards = h("ul", { class: "cards pick" });
    const show = () =>
      cards.children.length || fill(cards, ...items.map((item) => this.#card(item, isOwn)));
    const summary = h("summary", {}, title, h("span", { class: "soft" }, ` ${items.length}`));
    return h("details", { ontoggle: show, open }, summary, cards);
  }

  /**
   * @param {Item} item
   * @param {boolean} isOwn  It stands among puzzles of other families.
   */
  #card(item, isOwn) {
    const onchange = () => (box.checked ? this.#chosen.add(item) : this.#chosen.delete(item));
    const box = h("input", { type: "checkbox", checked: this.#chosen.has(item), onchange });
    const name = isOwn ? item.name : item.about;
    const words = h("span", { class: "words" }, box, name);
    const attributes = { class: "card", "data-family": item.family.name };
    return h("li", {}, h("label", attributes, item.art(), words));
  }

  #show() {
    const { items } = this;
    fill(this.#count, items.length > 0 && tn("{n} puzzle", "{n} puzzles", items.length));
    fill(this.#list, ...items.map((item) => this.#line(item)));
  }

  /** @param {Item} item */
  #line(item) {
    const remove = () => {
      this.#chosen.delete(item);
      this.#show();
      this.#choosing.focus();
      this.onChange();
    };
    const cross = iconButton(t("Remove {name}", { name: item.name }), "close", remove);
    return h(
      "li",
      { "data-family": item.family.name },
      item.art(),
      h("span", { class: "words" }, item.name),
      cross,
    );
  }
}
