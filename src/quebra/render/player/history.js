// The attempts of a game: undo, redo, reset, and what the browser keeps.

/** @typedef {any} Attempt  An answer as in JSON, perhaps with pencil marks. */

export class History {
  #position = 0;

  /**
   * @param {Attempt} start
   * @param {string} key  The name under which the browser keeps the attempt.
   */
  constructor(start, key) {
    this.key = key;
    this.seconds = 0;
    /** @type {Attempt[]} */
    this.attempts = [start];
    this.#restore();
  }

  get attempt() {
    return this.attempts[this.#position];
  }

  get canUndo() {
    return this.#position > 0;
  }

  get canRedo() {
    return this.#position < this.attempts.length - 1;
  }

  /** @param {Attempt} attempt */
  add(attempt) {
    this.attempts = [...this.attempts.slice(0, this.#position + 1), attempt];
    this.#go(this.#position + 1);
  }

  undo() {
    if (this.canUndo) this.#go(this.#position - 1);
  }

  redo() {
    if (this.canRedo) this.#go(this.#position + 1);
  }

  /** The start again; that can be undone. */
  reset() {
    if (this.canUndo) this.add(this.attempts[0]);
  }

  /** Keep the attempt and the time, where the browser allows it. */
  keep() {
    try {
      const { attempt, seconds } = this;
      localStorage.setItem(this.key, JSON.stringify({ attempt, seconds }));
    } catch {
      // A file may have no storage, or it is full: the game goes on.
    }
  }

  /** @param {number} position */
  #go(position) {
    this.#position = position;
    this.keep();
  }

  #restore() {
    try {
      const found = JSON.parse(localStorage.getItem(this.key) ?? "null");
      if (!found) return;
      this.seconds = Number(found.seconds) || 0;
      if (JSON.stringify(found.attempt) !== JSON.stringify(this.attempts[0]))
        this.add(found.attempt);
    } catch {
      // As above.
    }
  }
}
