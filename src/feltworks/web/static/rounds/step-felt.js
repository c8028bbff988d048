// The felt at one step of a round: who has which cards and chips, in plain rows.

import "../js/cards/playing-card.js";
import { h } from "../js/dom.js";
import { dollars, signed } from "../js/money.js";
import { inHandOrder } from "../js/room/picture.js";

export class StepFelt {
  constructor(picture) {
    this.picture = picture;
    this.element = h("div", { class: "step-felt", role: "group", "aria-label": "The felt" });
  }

  show(felt) {
    const seats = [...new Set(this.picture.now.seats.map(({ seat }) => seat))].sort((a, b) => a - b);
    const common = this.picture.houseCards(felt).filter((place) => place.cards.length);
    const facts = [felt.burnt ? `${felt.burnt} burnt` : "", felt.pot_cents ? `Pot ${dollars(felt.pot_cents)}` : ""].filter(Boolean).join(" · ");
    this.element.replaceChildren(
      h("div", { class: "step-common" }, ...common.map((place) => this.#place(place)), facts ? h("p", { class: "facts-line" }, facts) : ""),
      h("div", { class: "step-seats" }, ...seats.map((seat) => this.#seat(seat, felt))));
  }

  #place({ zone, cards }) {
    const [place, hand] = (zone ?? "dealer").split("/");
    const name = hand ? `hand ${hand}` : place.replaceAll("-", " ");
    return h("div", { class: "step-place" }, h("span", { class: "zone" }, name),
      h("div", { class: "step-cards" }, ...cards.map(({ card, forward }) => h("playing-card", { card, size: "small", class: forward ? "forward" : null }))));
  }

  #seat(seat, felt) {
    const places = felt.cards.filter((place) => place.seat === seat && place.cards.length);
    const spots = felt.spots.filter((spot) => spot.seat === seat);
    const settled = inHandOrder(felt.settlement.filter((each) => each.seat === seat));
    return h("div", { class: `step-seat ${this.picture.isMine(seat) ? "mine" : ""}` },
      h("h3", {}, this.picture.seatName(seat)),
      ...places.map((place) => this.#place(place)),
      spots.length ? h("ul", { class: "spots" }, ...spots.map((spot) => h("li", {}, `${spot.tip ? "Tip on " : ""}${this.picture.wagerName(spot.wager)} ${dollars(spot.cents)}`))) : "",
      settled.length ? h("ul", { class: "settled" }, ...settled.map((each) => h("li", {}, `${this.picture.wagerName(each.wager)} ${signed(each.net_cents)}`, each.reason ? h("small", {}, ` ${this.picture.reason(each)}`) : "", each.held_back_cents ? h("small", {}, `; won ${dollars(each.won_cents)}, ${dollars(each.held_back_cents)} held back by a payout limit`) : ""))) : "");
  }
}
