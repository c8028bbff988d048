// What is wrong with a rules file, each mistake with its place, what stands there, what may.

import { h } from "../js/dom.js";

export function mistakesSection(file, mistakes) {
  const many = mistakes.length === 1 ? "one mistake" : `${mistakes.length} mistakes`;
  return h("section", { class: "panel mistakes", "aria-label": "Mistakes in the file" },
    h("h2", {}, `${file} has ${many}`),
    h("p", { class: "quiet" }, "Nothing is counted until the file says plainly what is played."),
    h("ol", {}, ...mistakes.map(mistake)));
}

function mistake({ key, line, found, allowed, with_option: option }) {
  const where = [line === null ? "" : `Line ${line}: `, key === "the file" ? key : h("code", {}, key)];
  const stands = found === "nothing" ? " is missing" : `: found ${found}`;
  return h("li", {},
    h("p", { class: "where" }, ...where, stands, option ? ` (with the option ${option})` : ""),
    h("p", { class: "quiet" }, `Allowed: ${allowed}`));
}
