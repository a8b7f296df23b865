// The dashed outline of a held piece at the place where it would come to rest.
//
// The server says where that is, by trying the move; one question is under way at a time.

import { matrix } from "/static/boards/poses.js";
import { s } from "/static/dom.js";

/** @import { PlayHost } from "/static/host.js" */
/** @import { Pose } from "/static/boards/poses.js" */
/** @import { Piece, Placement } from "./page_pieces.js" */

/** @typedef {{ piece: Piece, pose: Pose, copy: number }} Held */

export class SnapOutline {
  #isAsking = false;
  /** @type {Held | null} */
  #held = null;
  element = s("path", { class: "snap" });

  /**
   * @param {PlayHost} host
   * @param {() => Element} plane  What it is drawn on.
   */
  constructor(host, plane) {
    this.host = host;
    this.plane = plane;
  }

  /**
   * A piece is held in a pose; `copy` is its number among the placed pieces of its kind.
   *
   * @param {Piece} piece
   * @param {Pose} pose
   * @param {number} copy
   */
  hold(piece, pose, copy) {
    this.#held = { piece, pose, copy };
    if (!this.#isAsking) this.#ask(this.#held);
  }

  hide() {
    this.#held = null;
    this.element.remove();
  }

  /** @param {Held} held */
  async #ask(held) {
    this.#isAsking = true;
    const found = await this.host
      .ask("try", { move: moveTo(held.piece, held.pose) })
      .catch(() => null);
    this.#isAsking = false;
    if (!this.#held) return;
    /** @type {Placement[]} */
    const places = found?.answer?.places ?? [];
    const place = places.filter((each) => each.piece === held.piece.kind)[held.copy];
    if (place) this.#show(held.piece, place);
    if (this.#held !== held) this.#ask(this.#held);
  }

  /**
   * @param {Piece} piece
   * @param {Placement} place
   */
  #show({ outline, element }, place) {
    const { a, b, c, d, e, f } = matrix({ ...place, placed: true });
    this.plane().insertBefore(this.element, element);
    this.element.setAttribute("d", outline);
    this.element.setAttribute("transform", `matrix(${[a, b, c, d, e, f].join(" ")})`);
  }
}

/**
 * The move that places a piece near a pose; the piece snaps to what it nearly touches.
 *
 * @param {Piece} piece
 * @param {Pose} pose
 */
export function moveTo({ number }, { x, y, angle, flip }) {
  const numbers = [x, y, angle].map((value) => Number(value.toFixed(6)));
  return `${number}~${numbers}${flip ? ",f" : ""}`;
}
