// A guest's own game, played: it is kept under a link, and a private table is opened for it. This
// browser remembers which games those were, so that they are found again without the link.

import { ask } from "../js/api.js";
import { h } from "../js/dom.js";
import { recalled, remember } from "../js/preferences.js";

const MOST = 12;

/** Keeps the rules that were asked about; gives the game with its link. */
export async function keepGame(rules) {
  const game = await ask("/api/practice/games", { method: "POST", body: rules });
  note(game.id);
  return game;
}

/** Goes to a table for a kept game: at once if the guest has a name, otherwise by way of its page. */
export async function playGame(game) {
  const { guest } = await ask("/api/session");
  location.assign(guest ? await tableOf(game.id) : game.path);
}

/** Opens a private table; gives the way to it. */
export async function tableOf(id) {
  const { path } = await ask(`/api/practice/games/${encodeURIComponent(id)}/table`, { method: "POST", body: {} });
  note(id);
  return path;
}

/** The guest's own games that are still kept, the last one first; null if there are none. */
export async function ownGames() {
  const ids = noted();
  if (!ids.length) return null;
  const { games } = await ask(`/api/practice/games?${new URLSearchParams(ids.map((id) => ["id", id]))}`);
  remember("games", games.map(({ id }) => id).join(" "));
  if (!games.length) return null;
  const lines = games.map((game) =>
    h("li", {}, h("a", { href: game.path }, game.name), " ", h("span", { class: "quiet small" }, changes(game)), " ", h("a", { class: "small", href: `/odds?kept=${encodeURIComponent(game.id)}` }, "Odds")));
  return h("section", { class: "own-games panel", "aria-label": "Your games" }, h("h2", {}, "Your games"), h("ul", {}, ...lines));
}

/** What was altered in a game, in words; `is` stands between an option and its value. */
export function altered({ options, pays }, is) {
  return [...Object.entries(options).map(([option, value]) => `${option.replaceAll("_", " ")}${is}${value}`), ...pays.map((pay) => pay.replace("=", " pays "))];
}

/** What distinguishes two games of one name. */
const changes = (game) => altered(game, " ").join(", ") || (game.game ? "as it is" : "from a file");

const noted = () => recalled("games").split(" ").filter(Boolean).slice(0, MOST);

function note(id) {
  remember("games", [id, ...noted().filter((each) => each !== id)].slice(0, MOST).join(" "));
}
