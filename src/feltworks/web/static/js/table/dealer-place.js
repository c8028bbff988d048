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

  show(picture, hooks) {
    this.connectedCallback();
    const places = picture.zonesOf(null);
    const own = places.filter((place) => picture.owner(place.zone) === "dealer");
    const common = places.filter((place) => picture.owner(place.zone) !== "dealer");
    const { arranged } = picture.now;
    const has = picture.description.zones.some((zone) => zone.owner === "dealer");
    this.dealer.hidden = !has && !arranged;
    const raised = picture.raised(null);
    if (arranged) this.#arrange(arranged, raised, hooks.pace);
    else this.row.layPlace({ seat: null, zone: own[0]?.zone ?? "", cards: own.flatMap((place) => place.cards) }, hooks.pace, { raised });
    this.row.classList.toggle("arranged", Boolean(arranged));
    const called = picture.isCardless ? [...picture.middleHands()].map((each) => each.join(": ")) : [];
    setText(this.call, (called.length ? called : [...new Set(picture.calls(null).values())]).join(" · "));
    this.call.style.setProperty("--delay", `${Math.round(hooks.pace.arranged)}ms`);
    this.#layCommon(common, arranged, picture, hooks);
    this.#count(picture);
  }

  #arrange({ row, forward, turned }, raised, pace) {
    const pushed = [...forward];
    const over = [...turned];
    const takes = (from, card) => {
      const at = from.indexOf(card);
      if (at >= 0) from.splice(at, 1);
      return at >= 0;
    };
    const cards = row.map((card) => {
      const isForward = takes(pushed, card);
      return { card: takes(over, card) ? null : card, face: "up", forward: isForward };
    });
    this.row.lay(cards, { time: () => pace.arranged, turnAt: pace.arranged, raised, raiseAt: pace.length });
  }

  /** What the dealer has drawn into his row no longer lies in the middle. */
  #layCommon(common, arranged, picture, hooks) {
    const drawn = new Set(arranged?.row ?? []);
    // If no player holds cards, both hands lie here.
    const whose = picture.isCardless ? [...picture.mySeats, null] : picture.mySeats;
    const raised = new Set(whose.flatMap((seat) => [...picture.raised(seat)]));
    const left = common.filter((place) => !place.cards.every((each) => drawn.has(each.card)));
    keep(this.common, left, {
      key: (place) => place.zone,
      make: (place) =>
        h("div", { class: "common-zone", role: "group", "aria-label": titled(place.zone) },
          h("card-row"), h("span", { class: "place-name" }, titled(place.zone))),
      update: (zone, place) => zone.firstChild.layPlace(place, hooks.pace, { raised }),
    });
    this.common.hidden = !left.length;
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
