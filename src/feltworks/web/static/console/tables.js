// Tables: opened, closed, and their posted limits.

import { ask } from "../js/api.js";
import { h } from "../js/dom.js";
import { dollars, typedCents } from "../js/money.js";
import { field, form } from "./forms.js";

const LIMITS = [["minimum_cents", "Minimum"], ["maximum_cents", "Maximum"], ["side_minimum_cents", "Side minimum"], ["side_maximum_cents", "Side maximum"]];

export async function tablesView(place, member) {
  const found = await ask("/api/console/tables");
  const redraw = (changed) => {
    const at = found.findIndex((each) => each.table === changed.table);
    found[at] = changed;
    place.querySelector(`[data-table="${changed.table}"]`).replaceWith(card(changed, member, redraw));
  };
  const all = (submit, act, wanted) => form({ submit, primary: false, run: async () => {
    for (const each of found.filter(wanted)) redraw(await ask(`/api/console/tables/${encodeURIComponent(each.table)}/${act}`, { method: "POST" }));
  } });
  place.replaceChildren(h("h2", {}, "Tables"),
    h("p", { class: "quiet" }, "A table closes, and takes new limits, when its round is over. What you do here stands until somebody changes it, whatever the house file says. When all tables are closed, the next to open begins a new day."),
    member.role === "operator" ? h("div", { class: "row" }, all("Open all", "open", (each) => !each.is_open), all("Close all", "close", (each) => each.is_open)) : "",
    h("div", { class: "cards" }, ...found.map((each) => card(each, member, redraw))));
}

const limitsText = (limits) => `${dollars(limits.minimum_cents)} to ${dollars(limits.maximum_cents)}; side wagers ${dollars(limits.side_minimum_cents)} to ${dollars(limits.side_maximum_cents)}`;

function card(each, member, redraw) {
  const { limits } = each;
  return h("section", { class: "panel table-card", "data-table": each.table, "aria-label": each.table },
    h("h3", {}, each.table, " ", h("span", { class: each.is_open ? "tag good" : "tag" }, each.is_open ? "open" : "closed")),
    h("p", { class: "small" }, h("a", { href: each.is_open ? `/rules?table=${encodeURIComponent(each.table)}` : `/rules/${encodeURIComponent(each.game)}` }, each.game), `, ${each.seats} seats`, each.day ? `, day ${each.day}` : ""),
    h("p", {}, limitsText(limits)),
    h("p", { class: "small quiet" }, `Tray ${dollars(each.tray_cents)}${each.escrow_cents ? `, in flight ${dollars(each.escrow_cents)}` : ""}${each.jackpots.length ? `, jackpots ${each.jackpots.join(", ")}` : ""}`),
    each.ordered_by ? h("p", { class: "small" }, `${each.is_open ? "Limits posted" : "Ordered"} by ${each.ordered_by} on ${each.ordered_on}.`) : "",
    each.file_limits ? h("p", { class: "small differs" }, `The house file says ${limitsText(each.file_limits)}.`) : "",
    each.readings.length ? h("details", { class: "small" }, h("summary", {}, "Readings and edge"), h("ul", {}, ...each.readings.map((line) => h("li", {}, line)))) : "",
    each.approved ? "" : h("p", { class: "small quiet" }, each.verdict),
    member.role === "operator" ? controls(each, redraw) : "");
}

function controls(each, redraw) {
  const path = `/api/console/tables/${encodeURIComponent(each.table)}`;
  const act = each.is_open ? "close" : "open";
  const toggle = form({ submit: each.is_open ? "Close" : "Open", primary: !each.is_open, run: async () => redraw(await ask(`${path}/${act}`, { method: "POST" })) });
  const inputs = LIMITS.map(([key, label]) => {
    const id = `${each.table} ${key}`;
    return [key, label, h("input", { id, name: key, inputmode: "decimal", required: true, value: String(each.limits[key] / 100) })];
  });
  const post = async () => {
    const body = {};
    for (const [key, label, input] of inputs) {
      const cents = typedCents(input.value);
      if (cents === null) throw new Error(`${label}: write dollars, such as 5 or 7.50.`);
      body[key] = cents;
    }
    redraw(await ask(`${path}/limits`, { method: "PUT", body }));
  };
  const asFiled = each.file_limits && form({ submit: "Limits of the house file", primary: false, run: async () => redraw(await ask(`${path}/limits`, { method: "PUT", body: each.file_limits })) });
  return h("div", {}, toggle, each.is_open && asFiled ? asFiled : "",
    h("details", {}, h("summary", {}, "Limits, in dollars"),
      form({ submit: each.is_open ? "Post new limits" : "Open with these limits", primary: false, run: post, class: "limits" },
        ...inputs.map(([, label, input]) => field(input.id, label, input)))));
}
