// The pieces one by one, and how they look.

import { drawing, fill, h, s } from "/static/dom.js";

/** All pieces one by one, numbered from 1 as moves do. */
export function copies(puzzle) {
  const all = puzzle.pieces.flatMap(({ outline, count = 1, flip }, kind) =>
    Array.from({ length: count }, (_, copy) => ({ kind, copy, outline, flips: flip })),
  );
  return all.map((piece, i) => ({ ...piece, number: i + 1 }));
}

/** Give a piece its elements: a picture with a ring around it, and a button for keys. */
export function furnish(piece) {
  const { outline, number, kind, copy } = piece;
  piece.path = new Path2D(outline);
  piece.picture = s("g", { "text-anchor": "middle" });
  const ring = s("path", { d: outline, class: "ring", "vector-effect": "non-scaling-stroke" });
  piece.element = s("g", { class: "piece", "data-number": number }, piece.picture, ring);
  piece.button = h("div", { role: "button", tabindex: 0, "data-where": `${kind},${copy}` });
}

/** Put the pictures of the kinds on the pieces; `k` is what one length takes in a drawing. */
export function dress(pieces, pictures, k) {
  const drawn = pictures.map((text) => drawing(text));
  for (const piece of pieces) {
    const parts = [...drawn[piece.kind].cloneNode(true).childNodes];
    // The first rectangle of a drawing is its paper.
    const paper = parts.find((part) => part.tagName === "rect");
    fill(piece.picture, ...parts.filter((part) => part !== paper));
    const { x, y } = piece.box;
    piece.picture.setAttribute("transform", `translate(${x} ${y}) scale(${1 / k})`);
  }
}
