// Dragging with the mouse or a finger: a picture of the piece follows the pointer.

import { keepTouch } from "/static/dom.js";

const SLIP = 6; // pixels that the pointer may move in a click

/**
 * Follow a pointer that was pressed. Where a finger that moves along the tray scrolls it, the
 * browser ends the drag.
 *
 * @param {PointerEvent} event
 * @param {() => HTMLElement} createImage  Called once the pointer has moved.
 * @param {(event: PointerEvent) => unknown} onDrop
 * @param {(event: PointerEvent) => unknown} [onMove]
 */
export function drag(event, createImage, onDrop, onMove) {
  if (event.button) return;
  const { clientX, clientY } = event;
  const listening = new AbortController();
  /** @type {HTMLElement | null} */
  let image = null;

  /** @param {PointerEvent} now */
  function move(now) {
    if (now.pointerId !== event.pointerId) return;
    if (!image && Math.hypot(now.clientX - clientX, now.clientY - clientY) < SLIP) return;
    image ??= createImage();
    image.style.translate = `${now.clientX}px ${now.clientY}px`;
    onMove?.(now);
  }

  /** @param {PointerEvent} now */
  function end(now) {
    if (now.pointerId !== event.pointerId) return;
    listening.abort();
    if (!image) return;
    image.remove();
    ignoreNextClick();
    if (now.type === "pointerup") onDrop(now);
  }
  addEventListener("pointermove", move, listening);
  addEventListener("pointerup", end, listening);
  addEventListener("pointercancel", end, listening);
  keepTouch(event, listening);
  event.preventDefault();
}

/** A browser sends a click after a drag. */
function ignoreNextClick() {
  /** @param {Event} click */
  const stop = (click) => click.stopPropagation();
  addEventListener("click", stop, true);
  setTimeout(() => removeEventListener("click", stop, true));
}
