// <table-dock>: below the felt of a house-banked table: the bets before the deal, and seats taken,
// left or given to bots. It remembers the last bets so that they can be made again.

import { h } from "../dom.js";
import { afterChip, inOrder, lacking, opening, single } from "./betting.js";
import "../room/seat-keeper.js";
import "./bet-rack.js";

/** Reasons that stay whatever else lies on the felt. */
const FOR_GOOD = new Set(["no-chips", "betting-closed", "no-session", "not-your-seat"]);

/** How many cards may be pressed for a choice: to be set, or to be given up. */
const mostCards = (choice) => choice.discards?.most ?? choice.sets;

export class TableDock extends HTMLElement {
  #page = null;
  #last = [];
  #laid = [];
  #picked = new Map();
  #sameAgain = false;

  prepare(table, page) {
    this.#page = page;
    if (this.firstChild) return;
    this.rack = h("bet-rack");
    this.rack.build(table.chips, table.limits, {
      again: () => this.#again(),
      next: () => page.ask({ type: "ready" }),
      clear: () => this.#clear(),
      deal: () => this.#deal(),
      changed: () => page.draw(),
    });
    this.keeper = h("seat-keeper");
    this.keeper.build(page);
    this.append(this.rack);
    page.parts.below.append(this.keeper);
  }

  /** What the felt may ask for. */
  hooks() {
    const page = this.#page;
    const { now, mySeats, description } = page.picture;
    return {
      chip: this.rack.chip,
      maySit: Boolean(now.you) && mySeats.length < (description.most_hands ?? 1) && now.phase !== "closed",
      sit: (seat) => page.sit({ seat }),
      bets: (seat) => now.bets.filter((bet) => bet.seat === seat),
      press: (seat, wager, tip) => this.#press(seat, wager, tip, false),
      back: (seat, wager, tip) => this.#press(seat, wager, tip, true),
      picksAt: (seat) => Math.max(0, ...now.choices.filter((choice) => choice.seat === seat).map(mostCards)),
      picksFor: (seat) => (now.choices.some((choice) => choice.seat === seat && choice.discards) ? "Give up" : "Set"),
      picked: (seat, cards) => {
        this.#picked.set(seat, cards);
        page.draw();
      },
    };
  }

  show(picture, page) {
    const { now, mySeats } = picture;
    const betting = now.phase === "betting" && mySeats.length > 0;
    const mine = now.spots.filter((spot) => mySeats.includes(spot.seat));
    const over = now.phase === "over" && mySeats.length > 0;
    this.rack.hidden = !betting && !over;
    const ready = now.seats.some((seat) => mySeats.includes(seat.seat) && seat.ready);
    if (!betting) this.#remember();
    const last = this.#last.reduce((sum, bet) => sum + (mySeats.includes(bet.seat) ? bet.cents : 0), 0);
    if (over) this.rack.showNext({ ready, last });
    if (betting) {
      const out = mine.reduce((sum, spot) => sum + spot.cents, 0);
      const more = this.#lacking().map((bet) => ({ ...bet, name: picture.wagerName(bet.wager) }));
      this.rack.show({ out, ready, last, more });
      this.#laid = mine;
      this.#picked.clear();
      if (this.#sameAgain) this.#again();
    }
    if (!betting && !over) this.#sameAgain = false;
    this.keeper.show(picture, page);
  }

  /** Only bets that were dealt to count as the last ones, not what was put out and taken back. */
  #remember() {
    if (this.#laid.length) this.#last = inOrder(this.#laid, this.#page.picture.description.wagers);
    this.#laid = [];
  }

  async #bet(seat, wager, cents, tip) {
    if (cents !== null) return this.#page.ask({ type: tip ? "tip" : "bet", seat, wager, cents });
    this.#page.complain("No more may be put on this spot.");
    return false;
  }

