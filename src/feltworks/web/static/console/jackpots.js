// Jackpots: how each stands, its count, and the statement of a day.

import { ask } from "../js/api.js";
import { h } from "../js/dom.js";
import { dollars, signed } from "../js/money.js";
import { centsIn, facts, field, form, may, send, table } from "./forms.js";

export async function jackpotsView(place, member) {
  const found = await ask("/api/console/jackpots");
  if (!found.length) {
    place.replaceChildren(h("h2", {}, "Jackpots"), h("p", {}, "The house keeps none."));
    return;
  }
  place.replaceChildren(h("h2", {}, "Jackpots"), ...found.map((each) => card(each, member, () => jackpotsView(place, member))));
}

function card(each, member, again) {
  const statement = h("div", { class: "statement", role: "status" });
  const path = `/api/console/jackpots/${encodeURIComponent(each.name)}`;
  return h("section", { class: "panel jackpot-card", "aria-label": each.name },
    h("h3", {}, each.name, " ", each.awaits_count ? h("span", { class: "tag brass" }, "to be counted") : "", each.status === "in play" ? "" : h("span", { class: "tag" }, each.status)),
    h("p", { class: "meter" }, dollars(each.displayed_cents)),
    facts([
      ["Run by", each.mode], ["Tables", each.tables.join(", ")],
      ["Wagered since the count", dollars(each.wagered_cents)], ["Paid from trays", dollars(each.tray_paid_cents)],
      ["Last counted", each.counted ?? "never"], ["Last played", each.played ?? "never"],
      ...(each.to_be_posted_cents ? [["Posted when its tables open", dollars(each.displayed_cents + each.to_be_posted_cents)]] : []),
      ...(each.account === null ? [] : [[each.account, dollars(each.banked_cents)]]),
      ...(each.cap_cents === null ? [] : [["Cap", dollars(each.cap_cents)]]),
    ]),
    h("div", { class: "columns" },
      may(member, "count") && each.status === "in play" ? countForm(each, path, again) : "",
      may(member, "count") && each.status === "in play" && each.account !== null ? depositForm(each, path, again) : "",
      statementForm(each, path, statement)),
    statement);
}

function countForm(each, path, again) {
  const fees = h("input", { id: `${each.name} fees`, inputmode: "decimal", placeholder: "by the terms" });
  const document_ = h("input", { id: `${each.name} document`, maxlength: 200 });
  const count = async () => {
    const cents = fees.value.trim() ? centsIn(fees, "Fees") : null;
    const told = await send(`${path}/count`, { day: each.counts_for, fees_cents: cents, document: document_.value });
    setTimeout(again, 2500);
    return `Counted for ${told.day} in record ${told.record}: ${dollars(told.dropped_cents)} in the boxes, ${dollars(told.addition_cents)} added, ${dollars(told.displayed_cents)} on display.`;
  };
  const sure = each.asks_because === null ? null : `This counts ${each.name} for ${each.counts_for}; ${each.asks_because}. Count it?`;
  return form({ submit: "Count", run: count, sure }, h("h4", {}, `The daily count, for ${each.counts_for}`), field(fees.id, "Fees, in dollars", fees), field(document_.id, "Document", document_));
}

function depositForm(each, path, again) {
  const amount = h("input", { id: `${each.name} deposit`, inputmode: "decimal", required: true });
  const dated = h("input", { id: `${each.name} dated`, type: "date", required: true });
  const reference = h("input", { id: `${each.name} reference`, maxlength: 100, required: true });
  const document_ = h("input", { id: `${each.name} receipt`, maxlength: 200, required: true });
  const record = async () => {
    const told = await send(`${path}/deposit`, { cents: centsIn(amount, "Amount", 500), dated: dated.value, reference: reference.value, document: document_.value });
    setTimeout(again, 2500);
    return `Recorded: ${told.account} holds ${dollars(told.banked_cents)}.`;
  };
  return form({ submit: "Record deposit", primary: false, run: record }, h("h4", {}, "A deposit to its account"),
    field(amount.id, "Amount, in dollars", amount), field(dated.id, "Date of the deposit", dated), field(reference.id, "Reference", reference), field(document_.id, "Document", document_));
}

function statementForm(each, path, place) {
  const day = h("input", { id: `${each.name} day`, type: "date" });
  const show = async () => {
    const told = await ask(`${path}/statement${day.value ? `?day=${day.value}` : ""}`);
    place.replaceChildren(...statementOf(told));
  };
  return form({ submit: "Statement", primary: false, run: show }, h("h4", {}, "The statement of a day"), field(day.id, "Day", day, "The books' present day if left empty"));
}

function statementOf(told) {
  const lines = [
    ["Opening, displayed", told.opening.displayed], ["Opening, reserve", told.opening.reserve], ["Contributions", told.contributions],
    ["Seed", told.seed], ["Prizes", -told.prizes], ["Documented adjustments", -told.adjustments],
    ["Displayed", told.displayed], ["Reserve", told.reserve], ["Difference", told.difference],
  ];
  return [
    h("h4", {}, `${told.jackpot}, ${told.day} `, h("span", { class: told.difference ? "tag" : "tag good" }, told.difference ? "does not reconcile" : "reconciles")),
    table("Reconciliation", [["", ([word]) => word], ["Amount", ([, cents]) => dollars(cents), true]], lines),
    told.lines.length ? h("details", {}, h("summary", {}, `Lines (${told.lines.length})`),
      table("Lines", [["Record", (line) => line.record, true], ["Kind", (line) => line.kind], ["Side", (line) => line.side], ["Round", (line) => line.round ?? "", true], ["Amount", (line) => signed(line.cents), true], ["Document", (line) => line.document ?? ""]], told.lines)) : "",
  ];
}
