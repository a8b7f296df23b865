// A puzzle of the gallery, or one that came in the link itself, becomes a game.

import { get, post } from "./api.js";

export default async function begin(leaf, name) {
  const view = await post("/api/games", name.startsWith("#") ? { link: name } : await exhibit(name));
  if (!leaf.turned) location.replace(`#/game/${view.id}`);
}

async function exhibit(name) {
  const { puzzle } = await get(`/api/gallery/${encodeURIComponent(name)}`);
  return { puzzle };
}
