// Requests to the server. Every response is JSON; an error is a sentence for the reader.

import { language, t } from "./texts.js";

/** @typedef {import("./host.js").FamilyInfo} FamilyInfo */
/** @typedef {import("./host.js").GameView} GameView */
/** @typedef {{ done: Promise<any>, stop: () => unknown, pace: (rate: number | null) => unknown, abort: () => void }} Job */
/** @typedef {{ signal?: AbortSignal, accept?: string, keepalive?: boolean }} Options */

// A refusal comes with status 200, since the console reports other ones as errors of the page.
const ERRORS = "Quebra-Errors";
const STATUS = "Quebra-Status";

/** The event that the server does not answer. */
export const LOST = "quebra-lost";

/** An error that the server reports, or that it cannot be reached. */
export class ServerError extends Error {
  /**
   * @param {string} text
   * @param {number} status
   */
  constructor(text, status) {
    super(text);
    this.status = status;
  }
}

/**
 * Whether the page itself ended the request.
 *
 * @param {unknown} error
 */
export const isAbort = (error) => error instanceof Error && error.name === "AbortError";

/**
 * What to say about an error: that the request was stopped, or the error's own sentence.
 *
 * @param {unknown} error
 */
export const errorText = (error) => {
  if (isAbort(error)) return t("Stopped.");
  return error instanceof Error ? error.message : String(error);
};

/**
 * @param {unknown} error
 * @returns {never}
 */
function disconnected(error) {
  if (isAbort(error)) throw error;
  dispatchEvent(new Event(LOST));
  throw new ServerError(t("The page has lost Quebra. Start it again; your game is kept here."), 0);
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @param {Options} options
 */
async function request(
  method,
  path,
  body,
  { signal, accept = "application/json", keepalive } = {},
) {
  const address = new URL(path, location.origin);
  if (!address.searchParams.has("lang")) address.searchParams.set("lang", language);
  const response = await fetch(address, {
    method,
    signal,
    keepalive,
    headers: {
      Accept: accept,
      [ERRORS]: "in-body",
      ...(body && { "Content-Type": "application/json" }),
    },
    body: body && JSON.stringify(body),
  }).catch(disconnected);
  const status = Number(response.headers.get(STATUS) ?? response.status);
  if (status >= 400) {
    const { error } = await response.json().catch(() => ({}));
    throw new ServerError(
      error ?? t("That did not work. Try again, or start from the home page."),
      status,
    );
  }
  return response;
}

/** @type {(path: string) => Promise<any>} */
export const get = async (path) => (await request("GET", path)).json();
/** @type {(path: string, body?: object, options?: Options) => Promise<any>} */
export const post = async (path, body = {}, options = {}) =>
  (await request("POST", path, body, options)).json();
/** @type {(path: string, body: object) => Promise<any>} */
export const put = async (path, body) => (await request("PUT", path, body)).json();
/** @type {(path: string, options?: Options) => Promise<any>} */
export const remove = async (path, options = {}) =>
  (await request("DELETE", path, undefined, options)).json();

/**
 * Start a long request: `done` is a promise of the result, `stop` asks for the best result so far,
 * `pace` sets its steps a second (0 pauses it, null is full speed), `abort` ends the request.
 *
 * @param {string} path
 * @param {object} body
 * @param {(progress: any) => unknown} onProgress
 * @returns {Job}
 */
export function startJob(path, body, onProgress = () => {}) {
  const control = new AbortController();
  /** @type {string | null} */
  let id = null;
  const run = async () => {
    const options = { signal: control.signal, accept: "text/event-stream" };
    const response = await request("POST", path, body, options);
    for await (const [event, data] of events(response)) {
      id = data.job ?? id;
      if (event === "advanced" || event === "waiting") onProgress(data);
      else if (event === "done") return data;
      else if (event === "failed") throw new ServerError(data.text, 422);
    }
    throw new ServerError(t("That did not work. Try again, or start from the home page."), 0);
  };
  const abort = () => control.abort();
  const stop = () => (id == null ? abort() : post(`/api/jobs/${id}/stop`).catch(() => {}));
  /** @param {number | null} rate */
  const pace = (rate) => id != null && post(`/api/jobs/${id}/pace`, { rate }).catch(() => {});
  return { done: run(), stop, pace, abort };
}

/**
 * The server-sent events of a response, as they arrive.
 *
 * @param {Response} response
 * @returns {AsyncGenerator<[event: string, data: any]>}
 */
async function* events({ body }) {
  const stream = /** @type {ReadableStream} */ (body);
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read().catch(disconnected);
    if (done) return;
    const blocks = (rest + value.replaceAll("\r", "")).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const lines = block.split("\n").map((line) => line.split(/: ?(.*)/s));
      const event = lines.find(([field]) => field === "event")?.[1];
      const data = lines.filter(([field]) => field === "data").map(([, text]) => text);
      if (event) yield [event, JSON.parse(data.join("\n"))];
    }
  }
}

/** @type {Record<string, Promise<FamilyInfo[]>>} */
const families = {};

/** What the families say of themselves; requested once in a language. */
export function getFamilies() {
  const lang = language;
  families[lang] ??= get("/api/families").catch((error) => {
    delete families[lang];
    throw error;
  });
  return families[lang];
}

/** @param {string} name */
export async function getFamily(name) {
  const found = (await getFamilies()).find((each) => each.name === name);
  if (!found)
    throw new ServerError(t("That did not work. Try again, or start from the home page."), 404);
  return found;
}

const PLAIN = { candidates: false, broken: true, tint: false, turned: false };

/**
 * @param {string} id
 * @param {import("./preferences.js").BoardLook} look  What the drawing shows.
 * @param {number} [at]  The number of moves, if not all.
 * @returns {Promise<GameView>}
 */
export function getGame(id, { candidates, broken, tint, turned } = PLAIN, at = undefined) {
  const query = new URLSearchParams();
  if (candidates) query.set("candidates", "");
  if (!broken) query.set("calm", "");
  if (tint) query.set("tint", "");
  if (turned) query.set("turned", "");
  if (at != null) query.set("at", String(at));
  return get(`/api/games/${encodeURIComponent(id)}?${query}`);
}

/**
 * The drawing of a puzzle, or of an answer to it.
 *
 * @param {{ puzzle: any, answer?: any, look?: { cover: boolean } }} what
 * @param {"page" | "light" | "grey"} theme
 * @returns {Promise<string>}
 */
export const draw = async (what, theme = "page") =>
  (await post("/api/draw", { ...what, theme })).svg;
