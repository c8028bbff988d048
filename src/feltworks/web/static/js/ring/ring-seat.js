// <ring-seat>: a player at a table of players: name, chips, cards, what lies before him, the button.

import { h, keep, setAttribute, setClasses, setText } from "../dom.js";
import { dollars, signed } from "../money.js";
import "../room/card-row.js";
import "../room/clock-ring.js";

export class RingSeat extends HTMLElement {
  connectedCallback() {
    if (this.firstChild) return;
    this.setAttribute("role", "group");
    this.row = h("div", { class: "hands" });
    this.player = h("span", { class: "player" });
    this.stack = h("span", { class: "stack" });
    this.badge = h("span", { class: "badge", hidden: true });
    this.staked = h("span", { class: "staked", "aria-hidden": "true" });
    this.clock = h("clock-ring", { hidden: true });
    this.button = h("span", { class: "dealer-button", hidden: true, title: "The button" }, "D");
    this.plate = h("div", { class: "plate" }, this.clock, h("span", { class: "who" }, this.player, this.stack, this.badge, this.staked), this.button);
    this.call = h("span", { class: "call" });
    this.sit = h("button", { type: "button", class: "sit" }, "Sit");
    this.append(this.row, this.call, this.plate, this.sit);
  }

  show(number, picture, hooks) {
    this.connectedCallback();
    const seat = picture.seat(number);
    const { now } = picture;
    const mine = picture.isMine(number);
    const turn = now.turn?.waits_for === "decision" && now.turn.seat === number;
    setClasses(this, { mine, turn, empty: !seat.player, folded: seat.folded, out: seat.player && now.phase === "playing" && !seat.in_round });
    this.sit.hidden = Boolean(seat.player) || !hooks.maySit;
    this.sit.onclick = () => hooks.sit(number);
    setAttribute(this.sit, "aria-label", `Sit here, seat ${number}`);
    this.plate.hidden = this.row.hidden = this.call.hidden = !seat.player;
    this.button.hidden = !seat.button;
    setAttribute(this, "aria-label", seat.player ? `Seat ${number}, ${picture.seatName(number)}, ${dollars(seat.stack_cents)}${seat.folded ? ", folded" : ""}${seat.button ? ", the button" : ""}${seat.leaves_later ? ", leaves after this round" : ""}` : `Seat ${number}, free`);
    if (!seat.player) return;
    setText(this.player, mine ? seat.player : picture.seatName(number));
    setText(this.stack, dollars(seat.stack_cents));
    const out = picture.spotsOf(number).reduce((sum, spot) => sum + spot.cents, 0);
    setText(this.staked, out ? `bets ${dollars(out)}` : "");
    this.clock.set(turn ? now.clock : null);
    this.#badge(seat, now);
    this.#cards(number, mine, picture, hooks);
  }

  #badge(seat, now) {
    const net = now.phase === "over" && seat.in_round ? seat.net_cents : null;
    const says = Number.isInteger(net) ? signed(net)
      : seat.folded ? "Folded"
      : seat.leaving ? "Leaving"
      : seat.leaves_later ? "Last round"
      : seat.away ? "Away"
      : seat.stack_cents === 0 && seat.in_round && now.phase === "playing" ? "All in"
      : seat.connected === false ? "Away"
      : seat.bot ? "Bot" : "";
    this.badge.hidden = !says;
    setText(this.badge, says);
    setClasses(this.badge, { good: net > 0, bad: net < 0, usual: says === "Bot" });
  }

  #cards(number, mine, picture, hooks) {
    keep(this.row, picture.zonesOf(number), {
      key: (place) => place.zone,
      make: () => h("card-row"),
      update: (row, place) => row.layPlace(place, hooks.pace, { size: mine ? null : "small", raised: picture.raised(number) }),
    });
    setText(this.call, [...picture.calls(number).values()].at(-1) ?? "");
    setAttribute(this.call, "title", this.call.textContent);
  }
}

customElements.define("ring-seat", RingSeat);
