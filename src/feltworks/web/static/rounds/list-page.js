// The guest's own rounds, the latest first; they can be narrowed to those won, lost or large, as a whole
// or by one wager, and to one game.

import { ask } from "../js/api.js";
import { h, keep } from "../js/dom.js";
import { signed } from "../js/money.js";

const PAGE = 25;
const LARGE_CENTS = 10_000;
const RESULTS = {
  "All rounds": () => true,
  Won: (net) => net > 0,
  Lost: (net) => net < 0,
  "$100 or more": (net) => Math.abs(net) >= LARGE_CENTS,
};
const main = document.querySelector("main");
const rows = h("tbody", {});
const names = new Map();
const more = h("button", { type: "button", hidden: true, onclick: () => load().catch(tell) }, "Earlier rounds");
const wanted = h("select", { "aria-label": "Which rounds are listed", onchange: () => narrow() }, ...Object.keys(RESULTS).map((name) => h("option", {}, name)));
const game = h("select", { "aria-label": "Of which game", onchange: () => narrow() });
const wager = h("select", { "aria-label": "By which wager", onchange: () => narrow() });
const none = h("p", { class: "quiet", hidden: true }, "None of the rounds looked through so far.");
const found = [];
let last = null;

function row(each) {
  const over = each.outcome !== "in flight";
  const time = new Date(each.at).toLocaleString([], { dateStyle: "short", timeStyle: "short" });
  const number = over ? h("a", { href: `/rounds/${each.round}` }, `Round ${each.round}`) : `Round ${each.round}`;
  const net = each.net_cents ?? 0;
  const ofWager = wager.value ? ` ${signed(each.wagers[wager.value])}` : "";
  const result = each.outcome === "settled" ? signed(net) : over ? each.outcome : "in play";
  return h("tr", {},
    h("th", { scope: "row" }, number),
    h("td", {}, names.get(each.game) ?? each.table, h("span", { class: "small quiet at-table" }, ` at ${each.table}`)),
    h("td", { class: "when" }, time),
    h("td", { class: `number ${net > 0 ? "won" : net < 0 ? "lost" : ""}` }, result, ofWager ? h("span", { class: "small quiet of-wager" }, `, ${wager.value}${ofWager}`) : ""));
}

/** Games are called by the names that their rules give them. */
async function learnNames() {
  for (const { id, name } of await ask("/api/rules").catch(() => [])) names.set(id, name);
}

async function load() {
  const asked = new URLSearchParams({ limit: PAGE, ...(last ? { before: last } : {}) });
  const { rounds } = await ask(`/api/rounds?${asked}`);
  found.push(...rounds);
  narrow();
  last = rounds.at(-1)?.round ?? last;
  more.hidden = rounds.length < PAGE;
  return rounds.length;
}

/** Lists those of the rounds loaded so far that fit. */
function narrow() {
  const games = [...new Set(found.map((each) => each.game))].filter(Boolean);
  keep(game, ["", ...games], { key: (id) => id, make: (id) => h("option", { value: id }, id ? names.get(id) ?? id : "All games") });
  game.hidden = games.length < 2;
  const ofGame = found.filter((each) => !game.value || each.game === game.value);
  const wagers = [...new Set(ofGame.flatMap((each) => Object.keys(each.wagers)))].sort();
  keep(wager, ["", ...wagers], { key: (name) => name, make: (name) => h("option", { value: name }, name || "All wagers") });
  wager.hidden = wagers.length < 2;
  const fits = RESULTS[wanted.value];
  const listed = ofGame.filter((each) => (wager.value ? wager.value in each.wagers && fits(each.wagers[wager.value]) : fits(each.net_cents ?? 0)));
  rows.replaceChildren(...listed.map(row));
  none.hidden = listed.length > 0;
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
    main.append(
      h("p", { class: "filters" }, wanted, game, wager),
      h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, ...head)), rows)),
      none,
      more,
    );
  } else {
    main.append(h("p", {}, "You have not played yet. ", h("a", { href: "/" }, "To the lobby")));
  }
} catch (refusal) {
  tell(refusal);
}
