// <banked-felt>: the felt of a house-banked table, drawn only from the table's description. Seats are
// numbered from the dealer's left, so the first is on the right for a player facing the dealer.

import { h, keep, setClasses } from "../dom.js";
import "./dealer-place.js";
import "./seat-place.js";

export class BankedFelt extends HTMLElement {
  connectedCallback() {
    if (this.firstChild) return;
    this.dealer = h("dealer-place");
    this.motto = h("p", { class: "motto" });
    this.seats = h("div", { class: "seats" });
    this.append(this.dealer, this.motto, this.seats);
  }

  show(picture, hooks) {
    this.connectedCallback();
    this.motto.textContent = picture.description.game.title;
    this.dealer.show(picture);
    const seats = picture.now.seats;
    setClasses(this, { cardless: picture.isCardless });
    this.style.setProperty("--own", String(Math.max(1, picture.mySeats.length)));
    this.style.setProperty("--others", String(Math.max(1, seats.length - picture.mySeats.length)));
    keep(this.seats, seats, {
      key: (seat) => seat.seat,
      make: () => h("seat-place"),
      update: (place, seat, index) => {
        place.show(seat.seat, picture, hooks);
        place.style.setProperty("--lift", String(lift(index, seats.length)));
      },
    });
  }
}

/** How far a seat is up the curve of the rail: 0 in the middle, 1 at the ends. */
function lift(index, count) {
  if (count < 3) return 0;
  const middle = (count - 1) / 2;
  return (((index - middle) / middle) ** 2).toFixed(3);
}

customElements.define("banked-felt", BankedFelt);
