// Forms and tables as the console uses them.

import { h } from "../js/dom.js";

/** A label, a control and a hint. */
export function field(id, label, control, hint = "") {
  return h("div", { class: "field" }, h("label", { for: id }, label), control, hint ? h("span", { class: "hint" }, hint) : "");
}

/** A form that runs something and tells what went wrong; `done` is what it says when it went well. */
export function form({ submit, run, primary = true, class: name = null }, ...children) {
  const problem = h("p", { class: "problem", role: "alert" });
  const done = h("p", { class: "done", role: "status" });
  const button = h("button", { class: primary ? "primary" : null }, submit);
  const onsubmit = async (event) => {
    event.preventDefault();
    problem.textContent = done.textContent = "";
    button.disabled = true;
    try {
      done.textContent = (await run()) ?? "";
    } catch (refusal) {
      problem.textContent = refusal.message;
    }
    button.disabled = false;
  };
  return h("form", { onsubmit, class: name }, ...children, button, problem, done);
}

/** A table from columns `[title, cell(row), isNumber]`. */
export function table(caption, columns, rows) {
  return h("div", { class: "scroll" }, h("table", {},
    h("caption", { class: "visually-hidden" }, caption),
    h("thead", {}, h("tr", {}, ...columns.map(([title, , number]) => h("th", { scope: "col", class: number ? "number" : null }, title)))),
    h("tbody", {}, ...rows.map((row) => h("tr", {}, ...columns.map(([, cell, number]) => h("td", { class: number ? "number" : null }, cell(row))))))));
}

export const facts = (pairs) => h("dl", { class: "facts" }, ...pairs.map(([word, value]) => h("div", {}, h("dt", {}, word), h("dd", {}, value))));

/** Whether somebody of the staff may do something; the server says so, and asks again for each act. */
export const may = (member, act) => member.may.includes(act);

export const clock = (iso) => new Date(iso).toLocaleString();
