// The integrity check: the whole house audited while the tables play on.

import { h } from "../js/dom.js";
import { field, form, report, table } from "./forms.js";

export async function integrityView(place) {
  const replay = h("input", { id: "replay", type: "checkbox", checked: true });
  const seal = h("input", { id: "seal", class: "mono", placeholder: "NUMBER:HASH", autocomplete: "off", pattern: "\\s*\\d{1,18}:[0-9a-f]{64}\\s*" });
  const shown = h("div", { class: "report", role: "status" });
  const run = async () => {
    shown.replaceChildren("Checking.");
    const body = { replay: replay.checked, seal: seal.value.trim() || null };
    const told = await report("/api/console/audits", body, (progress) => {
      const { what, done, of } = progress ?? { what: "records", done: 0, of: 0 };
      shown.replaceChildren(`Checking: ${done.toLocaleString("en-US")}${of ? ` of ${of.toLocaleString("en-US")}` : ""} ${what}.`);
    });
    shown.replaceChildren(...reportOf(told));
  };
  place.replaceChildren(h("h2", {}, "Integrity check"),
    h("p", { class: "quiet" }, "Walks the whole chain of records, makes every index again, adds up every account and plays every round again by the rules it was dealt by."),
    form({ submit: "Check everything", run },
      h("div", { class: "field check" }, h("label", { for: "replay" }, replay, " Play every round again")),
      field("seal", "A seal noted earlier", seal, "The chain must still hold that record")),
    shown);
}

function reportOf(told) {
  const checked = `${told.records.toLocaleString("en-US")} records, ${told.rounds.toLocaleString("en-US")} rounds, ${told.rounds_replayed.toLocaleString("en-US")} of them played again.`;
  return [
    h("h3", { class: told.in_order ? "verdict good" : "verdict bad" }, told.in_order ? "The books are in order." : `The books are broken, first at ${told.first_broken_record ? `record ${told.first_broken_record}` : "no single record"}.`),
    h("p", {}, checked),
    told.rounds_archived ? h("p", {}, `${told.rounds_archived.toLocaleString("en-US")} rounds are in archives, and were not checked here: feltworks audit --archives does that.`) : "",
    ...told.repairs.map((repair) => h("p", {}, `Record ${repair.record}: ${repair.says}.`)),
    h("p", { class: "mono digits" }, `seal ${told.seal}`),
    told.violations.length ? table("Violations", Object.keys(told.violations[0]).map((key) => [key, (row) => String(row[key] ?? "")]), told.violations) : "",
  ];
}
