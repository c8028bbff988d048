// <dealer-place>: the dealer's side of the felt: the deck or shoe, what is burnt and discarded, the
// dealer's hand as the procedure arranges it, and the cards that belong to all.

import { h, keep, setClasses, setText } from "../dom.js";
import { titled } from "../room/picture.js";
import "../room/card-row.js";

export class DealerPlace extends HTMLElement {
  connectedCallback() {
    if (this.firstChild) return;
    this.deck = pile("Deck");
    this.burnt = pile("Burnt");
    this.discard = pile("Discards");
    this.dealer = h("div", { class: "dealer-hand", role: "group", "aria-label": "Dealer" });
    this.row = h("card-row");
    this.call = h("span", { class: "call" });
    this.name = h("span", { class: "place-name" }, "Dealer");
    this.dealer.append(this.name, this.row);
    this.common = h("div", { class: "common" });
    this.append(
      h("div", { class: "piles left" }, this.discard, this.burnt),
      h("div", { class: "house-cards" }, this.dealer, this.common),
      h("div", { class: "piles right" }, this.deck),
      this.call,
    );
  }

  show(picture) {
    this.connectedCallback();
    const { arranged } = picture.now;
    const common = picture.houseCards(picture.now);
    const own = common.pop();
    this.dealer.hidden = !picture.description.zones.some((zone) => zone.owner === "dealer");
    this.row.lay(own.cards, { raised: picture.raised(null) });
    // Cards of the table that the dealer uses lie next to his own.
    setClasses(this, { beside: arranged && arranged.row.length > own.cards.length });
    const called = picture.isCardless ? [...picture.middleHands()].map((each) => each.join(": ")) : [];
    setText(this.call, (called.length ? called : [...new Set(picture.calls(null).values())]).join(" · "));
    this.#layCommon(common, picture);
    this.#count(picture);
  }

  /** The cards of the table that make the viewer's own hand are marked, else those of the dealer's. */
  #layCommon(common, picture) {
    const raisedOf = (seats) => new Set(seats.flatMap((seat) => [...picture.raised(seat)]));
    // If no player holds cards, both hands lie here.
    const own = raisedOf(picture.isCardless ? [...picture.mySeats, null] : picture.mySeats);
    const raised = own.size ? own : raisedOf([null]);
    keep(this.common, common, {
      key: (place) => place.zone,
      make: (place) =>
        h("div", { class: "common-zone", role: "group", "aria-label": titled(place.zone) },
          h("card-row"), h("span", { class: "place-name" }, titled(place.zone))),
      update: (zone, place) => zone.firstChild.lay(place.cards, { raised }),
    });
    this.common.hidden = !common.length;
  }

  #count(picture) {
    const log = picture.log.filter(Boolean);
    const dealt = log.filter((entry) => entry.kind === "Dealt").length;
    const lying = picture.now.cards.reduce((sum, place) => sum + place.cards.length, 0);
    const { shoe } = picture.description.procedure;
    const away = log.some((entry) => entry.kind === "DeckPutAway");
    tell(this.deck, shoe ? "Shoe" : "Deck", away ? "away" : "", !away);
    tell(this.burnt, "Burnt", picture.now.burnt ? String(picture.now.burnt) : "", picture.now.burnt > 0);
    const gone = Math.max(0, dealt - lying);
    tell(this.discard, "Discards", gone ? String(gone) : "", gone > 0 || away);
  }
}

function pile(name) {
  return h("div", { class: "pile" }, h("playing-card", { size: "small", "aria-hidden": "true" }), h("span", { class: "place-name" }, name));
}

function tell(pile, name, count, there) {
  setClasses(pile, { bare: !there });
  setText(pile.lastChild, count ? `${name} ${count}` : name);
}

customElements.define("dealer-place", DealerPlace);
