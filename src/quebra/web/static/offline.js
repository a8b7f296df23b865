// Games that are kept in the browser, and what the page offers when the server is gone.

import { LOST, post } from "./api.js";
import { h } from "./dom.js";
import { shownPuzzle } from "./fit.js";
import { readSetting, writeSetting } from "./settings.js";
import { t } from "./texts.js";
import { button, toast } from "./widgets.js";

/** @import { Game } from "./game.js" */
/** @import { GameView } from "./host.js" */

const GAMES = "quebra-games"; // the cache, which the service worker reads
const KEPT = "/kept/";
const KEPT_AS = "kept."; // settings: the key of the file's own record, and the answer written there
const GAME = "#/game/";
const MOST_GAMES = 40;
const MOST_SPOTS = 2500; // a larger board would make a large file
const IDLE_MS = 1000;

/** @type {Record<string, { turned: boolean, key: Promise<string> }>} The names under which files keep their games, by game. */
const kept = {};

/** Keep the page in the browser, where it allows that. */
export function registerWorker() {
  addEventListener(LOST, () => offerKept().catch(() => {}));
  if (!("serviceWorker" in navigator)) return;
  addEventListener("load", () =>
    setTimeout(() => navigator.serviceWorker.register("/worker.js").catch(() => {}), IDLE_MS),
  );
}

/**
 * Keep the file that plays the puzzle of a game, with the game as it stands.
 *
 * @param {GameView} view
 * @param {number} seconds
 */
export async function keepGame(view, seconds) {
  if (!("caches" in window) || view.spots.length > MOST_SPOTS) return;
  try {
    if (kept[view.id]?.turned !== view.turned)
      kept[view.id] = { turned: view.turned, key: keepFile(view) };
    const key = await kept[view.id].key;
    localStorage.setItem(key, JSON.stringify({ attempt: view.answer, seconds }));
    writeSetting(KEPT_AS + view.id, { key, answer: view.answer });
  } catch {
    delete kept[view.id]; // no storage, or the server is gone: the game goes on without
  }
}

/**
 * What was played without the server since a game was kept, if the game has not moved on there.
 *
 * @param {GameView} view
 * @returns {{ answer: any, seconds: number } | null}
 */
export function playedWithout(view) {
  const kept = readSetting(KEPT_AS + view.id);
  if (!kept || view.solved || !isSame(kept.answer, view.answer)) return null;
  try {
    const { attempt, seconds } = JSON.parse(localStorage.getItem(kept.key) ?? "{}");
    // The file's own fields, such as pencil marks, are no part of an answer.
    const known = Object.keys(kept.answer).map((name) => [name, attempt[name]]);
    const answer = Object.fromEntries(known);
    if (isSame(answer, view.answer)) return null;
    return { answer, seconds: Math.max(view.seconds, Math.floor(seconds ?? 0)) };
  } catch {
    return null; // a record of another version
  }
}

/**
 * Make the moves that were played without the server.
 *
 * @param {Game} game
 * @param {{ answer: any, seconds: number }} played
 */
export async function bringIn(game, { answer, seconds }) {
  const { host, clock } = game;
  const { done } = host.view;
  clock.advanceTo(seconds);
  if (!(await game.change("take", { answer }))) return;
  const back = button(t("Undo"), () => game.goTo(done), { kind: "link" });
  host.say(t("Your moves without the server are in the game now."), "good", back);
}

/** @type {(one: any, other: any) => boolean} */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** @param {GameView} view */
async function keepFile(view) {
  const { id, title } = view;
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS)); // after what the player waits for
  const { html } = await post("/api/draw", { puzzle: shownPuzzle(view), to: "html" });
  const cache = await caches.open(GAMES);
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "X-Title": encodeURIComponent(title),
  };
  await cache.delete(KEPT + id);
  await cache.put(KEPT + id, new Response(html, { headers }));
  const all = await cache.keys();
  for (const old of all.slice(0, Math.max(0, all.length - MOST_GAMES))) await cache.delete(old);
  return html.split('"key":"')[1]?.split('"')[0] ?? "";
}

/**
 * The games that are kept, the last one first.
 *
 * @returns {Promise<{ path: string, title: string }[]>}
 */
async function keptGames() {
  if (!("caches" in window)) return [];
  const cache = await caches.open(GAMES);
  const found = (await cache.keys()).map(async (request) => {
    const title = (await cache.match(request))?.headers.get("X-Title") ?? "";
    return { path: new URL(request.url).pathname, title: decodeURIComponent(title) };
  });
  return (await Promise.all(found)).reverse();
}

/** Offer the kept game when the server is lost while it is played. */
async function offerKept() {
  const path = openGame();
  if (!path || !(await (await caches.open(GAMES)).match(path))) return;
  const run = () => location.assign(path);
  toast(t("The page has lost Quebra. Start it again; your game is kept here."), {
    text: t("Play without the server"),
    run,
  });
}

/** The path of the kept game that the address names; empty if it names none. */
const openGame = () =>
  location.hash.startsWith(GAME) ? KEPT + decodeURIComponent(location.hash.slice(GAME.length)) : "";

/** What can be done without the server: play the games that are kept. */
export async function withoutServer() {
  const games = await keptGames().catch(() => []);
  const open = openGame();
  const sorted = games.sort((a, b) => Number(b.path === open) - Number(a.path === open));
  if (!sorted.length) return null;
  return h(
    "section",
    { class: "kept", "aria-labelledby": "kept" },
    h("h2", { id: "kept" }, t("Play without the server")),
    h(
      "p",
      { class: "soft" },
      t(
        "These games are kept in this browser. Hints and solvers need Quebra. Moves made here are sent to it later.",
      ),
    ),
    h(
      "ul",
      {},
      ...sorted.map(({ path, title }) =>
        h("li", {}, h("a", { class: "button", href: path }, title)),
      ),
    ),
  );
}
