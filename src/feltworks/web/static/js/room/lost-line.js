// While the connection to the table is lost: the page says that the round waits, everything that needs
// the connection is disabled, and the player may try again at once. When the connection is back and the
// table has forgotten his seat, he sits down again. A practice table does not come back: the page leads
// to its game, and to where a game is loaded.

import { h, setText } from "../dom.js";

/** So long does the table keep a seat, in milliseconds. */
const KEPT = 180_000;
const WAITS = "The line to the table is gone. Your seat is kept; the round waits and goes on where it stood.";
const PRACTICE_WAITS = "The line to the table is gone. The round waits as long as the server runs; a practice table does not outlive it.";
const CLOSED = "This practice table is closed: it was left, or another was opened, or the server was started anew.";

export class LostLine {
  #page;
  #sat = null;

  constructor(page) {
    this.#page = page;
    this.text = h("span");
    this.retry = h("button", { type: "button", onclick: () => page.line.retry() }, "Try now");
    this.ways = h("span", { class: "ways-on" });
    page.parts.broken.append(this.text, " ", this.retry, this.ways);
    page.line.addEventListener("line", (event) => this.#look(event.detail));
  }

  #look({ up, final, code }) {
    const { parts, announcer, picture } = this.#page;
    const was = !parts.broken.hidden;
    parts.broken.hidden = up;
    for (const part of [this.#page.felt, parts.dock, parts.below, parts.coach]) part.inert = !up;
    this.retry.hidden = Boolean(final);
    const practice = picture.description?.practice;
    const gone = code === 4404 ? "There is no such table." : "The table is closed.";
    setText(this.text, !final ? (practice ? PRACTICE_WAITS : WAITS) : practice ? CLOSED : gone);
    this.ways.replaceChildren(...(final && practice ? waysOn(practice) : []));
    if (final || was === up) announcer.say(up ? "The line to the table is back." : this.text.textContent);
    if (was === up && !up && picture.now) this.#sat = { at: performance.now(), seats: picture.mySeats.map((seat) => picture.seat(seat)) };
  }

  /** With the first picture after the line came back. */
  back() {
    const { picture } = this.#page;
    const sat = this.#sat;
    this.#sat = null;
    if (!sat || !picture.now.you || performance.now() - sat.at > KEPT) return;
    for (const { seat, stack_cents: cents } of sat.seats) {
      if (picture.isMine(seat) || picture.seat(seat)?.player) continue;
      this.#page.sit({ seat, ...(picture.description.between_players ? { cents } : {}) });
    }
  }
}

const waysOn = (practice) => [h("a", { href: `/practice/${encodeURIComponent(practice)}` }, "Open the game again"), " or ", h("a", { href: "/odds" }, "bring it again on the odds page")];
