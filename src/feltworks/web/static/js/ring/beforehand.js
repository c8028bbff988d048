// <before-hand>: what a player at a table of players wants to do when it is his turn, said before. It
// holds for the bet as it stood when he said it: when the bet is another, it is taken back.

import { h, setAttribute, setText } from "../dom.js";
import { dollars } from "../money.js";

export class BeforeHand extends HTMLElement {
  #wish = null;

  #build() {
    const button = (what) => h("button", { type: "button", "aria-pressed": "false", onclick: () => this.#press(what) });
    this.stay = button("stay");
    this.fold = button("fold");
    this.append(h("span", { class: "quiet" }, "When it is your turn:"), this.stay, this.fold);
  }

  #press(what) {
    const same = this.#wish?.what === what;
    this.#wish = same ? null : { what, call: this.call, round: this.picture.now.round?.number };
    this.show(this.picture, this.page);
  }

  /** Shows what may be chosen beforehand; in the player's turn does it, if it still holds. */
  show(picture, page) {
    if (!this.stay) this.#build();
    Object.assign(this, { picture, page });
    const { now } = picture;
    const seat = picture.mySeats[0];
    const mine = now.seats.find((each) => each.seat === seat);
    const waits = now.phase === "playing" && Boolean(mine?.in_round) && !mine.folded && mine.stack_cents > 0 && now.turn?.waits_for === "decision" && now.turn.seat !== seat;
    this.call = toCall(now.spots, seat);
    this.#forget(page);
    this.hidden = !waits;
    setText(this.stay, this.call ? `Call ${dollars(Math.min(this.call, mine?.stack_cents ?? 0))}` : "Check");
    setText(this.fold, this.call ? "Fold" : "Check or fold");
    for (const [button, what] of [[this.stay, "stay"], [this.fold, "fold"]]) setAttribute(button, "aria-pressed", String(this.#wish?.what === what));
    if (now.turn?.yours && this.#wish) this.#decide(now);
  }

  /** A wish is for one round, and to call or check for one bet. */
  #forget(page) {
    if (!this.#wish) return;
    const { what, call, round } = this.#wish;
    if (round !== this.picture.now.round?.number || this.picture.now.phase !== "playing") this.#wish = null;
    else if (what === "stay" && call !== this.call) {
      this.#wish = null;
      page.announcer.say("The bet is another: what you said beforehand is taken back.");
    }
  }

  #decide({ choices, turn }) {
    const { what } = this.#wish;
    this.#wish = null;
    const wanted = what === "stay" ? (this.call ? ["call"] : ["check"]) : ["check", "fold"];
    const choice = wanted.map((id) => choices.find((each) => each.choice === id)).find(Boolean);
    if (choice) this.page.ask({ type: "decide", seat: choice.seat, choice: choice.choice, turn: turn.turn });
  }
}

/** What one has to add to stay in. */
function toCall(spots, seat) {
  const bets = spots.filter((each) => each.wager === "bets");
  const own = bets.find((each) => each.seat === seat)?.cents ?? 0;
  return Math.max(0, ...bets.map((each) => each.cents)) - own;
}

customElements.define("before-hand", BeforeHand);
