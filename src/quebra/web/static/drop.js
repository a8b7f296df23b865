// A puzzle that is dropped or pasted anywhere is opened, unless it goes into a field.

import { errorText } from "./api.js";
import { toast } from "./widgets.js";

const MOST = 1_000_000; // characters that the server accepts

/** Open what is dropped or pasted on any view. */
export function catchFiles() {
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
  ["Files", "text/plain", "text/uri-list"].some((kind) => data.types.includes(kind));

/**
 * Open a file or a text; the reason is said if it is no puzzle.
 *
 * @param {File | string} source
 */
async function open(source) {
  const text = typeof source === "string" ? source : await source.slice(0, MOST).text();
  if (!text.trim()) return;
  try {
    const { openText } = await import("./open.js");
    await openText(text);
  } catch (error) {
    toast(errorText(error));
  }
}
