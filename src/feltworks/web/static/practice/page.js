// The page of a kept game: what it is, how to play it, and how long its link holds.

import { ask } from "../js/api.js";
import { h } from "../js/dom.js";
import "../js/room/guest-form.js";
import { altered, tableOf } from "./playing.js";

const main = document.getElementById("main");
const id = decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1));
const problem = h("p", { class: "problem", role: "alert" });

async function play() {
  try {
    location.assign(await tableOf(id));
  } catch (refusal) {
    problem.textContent = refusal.message;
  }
}

/** What the game is, and what was altered in it. */
function about(game) {
  const told = altered(game, ": ");
  return [h("p", { class: "quiet" }, game.game ? `A shipped game, ${told.length ? "altered" : "as it is"}.` : "A rules file that somebody brought."),
    told.length ? h("ul", {}, ...told.map((each) => h("li", {}, each))) : ""];
}

try {
  const game = await ask(`/api/practice/games/${encodeURIComponent(id)}`);
  const { guest } = await ask("/api/session");
  document.title = `${game.name} · Feltworks`;
  const until = new Date(game.kept_until).toLocaleString("en-US", { weekday: "long", hour: "numeric", minute: "2-digit" });
  const form = guest ? h("p", {}, h("button", { type: "button", class: "primary", onclick: play }, "Play this game")) : h("guest-form");
  form.addEventListener("guest", play);
  main.append(
    h("h1", {}, game.name),
    h("p", { class: "lead" }, game.title),
    ...about(game),
    h("section", { class: "panel", "aria-label": "Play" },
      h("p", {}, "You get a private table with practice chips of its own, bots and the coach. Nothing of it is in the house's books, and it is closed when you leave it."),
      form, problem),
    h("p", { class: "quiet" }, `This link holds until ${until}. `, h("a", { href: `/odds?kept=${encodeURIComponent(id)}` }, "Its odds")),
  );
} catch (refusal) {
  main.append(h("h1", {}, "A game of one's own"), h("p", { class: "problem", role: "alert" }, refusal.message));
}
