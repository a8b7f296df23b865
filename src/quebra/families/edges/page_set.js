// The setter's board: a solution is painted on the board, or the sides of a piece; pieces are given.

import { errorText, isAbort, post, startJob } from "/static/api.js";
import { drawing, fill, h } from "/static/dom.js";
import { t, tn } from "/static/texts.js";
import { button } from "/static/widgets.js";
import { CellLayer, cellName } from "./page_cells.js";
import { Painter } from "./page_paint.js";
import { isPaintable, movesTo, painted, sideAt } from "./page_solution.js";
import { colourName } from "./shared_colours.js";

/** @import { Job } from "/static/api.js" */
/** @import { Board, EditView, Place, SetHost } from "/static/host.js" */
/** @import { Placed } from "./page_solution.js" */

const SECONDS = 10; // to look for a solution
/** @type {Record<string, number>} The side of a cell that a key paints. */
const SIDE_KEYS = { w: 0, d: 1, s: 2, a: 3 };

/** @implements {Board} */
export class SetterBoard {
  #chosen = 0;
  /** @type {Job | null} The search for a solution. */
  #job = null;
  welcome = t("Choose a colour, then tap a side of a cell: the sides that meet get it.");

  /** @param {SetHost} host */
  constructor(host) {
    this.host = host;
    this.layer = new CellLayer(host.sheet, {
      name: t("Board"),
      key: (cell, event) => {
        const side = SIDE_KEYS[event.key.toLowerCase()];
        if (side === undefined || host.view.puzzle.shape !== "square") return;
        event.preventDefault();
        this.#paint(cell, side);
      },
    });
    host.sheet.layer.addEventListener("click", (event) => this.#clicked(event));
    this.pieces = h("div", { class: "pieces", role: "group", "aria-label": t("Pieces") });
    this.painter = new Painter((side, colour) =>
      host.play(`p${this.#chosen + 1}e${side + 1}=${colour}`),
    );
    this.keys = [
      { keys: ["←", "↑", "→", "↓"], text: t("Move on the board") },
      { keys: ["w", "d", "s", "a"], text: t("Paint the upper, right, lower or left side") },
    ];
    this.lay = button(t("Show a solution"), () => this.#lay());
    fill(host.tray, this.pieces);
    fill(
      host.pad,
      this.painter.element,
      button(t("Given piece"), () => this.#give(String(this.#chosen + 1))),
      button(t("No given piece"), () => this.#give(".")),
      this.lay,
    );
    this.update(host.view);
  }

  /** @param {EditView} view */
  update(view) {
    this.lay.hidden = !isPaintable(view.puzzle);
    this.lay
      .querySelector(".label")
      ?.replaceChildren(this.#laid.length ? t("Take the pieces off") : t("Show a solution"));
    this.layer.update(view.spots);
    for (const element of [this.pieces, this.painter.element])
      element.dataset.shape = view.puzzle.shape;
    fill(this.pieces, ...view.pieces.map((svg, i) => this.#tile(view.puzzle, svg, i)));
    this.#choose(Math.min(this.#chosen, view.pieces.length - 1), view);
  }

  /**
   * @param {string} name
   * @param {Place[]} places
   */
  mark(name, places) {
    this.layer.mark(name, places);
  }

  /** @param {number} n */
  openAdvice = (n) =>
    tn(
      "Another solution differs in {n} cell. Change one of its sides, or lay a given piece there.",
      "Another solution differs in {n} cells. Change one of their sides, or lay a given piece there.",
      n,
    );

  focus() {
    this.layer.focus();
  }

  leave() {
    this.#job?.abort();
  }

  /** @returns {Placed[]} The pieces that lie on the board. */
  get #laid() {
    return this.host.view.answer.cells;
  }

  /** @param {Place} cell */
  #at = (cell) => this.#laid.find((each) => String(each.cell) === String(cell));

  /**
   * @param {any} puzzle
   * @param {string[]} moves
   */
  #show = (puzzle, moves) => this.host.change(() => post("/api/edit", { puzzle, moves }));

  /** Lay the pieces as in a solution, or take them off. */
  async #lay() {
    const { host } = this;
    const { puzzle } = host.view;
    this.#job?.abort();
    if (this.#laid.length) return this.#show(puzzle, []);
    const job = startJob("/api/solve", { puzzle, time: SECONDS });
    this.#job = job;
    host.say(t("Looking for solutions …"));
    try {
      const [found] = (await job.done).solutions;
      if (found) await this.#show(puzzle, movesTo(puzzle, found.cells));
      else host.say(t("No solution was found in {n} s.", { n: SECONDS }));
    } catch (error) {
      if (!isAbort(error)) host.say(errorText(error), "bad");
    }
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const cell = this.layer.cellOf(event.target);
    const placed = cell && this.#at(cell);
    if (!placed || !(event.target instanceof Element)) return;
    const box = event.target.getBoundingClientRect();
    const x = event.clientX - box.left - box.width / 2;
    const y = event.clientY - box.top - box.height / 2;
    if (event.detail) this.#paint(cell, sideAt(this.host.view.puzzle, [x, y]));
  }

  /**
   * Paint a side of a cell and the one that it meets, where a solution lies.
   *
   * @param {Place} cell
   * @param {number} side
   */
  async #paint(cell, side) {
    const { host, painter } = this;
    if (!this.#at(cell) || !isPaintable(host.view.puzzle)) return;
    if (painter.colour === host.view.puzzle.frame)
      return host.say(t("Only sides at the rim have the colour of the frame."));
    const view = await host.change(async () => {
      const work = painted(host.view, cell, side, painter.colour);
      if (!work) throw new Error(t("Sides at the rim have the colour of the frame."));
      return post("/api/edit", work);
    });
    if (view) this.#choose(this.#at(cell)?.piece ?? 0, view);
  }

  /** @param {string} value  The number of a piece, or `.` for none. */
  #give(value) {
    const cell = this.layer.current;
    if (!cell) return;
    const laid = value === "." ? undefined : this.#at(cell);
    const own = laid && movesTo(this.host.view.puzzle, [laid])[0];
    this.host.play(own ?? `${cellName(cell)}=${value}`);
  }

  /**
   * @param {any} puzzle
   * @param {string} svg
   * @param {number} piece
   */
  #tile(puzzle, svg, piece) {
    /** @type {number[]} */
    const sides = puzzle.pieces[piece];
    const colours = sides.map((colour) => colourName(t, puzzle, colour)).join(", ");
    const name = t("Piece {n}: {colours}", { n: piece + 1, colours });
    const attributes = { "aria-label": name, onclick: () => this.#choose(piece, this.host.view) };
    return h("button", { type: "button", class: "tile", ...attributes }, drawing(svg));
  }

  /**
   * @param {number} piece
   * @param {EditView} view
   */
  #choose(piece, { puzzle, pieces }) {
    this.#chosen = piece;
    for (const [i, tile] of [...this.pieces.children].entries())
      tile.setAttribute("aria-pressed", String(i === piece));
    this.painter.update(puzzle, pieces, piece);
  }
}
