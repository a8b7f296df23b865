// The tiles that stand, and how they fall on boards with gravity, as in `standing.py`.

/** @typedef {number[]} Cell */
/** @typedef {{ pair: Cell[], path?: Cell[] }} Move */
/** @typedef {{ board: (string | null)[][], merged?: string[][], gravity?: boolean }} Shisen */

export class StandingTiles {
  /** @type {Map<string, string>} */
  #names = new Map();
  #settled = false;

  /**
   * @param {Shisen} puzzle
   * @param {Move[]} moves
   */
  constructor(puzzle, moves = []) {
    this.size = [puzzle.board.length, puzzle.board[0].length];
    this.gravity = puzzle.gravity ?? false;
    const merged = (puzzle.merged ?? []).flatMap((names) => names.map((name) => [name, names[0]]));
    /** @type {Map<string, string>} */
    this.kinds = new Map(/** @type {[string, string][]} */ (merged));
    for (const [r, row] of puzzle.board.entries())
      for (const [c, name] of row.entries()) if (name) this.#names.set(String([r, c]), name);
    for (const { pair } of moves) this.remove(pair);
  }

  /** @type {Cell[]} */
  get cells() {
    const found = [...this.#names.keys()].map((key) => key.split(",").map(Number));
    return found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  }

  /** @param {Cell} cell */
  has = (cell) => this.#names.has(String(cell));

  /** @param {Cell} cell */
  name = (cell) => this.#names.get(String(cell)) ?? "";

  /** @param {Cell} cell */
  kind = (cell) => this.kinds.get(this.name(cell)) ?? this.name(cell);

  /**
   * Remove tiles; with gravity, others fall. Before the first tile goes, nothing falls.
   *
   * @param {Cell[]} cells
   */
  remove(cells) {
    const gone = cells.filter((cell) => this.#names.delete(String(cell)));
    if (!gone.length || !this.gravity) return;
    const all = Array.from({ length: this.size[1] }, (_, column) => column);
    for (const column of this.#settled ? gone.map((cell) => cell[1]) : all) this.#fall(column);
    this.#settled = true;
  }

  /** @param {number} column */
  #fall(column) {
    let free = this.size[0] - 1;
    for (let row = free; row >= 0; row--) {
      const name = this.name([row, column]);
      if (!name) continue;
      this.#names.delete(String([row, column]));
      this.#names.set(String([free--, column]), name);
    }
  }
}
