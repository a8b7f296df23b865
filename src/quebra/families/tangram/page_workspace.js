// The board of a game: the figure with the pieces on it, the tray, and the bar above the figure.

import { Coverage } from "/static/boards/coverage.js";
import { boxOf, centreOf, flipped, matrix, measure, turned } from "/static/boards/poses.js";
import { drawing, fill, h, s } from "/static/dom.js";
import { t } from "/static/texts.js";
import { button } from "/static/widgets.js";
import { moveTo, SnapOutline } from "./page_ghost.js";
import { Keys, TURN } from "./page_keys.js";
import { copyOf, copyWhenPlaced, HOME, piecesOf, posesIn, setPictures } from "./page_pieces.js";
import { Plane } from "./page_plane.js";
import { Pointer } from "./page_pointer.js";
import { HANDLE, Ring } from "./page_ring.js";
import { Tray } from "./page_tray.js";

/** @import { Board, GameView, Hint, Place, PlayHost } from "/static/host.js" */
/** @import { Pose } from "/static/boards/poses.js" */
/** @import { Piece, Placement } from "./page_pieces.js" */

/** @implements {Board} */
export class Workspace {
  /** @type {Map<Piece, Pose>} Poses of pieces that were turned in the tray. */
  #turnedInTray = new Map();
  /** @type {Piece | null} */
  chosen = null;
  /** @type {Element | null} The drawing of a hint. */
  hint = null;
  /** @type {Hint | null} */
  #shownHint = null;
  #other = s("g", { class: "other" });
  welcome = t("Drag a piece into the figure, or tap a piece and then a place.");
  group = h("div", { role: "group", "aria-label": t("Board") });
  ring = new Ring();
  #isHeld = false; // whether a piece is held, which the message says
  #unanswered = 0; // moves of the player that the server has not answered

  /** @param {PlayHost} host */
  constructor(host) {
    this.host = host;
    this.pieces = piecesOf(host.view.puzzle);
    /** The piece that had the focus last. */
    this.current = this.pieces[0];
    this.keyboard = new Keys(this);
    this.keys = this.keyboard.help;
    this.tray = new Tray(this.pieces);
    this.snap = new SnapOutline(host, () => this.plane.ground);
    fill(host.tray, this.tray.element);
    this.#addTools();
    const { figure } = host.view.puzzle;
    const outlines = [figure, ...this.pieces.map((piece) => piece.outline)];
    const [box, ...boxes] = measure(host.sheet.picture, outlines);
    for (const [i, piece] of this.pieces.entries()) piece.box = boxes[i];
    this.smallest = Math.min(...boxes.map(({ width, height }) => Math.min(width, height)));
    this.plane = new Plane(host.sheet, figure, box);
    this.coverage = new Coverage(new Path2D(figure), box);
    host.sheet.layer.classList.add("free");
    fill(host.sheet.layer, this.coverage.element, this.group);
    this.#listenToPieces();
    new Pointer(this);
    this.tray.update();
    host.fit();
    this.update(host.view);
    addEventListener("resize", this.#layOutAgain);
    this.#loadPictures();
  }

  leave() {
    removeEventListener("resize", this.#layOutAgain);
  }

  async #loadPictures() {
    try {
      setPictures(this.pieces, (await this.host.ask("pieces")).pieces, this.plane.scale);
    } catch (error) {
      if (error instanceof Error) this.host.say(error.message, "bad");
    }
  }

  // Layout.

  #layOutAgain = () => {
    const { chosen } = this;
    const hint = this.#shownHint;
    this.host.fit();
    this.#letGo();
    this.choose(chosen);
    this.showHint(hint);
  };

  /**
   * The centre of a piece where it is seen, on the board or in the tray.
   *
   * @param {Piece} piece
   */
  centreOf(piece) {
    if (piece.pose.placed) return centreOf(piece, piece.pose);
    const { x, y, width, height } = piece.box;
    const centre = new DOMPoint(x + width / 2, y + height / 2);
    const seen = centre.matrixTransform(piece.element.getScreenCTM() ?? undefined);
    return this.plane.point({ clientX: seen.x, clientY: seen.y });
  }

