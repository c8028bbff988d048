// The lobby: who one is, what the jackpots stand at, and the tables of the house.

import { ask } from "../api.js";
import { h, keep, setText } from "../dom.js";
import { ownGames } from "../../practice/playing.js";
import "../cards/playing-card.js";
import "../room/guest-form.js";
import "../room/jackpot-meter.js";
import "../shell.js";
import "./guest-card.js";
import "./table-tile.js";

const AGAIN_AFTER = 4000;

const parts = {
  house: h("h1", {}, "The card room"),
  says: h("p", { class: "lead" }, "Take a seat at any table. Every shuffle is promised before the deal and can be checked after it."),
  guest: h("guest-card"),
  jackpots: h("section", { class: "jackpots", "aria-label": "Jackpots" }),
  games: h("section", { class: "games", id: "tables", tabindex: "-1", "aria-label": "Tables" }),
  problem: h("p", { class: "problem", role: "status" }),
};

document.getElementById("main").append(
  h("div", { class: "lobby-head" }, h("div", { class: "welcome" }, fan(), parts.house, parts.says), parts.guest),
  parts.problem,
  parts.jackpots,
  parts.games,
);

/** A hand of cards, for the eye only. */
function fan() {
  const cards = ["As", "Kh", "Qd", "Jc", "Jo"].map((card) => h("playing-card", { card }));
  return h("div", { class: "fan", "aria-hidden": "true" }, ...cards);
}

/** Tables by game, in the order of the house. */
function byGame(tables) {
  const games = new Map();
  for (const table of tables) games.set(table.game, [...(games.get(table.game) ?? []), table]);
  return [...games.values()];
}

function show(lobby) {
  if (lobby.house) setText(parts.house, lobby.house);
  const names = new Map(lobby.games.map((game) => [game.id, game.name]));
  parts.jackpots.hidden = !lobby.jackpots.length;
  keep(parts.jackpots, lobby.jackpots, {
    key: (each) => each.name,
    make: () => h("div", { class: "jackpot" }, h("jackpot-meter"), h("p", { class: "small" })),
    update: (box, each) => {
      box.firstChild.show(each.sign ?? each.name.replaceAll("-", " "), each.displayed_cents);
      setText(box.lastChild, `At the tables of ${names.get(each.game) ?? each.game}`);
    },
  });
  keep(parts.games, byGame(lobby.tables), {
    key: (tables) => tables[0].game,
    make: (tables) =>
      h("section", { class: "game" }, h("div", { class: "game-head" }, h("h2", {}, tables[0].name), h("p", {}, tables[0].title), ways(tables[0].game)), h("div", { class: "tiles" })),
    update: (section, tables) =>
      keep(section.lastChild, tables, {
        key: (table) => table.table,
        make: () => h("table-tile"),
        update: (tile, table, index) => tile.show(table, `Table ${index + 1}`),
      }),
  });
}

const ways = (game) =>
  h("p", { class: "game-ways" }, h("a", { href: `/rules/${encodeURIComponent(game)}` }, "Rules"), h("a", { href: `/odds?game=${encodeURIComponent(game)}` }, "Odds"));

async function refresh() {
  try {
    show(await ask("/api/lobby"));
    setText(parts.problem, "");
  } catch (error) {
    setText(parts.problem, error.message);
  }
}

refresh();
ownGames().then((games) => games && parts.games.before(games), () => {});
setInterval(() => document.hidden || refresh(), AGAIN_AFTER);
