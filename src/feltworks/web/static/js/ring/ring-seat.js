// <ring-seat>: a player at a table of players: name, chips, cards, what lies before him, the button.

import { h, keep, setAttribute, setClasses, setText } from "../dom.js";
import { dollars } from "../money.js";
import { TableSeat } from "../room/table-seat.js";

export class RingSeat extends TableSeat {
  build() {
    this.button = h("span", { class: "dealer-button", hidden: true, title: "The button" }, "D");
    this.plate = h("div", { class: "plate" }, this.clock, h("span", { class: "who" }, this.player, this.stack, this.badge, this.staked), this.button);
    this.call = h("span", { class: "call" });
    this.sit = h("button", { type: "button", class: "sit" }, "Sit");
    this.append(this.hands, this.call, this.plate, this.sit);
  }

  show(number, picture, hooks) {
    const { seat, mine, turn } = this.begin(number, picture);
    const { phase } = picture.now;
    setClasses(this, { out: seat.player && phase === "playing" && !seat.in_round });
    this.sit.hidden = Boolean(seat.player) || !hooks.maySit;
    this.sit.onclick = () => hooks.sit(number);
    setAttribute(this.sit, "aria-label", `Sit here, seat ${number}`);
    this.plate.hidden = this.hands.hidden = this.call.hidden = !seat.player;
    this.button.hidden = !seat.button;
    if (!seat.player) return;
    setText(this.player, mine ? seat.player : picture.seatName(number));
    const out = this.tellChips(seat, turn, picture);
    setText(this.staked, out ? `bets ${dollars(out)}` : "");
    const allIn = seat.stack_cents === 0 && seat.in_round && phase === "playing";
    this.tellBadge(seat, picture, seat.away ? "Away" : allIn ? "All in" : seat.connected === false ? "Away" : seat.bot ? "Bot" : "");
    this.#cards(number, mine, picture);
  }

  #cards(number, mine, picture) {
    keep(this.hands, picture.zonesOf(number), {
      key: (place) => place.zone,
      make: () => h("card-row"),
      update: (row, place) => row.lay(place.cards, { size: mine ? null : "small", raised: picture.raised(number) }),
    });
    setText(this.call, [...picture.calls(number).values()].at(-1) ?? "");
    setAttribute(this.call, "title", this.call.textContent);
  }
}

customElements.define("ring-seat", RingSeat);
