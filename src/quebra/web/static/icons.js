// Icons: strokes in a square of 24 by 24.

import { s } from "./dom.js";

/** @type {Record<string, string>} */
const PATHS = {
  undo: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  redo: "m15 7 5 5-5 5M20 12H10a6 6 0 0 0-6 6",
  clear: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  hint: "M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0c-.6.5-1 1.2-1 2h-5c0-.8-.4-1.5-1-2Z",
  check: "M4 12.5 9.5 18 20 6",
  tickRing: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M8 12.5l3 3 5.5-6.5",
  solvable:
    "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 17v.01",
  solve: "M13 3 5 14h6l-1 7 8-11h-6z",
  rules: "M6 4h11a1 1 0 0 1 1 1v15H7a2 2 0 0 1-2-2V5a1 1 0 0 1 1-1ZM9 9h6M9 13h4",
  more: "M5 12v.01M12 12v.01M19 12v.01",
  back: "m14 5-7 7 7 7",
  next: "m10 5 7 7-7 7",
  people:
    "M9 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M3 20a6 6 0 0 1 12 0M16 6a2.5 2.5 0 0 1 0 5M17.5 14a5 5 0 0 1 3.5 6",
  home: "M4 11.5 12 4l8 7.5M6 10v10h4.5v-6h3v6H18V10",
  bench: "M3 8h18M6 4h12l2 4M6 4 4 8M6 8v12M18 8v12M6 14h12",
  statistics: "M6 20v-6M12 20V4M18 20v-9",
  settings:
    "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1" +
    "M16.3 16.3l2.1 2.1M18.4 5.6l-2.1 2.1M7.7 16.3l-2.1 2.1",
  grid: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  zoom: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.5 20 20M10.5 7.5v6M7.5 10.5h6",
  copy: "M9 9h10v11H9zM9 15H5V4h10v5",
  panel: "M4 5h16v14H4zM14.5 5v14",
  eye: "M2.5 12c5-7.5 14-7.5 19 0-5 7.5-14 7.5-19 0ZM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5",
  close: "m6 6 12 12M18 6 6 18",
  pencil: "m4 20 1-4L16 5l3 3L8 19zM14 7l3 3",
  erase: "m8 19-4-4 9-9 6 6-7 7zM9 10l6 6M8 19h11",
  open: "M4 19V6h6l2 2h8v11z",
  save: "M6 4h10l3 3v13H5V5a1 1 0 0 1 1-1ZM9 4v5h6V4",
  share: "M12 15V4M8 8l4-4 4 4M5 13v6h14v-6",
  print: "M7 9V4h10v5M7 17H4v-7h16v7h-3M7 14h10v6H7z",
  edit: "M4 20h16M6 15 16 5l3 3L9 18H6z",
  play: "M8 5v14l11-7z",
  pause: "M8 5v14M16 5v14",
  stop: "M6 6h12v12H6z",
  flag: "M6 21V4h11l-2 4 2 4H6",
  sun:
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5" +
    "M17.5 17.5 19 19M19 5l-1.5 1.5M6.5 17.5 5 19",
  moon: "M20 14A8 8 0 1 1 10 4a6.5 6.5 0 0 0 10 10Z",
  language: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18",
  keys: "M4 7h16v10H4zM8 11v.01M12 11v.01M16 11v.01M9 14h6",
  learn: "M3 9l9-4 9 4-9 4zM7 11v5c3 2 7 2 10 0v-5M21 9v6",
  dice: "M5 5h14v14H5zM9 9v.01M15 15v.01M12 12v.01",
  time: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 8v4l3 2",
  turn: "M19 8A8 8 0 1 0 20 13M19 3v5h-5",
  tipBack: "M10 20A4 9 0 1 1 15.6 16M13 13l2.6 3 3-2.4M3 12h9M20 12h2",
  tipRight: "M4 15A8 8 0 0 1 20 15M17 12l3 3 3-3M4 20h16",
  spin: "M4.2 10A9 4 0 1 1 8 15.6M11 13l-3 2.6 2.6 3M12 2v10M12 20v2",
  left: "M5 8A8 8 0 1 1 4 13M5 3v5h5",
  flip: "M12 3v18M9 7 4 17h5zM15 7l5 10h-5z",
};

/**
 * The icon of that name. It is hidden from screen readers, which read the button's name.
 *
 * @param {string} name
 */
export function icon(name) {
  const path = s("path", { d: PATHS[name] });
  return s("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, path);
}

const LIGHT = "#fff";
const DARK = "#1c1e22";
/**
 * The sign of each family: what is filled, what is drawn as a line, and the colour of both.
 *
 * @type {Record<string, { fill?: string, line?: string, colour: string }>}
 */
const EMBLEMS = {
  kojun: { line: "M6 5.5h6.5V12H19v6.5H6zM6 12h6.5v6.5", colour: LIGHT },
  symmetry: { fill: "M10.3 7v10.5H5.2zM13.7 7v10.5h5.1z", line: "M12 4.5v15", colour: LIGHT },
  shisen: {
    fill: "M7 5a2.4 2.4 0 1 1 0 4.8A2.4 2.4 0 0 1 7 5M17 5a2.4 2.4 0 1 1 0 4.8A2.4 2.4 0 0 1 17 5",
    line: "M7 8v8.5h10V8",
    colour: LIGHT,
  },
  edges: { fill: "M5.5 5.5h13L12 12z", line: "M5.5 5.5h13v13h-13zl13 13m0-13-13 13", colour: DARK },
  solids: {
    fill: "M12 4.5 18.5 8 12 11.5 5.5 8z",
    line: "M5.5 8v8l6.5 3.5 6.5-3.5V8M12 11.5v8",
    colour: DARK,
  },
  tangram: { fill: "M5 19 12 5v14z", line: "M14 12.5h5V19h-5z", colour: DARK },
};

/**
 * The emblem of a family in its colour; a blank one if the family is not known here.
 *
 * @param {string} family
 */
export function emblem(family) {
  const { fill = "", line = "", colour } = EMBLEMS[family] ?? { colour: LIGHT };
  return s(
    "svg",
    { viewBox: "0 0 24 24", class: "emblem", "aria-hidden": "true", "data-family": family },
    s("rect", { width: 24, height: 24, rx: 5.5, class: "ground" }),
    s("path", {
      d: line,
      fill: "none",
      stroke: colour,
      "stroke-width": 1.6,
      "stroke-linejoin": "round",
    }),
    s("path", { d: fill, fill: colour }),
  );
}
