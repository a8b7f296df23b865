// A puzzle of the gallery becomes a game.

import { get, post } from "./api.js";

export default async function begin(_page, id) {
  const { puzzle } = await get(`/api/gallery/${encodeURIComponent(id)}`);
  const view = await post("/api/games", { puzzle });
  location.replace(`#/game/${view.id}`);
}
