// Mouse and touch: a drag moves or turns a piece, a tap chooses one or places the chosen one.

import {
  centredAt,
  centreOf,
  contains,
  lifted,
  moved,
  turnedTowards,
} from "/static/boards/poses.js";
import { closest } from "/static/dom.js";

/** @import { Point, Pose } from "/static/boards/poses.js" */
/** @import { Piece } from "./page_pieces.js" */
/** @import { Workspace } from "./page_workspace.js" */

const SLIP = 4; // pixels that the pointer may move in a tap

export class Pointer {
  /** @param {Workspace} workspace */
  constructor(workspace) {
    this.workspace = workspace;
    workspace.svg.addEventListener("pointerdown", (event) => this.#pressed(event));
  }

  /** @param {PointerEvent} event */
  #pressed(event) {
    if (event.button) return;
    const { workspace } = this;
    const start = workspace.point(event);
    const turning = closest(event, ".handle");
    const piece = turning ? workspace.chosen : workspace.pieceOf(closest(event, ".piece"));
    event.preventDefault();
    if (!piece) return this.#tapped(start);
    if (!turning) workspace.choose(piece);
    piece.button.focus({ preventScroll: true });
    const from = lifted(piece, piece.pose);
    this.#follow(event, piece, (now, keys) =>
      turning ? turnedTowards(piece, piece.pose, start, now, keys) : moved(from, start, now),
    );
  }

  /**
   * Follow a pointer until it is lifted, with one preview a frame.
   *
   * @param {PointerEvent} event
   * @param {Piece} piece
   * @param {(now: Point, keys: { shiftKey: boolean }) => Pose} poseAt
   */
  #follow(event, piece, poseAt) {
    const { workspace } = this;
    const { svg } = workspace;
    const { clientX, clientY } = event;
    const listening = new AbortController();
    let pose = piece.pose;
    let frame = 0;
    let isDrag = false;
    const draw = () => {
      frame = 0;
      workspace.preview(piece, pose);
    };
    /** @param {PointerEvent} now */
    const move = (now) => {
      isDrag ||= Math.hypot(now.clientX - clientX, now.clientY - clientY) > SLIP;
      if (!isDrag) return;
      piece.element.classList.add("held");
      pose = poseAt(workspace.point(now), now);
      frame ||= requestAnimationFrame(draw);
    };
    /** @param {PointerEvent} now */
    const end = (now) => {
      cancelAnimationFrame(frame);
      piece.element.classList.remove("held");
      listening.abort();
      if (now.type === "pointercancel") workspace.update(workspace.host.view);
      else if (isDrag) this.#dropped(piece, pose);
    };
    svg.addEventListener("pointermove", move, listening);
    svg.addEventListener("pointerup", end, listening);
    svg.addEventListener("pointercancel", end, listening);
    svg.setPointerCapture(event.pointerId);
  }

  /**
   * Place a piece, put it back, or turn it in the tray.
   *
   * @param {Piece} piece
   * @param {Pose} pose
   */
  #dropped(piece, pose) {
    const { workspace } = this;
    if (contains(workspace.area, centreOf(piece, pose))) workspace.place(piece, pose);
    else if (piece.pose.placed) workspace.putBack(piece);
    else {
      const { angle, flip } = pose;
      const centre = centreOf(piece, piece.pose);
      workspace.setPose(piece, centredAt(piece, { ...piece.pose, angle, flip }, centre));
    }
  }

  /** @param {Point} point */
  #tapped(point) {
    const { workspace } = this;
    const piece = workspace.chosen;
    if (!piece || !contains(workspace.area, point)) workspace.choose(null);
    else workspace.place(piece, lifted(piece, piece.pose, point));
  }
}