  #listenToPieces() {
    for (const piece of this.pieces) {
      piece.button.addEventListener("focus", () => this.#focused(piece));
      piece.button.addEventListener("click", () => this.choose(piece));
      piece.button.addEventListener("blur", () => this.#blurred(piece));
      piece.button.addEventListener("keydown", (event) => this.keyboard.pressed(piece, event));
    }
  }

  #addTools() {
    /** @type {(text: string, icon: string, run: (piece: Piece) => unknown) => HTMLElement} */
    const tool = (text, icon, run) =>
      button(text, () => run(this.chosen ?? this.current), { icon });
    fill(
      this.host.pad,
      tool(t("Turn left"), "left", (piece) => this.#turn(piece, -TURN)),
      tool(t("Turn right"), "turn", (piece) => this.#turn(piece, TURN)),
      tool(t("Flip"), "flip", (piece) => this.flip(piece)),
      tool(t("Put back"), "erase", (piece) => this.putBack(piece)),
    );
  }

  // What is shown.

  /**
   * Show a view. One that answers a move is not shown while later moves are under way: the pieces lie
   * where the player has laid them, from where the next move starts.
   *
   * @param {GameView} view
   */
  update(view) {
    if (this.#unanswered) return;
    this.keyboard.carried = null;
    this.#isHeld = false;
    const poses = posesIn(this.pieces, view.answer.places);
    const names = new Map(view.spots.map((spot) => [String(spot.where), spot.text]));
    for (const piece of this.pieces) {
      piece.pose = poses.get(piece) ?? this.#turnedInTray.get(piece) ?? HOME;
      if (piece.pose.placed) this.#turnedInTray.delete(piece);
      piece.button.setAttribute("aria-label", names.get(piece.where) ?? "");
    }
    this.#showPieces();
    this.coverage.show(view.solved ? { covered: 1 } : view.progress.parts);
    this.showHint(null);
    this.choose(null);
  }

  /** Show all pieces in their poses, on the board and in the tray. */
  #showPieces() {
    const focused = document.activeElement;
    const placed = this.pieces.filter((piece) => piece.pose.placed);
    this.plane.fit(
      placed.map((each) => ({ centre: centreOf(each, each.pose), box: boxOf(each, each.pose) })),
    );
    this.tray.update();
    for (const piece of this.pieces) this.#showInPlace(piece);
    // An element that is moved within the page loses the focus.
    if (focused instanceof HTMLElement && focused !== document.activeElement)
      focused.focus({ preventScroll: true });
  }

  /** @param {Piece} piece */
  #showInPlace(piece) {
    const { button: control, pose } = piece;
    const home = pose.placed ? this.group : this.tray.tileOf(piece);
    if (control.parentElement !== home) home.append(control);
    if (pose.placed) {
      this.plane.ground.append(piece.element);
      return this.#show(piece, pose);
    }
    control.removeAttribute("style");
    this.tray.show(piece, this.plane.pixels);
  }

  /**
   * Show a piece on the board.
   *
   * @param {Piece} piece
   * @param {Pose} pose
   */
  #show(piece, pose) {
    piece.show(pose);
    if (piece.element.parentElement !== /** @type {Element} */ (this.plane.ground))
      this.plane.ground.append(piece.element);
    if (piece.pose.placed) this.plane.lay(piece.button, boxOf(piece, pose));
  }

  /**
   * The piece of an element of the drawing.
   *
   * @param {Element | null} element
   */
  pieceOf = (element) => this.pieces.find((each) => each.element === element) ?? null;

  /**
   * Show a piece where it is held, where it would snap, and what that would cover.
   *
   * @param {Piece} held
   * @param {Pose} pose
   */
  preview(held, pose) {
    if (!this.#isHeld) {
      this.showOther(null);
      this.host.say(this.#howToLetGo());
    }
    this.#isHeld = true;
    this.#show(held, pose);
    this.plane.ground.append(held.element);
    this.snap.hold(held, pose, copyWhenPlaced(this.pieces, held));
    this.#showRing(held, pose);
    const placed = this.pieces.filter((piece) => piece !== held && piece.pose.placed);
    this.coverage.estimate([
      ...placed.map((piece) => ({ path: piece.path, matrix: matrix(piece.pose) })),
      { path: held.path, matrix: matrix(pose) },
    ]);
  }

  #howToLetGo = () =>
    this.keyboard.carried
      ? t("Enter puts the piece down at the dashed place.")
      : t("Let go and the piece snaps to the dashed place. Turning stops at every 15°.");

  /** Leave a held piece where it was. */
  release() {
    this.host.say("");
    this.#letGo();
  }

  /** Show the pieces where they are, also one that is held. */
  #letGo() {
    this.keyboard.carried = null;
    this.#isHeld = false;
    if (!this.#unanswered) return this.update(this.host.view);
    this.#showPieces();
    this.choose(null);
  }

  /**
   * @param {Piece} piece
   * @param {Pose} pose
   */
  #showRing(piece, pose) {
    const { plane } = this;
    const { width, height } = piece.box;
    const { x, y } = centreOf(piece, pose);
    const centre = { x: x * plane.scale, y: y * plane.scale };
    plane.svg.append(this.ring.element);
    this.ring.show(centre, plane.scale / plane.pixels, {
      size: Math.hypot(width, height) * plane.pixels,
      angle: pose.angle,
      isVisible: (point) => plane.hasRoom({ x, y }, point, HANDLE),
    });
  }

