// Rounds looked up by table, player or number, each checked again from end to end.

import { ask } from "../js/api.js";
import { h } from "../js/dom.js";
import { dollars } from "../js/money.js";
import { clock, field, form, table } from "./forms.js";

export async function roundsView(place) {
  const [, number] = location.hash.slice(1).split("/");
  if (number) return one(place, number);
  const tableName = h("input", { id: "find-table", maxlength: 80 });
  const player = h("input", { id: "find-player", maxlength: 80 });
  const found = h("div", {});
  const load = async () => {
    const asked = new URLSearchParams({ limit: 50 });
    if (tableName.value.trim()) asked.set("table", tableName.value.trim());
    if (player.value.trim()) asked.set("player", player.value.trim());
    const rounds = await ask(`/api/console/rounds?${asked}`);
    found.replaceChildren(rounds.length ? table("Rounds", [
      ["Round", (row) => h("a", { href: `#rounds/${row.round}` }, row.round)], ["Table", (row) => row.table], ["Begun", (row) => clock(row.at)],
      ["Outcome", (row) => row.outcome], ["Players", (row) => Object.entries(row.players).map(([seat, name]) => `${seat} ${name}`).join(", ")],
    ], rounds) : h("p", {}, "No rounds."));
  };
  place.replaceChildren(h("h2", {}, "Rounds"),
    form({ submit: "Find", primary: false, class: "row", role: "search", run: load }, field("find-table", "Table", tableName), field("find-player", "Player", player)), found);
  await load();
}

async function one(place, number) {
  const told = await ask(`/api/console/rounds/${encodeURIComponent(number)}`);
  const players = Object.entries(told.players).map(([seat, name]) => `seat ${seat} ${name}`).join(", ");
  place.replaceChildren(
    h("p", { class: "small" }, h("a", { href: "#rounds" }, "All rounds")),
    h("h2", {}, `Round ${told.round} `, h("span", { class: told.holds ? "tag good" : "tag" }, told.holds ? "everything holds" : "does not hold")),
    h("p", {}, `${told.table}, begun ${clock(told.opened_at)}, ${told.outcome}; ${players}. The deck: ${told.shuffle}.`),
    ...Object.entries(told.held_back_cents).map(([seat, cents]) => h("p", {}, `A payout limit held back ${dollars(cents)} that seat ${seat} won on pay tables.`)),
    told.violations.length ? h("ul", { class: "problem" }, ...told.violations.map((each) => h("li", {}, JSON.stringify(each)))) : "",
    transcriptOf(told, number));
}

/** The transcript, and where hands are sealed in it, the way to look at them: that is written down. */
function transcriptOf(told, number) {
  if (!told.transcript) return "";
  const text = h("pre", { class: "wrap" }, told.transcript);
  if (!/"\?\? /.test(told.transcript)) return text;
  const why = h("input", { id: "look-why", maxlength: 200, required: true });
  const answer = h("p", { class: "small", role: "status" }, "Hands that were not shown are sealed. An auditor may look for a dispute; name and reason go into the books.");
  const onsubmit = async (event) => {
    event.preventDefault();
    try {
      const all = await ask(`/api/console/rounds/${encodeURIComponent(number)}/look`, { method: "POST", body: { why: why.value } });
      text.textContent = all.transcript ?? "";
      asking.remove();
    } catch (error) {
      answer.textContent = error.message;
    }
  };
  const asking = h("form", { class: "row", onsubmit }, field("look-why", "Reason for a look", why), h("button", {}, "Look at every card"), answer);
  return h("div", {}, asking, text);
}
