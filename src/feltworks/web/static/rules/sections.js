// One section of a game's rules: paragraphs, the steps of a round, tables with their notes.

import { h } from "../js/dom.js";

export function sectionOf({ id, title, paragraphs, steps, tables }) {
  return h("section", { id, "aria-labelledby": `${id}-title` },
    h("h2", { id: `${id}-title` }, title),
    steps.length ? h("ol", { class: "steps" }, ...steps.map(stepOf)) : "",
    ...paragraphs.map((text) => h("p", {}, text)),
    ...tables.map(tableOf));
}

function stepOf({ name, cards, choices, notes }) {
  return h("li", {},
    h("h3", {}, name),
    cards.length ? h("p", {}, sentence(cards)) : "",
    choices.length ? h("div", { class: "choices" }, h("span", { class: "quiet" }, "The player chooses:"), h("ul", {}, ...choices.map((choice) => h("li", {}, choice)))) : "",
    ...notes.map((note) => h("p", { class: "quiet small" }, capital(note))));
}

function tableOf({ caption, columns, rows, notes }) {
  return h("div", { class: "rules-table" },
    h("div", { class: "scroll" },
      h("table", {},
        caption ? h("caption", {}, caption) : "",
        h("thead", {}, h("tr", {}, ...columns.map((column) => h("th", { scope: "col" }, column)))),
        h("tbody", {}, ...rows.map(([first, ...others]) => h("tr", {}, h("th", { scope: "row" }, first), ...others.map((text) => h("td", {}, text))))))),
    ...notes.map((note) => h("p", { class: "quiet small" }, note)));
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const sentence = (parts) => `${capital(parts.join("; "))}.`;
