// What a seat has at every table: whose it is, and its player's plate with chips, clock and badge.

import { h, setAttribute, setClasses, setText } from "../dom.js";
import { dollars, signed } from "../money.js";
import "./card-row.js";
import "./clock-ring.js";

export class TableSeat extends HTMLElement {
  /** Makes the parts once; `build` of each kind of seat puts them in place. */
  connectedCallback() {
    if (this.firstChild) return;
    this.setAttribute("role", "group");
    this.hands = h("div", { class: "hands" });
    this.player = h("span", { class: "player" });
    this.stack = h("span", { class: "stack" });
    this.badge = h("span", { class: "badge", hidden: true });
    this.staked = h("span", { class: "staked", "aria-hidden": "true" });
    this.clock = h("clock-ring", { hidden: true });
    this.build();
  }

  /** Tells whose seat it is and whether he must decide; gives both to the parts that need it. */
  begin(number, picture) {
    this.connectedCallback();
    const seat = picture.seat(number);
    const mine = picture.isMine(number);
    const turn = picture.now.turn?.waits_for === "decision" && picture.now.turn.seat === number;
    setClasses(this, { mine, turn, empty: !seat.player, folded: seat.folded });
    setAttribute(this, "aria-label", seat.player ? label(number, seat, picture) : `Seat ${number}, free`);
    return { seat, mine, turn };
  }

  /** What the player has and has out; gives the latter, in cents. */
  tellChips(seat, turn, picture) {
    setText(this.stack, dollars(seat.stack_cents));
    this.clock.set(turn ? picture.now.clock : null);
    return picture.spotsOf(seat.seat).reduce((sum, spot) => sum + spot.cents, 0);
  }

  /** How the round has ended for the seat, that its player is leaving, or else `otherwise`. */
  tellBadge(seat, picture, otherwise) {
    const net = picture.now.phase === "over" && seat.in_round ? seat.net_cents : null;
    const says = Number.isInteger(net) ? signed(net)
      : seat.folded ? "Folded"
      : seat.leaving ? "Leaving"
      : seat.leaves_later ? "Last round" : otherwise;
    this.badge.hidden = !says;
    setText(this.badge, says);
    setClasses(this.badge, { good: net > 0, bad: net < 0, usual: says === "Bot" });
  }
}

function label(number, seat, picture) {
  const states = [[seat.folded, "folded"], [seat.button, "the button"], [seat.leaves_later, "leaves after this round"]];
  const told = [`Seat ${number}`, picture.seatName(number), dollars(seat.stack_cents), ...states.filter(([is]) => is).map(([, says]) => says)];
  return told.join(", ");
}
