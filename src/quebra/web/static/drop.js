// A puzzle that is dropped or pasted anywhere is opened, unless it goes into a field or the view takes it.

import { errorText } from "./api.js";
import { toast } from "./widgets.js";

const MOST = 1_000_000; // characters that the server accepts

/** The event of a text that was dropped or pasted; a view that uses it prevents the default. */
export const PUZZLE_TEXT = "puzzle-text";

/** Whether something of this page is dragged, which is no puzzle. */
let isOwn = false;

/** Open what is dropped or pasted on any view. */
export function catchFiles() {
  addEventListener("dragstart", () => {
    isOwn = true;
  });
  addEventListener("dragend", () => {
    isOwn = false;
  });
  addEventListener("dragover", (event) => {
    if (isPuzzle(event.dataTransfer)) event.preventDefault();
  });
  addEventListener("drop", (event) => {
    if (event.defaultPrevented || !isPuzzle(event.dataTransfer)) return;
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    open(file ?? event.dataTransfer?.getData("text") ?? "");
  });
  addEventListener("paste", (event) => {
    if (event.target instanceof Element && event.target.closest("input, textarea")) return;
    const [file] = event.clipboardData?.files ?? [];
    open(file ?? event.clipboardData?.getData("text") ?? "");
  });
}

/** @param {DataTransfer | null} data */
const isPuzzle = (data) =>
  data != null &&
  !isOwn &&
  ["Files", "text/plain", "text/uri-list"].some((kind) => data.types.includes(kind));

/**
 * Open a file or a text; the reason is said if it is no puzzle.
 *
 * @param {File | string} source
 */
async function open(source) {
  const text = typeof source === "string" ? source : await source.slice(0, MOST).text();
  if (!text.trim()) return;
  const asked = new CustomEvent(PUZZLE_TEXT, { detail: text, cancelable: true });
  if (!dispatchEvent(asked)) return;
  try {
    const { openText } = await import("./open.js");
    await openText(text);
  } catch (error) {
    toast(errorText(error));
  }
}
