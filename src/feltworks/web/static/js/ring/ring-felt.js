// <ring-felt>: an oval of players around the board and the pot. The player's own seat is at the near
// side; seats follow clockwise, as the deal does.

import { h, keep, setAttribute, setText } from "../dom.js";
import { dollars } from "../money.js";
import { verb, withArticle } from "../room/sentences.js";
import "../room/card-row.js";
import "./ring-seat.js";

export class RingFelt extends HTMLElement {
  connectedCallback() {
    if (this.firstChild) return;
    this.board = h("div", { class: "board" });
    this.pot = h("div", { class: "pot" }, h("chip-stack"), h("span", { class: "place-name" }));
    this.burnt = h("span", { class: "burnt place-name" });
    this.takes = h("p", { class: "takes" });
    this.motto = h("p", { class: "motto" });
    this.bets = h("div", { class: "ring-bets" });
    this.seats = h("div", { class: "ring-seats" });
    this.again = () => this.last && this.show(...this.last);
    addEventListener("resize", this.again);
    this.append(h("div", { class: "oval" }, h("div", { class: "middle" }, this.motto, this.board, this.pot, this.takes, this.burnt), this.bets, this.seats));
  }

  show(picture, hooks) {
    this.connectedCallback();
    this.last = [picture, hooks];
    const { now, description } = picture;
    setText(this.motto, description.game.title);
    this.motto.hidden = now.phase === "playing" || now.phase === "over";
    this.#layBoard(picture);
    this.#layPot(now, description);
    const first = picture.mySeats[0] ?? now.seats[0].seat;
    setText(this.takes, now.phase === "over" ? taken(picture) : "");
    const { clientWidth: wide, clientHeight: high } = this.firstElementChild;
    const points = rim(now.seats.length, wide || 2, high || 1);
    const order = now.seats.map((each) => each.seat);
    const place = (seat) => points[(order.indexOf(seat) - order.indexOf(first) + order.length) % order.length];
    keep(this.seats, now.seats, {
      key: (seat) => seat.seat,
      make: () => h("ring-seat"),
      update: (element, seat) => {
        element.show(seat.seat, picture, hooks);
        put(element, place(seat.seat), 1);
      },
    });
    keep(this.bets, now.spots.filter((each) => each.cents > 0), {
      key: (each) => `${each.seat} ${each.wager}`,
      make: () => h("chip-stack"),
      update: (stack, each) => {
        setAttribute(stack, "values", description.chips.join(" "));
        setAttribute(stack, "cents", each.cents);
        setAttribute(stack, "aria-label", `${picture.seatName(each.seat)}: ${dollars(each.cents)}`);
        stack.classList.toggle("aside", each.wager !== "bets");
        put(stack, beside(place(each.seat)), reach(place(each.seat)));
      },
    });
  }

  /** The winner's cards rise on the board. */
  #layBoard(picture) {
    const winner = picture.log.findLast((entry) => entry?.kind === "Taken")?.seat;
    const raised = picture.raised(winner);
    keep(this.board, picture.zonesOf(null), {
      key: (place) => place.zone,
      make: () => h("card-row", { role: "group", "aria-label": "Board" }),
      update: (row, place) => row.lay(place.cards, { raised }),
    });
  }

  #layPot(now, description) {
    const [stack, label] = this.pot.children;
    setAttribute(stack, "values", description.chips.join(" "));
    setAttribute(stack, "cents", now.pot_cents);
    setText(label, "Pot");
    this.pot.hidden = !now.pot_cents;
    setText(this.burnt, now.burnt ? `${now.burnt} burnt` : "");
  }
}

/** Who took the pots, with what; several pots of one player, and players who share, are put together. */
function taken(picture) {
  const takes = new Map();
  for (const entry of picture.log) {
    if (entry?.kind === "Taken") takes.set(entry.seat, (takes.get(entry.seat) ?? 0) + entry.cents);
  }
  const told = new Map();
  for (const [seat, cents] of takes) {
    const hand = [...picture.calls(seat).values()].at(-1);
    const what = `${dollars(cents)}${hand ? ` with ${withArticle(hand)}` : ""}`;
    told.set(what, [...(told.get(what) ?? []), picture.who(seat)]);
  }
  return [...told].map(([what, who]) => {
    if (who.length === 1) return `${who[0]} ${verb(who[0], "take")} ${what}`;
    return `${who.slice(0, -1).join(", ")} and ${who.at(-1)} take ${what} each`;
  }).join(" · ");
}

/** Points on the rim of an oval at equal distances, clockwise from the near side, in parts of its radii. */
function rim(count, wide, high) {
  const steps = 720;
  const points = [];
  let length = 0;
  for (let step = 0; step <= steps; step += 1) {
    const turn = Math.PI / 2 + (2 * Math.PI * step) / steps;
    const point = { x: Math.cos(turn), y: Math.sin(turn) };
    const before = points.at(-1);
    if (before) length += Math.hypot((point.x - before.x) * wide, (point.y - before.y) * high);
    points.push({ ...point, length });
  }
  return Array.from({ length: count }, (_, at) => points.find((point) => point.length >= (length * at) / count));
}

/** A bet from the far side lies beside the board, not on it. */
const beside = ({ x, y }) => (y < -0.7 && Math.abs(x) < 0.3 ? { x: x < 0 ? -0.42 : 0.42, y: -1.2 } : { x, y });

/** How far out a bet lies: less before the near player, whose cards are larger. */
const reach = ({ y }) => (y > 0 ? 0.64 - 0.2 * y : 0.64 + 0.06 * y);

function put(element, { x, y }, part) {
  element.style.setProperty("--x", (x * part).toFixed(4));
  element.style.setProperty("--y", (y * part).toFixed(4));
}

customElements.define("ring-felt", RingFelt);
