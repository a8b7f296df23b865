// The names of the colours of edges.

/** @typedef {import("./shared_layout.js").Edges} Edges */

const MAX_MOTIFS = 1500; // with more pieces, colours have numbers

/**
 * A colour as it is drawn, as in `names.py`.
 *
 * @param {(template: string, values?: Record<string, string | number>) => string} t  Of the page, or of a file.
 * @param {Edges} puzzle
 * @param {number} colour
 */
export function colourName(t, { pieces, frame }, colour) {
  if (colour === frame) return t("grey");
  const all = new Set(pieces.flat().filter((each) => each !== frame));
  const motif = [...all].sort((a, b) => a - b).indexOf(colour);
  if (motif < 0 || pieces.length > MAX_MOTIFS) return t("colour {number}", { number: colour });
  const grounds = [
    t("blue"),
    t("red"),
    t("green"),
    t("orange"),
    t("light blue"),
    t("pink"),
    t("yellow"),
  ];
  const motifs = [
    t("disc"),
    t("square"),
    t("star"),
    t("spool"),
    t("diamond"),
    t("pair of bars"),
    t("cross"),
    t("flower"),
    t("long bar"),
    t("hourglass"),
    t("ring"),
    t("row of diamonds"),
    t("pair of discs"),
  ];
  const [ground, name] = [grounds[motif % grounds.length], motifs[motif % motifs.length]];
  return t("{ground} {motif}", { ground, motif: name });
}
