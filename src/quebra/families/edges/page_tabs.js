// Tabs above the tray: corners, rim, inner pieces, and what fits the chosen cell.

import { fill, h } from "/static/dom.js";
import { t } from "/static/texts.js";

const STEPS = new Map([
  ["ArrowRight", 1],
  ["ArrowLeft", -1],
]);

/** @type {() => Record<string, string>} */
const names = () => ({
  all: t("All"),
  corner: t("Corners"),
  rim: t("Rim"),
  inner: t("Inner"),
  fits: t("Fits here"),
});

/**
 * The kind of a piece: by the number of its sides that belong to the rim.
 *
 * @param {{ pieces: number[][], frame: number | null }} puzzle
 * @param {number} piece
 */
export function kindOf({ pieces, frame }, piece) {
  if (frame == null) return "all";
  const sides = pieces[piece].filter((colour) => colour === frame).length;
  return sides > 1 ? "corner" : sides ? "rim" : "inner";
}

export class Tabs {
  /** @type {Map<string, HTMLElement>} */
  #tabs = new Map();
  element = h("div", { class: "tray-tabs", role: "tablist", "aria-label": t("Pieces") });

  /**
   * @param {string[]} kinds
   * @param {(kind: string) => unknown} onChoose
   */
  constructor(kinds, onChoose) {
    this.onChoose = onChoose;
    for (const kind of kinds) {
      const tab = h("button", {
        type: "button",
        role: "tab",
        "data-kind": kind,
        "aria-controls": "tray-pieces",
        onclick: () => this.choose(kind),
      });
      this.#tabs.set(kind, tab);
    }
    this.element.append(...this.#tabs.values());
    this.element.addEventListener("keydown", (event) => this.#pressed(event));
    this.chosen = kinds[0];
  }

  /** @param {(kind: string) => number | null} countOf  Null where nothing is counted yet. */
  update(countOf) {
    for (const [kind, tab] of this.#tabs) {
      const count = countOf(kind);
      fill(tab, names()[kind], h("span", { class: "numbers" }, count == null ? "–" : count));
    }
    this.#show();
  }

  /** @param {string} kind */
  choose(kind) {
    if (!this.#tabs.has(kind)) return;
    this.chosen = kind;
    this.#show();
    this.onChoose(kind);
  }

  #show() {
    for (const [kind, tab] of this.#tabs) {
      tab.setAttribute("aria-selected", String(kind === this.chosen));
      tab.tabIndex = kind === this.chosen ? 0 : -1;
    }
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const step = STEPS.get(event.key);
    if (!step) return;
    const kinds = [...this.#tabs.keys()];
    const next = kinds[(kinds.indexOf(this.chosen) + step + kinds.length) % kinds.length];
    event.preventDefault();
    this.choose(next);
    this.#tabs.get(next)?.focus();
  }
}
