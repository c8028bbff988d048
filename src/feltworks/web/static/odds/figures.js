// The odds of one wager in words and a table: the edge on top, what it is made of below.

import { h } from "../js/dom.js";
import { facts } from "../js/fields.js";
import { dollars } from "../js/money.js";
import { returnChart } from "./chart.js";

const percent = (value, places = 4) => `${(value * 100).toFixed(places)}%`;
const whole = (value) => value.toLocaleString("en-US");
const number = (value, places = 4) => value.toLocaleString("en-US", { maximumFractionDigits: places });

/** Everything about one wager. */
export function wagerSection(id, odds, bars, card) {
  const unit = card.wagers[odds.unit] ?? odds.unit;
  const away = card.not_on_layout.includes(id) ? ", not on the layout with these options" : "";
  const name = `${id === "main" ? "All required wagers together" : card.wagers[id] ?? id}${away}`;
  const section = h("section", { class: "panel wager", "aria-label": name, "data-wager": id },
    h("h2", {}, name), edge(odds, id === odds.unit ? "wager" : unit), details(odds));
  if (odds.progressive) section.append(jackpot(odds.progressive));
  if (bars.length) section.append(returnChart(bars, `${name}: what each outcome adds to the return`), outcomes(odds, bars));
  return section;
}

function edge(odds, unit) {
  const favours = odds.house_edge >= 0 ? "the house" : "the player";
  const weighed = odds.method === "float64";
  const exactly = weighed
    ? `expected value ${odds.expected_value.decimal.toFixed(12)}, right to ${odds.expected_value.within}`
    : `expected value ${odds.expected_value.fraction}`;
  return h("div", { class: "edge" },
    h("p", { class: "edge-figure" }, h("strong", {}, percent(Math.abs(odds.house_edge), 4)), ` of the ${unit}, in favour of ${favours} `,
      h("span", { class: weighed ? "tag brass" : "tag good" }, weighed ? "float64" : "exact")),
    h("p", { class: "quiet small mono fraction" }, exactly));
}

function details(odds) {
  return facts([
    ["Average wager", number(odds.average_wager)],
    ["Element of risk", percent(odds.element_of_risk)],
    ["Ends in a gain", percent(odds.hit_frequency, 2)],
    ["Standard deviation", number(odds.standard_deviation)],
    ...(odds.combinations ? [["Deals counted", whole(odds.combinations)]] : []),
    ...(odds.cards ? [["Cards in the shoe", whole(odds.cards)]] : []),
    ...Object.entries(odds.parts ?? {}).map(([wager, value]) => [`From ${wager}`, value.toFixed(6)]),
    ...(odds.insurance ? [["Insurance, a unit", odds.insurance.value.toFixed(6)]] : []),
    ...(odds.own_expected_value ? [["Its own rows alone", odds.own_expected_value.decimal.toFixed(6)]] : []),
  ]);
}

function jackpot(told) {
  const at = dollars(Math.round(told.quoted_at.dollars * 100));
  const even = dollars(Math.round(told.break_even_jackpot * 100));
  const lines = [
    `Quoted with the jackpot at ${at} (${told.quoted_at.is}); a fair wager at ${even}.`,
    `A prize once in ${number(told.hit_rate, 2)} wagers, a share of the jackpot once in ${number(told.jackpot_hit_rate, 0)}.`,
    told.average_jackpot === null
      ? `No average jackpot can be told: ${told.added_is}.`
      : `A winner finds ${dollars(Math.round(told.average_jackpot * 100))} on average.`,
  ];
  return h("ul", { class: "jackpot-facts" }, ...lines.map((line) => h("li", {}, line)));
}

function outcomes(odds, bars) {
  const counted = bars[0].combinations !== null;
  const head = ["Outcome", "Net", ...(counted ? ["Deals"] : []), "Probability", "Return"];
  const row = (bar) => h("tr", {},
    h("th", { scope: "row" }, bar.outcome),
    h("td", { class: "number" }, bar.net),
    counted ? h("td", { class: "number" }, bar.combinations) : null,
    h("td", { class: "number" }, bar.probability.toFixed(8)),
    h("td", { class: "number" }, bar.return.toFixed(6)));
  return h("details", { class: "outcomes", open: bars.length <= 14 },
    h("summary", {}, `Outcomes (${bars.length})`),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table of outcomes" },
      h("table", {},
        h("thead", {}, h("tr", {}, ...head.map((word, at) => h("th", { scope: "col", class: at ? "number" : null }, word)))),
        h("tbody", {}, ...bars.map(row)))));
}

/** What other pays make of the edge. */
export function whatIfSection(told, card) {
  const lines = Object.entries(told.wagers).map(([wager, found]) => {
    const name = wager === "main" ? "All required wagers together" : card.wagers[wager] ?? wager;
    const play = found.best_play_changes
      ? `; the best play changes, played as before it would be ${percent(found.house_edge_played_as_before)}`
      : "; the best play stays the same";
    return h("li", {}, `${name}: house edge ${percent(found.house_edge_before)} before, ${percent(found.house_edge_now)} now${play}.`);
  });
  return h("section", { class: "panel what-if", "aria-label": "What if" }, h("h2", {}, "With other pays"), h("ul", {}, ...lines));
}
