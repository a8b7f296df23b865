// A tangram in a file that plays without a server: pieces are dragged, turned and turned over.

import { button, h } from "../../render/player/dom.js";
import { t } from "../../render/player/texts.js";
import { check, copiesOf, covered, nameOf, regionsOf } from "./offline_check.js";
import { distance, movedPoint } from "./offline_region.js";
import { snapped, turnedAbout } from "./offline_snap.js";
import { PiecePlane } from "./offline_view.js";

/** @typedef {import("../../render/player/player.js").Data} Data */
/** @typedef {import("../../render/player/player.js").Player} Player */
/** @typedef {import("./offline_check.js").Placement} Placement */
/** @typedef {Placement & { id: number }} Placed  With the number of the piece among all copies. */

const TURN = 15; // degrees of one turn
const TAP = 0.05; // a shorter drag, in widths of the figure, is a tap
const STEP = 0.05; // of the arrow keys, in widths of the figure
const FINE = 0.005; // the same with Shift
/** @type {Record<string, number[]>} */
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

class TangramBoard {
  /** @type {number} The piece that is chosen. */
  #chosen = 0;
  /** @type {Map<number, { angle: number, flip: boolean }>} How pieces lie in the tray. */
  #turns = new Map();

  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.puzzle = player.puzzle;
    /** @type {number[]} The kind of each piece. */
    this.kinds = this.puzzle.pieces.flatMap(
      (/** @type {any} */ piece, /** @type {number} */ kind) =>
        Array.from({ length: piece.count ?? 1 }, () => kind),
    );
    this.plane = new PiecePlane(player, this.kinds);
    for (const [id, element] of this.plane.pieces.entries()) this.#listen(id, element);
    this.share = h("p", { class: "left" });
    player.pad.append(this.share, this.#buttons(), this.#note());
    addEventListener("resize", () => this.update([]));
  }

