// Rounds looked up by table, player or number, each checked again from end to end.

import { ask } from "../js/api.js";
import { h } from "../js/dom.js";
import { clock, field, table } from "./forms.js";

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
  const onsubmit = (event) => {
    event.preventDefault();
    load();
  };
  place.replaceChildren(h("h2", {}, "Rounds"),
    h("form", { class: "row", onsubmit, role: "search" }, field("find-table", "Table", tableName), field("find-player", "Player", player), h("button", {}, "Find")), found);
  await load();
}

async function one(place, number) {
  const told = await ask(`/api/console/rounds/${encodeURIComponent(number)}`);
  const players = Object.entries(told.players).map(([seat, name]) => `seat ${seat} ${name}`).join(", ");
  place.replaceChildren(
    h("p", { class: "small" }, h("a", { href: "#rounds" }, "All rounds")),
    h("h2", {}, `Round ${told.round} `, h("span", { class: told.holds ? "tag good" : "tag" }, told.holds ? "everything holds" : "does not hold")),
    h("p", {}, `${told.table}, begun ${clock(told.opened_at)}, ${told.outcome}; ${players}. The deck: ${told.shuffle}.`),
    told.violations.length ? h("ul", { class: "problem" }, ...told.violations.map((each) => h("li", {}, JSON.stringify(each)))) : "",
    told.transcript ? h("pre", { class: "wrap" }, told.transcript) : "");
}
