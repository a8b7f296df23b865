// Keys and the wheel: a piece is carried over the board, and placed when it is dropped.

import { centreOf, flipped, lifted, turned } from "/static/boards/poses.js";
import { debounce, hasModifier } from "/static/dom.js";
import { t } from "/static/texts.js";
import { between } from "./page_snap.js";

/** @import { Pose } from "/static/boards/poses.js" */
/** @import { Piece } from "./page_pieces.js" */
/** @import { Workspace } from "./page_workspace.js" */
/** @typedef {{ moves?: boolean, apply: (pose: Pose) => Pose }} Change */

export const TURN = 45; // degrees
const FINE_TURN = 5;
const WHEEL_TURN = 1; // degrees that the wheel turns with Shift
const WHEEL_REST = 400; // milliseconds after which a piece turned by the wheel is placed
const STEP = 0.5; // in widths of the smallest piece
const FINE_STEP = 0.05;
/** @type {Record<string, [right: number, down: number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** @type {Record<string, number>} */
const TURNS = { "[": -1, "{": -1, "]": 1, "}": 1 };

export class Keys {
  help = [
    { keys: ["Tab"], text: t("Go to the next piece") },
    { keys: ["Enter", "Space"], text: t("Pick the piece up, or put it down") },
    { keys: ["←", "↑", "→", "↓"], text: t("Move it; with Shift by small steps") },
    { keys: ["[", "]"], text: t("Turn it by 45 degrees; with Shift by 5") },
    {
      keys: [t("Wheel")],
      text: t("Turn it to the next stop; with Shift freely, as at the handle"),
    },
    { keys: ["f"], text: t("Turn it over, as a double tap does") },
    { keys: ["Delete"], text: t("Put it back") },
  ];

  /** @type {{ piece: Piece, pose: Pose } | null} */
  carried = null;
  #dropSoon = debounce(WHEEL_REST, () => this.drop());

  /** @param {Workspace} workspace */
  constructor(workspace) {
    this.workspace = workspace;
  }

  /**
   * @param {Piece} piece
   * @param {KeyboardEvent} event
   */
  pressed(piece, event) {
    if (hasModifier(event)) return;
    const { workspace } = this;
    const change = this.#changeFor(piece, event);
    if (change) this.#apply(piece, change);
    else if (event.key === "Delete" || event.key === "Backspace") workspace.putBack(piece);
    else if (event.key === "Escape") workspace.release();
    else if (event.key !== "Enter" && event.key !== " ") return;
    else if (this.carried) this.drop();
    else this.#carry(piece);
    event.preventDefault();
  }

  /**
   * Turn a piece to the next angle at which it stops; with Shift freely.
   *
   * @param {Piece} piece
   * @param {WheelEvent} event
   */
  wheeled(piece, event) {
    const sign = Math.sign(event.deltaY || event.deltaX);
    event.preventDefault();
    if (!sign) return;
    if (this.carried && this.carried.piece !== piece) this.drop();
    this.#apply(piece, {
      apply: (pose) => {
        const stop = between(piece.angles.next(pose, sign), pose.angle);
        return turned(piece, pose, event.shiftKey ? sign * WHEEL_TURN : stop);
      },
    });
    this.#dropSoon();
  }

  drop() {
    if (!this.carried) return;
    const { piece, pose } = this.carried;
    this.carried = null;
    this.workspace.place(piece, pose);
  }

  /**
   * A piece in the tray can be turned there; to move it is to carry it.
   *
   * @param {Piece} piece
   * @param {Change} change
   */
  #apply(piece, { moves, apply }) {
    if (moves || piece.pose.placed || this.carried) this.#carry(piece, apply);
    else this.workspace.setPose(piece, apply(piece.pose));
  }

  /**
   * Carry a piece; one from the tray starts at the centre of the figure.
   *
   * @param {Piece} piece
   * @param {(pose: Pose) => Pose} apply
   */
  #carry(piece, apply = (pose) => pose) {
    const { x, y, width, height } = this.workspace.plane.figure;
    const centre = { x: x + width / 2, y: y + height / 2 };
    const here = this.carried?.pose ?? piece.pose;
    const pose = here.placed ? apply(here) : lifted(piece, here, centre);
    this.carried = { piece, pose };
    this.workspace.choose(piece);
    this.workspace.preview(piece, pose);
  }

  /**
   * A pose, moved so that the centre of the piece is on the part of the plane that is shown.
   *
   * @param {Piece} piece
   * @param {Pose} pose
   * @returns {Pose}
   */
  #inSight(piece, pose) {
    const { x, y, width, height } = this.workspace.plane.area;
    const centre = centreOf(piece, pose);
    const across = Math.min(Math.max(centre.x, x), x + width) - centre.x;
    const down = Math.min(Math.max(centre.y, y), y + height) - centre.y;
    return { ...pose, x: pose.x + across, y: pose.y + down };
  }

  /**
   * What a key does to a pose; null if nothing.
   *
   * @param {Piece} piece
   * @param {KeyboardEvent} event
   * @returns {Change | null}
   */
  #changeFor(piece, { key, shiftKey }) {
    if (key in STEPS) {
      const step = (shiftKey ? FINE_STEP : STEP) * this.workspace.smallest;
      const [right, down] = STEPS[key].map((direction) => direction * step);
      return {
        moves: true,
        apply: (pose) => this.#inSight(piece, { ...pose, x: pose.x + right, y: pose.y + down }),
      };
    }
    if (key in TURNS) {
      const angle = TURNS[key] * (shiftKey ? FINE_TURN : TURN);
      return { apply: (pose) => turned(piece, pose, angle) };
    }
    if (key.toLowerCase() === "f" && piece.canFlip)
      return { apply: (pose) => flipped(piece, pose) };
    return null;
  }
}
