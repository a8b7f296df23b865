// Pieces by keys: one is carried over the board, and laid when it is dropped.

import { flipped, lifted, turned } from "/static/boards/poses.js";

export const TURN = 45;
const FINE_TURN = 5;
const NUDGE = 0.5; // in widths of the smallest piece
const FINE_NUDGE = 0.05;
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const TURNS = { "[": -1, "{": -1, "]": 1, "}": 1 };

export class Keys {
  constructor(workspace) {
    this.workspace = workspace;
    this.carried = null; // {piece, pose}
  }

  pressed(piece, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { workspace } = this;
    const change = this.#changeBy(piece, event);
    if (change && (change.shifts || piece.pose.laid || this.carried)) this.carry(piece, change.to);
    else if (change) workspace.set(piece, change.to(piece.pose));
    else if (event.key === "Delete" || event.key === "Backspace") workspace.putBack(piece);
    else if (event.key === "Escape") workspace.update(workspace.host.view);
    else if (event.key !== "Enter" && event.key !== " ") return;
    else if (this.carried) this.drop();
    else this.carry(piece);
    event.preventDefault();
  }

  /** Carry a piece, above the figure first. */
  carry(piece, change = (pose) => pose) {
    const { x, y, width, height } = this.workspace.area;
    const above = { x: x + width / 2, y: y + height / 2 };
    const here = this.carried?.pose ?? piece.pose;
    const pose = here.laid ? change(here) : lifted(piece, here, above);
    this.carried = { piece, pose };
    this.workspace.choose(piece);
    this.workspace.preview(piece, pose);
  }

  drop() {
    if (!this.carried) return;
    const { piece, pose } = this.carried;
    this.carried = null;
    return this.workspace.lay(piece, pose);
  }

  /** What a key does to a pose. */
  #changeBy(piece, { key, shiftKey }) {
    if (key in STEPS) {
      const step = (shiftKey ? FINE_NUDGE : NUDGE) * this.workspace.smallest;
      const [right, down] = STEPS[key].map((way) => way * step);
      return { shifts: true, to: (pose) => ({ ...pose, x: pose.x + right, y: pose.y + down }) };
    }
    if (key in TURNS) {
      const angle = TURNS[key] * (shiftKey ? FINE_TURN : TURN);
      return { to: (pose) => turned(piece, pose, angle) };
    }
    if (key.toLowerCase() === "f" && piece.flips !== false)
      return { to: (pose) => flipped(piece, pose) };
    return null;
  }
}
