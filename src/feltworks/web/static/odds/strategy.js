// The best play: a grid of two cards, a blackjack chart, or hands by name; and any position asked for.

import { h } from "../js/dom.js";
import { field } from "../js/fields.js";
import { countInto, Counter } from "./count.js";

const SHADES = 6;

/** Draws the play of whatever the page asks about; `stop` when the question changes. */
export class Strategy {
  #counter = new Counter();
  #positions = new Counter();
  #reminders = new Counter();

  constructor(place) {
    this.place = place;
  }

  stop() {
    this.#counter.stop();
    this.#positions.stop();
    this.#reminders.stop();
    this.place.replaceChildren();
  }

  async show(question, decision = null) {
    const status = h("p", { class: "odds-status", role: "status" }, "Looking at the decisions.");
    this.place.replaceChildren(status);
    const play = await countInto(status, this.#counter, "strategies", { ...question, decision });
    if (!play) return;
    this.place.replaceChildren(
      play.kind === "decision" && play.decisions.length > 1 ? this.#tabs(question, play) : "",
      play.kind === "chart" ? blackjackChart(play) : decisionTable(play),
      this.#asker(question, play),
      play.kind === "decision" ? this.#reminder(question) : "",
    );
  }

  #reminder(question) {
    const place = h("div", { class: "reminder", role: "status" });
    const seek = async () => {
      button.disabled = true;
      place.textContent = "Looking for rules.";
      const found = await countInto(place, this.#reminders, "reminders", question);
      if (found) place.replaceChildren(...reminders(found));
      button.disabled = false;
    };
    const button = h("button", { type: "button", onclick: seek }, "Find a few rules to remember");
    return h("div", { class: "asker" },
      h("h3", {}, "Rules to remember"),
      h("p", { class: "quiet" }, "A short list for each decision that gives away as little as it can, with its exact cost. Looking for it takes some seconds, in a large game up to a minute or two."),
      button, place);
  }

  #tabs(question, play) {
    return h("div", { class: "tabs", role: "group", "aria-label": "Decision" }, ...play.decisions.map((decision) =>
      h("button", { type: "button", "aria-pressed": String(decision === play.decision), onclick: () => this.show(question, decision) }, decision)));
  }

  #asker(question, play) {
    const blackjack = play.kind === "chart";
    const cards = h("input", { id: "ask-cards", required: true, maxlength: 60, autocomplete: "off", placeholder: "As Kd" });
    const board = h("input", { id: "ask-board", required: blackjack || play.board_cards > 0, maxlength: 40, autocomplete: "off", placeholder: blackjack ? "9c" : "7h 7c" });
    const answer = h("div", { class: "position-answer", role: "status" });
    const withBoard = blackjack || play.board_cards > 0;
    const submit = async (event) => {
      event.preventDefault();
      answer.textContent = "Counting.";
      const asked = { ...question, decision: play.decision ?? null, cards: cards.value, board: withBoard ? board.value : "" };
      const found = await countInto(answer, this.#positions, "positions", asked);
      if (found) answer.replaceChildren(values(found));
    };
    const own = blackjack ? "Your cards" : `Your ${play.own_cards} cards`;
    const open = blackjack ? "The dealer's up card" : `The ${play.board_cards} open cards`;
    return h("form", { class: "asker", onsubmit: submit },
      h("h3", {}, "Ask about a hand"),
      h("div", { class: "asker-row" },
        field("ask-cards", own, cards),
        withBoard ? field("ask-board", open, board) : "",
        h("button", { class: "primary" }, "What is best?")),
      answer);
  }
}

function reminders(found) {
  const percent = (value) => `${(value * 100).toFixed(4)}%`;
  return [
    ...found.decisions.flatMap(({ decision, cost, says }) => [
      h("h4", {}, `${decision}: gives away ${percent(cost)} of the ${found.unit}`),
      h("ul", {}, ...says.map((line) => h("li", {}, line))),
    ]),
    ...found.meanings.map((meaning) => h("p", { class: "quiet small" }, meaning)),
    h("p", {}, `House edge ${percent(found.house_edge_simple)} by these rules, ${percent(found.house_edge_best)} by the best play.`),
  ];
}

function values(found) {
  return h("table", { class: "values" },
    h("thead", {}, h("tr", {}, ...["Choice", "Value", "Costs", "Exactly"].map((word, at) => h("th", { scope: "col", class: at ? "number" : null }, word)))),
    h("tbody", {}, ...found.choices.map((choice) => h("tr", { class: choice.id === found.best ? "best" : null },
      h("th", { scope: "row" }, choice.id, choice.id === found.best ? " (best)" : ""),
      h("td", { class: "number" }, choice.decimal.toFixed(6)),
      h("td", { class: "number" }, choice.costs ? choice.costs.toFixed(6) : "–"),
      h("td", { class: "number mono" }, choice.fraction ?? "float64")))));
}

