// <ring-dock>: below the felt of a table of players: buying in, more chips, sitting out, going on after
// a result, side wagers where the house offers them.

import { h, keep, setText } from "../dom.js";
import { dollars, typedCents } from "../money.js";
import "../room/seat-keeper.js";
import "./beforehand.js";

/** How many bots sit down with a player who asks for some. */
const INVITED = 3;

export class RingDock extends HTMLElement {
  #page = null;
  #seat = null;
  #waiting = null;

  prepare(table, page) {
    this.#page = page;
    if (this.firstChild) return;
    this.keeper = h("seat-keeper");
    this.keeper.build(page);
    this.away = h("button", { type: "button", onclick: () => this.#away() });
    this.more = h("button", { type: "button", onclick: () => this.#open(page.picture.mySeats[0], true) }, "Add chips");
    this.sides = h("div", { class: "ring-sides" });
    this.told = h("span");
    this.bots = h("button", { type: "button", class: "primary", onclick: () => this.#invite() }, "Play against bots");
    this.post = h("button", { type: "button", onclick: () => this.#post() });
    this.alone = h("div", { class: "acts", hidden: true }, this.told, this.post, this.bots);
    this.before = h("before-hand", { class: "acts", hidden: true });
    this.next = h("button", { type: "button", onclick: () => page.ask({ type: "ready" }), "aria-keyshortcuts": "n" });
    this.seen = h("div", { class: "acts", hidden: true }, this.next);
    this.append(this.alone, this.before, this.sides, this.seen);
    document.body.append(this.#dialog(table));
    page.parts.below.append(h("div", { class: "ring-acts" }, this.away, this.more), this.keeper);
  }

  #dialog(table) {
    this.amount = h("input", { inputmode: "decimal", name: "dollars", required: true, oninput: () => setText(this.wrong, "") });
    this.heading = h("h2", { id: "buy-in-title" }, "Buy in");
    const least = h("p", { class: "quiet small" }, `The table asks for at least ${dollars(table.ring?.least_buy_in_cents ?? 0)}.`);
    this.wrong = h("p", { class: "problem" });
    const close = () => this.dialog.close();
    this.dialog = h(
      "dialog",
      { class: "buy-in", "aria-labelledby": "buy-in-title" },
      h(
        "form",
        { method: "dialog", onsubmit: (event) => this.#submit(event) },
        this.heading,
        h("div", { class: "field" }, h("label", {}, "Dollars", this.amount)),
        least,
        this.wrong,
        h("div", { class: "acts" }, h("button", { type: "button", onclick: close }, "Cancel"), h("button", { type: "submit", class: "primary" }, "Bring to the table")),
      ),
    );
    return this.dialog;
  }

  #open(seat, more) {
    const { description, now } = this.#page.picture;
    const usual = Math.min(description.ring?.usual_buy_in_cents ?? 20000, now.you.stack_cents);
    this.#seat = { seat, more };
    setText(this.heading, more ? "Add chips" : `Buy in at seat ${seat}`);
    setText(this.wrong, "");
    this.amount.value = (usual / 100).toString();
    this.dialog.showModal();
    this.amount.select();
  }

  async #submit(event) {
    event.preventDefault();
    const cents = typedCents(this.amount.value);
    if (cents === null) return setText(this.wrong, "Dollars are a number such as 200.");
    const { seat, more } = this.#seat;
    if (more && this.#page.picture.now.phase === "playing") return this.#later(seat, cents);
    const done = await (more ? this.#page.ask({ type: "add_chips", seat, cents }) : this.#page.sit({ seat, cents }));
    if (done) {
      this.dialog.close();
      this.#page.keeper.look();
    } else setText(this.wrong, this.#page.parts.problem.textContent);
  }

  /** Chips are added between games; until then the addition is only noted. */
  #later(seat, cents) {
    this.#waiting = { type: "add_chips", seat, cents };
    this.dialog.close();
    this.#page.announcer.say("Your chips come with the next game.");
    this.#page.draw();
  }

  #bringWaiting({ now, mySeats }) {
    if (!this.#waiting || now.phase === "playing") return;
    const message = this.#waiting;
    this.#waiting = null;
    if (mySeats.includes(message.seat)) this.#page.ask(message);
  }

  #away() {
    const { picture } = this.#page;
    const seat = picture.mySeats[0];
    this.#page.ask({ type: "away", seat, away: !picture.seat(seat).away });
  }

  #post() {
    const seat = this.#page.picture.mySeats[0];
    this.#page.ask({ type: "post_blinds", seat, now: !this.#page.picture.seat(seat).posts_now });
  }

  /** A player who is not dealt in sees when he will be; a player who waits alone is offered bots. */
  #tellWaiting({ now, mySeats, description }) {
    const mine = now.seats.find((each) => each.seat === mySeats[0]);
    const alone = now.seats.every((each) => !each.player || each.seat === mine?.seat);
    const waits = Boolean(mine) && !mine.away && !mine.in_round && now.phase !== "closed";
    const owes = mine?.owes_cents ?? null;
    this.post.hidden = alone || owes === null;
    setText(this.post, mine?.posts_now ? "Wait for the big blind" : `Post now ${dollars(owes ?? 0)}`);
    const enters = mine?.waits_for_blind && mine.posts_now ? `You post ${dollars(owes)} as soon as the button has passed your seat.`
      : mine?.waits_for_blind ? `You are dealt in when the big blind comes to your seat${owes === null ? ": newcomers here wait for it." : ", or with the next game if you post now."}`
      : mine?.posts_now && owes !== null ? `You post ${dollars(owes)} and are dealt in with the next game.`
      : now.phase === "playing" || now.phase === "over" ? "You are dealt in with the next game." : "The next game begins in a moment.";
    setText(this.told, alone ? "You are alone at this table: the game begins when another player sits down." : enters);
    this.alone.hidden = !waits;
    this.bots.hidden = !alone || !description.tempers.length;
  }

  /** The next game begins when everybody has pressed Next, or after a while. */
  #tellNext({ now, mySeats }) {
    const mine = now.seats.find((each) => each.seat === mySeats[0]);
    this.seen.hidden = now.phase !== "over" || !mine?.in_round;
    this.next.disabled = Boolean(mine?.ready);
    setText(this.next, mine?.ready ? "Waiting for others" : "Next");
  }

  key(key) {
    if (key === "n" && !this.seen.hidden && !this.next.disabled) this.next.click();
  }

  async #invite() {
    for (let bots = 0; bots < INVITED; bots += 1) {
      if (!(await this.#page.ask({ type: "add_bot" }))) return;
    }
  }

  hooks() {
    const { now, mySeats } = this.#page.picture;
    return {
      maySit: Boolean(now.you) && !mySeats.length && now.phase !== "closed",
      sit: (seat) => this.#open(seat, false),
    };
  }

  show(picture, page) {
    const seat = picture.mySeats[0];
    const sitting = seat !== undefined;
    this.away.hidden = this.more.hidden = !sitting;
    if (sitting) setText(this.away, picture.seat(seat).away ? "Deal me in" : "Sit out");
    this.#bringWaiting(picture);
    this.#tellWaiting(picture);
    setText(this.more, this.#waiting ? `${dollars(this.#waiting.cents)} with the next game` : "Add chips");
    this.more.disabled = Boolean(this.#waiting);
    this.before.show(picture, page);
    this.#tellNext(picture);
    this.#layBets(picture, page);
    this.keeper.show(picture, page);
  }

  /** House side wagers beside the pot, where there are any. */
  #layBets(picture, page) {
    const bets = picture.now.bets.filter((bet) => !bet.tip);
    this.sides.hidden = !bets.length;
    keep(this.sides, bets.length ? [...bets, null] : [], {
      key: (bet) => (bet ? `${bet.seat} ${bet.wager}` : "deal"),
      make: () => h("button", { type: "button" }),
      update: (button, bet) => {
        if (!bet) {
          setText(button, "Deal");
          button.className = "primary";
          button.onclick = () => page.ask({ type: "ready" });
          return;
        }
        const least = bet.amounts?.only?.[0] ?? bet.amounts?.least_cents ?? 0;
        setText(button, bet.out_cents ? `Take ${dollars(bet.out_cents)} back from ${bet.name}` : `${bet.name} ${dollars(least)}`);
        button.onclick = () => page.ask({ type: "bet", seat: bet.seat, wager: bet.wager, cents: bet.out_cents ? 0 : least });
      },
    });
  }

  /** Amounts that players often name. */
  presets(choice, picture) {
    const { least_cents: least, most_cents: most } = choice.amounts;
    const pot = picture.now.pot_cents + picture.now.spots.reduce((sum, spot) => sum + spot.cents, 0);
    const offered = [["Least", least], ["Half the pot", Math.round(pot / 200) * 100], ["The pot", pot], ["All in", most]];
    return offered.filter(([name, cents]) => name === "Least" || name === "All in" || (cents > least && cents < most));
  }
}

customElements.define("ring-dock", RingDock);
