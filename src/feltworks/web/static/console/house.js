// The house at a glance.

import { ask } from "../js/api.js";
import { h } from "../js/dom.js";
import { dollars } from "../js/money.js";
import { facts, table } from "./forms.js";

const PURSES = {
  player: "Players' stacks", escrow: "Stakes in flight", tray: "Trays", drop: "Boxes", tokes: "Dealers' tips",
  jackpot: "Jackpots on display", backup: "Backups", reserve: "Reserves", custody: "In custody", seed: "Seeds advanced",
  counted: "Counted, not yet posted", fees: "Fees", house: "The house's own", cage: "Chips sold, less bought back",
};

export async function housesView(place) {
  const house = await ask("/api/console/house");
  const purses = Object.entries(house.purses);
  const total = purses.reduce((sum, [, cents]) => sum + cents, 0);
  place.replaceChildren(
    h("h2", {}, house.name),
    facts([
      ["Day", house.day],
      ["Kind", `${house.kind}, under the rules of ${house.under}`],
      ["Rounds", house.rounds.toLocaleString("en-US")],
      ["In flight", house.rounds_in_flight.length || "none"],
      ["Records", house.records.toLocaleString("en-US")],
    ]),
    h("h3", {}, "Where the money is"),
    table("Purses", [["Purse", ([name]) => PURSES[name] ?? name], ["Holds", ([, cents]) => dollars(cents), true]], [...purses, ["All together", total]]),
    h("h3", {}, "Seal"),
    h("p", { class: "quiet small" }, "The number and hash of the last record. Noted elsewhere, it proves later that nothing before it was changed."),
    h("p", { class: "mono digits" }, house.seal));
}
