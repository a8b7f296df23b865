// The teacher's board: how to join, and which pupil has solved what, with which help.

import { get, getFamilies, post, remove } from "./api.js";
import { clockTime } from "./clock.js";
import { fill, h } from "./dom.js";
import { emblem, icon } from "./icons.js";
import { gradeName } from "./names.js";
import { percent, t, tn } from "./texts.js";
import { button, dialog, empty, toast } from "./widgets.js";

/** @import { FamilyInfo } from "./host.js" */
/** @import { Outlet } from "./main.js" */
/** @import { ClassPuzzle } from "./class-home.js" */
/** @typedef {{ moves: number, progress: number, hints: number, seconds: number, shown: boolean, solved: number | null }} Result */
/** @typedef {{ id: string, nickname: string, may_return: boolean, results: Record<string, Result> }} Pupil */
/** @typedef {{ id: string, name: string, code: string, address: string, qr: string, puzzles: ClassPuzzle[], pupils: Pupil[] }} Board */

const RENEW_MS = 5000;

/**
 * @param {Outlet} outlet
 * @param {string} id
 */
export default async function classBoard(outlet, id) {
  const path = `/api/classes/${encodeURIComponent(id)}`;
  const families = await getFamilies();
  /** @type {Board} */
  const first = await get(path);
  const table = h("div", { class: "table-frame", tabindex: 0, role: "region" });
  table.setAttribute("aria-label", t("Who has solved what"));
  const count = h("span", { class: "soft numbers" });
  fill(
    outlet,
    h("h1", {}, first.name),
    h("div", { class: "class-board" }, joining(first), h("section", {}, head(count), table)),
    ends(path, first),
  );
  show(first);
  const timer = setInterval(renew, RENEW_MS);
  return () => clearInterval(timer);

  /** @param {Board} board */
  function show(board) {
    count.textContent = tn("{n} pupil", "{n} pupils", board.pupils.length);
    const waiting = () => empty(t("No pupil has joined yet."));
    fill(table, board.pupils.length ? boardTable(families, board, act) : waiting());
  }

  async function renew() {
    if (document.hidden || table.contains(document.activeElement?.closest("button") ?? null))
      return;
    try {
      show(await get(path));
    } catch {
      // The next time will show it; what is there stays.
    }
  }

  /** @param {() => Promise<unknown>} change */
  async function act(change) {
    await change();
    show(await get(path));
  }
}

/** @param {HTMLElement} count */
const head = (count) =>
  h("div", { class: "section-title" }, h("h2", {}, t("Who has solved what")), count);

/** @param {Board} board */
function joining({ address, code, qr }) {
  const shown = code.replace(/(...)(?=.)/, "$1 ");
  return h(
    "aside",
    { class: "joining", "aria-label": t("How to join") },
    h("img", { src: qr, alt: t("QR code of the address"), width: 220, height: 220 }),
    h("p", { class: "soft" }, t("Open this address and type the code:")),
    h("p", { class: "address" }, address.replace(/join\/\w+$/, "join")),
    h("p", { class: "code numbers" }, shown),
  );
}

/**
 * @param {FamilyInfo[]} families
 * @param {Board} board
 * @param {(change: () => Promise<unknown>) => unknown} act
 */
function boardTable(families, board, act) {
  const title = (/** @type {string} */ name) =>
    families.find((each) => each.name === name)?.title ?? name;
  const heads = board.puzzles.map(({ family, grade }, index) =>
    h(
      "th",
      { scope: "col", "data-family": family },
      h("span", { class: "number numbers" }, String(index + 1)),
      emblem(family),
      h("span", {}, title(family)),
      h("small", { class: "soft" }, grade ? gradeName(grade) : " "),
    ),
  );
  return h(
    "table",
    { class: "board-of-class" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("Nickname")), ...heads)),
    h(
      "tbody",
      {},
      ...board.pupils.map((pupil) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, name(board, pupil, act)),
          ...board.puzzles.map(({ key }) => cell(pupil.results[key])),
        ),
      ),
    ),
  );
}

/**
 * @param {Board} board
 * @param {Pupil} pupil
 * @param {(change: () => Promise<unknown>) => unknown} act
 */
function name(board, pupil, act) {
  const path = `/api/classes/${board.id}/pupils/${encodeURIComponent(pupil.id)}`;
  const open = () => {
    const done = (/** @type {() => Promise<unknown>} */ change) => () => {
      box.close();
      act(change);
    };
    const box = dialog(
      pupil.nickname,
      h("p", {}, t("With another browser, or after its data were deleted, a pupil can return:")),
      h(
        "p",
        {},
        button(
          t("Let {name} join again", { name: pupil.nickname }),
          done(() => post(`${path}/return`)),
        ),
      ),
      h("p", {}, t("Erasing deletes the nickname, the results and the games in this class.")),
      h(
        "p",
        {},
        button(
          t("Erase this pupil"),
          done(() => remove(path)),
          { kind: "danger" },
        ),
      ),
    );
  };
  return [
    button(pupil.nickname, open, { kind: "link" }),
    pupil.may_return && h("small", { class: "soft" }, t("may join again")),
  ].filter((each) => each !== false);
}

/** @param {Result} [result] */
function cell(result) {
  if (!result?.moves) return h("td", { class: "soft" }, "–");
  const { solved, shown, hints, seconds } = result;
  const tick = h("span", { class: "good", role: "img", "aria-label": t("Solved") }, icon("check"));
  const state = solved ? tick : h("span", { class: "numbers" }, percent(part(result)));
  const help = hints > 0 && tn("{n} hint", "{n} hints", hints);
  return h(
    "td",
    {},
    h(
      "span",
      { class: "result" },
      state,
      h("small", { class: "soft numbers" }, clockTime(seconds)),
      help && h("small", { class: "soft numbers" }, help),
      shown && h("small", { class: "soft" }, t("Shown")),
    ),
  );
}

/** @param {Result} result */
const part = ({ progress }) => Math.min(Math.floor(100 * progress), 99) / 100;

/**
 * @param {string} path
 * @param {Board} board
 */
function ends(path, { name }) {
  const erase = () => {
    const box = dialog(
      t("Erase class {name}?", { name }),
      h(
        "p",
        {},
        t("All nicknames, results and games of this class are deleted. There is no undo."),
      ),
      h("p", {}, button(t("Erase the class"), sure, { kind: "danger" })),
    );
    async function sure() {
      await remove(path);
      box.close();
      toast(t("The class is erased."));
      location.hash = "#/classes";
    }
  };
  return h(
    "p",
    { class: "row class-ends" },
    h("a", { class: "button", href: `${path}/export?to=csv`, download: "" }, t("Save as a table")),
    h("a", { class: "button", href: `${path}/export?to=json`, download: "" }, t("Save as JSON")),
    h("a", { class: "button", href: "#/classes" }, t("All classes")),
    button(t("Erase the class"), erase, { kind: "danger" }),
  );
}
