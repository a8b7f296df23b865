// Pieces by mouse and touch: a drag moves one or turns it, a tap chooses it or lays the chosen one.

import {
  centred,
  lifted,
  middle,
  shifted,
  turnedTowards,
  within,
} from "/static/boards/poses.js";

const STILL = 4; // pixels that a tap may slip

export class Pointer {
  constructor(workspace) {
    this.workspace = workspace;
    workspace.svg.addEventListener("pointerdown", (event) => this.#grasp(event));
  }

  #grasp(event) {
    if (event.button) return;
    const { workspace } = this;
    const start = workspace.point(event);
    const turning = event.target.closest(".handle");
    const found = event.target.closest(".piece");
    const piece = turning
      ? workspace.chosen
      : workspace.pieces.find((each) => each.element === found);
    event.preventDefault();
    if (!piece) return this.#tapped(start);
    if (!turning) workspace.choose(piece);
    piece.button.focus({ preventScroll: true });
    const from = lifted(piece, piece.pose);
    this.#follow(event, piece, (now, keys) =>
      turning ? turnedTowards(piece, piece.pose, start, now, keys) : shifted(from, start, now),
    );
  }

  /** Follow a pointer until it is lifted; `poseAt` tells the pose for where it is. */
  #follow(event, piece, poseAt) {
    const { workspace } = this;
    const { svg } = workspace;
    const began = [event.clientX, event.clientY];
    let pose = piece.pose;
    let frame = 0;
    let moved = false;
    const draw = () => {
      frame = 0;
      workspace.preview(piece, pose);
    };
    const move = (each) => {
      moved ||= Math.hypot(each.clientX - began[0], each.clientY - began[1]) > STILL;
      if (!moved) return;
      piece.element.classList.add("held");
      pose = poseAt(workspace.point(each), each);
      frame ||= requestAnimationFrame(draw);
    };
    const end = (each) => {
      cancelAnimationFrame(frame);
      piece.element.classList.remove("held");
      for (const [name, listener] of listeners) svg.removeEventListener(name, listener);
      if (each.type === "pointercancel") workspace.update(workspace.host.view);
      else if (moved) this.#dropped(piece, pose);
    };
    const listeners = [["pointermove", move], ["pointerup", end], ["pointercancel", end]];
    for (const [name, listener] of listeners) svg.addEventListener(name, listener);
    svg.setPointerCapture(event.pointerId);
  }

  #dropped(piece, pose) {
    const { workspace } = this;
    if (within(workspace.area, middle(piece, pose))) return workspace.lay(piece, pose);
    if (piece.pose.laid) return workspace.putBack(piece);
    const { angle, flip } = pose;
    const turned = { ...piece.pose, angle, flip };
    return workspace.set(piece, centred(piece, turned, middle(piece, piece.pose)));
  }

  #tapped(at) {
    const { workspace } = this;
    const piece = workspace.chosen;
    if (!piece || !within(workspace.area, at)) return workspace.choose(null);
    return workspace.lay(piece, lifted(piece, piece.pose, at));
  }
}
