// Forms and tables as the console uses them.

import { ask } from "../js/api.js";
import { h } from "../js/dom.js";
import { keepText } from "../js/download.js";
import { facts, field } from "../js/fields.js";
import { typedCents } from "../js/money.js";

export { facts, field };

const LOOK_EVERY_MS = 500;

/** Sends something to the server; gives its answer. */
export const send = (path, body, method = "POST") => ask(path, { method, body });

/** The cents that somebody has typed as dollars; `what` names the field if they are none. */
export function centsIn(input, what, such = 5) {
  const cents = typedCents(input.value);
  if (cents === null) throw new Error(`${what}: write dollars, such as ${such} or 7.50.`);
  return cents;
}

/**
 * A form that runs something and shows what went wrong, or what `run` answers; `then` follows success.
 * With `sure`, a question, it is run only when that was answered with yes.
 */
export function form({ submit, run, then = () => {}, primary = true, sure = null, class: name = null, role = null }, ...children) {
  const problem = h("p", { class: "problem", role: "alert" });
  const done = h("p", { class: "done", role: "status" });
  const button = h("button", { class: primary ? "primary" : null }, submit);
  const onsubmit = async (event) => {
    event.preventDefault();
    problem.textContent = done.textContent = "";
    button.disabled = true;
    if (sure && !(await confirmed(typeof sure === "function" ? sure() : sure, submit))) {
      button.disabled = false;
      return;
    }
    try {
      const says = await run();
      done.textContent = typeof says === "string" ? says : "";
      await then(says);
    } catch (refusal) {
      problem.textContent = refusal.message;
    }
    button.disabled = false;
  };
  return h("form", { onsubmit, class: name, role }, ...children, button, problem, done);
}

/** Asks whether something is meant; whether it is. */
export function confirmed(question, yes) {
  return new Promise((answer) => {
    const dialog = h("dialog", { class: "sure", "aria-label": question, onclose: () => {
      dialog.remove();
      answer(dialog.returnValue === "yes");
    } }, h("form", { method: "dialog" }, h("p", {}, question),
      h("div", { class: "row" }, h("button", { value: "yes", class: "primary" }, `Yes, ${yes.toLowerCase()}`), h("button", { value: "no", autofocus: true }, "No"))));
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Asks for a report that the server makes in the background; `say` is called with its progress meanwhile. */
export async function report(path, body, say) {
  let told = await ask(path, { method: "POST", body });
  while (told.state === "waiting" || told.state === "counting") {
    say(told.progress);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    told = await ask(`${path}/${told.id}`);
  }
  if (told.state === "refused") throw new Error(`${told.says}.`);
  return told.report;
}

/** A button that hands over rows of texts as comma-separated values. */
export function exportButton(name, rows) {
  const onclick = () => {
    const lines = rows().map((row) => row.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(","));
    keepText(`${name.toLowerCase().replaceAll(" ", "-")}.csv`, "text/csv", `${lines.join("\n")}\n`);
  };
  return h("button", { type: "button", class: "plain small export", onclick }, "Export");
}

/** A table from columns `[title, cell(row), isNumber]`, which can be exported. */
export function table(caption, columns, rows) {
  const shown = grid(caption, columns, rows);
  const cells = () => [...shown.querySelectorAll("tr")].map((row) => [...row.children].map((cell) => cell.textContent.trim()));
  return h("div", {}, shown, rows.length ? exportButton(caption, cells) : "");
}

function grid(caption, columns, rows) {
  return h("div", { class: "scroll" }, h("table", {},
    h("caption", { class: "visually-hidden" }, caption),
    h("thead", {}, h("tr", {}, ...columns.map(([title, , number]) => h("th", { scope: "col", class: number ? "number" : null }, title)))),
    h("tbody", {}, ...rows.map((row) => h("tr", {}, ...columns.map(([, cell, number]) => h("td", { class: number ? "number" : null }, cell(row))))))));
}

/** Whether somebody of the staff may do something; the server says so, and asks again for each act. */
export const may = (member, act) => member.may.includes(act);

export const clock = (iso) => new Date(iso).toLocaleString();
