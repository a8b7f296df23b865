// A search on the main board: its position, how often each cell changed, and a chart.

import { post } from "./api.js";
import { fill, h, s } from "./dom.js";
import { shownPuzzle } from "./fit.js";
import { pace } from "./pace.js";
import { t } from "./texts.js";
import { picture } from "./widgets.js";

/** @import { Job } from "./api.js" */
/** @import { Game } from "./game.js" */

const WIDTH = 280;
const HEIGHT = 60;
const MOST = 140; // points of the chart

export class Show {
  /** @type {any} The best attempt so far. */
  best = null;
  #busy = false;
  #over = false;
  /** @type {Map<string, string>} What each cell has in the last position. */
  #contents = new Map();
  /** @type {Map<string, number>} */
  #tried = new Map();
  /** @type {number[]} */
  #values = [];
  #last = { at: performance.now(), nodes: 0 };
  chart = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart", "aria-hidden": "true" });
  #rate = h("p", { class: "soft numbers" });
  #what = h("p", { class: "soft" });
  /** The position, where the board draws itself. */
  #beside = h("div", {});
  element = h("div", { class: "show" }, this.#rate, this.chart, this.#what, this.#beside);
  #hasClosed = false; // whether it has closed the panel, which lay over the board

  /**
   * @param {Game} game
   * @param {Job} job
   */
  constructor(game, job) {
    this.game = game;
    this.pace = pace(job.pace, job.stop);
  }

  /** Show the controls in place of the message. */
  #begin() {
    const { host, panel } = this.game;
    if (this.pace.element.isConnected) return;
    host.element.classList.add("searching");
    host.area.append(this.pace.element);
    if (!host.draws) this.#hasClosed = panel.close();
  }

  /** @param {any} progress */
  advance(progress) {
    const { ahead, nodes = 0, bound, best, current, frame } = progress;
    if (this.#over || ahead != null) return;
    this.#begin();
    this.pace.update(progress);
    this.best = best ?? this.best;
    const at = performance.now();
    const rate = (1000 * (nodes - this.#last.nodes)) / Math.max(at - this.#last.at, 50);
    if (nodes > this.#last.nodes)
      fill(this.#rate, t("{n} nodes a second", { n: Math.round(rate).toLocaleString() }));
    this.#last = { at, nodes };
    const position = current ?? best;
    this.#plot(bound ?? (position && contentsOf(position).size));
    if (frame) {
      if (!this.game.host.draws)
        fill(
          this.#what,
          t("Colours are mixed by the shares of the pieces; the percentage is the largest share."),
        );
      this.#draw(frame);
    } else if (position) this.#showPosition(position);
  }

  /** @param {any} position */
  async #showPosition(position) {
    this.#count(contentsOf(position));
    if (this.#busy) return; // a picture is under way
    this.#busy = true;
    const puzzle = shownPuzzle(this.game.host.view);
    try {
      const body = { puzzle, answer: position, theme: "page", on_board: true };
      const { svg } = await post("/api/draw", body);
      this.#draw(svg);
      this.#shade();
    } catch {
      // The next picture may be drawn.
    } finally {
      this.#busy = false;
    }
  }

  /** @param {string} svg */
  #draw(svg) {
    const { host } = this.game;
    if (this.#over) return;
    if (host.draws) {
      const text = t("The search is drawn here; your board stays as it is.");
      fill(this.#beside, h("p", { class: "soft" }, text), picture(svg, "picture small"));
      return;
    }
    host.element.classList.add("showing");
    host.sheet.drawInPlace(svg);
  }

  /** @param {Map<string, string>} contents */
  #count(contents) {
    for (const [where, content] of contents)
      if (this.#contents.get(where) !== content)
        this.#tried.set(where, (this.#tried.get(where) ?? 0) + 1);
    this.#contents = contents;
  }

  /** Darken empty cells by how often they changed between two pictures. */
  #shade() {
    const most = Math.max(1, ...this.#tried.values());
    for (const cell of this.#cells()) {
      const where = cell.dataset.where ?? "";
      const share = this.#contents.has(where) ? 0 : (this.#tried.get(where) ?? 0) / most;
      cell.style.setProperty("--tried", `${Math.round(50 * share)}%`);
    }
  }

  #cells = () =>
    /** @type {NodeListOf<HTMLElement>} */ (
      this.game.host.sheet.layer.querySelectorAll("[role=gridcell]")
    );

  /** @param {number | null | undefined} value */
  #plot(value) {
    if (value == null) return;
    this.#values.push(value);
    const shown = this.#values.slice(-MOST);
    const [low, high] = [Math.min(...shown), Math.max(...shown)];
    const points = shown.map((each, i) => {
      const height = high > low ? (each - low) / (high - low) : 0.5;
      return `${(i * WIDTH) / Math.max(shown.length - 1, 1)},${HEIGHT - 4 - height * (HEIGHT - 8)}`;
    });
    this.chart.replaceChildren(s("polyline", { points: points.join(" ") }));
  }

  /** Show the player's own board again. */
  end() {
    this.#over = true;
    const { host, panel } = this.game;
    host.element.classList.remove("showing", "searching");
    this.pace.element.remove();
    if (this.#hasClosed) panel.open("analysis");
    for (const cell of this.#cells()) cell.style.removeProperty("--tried");
    if (!host.draws) host.preview(host.view);
  }
}

/**
 * What an attempt has in each place, for attempts with cells or a grid.
 *
 * @param {any} attempt
 * @returns {Map<string, string>}
 */
function contentsOf({ cells = [], grid = [] }) {
  const contents = new Map();
  for (const { cell, piece, turn } of cells) contents.set(String(cell), `${piece}/${turn}`);
  for (const [r, row] of grid.entries())
    for (const [c, value] of row.entries()) if (value) contents.set(`${r},${c}`, String(value));
  return contents;
}
