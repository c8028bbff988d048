// Leaving a seat. During a round the table would play its stated default for the hand, so the player
// first sees what will happen, and may choose to leave when the round is over.

import { h, setText } from "../dom.js";
import { dollars } from "../money.js";
import { firstOf } from "./focus-keeper.js";

export class Leaving {
  #page;
  #seat = null;

  constructor(page) {
    this.#page = page;
    this.heading = h("h2", { id: "leave-title" });
    this.happens = h("p");
    this.stakes = h("p", { class: "quiet" });
    const button = (text, press, kind = null) => h("button", { type: "button", class: kind, onclick: press }, text);
    this.wait = button("Leave after this round", () => this.#waitForTheEnd());
    this.dialog = h(
      "dialog",
      { "aria-labelledby": "leave-title" },
      this.heading,
      this.happens,
      this.stakes,
      h("div", { class: "acts" }, button("Leave now", () => this.#now(), "plain"), this.wait, button("Stay", () => this.dialog.close(), "primary")),
    );
    document.body.append(this.dialog);
  }

  /** Leaves at once where nothing is at stake; asks where something is; stays after all. */
  press(seat) {
    if (this.#page.picture.seat(seat).leaves_later) return this.#wait(seat, false);
    if (!this.#inPlay(seat)) return this.#stand(seat);
    this.#seat = seat;
    this.#tell();
    this.dialog.showModal();
    this.dialog.querySelector(".primary").focus();
  }

  show(picture) {
    if (!this.dialog.open) return;
    if (picture.isMine(this.#seat)) this.#tell();
    else this.dialog.close();
  }

  #inPlay(seat) {
    const { now } = this.#page.picture;
    const { in_round: dealtIn, folded, leaving } = this.#page.picture.seat(seat) ?? {};
    return now.phase === "playing" && dealtIn && !folded && !leaving;
  }

  #tell() {
    const { picture } = this.#page;
    const { now } = picture;
    const inPlay = this.#inPlay(this.#seat);
    const mine = now.turn?.yours && now.turn.seat === this.#seat && now.turn.default;
    const out = picture.spotsOf(this.#seat).reduce((sum, spot) => sum + spot.cents, 0);
    const then = mine ? `the table decides for you: ${now.turn.default}.` : "the table decides for you: what costs nothing and keeps the hand, else the fold.";
    setText(this.heading, `Leave seat ${this.#seat}?`);
    setText(this.happens, inPlay ? `Your hand is still in play. If you leave now, ${then}` : "Your hand is no longer in play.");
    setText(this.stakes, inPlay && out ? `${dollars(out)} of yours stays on the felt until the round is settled.` : "");
    this.stakes.hidden = !this.stakes.textContent;
    this.wait.hidden = !inPlay;
  }

  #now() {
    this.dialog.close();
    this.#stand(this.#seat);
  }

  async #stand(seat) {
    const { felt, keeper, picture } = this.#page;
    const stood = await this.#page.ask({ type: "stand", seat });
    if (stood) this.#page.ask({ type: "session" });
    if (stood) keeper.goOn(() => (picture.isMine(seat) ? null : firstOf(felt, "button.sit")));
  }

  #waitForTheEnd() {
    this.dialog.close();
    this.#wait(this.#seat, true);
  }

  /** The table remembers who leaves after the round, whatever becomes of this page. */
  async #wait(seat, later) {
    if (!(await this.#page.ask({ type: "leave_later", seat, later }))) return;
    this.#page.announcer.say(later ? `You leave seat ${seat} after this round.` : `You stay at seat ${seat}.`);
  }
}