  /** A chip more, or everything back. Wagers that are measured by this one make way and come again. */
  async #press(seat, wager, tip, back) {
    const offer = this.#offer(seat, wager, tip);
    const wanted = back || !offer ? 0 : afterChip(offer, this.rack.chip);
    if ((await this.#bet(seat, wager, wanted, tip)) || wanted === null) return;
    const others = this.#spots(seat).filter((spot) => spot.wager !== wager || spot.tip !== tip);
    if (!others.length || FOR_GOOD.has(this.#page.refusedBy)) return;
    for (const spot of [...others].reverse()) await this.#bet(seat, spot.wager, 0, spot.tip);
    const done = await this.#bet(seat, wager, wanted, tip);
    if (done && back) return;
    const why = this.#page.parts.problem.textContent;
    for (const spot of others) await this.#layAgain(seat, spot);
    this.#page.complain(why);
  }

  async #layAgain(seat, { wager, tip, cents }) {
    const amounts = this.#offer(seat, wager, tip)?.amounts;
    if (amounts) await this.#bet(seat, wager, single(amounts) ?? Math.min(cents, amounts.most_cents), tip);
  }

  #offer(seat, wager, tip) {
    return this.#page.picture.now.bets.find((bet) => bet.seat === seat && bet.wager === wager && bet.tip === tip);
  }

  #spots(seat) {
    return inOrder(this.#page.picture.spotsOf(seat), this.#page.picture.description.wagers);
  }

  /** The bets of the last round and the deal, in one press; after a round it goes on first. */
  async #again() {
    this.#sameAgain = this.#page.picture.now.phase === "over";
    if (this.#sameAgain) return this.#page.ask({ type: "ready" });
    for (const { seat, wager, cents, tip } of [...this.#last]) {
      if (!this.#page.picture.isMine(seat)) continue;
      if (!(await this.#bet(seat, wager, cents, tip))) return;
    }
    await this.#deal();
  }

  async #clear() {
    const { now, mySeats } = this.#page.picture;
    const mine = now.spots.filter((spot) => mySeats.includes(spot.seat));
    for (const { seat, wager, tip } of inOrder(mine, this.#page.picture.description.wagers).reverse()) await this.#bet(seat, wager, 0, tip);
  }

  /** Says that the bets are made. What Deal announces besides is put out first. */
  async #deal() {
    for (const bet of this.#lacking()) {
      if (!(await this.#bet(bet.seat, bet.wager, bet.cents, false))) return;
    }
    await this.#page.ask({ type: "ready" });
  }

  #lacking() {
    const { now, description, mySeats } = this.#page.picture;
    const mine = now.spots.filter((spot) => mySeats.includes(spot.seat));
    const least = opening(now.bets, mine, description.wagers);
    return least.length ? least : lacking(now.bets, mine, description.wagers);
  }

  hint(choices) {
    const sets = Math.max(...choices.map(mostCards));
    const seat = choices[0].seat;
    const which = this.#page.picture.mySeats.length > 1 ? `Seat ${seat}. ` : "";
    if (!sets) return which.trim();
    const picked = this.#picked.get(seat)?.length ?? 0;
    if (choices.some((choice) => choice.discards)) return `${which}Press the cards that you give up (${picked} pressed).`;
    const what = choices.filter((choice) => choice.sets).map((choice) => choice.name).join(" or ");
    return `${which}For ${what} you may pick the ${sets} cards yourself (${picked} picked); otherwise your best are played.`;
  }

  /** The cards to set or give up with a move, when as many are picked as it takes. */
  cardsFor(move) {
    const choice = this.#page.picture.now.choices.find((each) => each.choice === move.choice);
    const picked = this.#picked.get(move.seat) ?? [];
    if (choice?.discards) return picked.length ? picked : null;
    return choice?.sets && picked.length === choice.sets ? picked : null;
  }

  key(key) {
    if (this.rack.hidden) return;
    if (key === "n" && !this.rack.next.hidden && !this.rack.next.disabled) this.rack.next.click();
    if (key === "d" && !this.rack.deal.hidden && !this.rack.deal.disabled) this.rack.deal.click();
    if (key === "r" && !this.rack.again.disabled) this.rack.again.click();
  }
}

customElements.define("table-dock", TableDock);
