// The server's verbs. Every answer is JSON; an error is a sentence.

import { t } from "./texts.js";

/** What the server refused, in a sentence for the reader. */
export class Refused extends Error {
  constructor(text, status) {
    super(text);
    this.status = status;
  }
}

/** Whether an error is only that we ourselves broke off. */
export const brokenOff = (error) => error.name === "AbortError";

/** Nothing came, or no more comes. */
function lost(error) {
  throw brokenOff(error) ? error : new Refused(t("offline"), 0);
}

async function call(method, path, body, { signal, accept = "application/json" } = {}) {
  const answer = await fetch(path, {
    method,
    signal,
    headers: { Accept: accept, ...(body && { "Content-Type": "application/json" }) },
    body: body && JSON.stringify(body),
  }).catch(lost);
  if (!answer.ok) {
    const told = await answer.json().catch(() => ({}));
    throw new Refused(told.error ?? t("failed"), answer.status);
  }
  return answer;
}

export const get = async (path) => (await call("GET", path)).json();
export const post = async (path, body = {}, options = {}) =>
  (await call("POST", path, body, options)).json();
export const remove = async (path) => (await call("DELETE", path)).json();

/** Long work: `done` is a promise of the result, `stop` asks for the best so far, `abort` ends it.

    `advanced` is called with what is known meanwhile. */
export function work(path, body, advanced = () => {}) {
  const control = new AbortController();
  let job = null;
  const done = (async () => {
    const options = { signal: control.signal, accept: "text/event-stream" };
    const answer = await call("POST", path, body, options);
    for await (const [event, data] of events(answer.body)) {
      job = data.job ?? job;
      if (event === "advanced" || event === "waiting") advanced(data);
      else if (event === "done") return data;
      else if (event === "failed") throw new Refused(data.text, 422);
    }
    throw new Refused(t("failed"), 0);
  })();
  const abort = () => control.abort();
  const stop = () => (job == null ? abort() : post(`/api/jobs/${job}/stop`).catch(() => {}));
  return { done, stop, abort };
}

/** The events of a stream, as they arrive. */
async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read().catch(lost);
    if (done) return;
    const blocks = (rest + value.replaceAll("\r", "")).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const lines = block.split("\n").map((line) => line.split(/: ?(.*)/s));
      const event = lines.find(([field]) => field === "event")?.[1];
      const data = lines.filter(([field]) => field === "data").map(([, text]) => text);
      if (event) yield [event, JSON.parse(data.join("\n"))];
    }
  }
}

let known = null;

/** What the families say of themselves, asked for once. */
export function families() {
  known ??= get("/api/families").catch((error) => {
    known = null;
    throw error;
  });
  return known;
}

export const family = async (name) => (await families()).find((each) => each.name === name);