function decisionTable(play) {
  const total = Object.values(play.deals_by_best).reduce((sum, deals) => sum + deals, 0);
  const choices = Object.keys(play.deals_by_best).sort();
  const shade = Object.fromEntries(choices.map((choice, at) => [choice, `shade-${at % SHADES}`]));
  const legend = h("ul", { class: "legend" }, ...choices.map((choice) =>
    h("li", {}, h("span", { class: `swatch ${shade[choice]}` }, letters(choices)[choice]), ` ${choice} is best in ${((play.deals_by_best[choice] / total) * 100).toFixed(2)}% of deals`)));
  if (play.grid) return h("div", {}, legend, grid(play.grid, shade, letters(choices)));
  if (play.hands.length) return h("div", {}, legend, byHand(play.hands, choices, shade));
  return h("div", {}, legend, h("p", { class: "quiet" }, "What is best here depends on cards of several kinds; ask about a hand below."));
}

function grid({ ranks, cells }, shade, letter) {
  const cell = (advice, row, column) => {
    if (!advice) return h("td", {});
    const told = Object.entries(advice.values).map(([choice, value]) => `${choice} ${value.toFixed(4)}`).join(", ");
    const suited = ranks.indexOf(row) < ranks.indexOf(column) ? " suited" : "";
    return h("td", { class: shade[advice.best], title: `${row}${column}${suited}: ${told}` }, letter[advice.best]);
  };
  return h("figure", {},
    h("div", { class: "scroll" }, h("table", { class: "grid" },
      h("thead", {}, h("tr", {}, h("td", {}), ...ranks.map((rank) => h("th", { scope: "col" }, rank)))),
      h("tbody", {}, ...cells.map((row, at) => h("tr", {}, h("th", { scope: "row" }, ranks[at]), ...row.map((advice, column) => cell(advice, ranks[at], ranks[column]))))))),
    h("figcaption", { class: "quiet small" }, "Suited hands above the diagonal, others below it."));
}

function byHand(hands, choices, shade) {
  const share = (row, choice) => {
    const all = Object.values(row.deals_by_best).reduce((sum, deals) => sum + deals, 0);
    const part = (row.deals_by_best[choice] ?? 0) / all;
    const text = part === 1 ? "always" : part === 0 ? "–" : `${(part * 100).toFixed(1)}%`;
    return h("td", { class: `number ${part > 0.5 ? shade[choice] : ""}` }, text);
  };
  return h("div", { class: "scroll" }, h("table", { class: "by-hand" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "With"), ...choices.map((choice) => h("th", { scope: "col", class: "number" }, choice)))),
    h("tbody", {}, ...hands.map((row) => h("tr", {}, h("th", { scope: "row" }, row.hand), ...choices.map((choice) => share(row, choice)))))));
}

function letters(choices) {
  for (let length = 1; length < 20; length += 1) {
    const short = choices.map((choice) => choice.slice(0, length));
    if (new Set(short).size === choices.length) return Object.fromEntries(choices.map((choice, at) => [choice, short[at]]));
  }
  return Object.fromEntries(choices.map((choice) => [choice, choice]));
}

function blackjackChart({ columns, parts, codes, departures }) {
  const first = [...new Set(Object.keys(codes).map((code) => code[0]))].sort();
  const shade = (code) => `shade-${first.indexOf(code[0]) % SHADES}`;
  const rows = Object.values(parts).flatMap((part) => Object.entries(part));
  return h("div", {},
    h("ul", { class: "legend" }, ...Object.entries(codes).map(([code, says]) => h("li", {}, h("span", { class: `swatch ${shade(code)}` }, code), ` ${says}`))),
    h("div", { class: "scroll" }, h("table", { class: "grid wide" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Dealer shows"), ...columns.map((up) => h("th", { scope: "col" }, up)))),
      h("tbody", {}, ...rows.map(([hand, cells]) => h("tr", {}, h("th", { scope: "row" }, hand), ...cells.map((code) => h("td", { class: shade(code), title: codes[code] }, code))))))),
    departures.length ? h("details", {}, h("summary", {}, `Hands better played otherwise than their total says (${departures.length})`),
      h("ul", {}, ...departures.map((each) => h("li", {}, `${each.cards.join(",")} against ${each.dealer}: ${each.better} instead of ${each.chart}, worth ${each.gain.toFixed(6)}`)))) : "");
}