  /** @param {Piece} piece */
  #focused(piece) {
    this.current = piece;
    piece.element.classList.add("focused");
  }

  /** @param {Piece} piece */
  #blurred(piece) {
    piece.element.classList.remove("focused");
    this.keyboard.drop();
  }

  focus() {
    this.current.button.focus({ preventScroll: true });
  }

  /** @param {Piece | null} piece */
  choose(piece) {
    this.chosen = piece;
    for (const each of this.pieces) {
      each.element.classList.toggle("chosen", each === piece);
      each.button.setAttribute("aria-pressed", String(each === piece));
    }
    this.snap.hide();
    if (!piece?.pose.placed) return this.ring.hide();
    this.plane.ground.append(piece.element);
    this.#showRing(piece, piece.pose);
  }

  /**
   * @param {string} name
   * @param {Place[]} places
   */
  mark(name, places) {
    const wanted = new Set(places.map(String));
    for (const piece of this.pieces)
      for (const element of [piece.element, piece.button])
        element.classList.toggle(name, wanted.has(piece.where));
    if (name === "hinted") this.tray.reveal(this.pieces.filter((each) => wanted.has(each.where)));
  }

  /**
   * Show the step of a hint above the pieces: the ghost of the piece to place, and what is marked.
   * The drawing of the hint also has the figure and the pieces, which the board shows itself.
   *
   * @param {Hint | null} hint
   */
  showHint(hint) {
    this.#shownHint = hint;
    this.hint?.remove();
    this.hint = null;
    if (!hint) return;
    const [x, y] = [this.plane.near.x, this.plane.near.y].map(
      (length) => length * this.plane.scale,
    );
    const step = drawing(hint.svg).querySelectorAll('[data-role="step"]');
    const place = { transform: `translate(${x} ${y})`, "text-anchor": "middle" };
    this.hint = s("g", { class: "hint-step", ...place }, ...step);
    this.plane.svg.append(this.hint);
  }

  /**
   * Show pieces where another solution has them, in place of those on the board.
   *
   * @param {Placement[] | null} places
   */
  showOther(places) {
    if (!places && !this.#other.hasChildNodes()) return;
    const copies = [...posesIn(this.pieces, places ?? [])].map(([piece, pose]) => {
      const copy = /** @type {SVGGElement} */ (piece.element.cloneNode(true));
      copy.setAttribute("class", "piece");
      piece.show(pose, copy);
      return copy;
    });
    this.choose(null);
    fill(this.#other, ...copies);
    this.plane.ground.classList.toggle("showing-other", copies.length > 0);
    this.plane.ground.append(this.#other);
    this.group.inert = copies.length > 0;
  }

  // What a player does.

  /**
   * Place a piece near a pose; the server moves it so that it touches what it nearly touches.
   *
   * @param {Piece} piece
   * @param {Pose} pose
   */
  place(piece, pose) {
    // Of copies in the tray, the first one is placed.
    const placed = copyOf(this.pieces, piece.kind, copyWhenPlaced(this.pieces, piece)) ?? piece;
    this.showOther(null);
    this.#turnedInTray.delete(piece);
    piece.pose = HOME;
    placed.pose = { ...pose, placed: true };
    this.#showPieces();
    this.choose(placed);
    if (this.current === piece) placed.button.focus({ preventScroll: true });
    return this.#send(moveTo(placed, pose));
  }

  /**
   * Send a move, and show its answer unless the player has moved on.
   *
   * @param {string} move
   */
  async #send(move) {
    this.#isHeld = false;
    this.#unanswered += 1;
    await this.host.play(move);
    this.#unanswered -= 1;
    if (this.#unanswered || this.#isHeld) return;
    const { chosen } = this;
    this.update(this.host.view);
    if (!this.host.view.solved) this.choose(chosen);
  }

  /**
   * Give a piece a pose: on the board that is a move, in the tray only the page knows it.
   *
   * @param {Piece} piece
   * @param {Pose} pose
   */
  setPose(piece, pose) {
    if (pose.placed) return this.place(piece, pose);
    this.#turnedInTray.set(piece, pose);
    piece.pose = pose;
    this.#showInPlace(piece);
    this.choose(piece);
  }

  /**
   * @param {Piece} piece
   * @param {number} angle
   */
  #turn(piece, angle) {
    this.setPose(piece, turned(piece, piece.pose, angle));
  }

  /** @param {Piece} piece */
  flip(piece) {
    if (piece.canFlip) this.setPose(piece, flipped(piece, piece.pose));
    else this.host.say(t("This piece may not be turned over."));
  }

  /** @param {Piece} piece */
  putBack(piece) {
    this.keyboard.carried = null;
    this.#turnedInTray.delete(piece);
    if (!piece.pose.placed) return this.release();
    this.choose(null);
    return this.#send(`${piece.number}=.`);
  }
}