  /** @param {number[][]} broken */
  update(broken) {
    const wrong = new Set(broken.map(String));
    const copies = copiesOf(this.#places);
    const names = new Map(this.#places.map(({ id }, i) => [id, copies[i]]));
    this.plane.layOut(this.kinds.map((_, id) => this.#inTray(id)));
    for (const [id, element] of this.plane.pieces.entries()) {
      const copy = names.get(id) ?? [this.kinds[id], 0];
      const piece = nameOf(this.puzzle, copy);
      element.setAttribute("aria-label", names.has(id) ? piece : t("Tray: {piece}", { piece }));
      element.classList.toggle("broken", names.has(id) && wrong.has(String(copy)));
      this.plane.show(id, this.#pose(id));
    }
    const share = new Intl.NumberFormat(this.player.data.lang, { style: "percent" });
    const part = share.format(Math.floor(100 * covered(this.puzzle, this.#places) + 1e-6) / 100);
    this.share.textContent = t("{share} of the figure is covered.", { share: part });
    this.#choose(this.#chosen);
  }

  focus() {
    this.plane.pieces[this.#chosen].focus();
  }

  /** @returns {Placed[]} */
  get #places() {
    const { places } = this.player.attempt;
    const copies = copiesOf(places);
    // A game that Quebra kept does not name its pieces: of equal ones, the first are used.
    return places.map((/** @type {Placed} */ place, /** @type {number} */ i) => ({
      ...place,
      id: place.id ?? this.kinds.indexOf(copies[i][0]) + copies[i][1],
    }));
  }

  /** @param {number} id */
  #inTray = (id) => !this.#places.some((place) => place.id === id);

  /**
   * Where a piece lies, on the board or in the tray.
   *
   * @param {number} id
   * @returns {Placement}
   */
  #pose(id) {
    const placed = this.#places.find((place) => place.id === id);
    const [angle] = this.puzzle.pieces[this.kinds[id]].angles ?? [0];
    return placed ?? this.plane.inTray(id, { angle, flip: false, ...this.#turns.get(id) });
  }

  /** @param {number} id */
  #choose(id) {
    this.#chosen = id;
    for (const [i, element] of this.plane.pieces.entries())
      element.classList.toggle("selected", i === id);
  }

  /**
   * Place a piece, where it snaps to what it nearly touches.
   *
   * @param {number} id
   * @param {Placement} pose
   */
  #place(id, pose, { snap = true } = {}) {
    const { piece, x, y, angle = 0, flip = false } = pose;
    const others = this.#places.filter((place) => place.id !== id);
    const place = { piece, x, y, angle, flip };
    const placed = snap ? snapped(this.puzzle, others, place) : place;
    this.player.play({ places: [...others, { ...placed, id }] });
  }

  #takeOff() {
    const places = this.#places.filter(({ id }) => id !== this.#chosen);
    if (places.length < this.#places.length) this.player.play({ places });
  }

  /** @param {number} direction  1 is clockwise. */
  #turn(direction) {
    const pose = this.#pose(this.#chosen);
    const { angles } = this.puzzle.pieces[pose.piece];
    const angle = pose.angle ?? 0;
    let turn = direction * TURN;
    if (angles) {
      const sorted = [...angles].sort((a, b) => a - b);
      const now = sorted.findIndex((each) => Math.abs(each - angle) < 0.01);
      turn = sorted[(now + direction + sorted.length) % sorted.length] - angle;
    }
    this.#repose(turnedAbout(pose, regionsOf(this.puzzle).shapes[pose.piece], turn));
  }

  #flip() {
    const pose = this.#pose(this.#chosen);
    if (this.puzzle.pieces[pose.piece].flip === false) {
      const piece = nameOf(this.puzzle, [pose.piece, 0]);
      return this.player.say(t("Piece {piece} may not be turned over.", { piece }));
    }
    const [before, after] = [pose, { ...pose, flip: !pose.flip }].map((each) =>
      movedPoint(each, this.plane.middles[this.#chosen]),
    );
    const shift = { x: pose.x + before[0] - after[0], y: pose.y + before[1] - after[1] };
    this.#repose({ ...pose, flip: !pose.flip, ...shift });
  }

  /** @param {Placement} pose */
  #repose(pose) {
    const id = this.#chosen;
    if (!this.#inTray(id)) return this.#place(id, pose);
    this.#turns.set(id, { angle: pose.angle ?? 0, flip: pose.flip ?? false });
    this.plane.show(id, this.#pose(id));
  }

  #buttons() {
    return h(
      "div",
      { class: "buttons", role: "group", "aria-label": t("Piece") },
      button("↺", () => this.#turn(-1), { "aria-label": t("Turn left") }),
      button("↻", () => this.#turn(1), { "aria-label": t("Turn right") }),
      button(t("Flip"), () => this.#flip()),
      button(t("Take off"), () => this.#takeOff()),
    );
  }

  /** What the check does not see. */
  #note() {
    const share = regionsOf(this.puzzle).tolerance / this.plane.figureWidth;
    const style = { style: "percent", maximumSignificantDigits: 2 };
    const format = new Intl.NumberFormat(this.player.data.lang, /** @type {any} */ (style));
    const text = t(
      "Form the figure where it is drawn. Gaps and overlaps narrower than {share} of its width are not seen.",
      { share: format.format(share) },
    );
    return h("p", { class: "note" }, text);
  }

  /**
   * @param {number} id
   * @param {SVGElement} element
   */
  #listen(id, element) {
    element.addEventListener("focus", () => this.#choose(id));
    element.addEventListener("keydown", (event) => this.#pressed(id, event));
    element.addEventListener("pointerdown", (event) => this.#drag(id, element, event));
  }

  /**
   * @param {number} id
   * @param {SVGElement} element
   * @param {PointerEvent} down
   */
  #drag(id, element, down) {
    if (!down.isPrimary) return;
    const start = this.plane.pointAt(down);
    const pose = this.#pose(id);
    this.#choose(id);
    this.plane.raise(id);
    element.setPointerCapture(down.pointerId); // after the element has moved, or it is lost
    /** @param {PointerEvent} event */
    const moved = (event) => {
      const at = this.plane.pointAt(event);
      return { ...pose, x: pose.x + at[0] - start[0], y: pose.y + at[1] - start[1] };
    };
    const ended = new AbortController();
    const { signal } = ended;
    element.addEventListener("pointermove", (event) => this.plane.show(id, moved(event)), {
      signal,
    });
    element.addEventListener("pointercancel", () => [ended.abort(), this.update([])], { signal });
    /** @param {PointerEvent} event */
    const up = (event) => {
      ended.abort();
      const there = moved(event);
      const length = distance(this.plane.pointAt(event), start);
      if (length < TAP * this.plane.figureWidth) this.plane.show(id, pose);
      else if (this.plane.isOnBoard(id, there)) this.#place(id, there);
      else if (this.#inTray(id)) this.plane.show(id, pose);
      else this.#takeOff();
    };
    element.addEventListener("pointerup", up, { signal });
  }

  /**
   * @param {number} id
   * @param {KeyboardEvent} event
   */
  #pressed(id, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow && !this.#inTray(id)) {
      const length = (event.shiftKey ? FINE : STEP) * this.plane.figureWidth;
      const { x, y, ...pose } = this.#pose(id);
      const there = { ...pose, x: x + length * arrow[0], y: y + length * arrow[1] };
      this.#place(id, there, { snap: false });
    } else if (event.key === "Enter")
      this.#place(id, this.#inTray(id) ? this.plane.inMiddle(id, this.#pose(id)) : this.#pose(id));
    else if (event.key === "]") this.#turn(1);
    else if (event.key === "[") this.#turn(-1);
    else if (event.key === "f") this.#flip();
    else if (["Delete", "Backspace"].includes(event.key)) this.#takeOff();
    else return;
    event.preventDefault();
  }
}

/**
 * The first attempt; the rules get what they need besides the puzzle.
 *
 * @param {Data} data
 */
function start({ puzzle, names, tolerance }) {
  Object.assign(puzzle, { names, tolerance_used: tolerance });
  return { places: [] };
}

/** @type {import("../../render/player/player.js").OfflineFamily} */
export default {
  start,
  check,
  isUnfinished: (_puzzle, _attempt, { code }) => ["missing", "gap"].includes(code),
  mount: (player) => new TangramBoard(player),
  obstacle: ({ pieces }) =>
    pieces.some((/** @type {any} */ piece) => piece.colours)
      ? t("Pieces with coloured sides are drawn here. They are played with Quebra.")
      : "",
};
