// <table-tile>: a table as the lobby shows it, and the way to it.

import { h, keep, setAttribute, setClasses, setText } from "../dom.js";
import { dollars } from "../money.js";

const PHASES = { waiting: "Open seats", betting: "Taking bets", playing: "In play", over: "Settling", closed: "Closed" };

export class TableTile extends HTMLElement {
  show(table, title) {
    if (!this.firstChild) {
      this.name = h("h3");
      this.limits = h("span", { class: "limits" });
      this.payouts = h("p", { class: "payouts small", hidden: true });
      this.phase = h("span", { class: "tag" });
      this.seats = h("span", { class: "seat-dots", role: "img" });
      this.link = h("a", { class: "button" });
      this.read = h("ul", { class: "small" });
      this.readings = h("details", { class: "tile-readings small", hidden: true }, h("summary"), this.read);
      this.practice = h("span", { class: "tag brass", hidden: true }, "practice rules");
      this.append(
        h("div", { class: "tile-name" }, this.name, this.limits),
        h("div", { class: "tile-state" }, h("span", {}, this.phase, " ", this.practice), this.seats),
        this.link,
        this.payouts,
        this.readings,
      );
    }
    setText(this.name, title);
    setText(this.limits, limits(table));
    setText(this.payouts, table.payout_limits.says);
    this.payouts.hidden = !table.payout_limits.says;
    const closed = table.open === false || table.phase === "closed";
    setText(this.phase, closed ? "Closed" : PHASES[table.phase] ?? table.phase);
    setClasses(this.phase, { good: !closed });
    const watching = table.watching ? `, ${table.watching} watching` : "";
    setAttribute(this.seats, "aria-label", `${table.taken} of ${table.seats} seats taken${watching}`);
    keep(this.seats, Array.from({ length: table.seats }, (_, at) => at < table.taken), {
      key: (_, at) => at,
      make: () => h("i"),
      update: (dot, taken) => setClasses(dot, { taken }),
    });
    const told = table.readings ?? [];
    this.readings.hidden = !told.length;
    if (told.length) {
      const edge = told.find((line) => line.includes("dge of the main game")) ?? "";
      setText(this.readings.firstChild, `Played by readings of its document. ${edge}`.trim());
      keep(this.read, told, { key: (line) => line, make: (line) => h("li", {}, line) });
    }
    this.practice.hidden = table.approved !== false;
    const full = table.taken >= table.seats;
    setAttribute(this.link, "href", `/table/${encodeURIComponent(table.table)}${closed || full ? "" : "?sit"}`);
    setText(this.link, closed ? "Look" : full ? "Watch" : "Sit down");
    setClasses(this.link, { primary: !closed && !full });
    setAttribute(this.link, "aria-label", `${this.link.textContent}: ${table.name}, ${title.toLowerCase()}`);
  }
}

function limits({ minimum_cents: least, maximum_cents: most, between_players: between }) {
  if (between) return least === most ? `Bets of ${dollars(least)}` : `Bets from ${dollars(least)}`;
  return `${dollars(least)} to ${dollars(most)}`;
}

customElements.define("table-tile", TableTile);
