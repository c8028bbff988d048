// What of the rules is drawn with cards: which hand beats which, and a round as it was dealt.

import { h } from "../js/dom.js";
import "../js/cards/playing-card.js";
import { signed } from "../js/money.js";

const row = (cards) => h("span", { class: "drawn-cards" }, ...cards.map((card) => h("playing-card", { card })));

/** Which hand beats which, the best first. */
export function rankingsSection(rankings) {
  if (!rankings.length) return "";
  const list = ({ title, hands }) => h("div", {},
    rankings.length > 1 ? h("h3", {}, `Hands of ${title}`) : "",
    h("ol", { class: "drawn-hands" }, ...hands.map((each) => h("li", {}, h("b", {}, each.hand), row(each.cards)))));
  return h("section", { id: "beats", "aria-labelledby": "beats-title" },
    h("h2", { id: "beats-title" }, "Which hand beats which"), h("p", { class: "quiet" }, "The best of each kind, from high to low."),
    h("div", { class: "drawn-rankings" }, ...rankings.map(list)));
}

/** A round from a seed: what lay where, and what happened. */
export function exampleSection(example) {
  if (!example) return "";
  const whose = { player: "The player", dealer: "The dealer", table: "On the table" };
  const place = ({ owner, zone, cards }) => h("div", {}, h("h3", {}, owner === "table" ? `${whose.table}: ${zone.replaceAll("-", " ")}` : whose[owner] ?? zone), row(cards));
  const lines = example.lines.map((line) => h("li", {}, `${line.charAt(0).toUpperCase()}${line.slice(1)}.`));
  return h("section", { id: "example", "aria-labelledby": "example-title" },
    h("h2", { id: "example-title" }, "A round, for example"),
    h("div", { class: "drawn-places" }, ...example.places.map(place)),
    h("ol", { class: "small drawn-lines" }, ...lines),
    h("p", {}, `It ends with ${signed(example.net_cents)} for the player, who stayed in as cheaply as he could.`));
}
