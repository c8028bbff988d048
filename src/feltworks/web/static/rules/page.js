// The rules of a game, drawn from its file: /rules lists the games, /rules/GAME shows one,
// /rules?table=NAME the game as that table deals it.

import { ask } from "../js/api.js";
import { h } from "../js/dom.js";
import { field, optionControl } from "../js/fields.js";
import { exampleSection, rankingsSection } from "./drawn.js";
import { sectionOf } from "./sections.js";

/** What a player needs; the rest is the datasheet, for dealers and judges of the game. */
const FOR_PLAYERS = ["round", "wagers", "pays", "jackpots"];

const main = document.querySelector("main");
const wanted = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const table = new URLSearchParams(location.search).get("table");

async function list() {
  const games = await ask("/api/rules");
  main.replaceChildren(
    h("h1", {}, "Rules"),
    h("p", { class: "quiet" }, "Each page is generated from the rules file that the tables deal from and the odds are counted from."),
    h("ul", { class: "game-list" }, ...games.map((game) =>
      h("li", { class: "panel" },
        h("h2", {}, h("a", { href: `/rules/${encodeURIComponent(game.id)}` }, game.name)),
        h("p", {}, game.title),
        h("p", { class: "small" }, h("a", { href: `/odds?game=${encodeURIComponent(game.id)}` }, "Its odds"))))));
}

async function show() {
  const asked = table ? `/api/rules/tables/${encodeURIComponent(table)}` : `/api/rules/games/${encodeURIComponent(wanted)}${location.search}`;
  const rules = await ask(asked);
  document.title = `${rules.name}: rules · Feltworks`;
  const at = main.contains(document.activeElement) ? document.activeElement.id : "";
  main.replaceChildren(
    h("header", { class: "rules-head" },
      h("h1", {}, rules.name),
      h("p", { class: "lead" }, rules.title),
      h("p", { class: "quiet" }, rules.table ? `As dealt at table ${rules.table}. ` : "", rules.about),
      h("p", { class: "quiet small" }, rules.approval, rules.source ? ` Source: ${rules.source}.` : "")),
    h("div", { class: "rules-body" },
      contents(rules),
      h("div", { class: "rules-text" }, ...text(rules))));
  // After a changed option the reader stays at its place.
  if (at && at !== main.id) document.getElementById(at)?.focus({ preventScroll: true });
}

/** First the guide, with hands drawn; then the datasheet. */
function text(rules) {
  const [first, ...others] = rules.sections.filter(({ id }) => FOR_PLAYERS.includes(id));
  const rest = rules.sections.filter(({ id }) => !FOR_PLAYERS.includes(id));
  return [first ? sectionOf(first) : "", exampleSection(rules.example), rankingsSection(rules.rankings), ...others.map(sectionOf),
    h("section", { id: "datasheet", "aria-labelledby": "datasheet-title", class: "datasheet" },
      h("h2", { id: "datasheet-title" }, "Datasheet"),
      h("p", { class: "quiet" }, "Everything else that the file says, for whoever deals or judges the game."),
      ...rest.map(sectionOf), options(rules))];
}

function contents(rules) {
  const way = (id, title) => h("li", {}, h("a", { href: `#${id}` }, title));
  const of = (wanted) => rules.sections.filter(({ id }) => FOR_PLAYERS.includes(id) === wanted).map(({ id, title }) => way(id, title));
  const [first, ...others] = of(true);
  const ways = [first ?? "", rules.example ? way("example", "A round, for example") : "", rules.rankings.length ? way("beats", "Which hand beats which") : "", ...others,
    way("datasheet", "Datasheet"), ...of(false)];
  if (rules.options.length) ways.push(way("options", "House options"));
  const odds = rules.table ? [] : [h("p", { class: "small" }, h("a", { href: `/odds?game=${encodeURIComponent(rules.id)}` }, "The odds of this game"))];
  return h("nav", { class: "panel contents", "aria-label": "Contents" }, h("ol", {}, ...ways), ...odds);
}

function options(rules) {
  if (!rules.options.length) return "";
  const fixed = Boolean(rules.table);
  const form = h("form", { onchange: () => choose(new FormData(form), rules) }, ...rules.options.map((option) => optionField(option, fixed)));
  const says = fixed ? "As the house has chosen for this table." : "What a house may choose. Another value changes the rules above.";
  return h("section", { id: "options", "aria-labelledby": "options-title" }, h("h2", { id: "options-title" }, "House options"), h("p", { class: "quiet" }, says), form);
}

function optionField(option, fixed) {
  const at = `option-${option.id}`;
  return field(at, option.id.replaceAll("_", " "), optionControl(option, { id: at, name: option.id, disabled: fixed }), option.says);
}

function choose(form, rules) {
  const asked = new URLSearchParams();
  for (const { id, default: usual } of rules.options) {
    const value = form.get(id);
    if (value !== null && value !== usual) asked.append("set", `${id}=${value}`);
  }
  history.replaceState(null, "", asked.size ? `?${asked}#options` : `${location.pathname}#options`);
  show().catch(tell);
}

function tell(refusal) {
  main.replaceChildren(h("h1", {}, "Rules"), h("p", { class: "problem", role: "alert" }, refusal.message), h("p", {}, h("a", { href: "/rules" }, "All games")));
}

main.setAttribute("aria-busy", "true");
try {
  await (wanted || table ? show() : list());
} catch (refusal) {
  tell(refusal);
}
main.removeAttribute("aria-busy");
if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
