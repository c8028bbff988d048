// The event log: every record of the books, the latest first.

import { ask } from "../js/api.js";
import { h } from "../js/dom.js";
import { dollars, signed } from "../js/money.js";
import { clock, exportButton, field, form } from "./forms.js";

export async function logView(place) {
  const kind = h("input", { id: "log-kind", name: "kind", maxlength: 80, placeholder: "table closed" });
  const subject = h("input", { id: "log-subject", name: "subject", maxlength: 80, placeholder: "staff, table, jackpot, player" });
  const list = h("ol", { class: "events" });
  const shown = [];
  const rows = () => [["number", "at", "kind", "subject", "round", "facts", "hash"], ...shown.map((each) => [each.number, each.at, each.kind, each.subject, each.round ?? "", JSON.stringify(each.facts), each.hash])];
  let before = null;
  const load = async () => {
    const asked = new URLSearchParams({ limit: 50 });
    if (before) asked.set("before", before);
    if (kind.value.trim()) asked.set("kind", kind.value.trim());
    if (subject.value.trim()) asked.set("subject", subject.value.trim());
    const told = await ask(`/api/console/events?${asked}`);
    shown.push(...told.events);
    list.append(...told.events.map(event));
    if (!list.children.length) list.append(h("li", {}, "Nothing of that kind."));
    before = told.before;
    more.hidden = before === null;
  };
  const more = form({ submit: "Earlier records", primary: false, run: load });
  const search = async () => {
    before = null;
    shown.length = 0;
    list.replaceChildren();
    await load();
  };
  place.replaceChildren(h("h2", {}, "Event log"),
    form({ submit: "Find", primary: false, class: "row", role: "search", run: search }, field("log-kind", "Kind", kind), field("log-subject", "About", subject)),
    list, more, exportButton("Event log", rows));
  await load();
}

function event(record) {
  const round = record.round === null ? "" : ` · round ${record.round}`;
  const detail = [];
  if (Object.keys(record.facts).length) detail.push(h("pre", { class: "wrap" }, JSON.stringify(record.facts, null, 2)));
  if (record.postings.length) {
    detail.push(h("ul", { class: "postings" }, ...record.postings.map(([account, cents, purpose, after]) =>
      h("li", {}, h("code", {}, account), ` ${signed(cents)} (${purpose}), then ${dollars(after)}`))));
  }
  return h("li", {}, h("details", {},
    h("summary", {}, h("span", { class: "number-of" }, record.number), h("strong", {}, record.kind), ` ${record.subject}${round} `, h("time", { datetime: record.at, class: "quiet small" }, clock(record.at))),
    ...detail, h("p", { class: "mono small digits" }, record.hash)));
}
