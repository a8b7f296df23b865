// The names of grades, goals, engines and choices, which the server knows by codes.

import { t } from "./texts.js";

/** @typedef {(code: string) => string} Name  An unknown code is its own name. */

/** @type {Name} */
export const gradeName = (code) =>
  find(code, { easy: t("Easy"), medium: t("Medium"), hard: t("Hard"), expert: t("Expert") });

/** @type {Name} */
export const goalName = (code) =>
  find(code, {
    any: t("any solution"),
    fewest: t("fewest shapes"),
    most: t("most shapes"),
    matched: t("most matches"),
    rounds: t("fewest rounds"),
    sum: t("smallest sum"),
  });

/** @type {Name} */
export const engineName = (code) =>
  find(code, { auto: t("automatic"), own: t("Quebra's own search") });

/** @type {Name} */
export const choiceName = (code) =>
  find(code, {
    cube: t("cubes"),
    hexagon: t("hexagons"),
    square: t("squares"),
    triangle: t("triangles"),
    mirror: t("mirrored"),
    rotation: t("by half a turn"),
    adjacent: t("in adjacent cells"),
    column: t("over a whole column"),
  });

/** @type {Name} */
export const formatName = (code) =>
  find(code, {
    asp: "clingo (ASP)",
    candidates: t("Text with candidates"),
    cnf: "DIMACS (CNF)",
    geojson: "GeoJSON",
    janko: "janko.at",
    json: t("JSON of Quebra"),
    level: t("Rows of tiles"),
    link: t("Link of e2.bucas.name"),
    list: t("Lists"),
    lp: t("Linear program (LP)"),
    monomials: t("Monomials"),
    mps: "MPS",
    mzn: "MiniZinc",
    penpa: t("Link of penpa"),
    pieces: t("List of pieces"),
    polynomials: t("Polynomials"),
    puzzle: t("JSON of other programs"),
    puzzlink: t("Link of puzz.link"),
    pzprv3: t("File of puzz.link"),
    svg: t("SVG drawing"),
    tetravex: "TetraVex",
    text: t("Text"),
    wkt: "WKT",
  });

/** @type {Name} */
export const keyName = (code) => find(code, { Space: t("Space") });

/**
 * @param {string} code
 * @param {Record<string, string>} names
 */
const find = (code, names) => names[code] ?? code;
