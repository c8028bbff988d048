// A game of one's own, played: it is kept under a link, and a private table is opened for it.

import { ask } from "../js/api.js";

/** Keeps the rules that were asked about; gives the game with its link. */
export const keepGame = (rules) => ask("/api/practice/games", { method: "POST", body: rules });

/** Goes to a table for a kept game: at once where one has a name, else by way of its page. */
export async function playGame(game) {
  const { guest } = await ask("/api/session");
  location.assign(guest ? await tableOf(game.id) : game.path);
}

/** Opens a private table; gives the way to it. */
export async function tableOf(id) {
  const { path } = await ask(`/api/practice/games/${encodeURIComponent(id)}/table`, { method: "POST", body: {} });
  return path;
}
