// One's own rounds, the latest first.

import { ask } from "../js/api.js";
import { h } from "../js/dom.js";
import { signed } from "../js/money.js";

const PAGE = 25;
const main = document.querySelector("main");
const rows = h("tbody", {});
const more = h("button", { type: "button", hidden: true, onclick: () => load().catch(tell) }, "Earlier rounds");
let last = null;

function row(found) {
  const over = found.outcome !== "in flight";
  const time = new Date(found.at).toLocaleString();
  const number = over ? h("a", { href: `/rounds/${found.round}` }, `Round ${found.round}`) : `Round ${found.round}`;
  const net = found.net_cents ?? 0;
  return h("tr", {},
    h("th", { scope: "row" }, number),
    h("td", {}, found.table),
    h("td", {}, time),
    h("td", {}, found.outcome),
    h("td", { class: `number ${net > 0 ? "won" : net < 0 ? "lost" : ""}` }, over ? signed(net) : "–"));
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
  if (await load()) {
    const head = ["Round", "Table", "Begun", "Outcome", "Result"].map((word, at) => h("th", { scope: "col", class: at === 4 ? "number" : null }, word));
    main.append(h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, ...head)), rows)), more);
  } else {
    main.append(h("p", {}, "You have not played yet. ", h("a", { href: "/" }, "To the lobby")));
  }
} catch (refusal) {
  tell(refusal);
}
