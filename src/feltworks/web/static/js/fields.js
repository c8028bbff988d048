// Fields of forms, and facts, as several pages show them.

import { h } from "./dom.js";

/** A label, a control and a hint. */
export function field(id, label, control, hint = "") {
  return h("div", { class: "field" }, h("label", { for: id }, label), control, hint ? h("span", { class: "hint" }, hint) : "");
}

/** An option of a game: a select of its values, or a number between its bounds; text if what the file says is a value beside the numbers. */
export function optionControl({ values, chosen, lowest, highest }, attributes) {
  if (lowest !== null) return h("input", { ...attributes, ...(values.length ? {} : { type: "number", min: lowest, max: highest }), value: chosen });
  return h("select", attributes, ...values.map(({ id, says }) => h("option", { value: id, selected: id === chosen }, says ? `${id}: ${says}` : id)));
}

/** Words with their values, side by side. */
export const facts = (pairs) => h("dl", { class: "facts" }, ...pairs.map(([word, value]) => h("div", {}, h("dt", {}, word), h("dd", {}, value))));
