// One's own rounds, the latest first.

import { ask } from "../js/api.js";
import { h } from "../js/dom.js";
import { signed } from "../js/money.js";

const PAGE = 25;
const main = document.querySelector("main");
const rows = h("tbody", {});
const names = new Map();
const more = h("button", { type: "button", hidden: true, onclick: () => load().catch(tell) }, "Earlier rounds");
let last = null;

function row(found) {
  const over = found.outcome !== "in flight";
  const time = new Date(found.at).toLocaleString([], { dateStyle: "short", timeStyle: "short" });
  const number = over ? h("a", { href: `/rounds/${found.round}` }, `Round ${found.round}`) : `Round ${found.round}`;
  const net = found.net_cents ?? 0;
  const result = found.outcome === "settled" ? signed(net) : over ? found.outcome : "in play";
  return h("tr", {},
    h("th", { scope: "row" }, number),
    h("td", {}, names.get(found.game) ?? found.table, h("span", { class: "small quiet at-table" }, ` at ${found.table}`)),
    h("td", { class: "when" }, time),
    h("td", { class: `number ${net > 0 ? "won" : net < 0 ? "lost" : ""}` }, result));
}

/** Games are called by the names that their rules give them. */
async function learnNames() {
  for (const { id, name } of await ask("/api/rules").catch(() => [])) names.set(id, name);
}

async function load() {
  const asked = new URLSearchParams({ limit: PAGE, ...(last ? { before: last } : {}) });
  const { rounds } = await ask(`/api/rounds?${asked}`);
  rows.append(...rounds.map(row));
  last = rounds.at(-1)?.round ?? last;
  more.hidden = rounds.length < PAGE;
  return rounds.length;
}

function tell(refusal) {
  const guest = refusal.status === 401;
  main.append(h("p", { class: guest ? "" : "problem" }, guest ? "Rounds are shown to those who took part in them. " : refusal.message, guest ? h("a", { href: "/" }, "Sit down first") : ""));
}

main.append(
  h("h1", {}, "Your rounds"),
  h("p", { class: "quiet" }, "Step through any round you took part in, and check its shuffle. ", h("a", { href: "/verify" }, "Verify any shuffle")),
);

try {
  await learnNames();
  if (await load()) {
    const head = ["Round", "Game", "Begun", "Result"].map((word, at) => h("th", { scope: "col", class: at === 3 ? "number" : null }, word));
    main.append(h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, ...head)), rows)), more);
  } else {
    main.append(h("p", {}, "You have not played yet. ", h("a", { href: "/" }, "To the lobby")));
  }
} catch (refusal) {
  tell(refusal);
}
