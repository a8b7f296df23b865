// The changes made on the setter's desk, which can be undone after a game or a reload as well.

import { readSetting, writeSetting } from "./settings.js";

/** @import { Work } from "./drafts.js" */

const MOST_STEPS = 60;
const MOST_CHARACTERS = 400_000; // of the steps that are kept

export class DeskHistory {
  #name;
  /** @type {Work[]} */
  #past;
  /** @type {Work[]} */
  #future;

  /** @param {string} family */
  constructor(family) {
    this.#name = `desk.history.${family}`;
    const { past = [], future = [] } = readSetting(this.#name) ?? {};
    this.#past = past;
    this.#future = future;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /**
   * A change is made: what was there before can be brought back.
   *
   * @param {Work} before
   */
  push(before) {
    this.#past.push(before);
    this.#future = [];
    this.#keep();
  }

  /**
   * @param {Work} present
   * @returns {Work | undefined} What was there before the last change.
   */
  undo(present) {
    return this.#step(this.#past, this.#future, present);
  }

  /**
   * @param {Work} present
   * @returns {Work | undefined} What was there before the last undo.
   */
  redo(present) {
    return this.#step(this.#future, this.#past, present);
  }

  /**
   * @param {Work[]} from
   * @param {Work[]} to
   * @param {Work} present
   */
  #step(from, to, present) {
    const found = from.pop();
    if (found) to.push(present);
    this.#keep();
    return found;
  }

  #keep() {
    this.#past.splice(0, this.#past.length - MOST_STEPS);
    let past = this.#past;
    while (past.length && JSON.stringify(past).length > MOST_CHARACTERS)
      past = past.slice(Math.ceil(past.length / 2));
    writeSetting(this.#name, { past, future: this.#future.slice(-MOST_STEPS) });
  }
}
