// The rules of a game, drawn from what its file says: /rules lists the games, /rules/GAME tells one,
// /rules?table=NAME the game as that table deals it.

import { ask } from "../js/api.js";
import { h } from "../js/dom.js";
import { sectionOf } from "./sections.js";

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
      h("div", { class: "rules-text" }, ...rules.sections.map(sectionOf), options(rules))));
  // Whoever has changed an option goes on from there.
  if (at && at !== main.id) document.getElementById(at)?.focus({ preventScroll: true });
}

function contents(rules) {
  const ways = rules.sections.map(({ id, title }) => h("li", {}, h("a", { href: `#${id}` }, title)));
  if (rules.options.length) ways.push(h("li", {}, h("a", { href: "#options" }, "House options")));
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

function optionField({ id, says, chosen, values, lowest, highest }, fixed) {
  const field = `option-${id}`;
  const control = values.length
    ? h("select", { id: field, name: id, disabled: fixed }, ...values.map((value) => h("option", { value: value.id, selected: value.id === chosen }, value.says ? `${value.id}: ${value.says}` : value.id)))
    : h("input", { id: field, name: id, type: "number", min: lowest, max: highest, value: chosen, disabled: fixed });
  return h("div", { class: "field" }, h("label", { for: field }, id.replaceAll("_", " ")), control, h("span", { class: "hint" }, says));
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
