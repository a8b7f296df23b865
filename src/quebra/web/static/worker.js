// The service worker: the files of the page and the kept games are there when the server is not.
//
// The server writes the version and the list of files before this text. Files are requested from
// the server as long as it answers, so that an update is never held back.

/** @type {{ version: string, files: string[] }} */
const { version, files } = /** @type {any} */ (self).quebra;
const CACHE = `quebra-${version}`;
const GAMES = "quebra-games";
const KEPT = "/kept/";

addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(files))
      .then(() => /** @type {any} */ (self).skipWaiting()),
  );
});

addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(removeOldCaches().then(() => /** @type {any} */ (self).clients.claim()));
});

addEventListener("fetch", (/** @type {any} */ event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith(KEPT)) event.respondWith(keptGame(pathname));
  else if (!pathname.startsWith("/api/")) event.respondWith(fromServer(event.request));
});

async function removeOldCaches() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("quebra-") && ![CACHE, GAMES].includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** @param {string} path */
async function keptGame(path) {
  const found = await (await caches.open(GAMES)).match(path);
  return found ?? Response.redirect("/");
}

/**
 * A file from the server, or the one that was stored if the server does not answer.
 *
 * @param {Request} request
 */
async function fromServer(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const cache = await caches.open(CACHE);
    const found = await cache.match(request.mode === "navigate" ? "/" : request, {
      ignoreSearch: true,
    });
    if (found) return found;
    throw error;
  }
}
