// When the page shows what a message tells. A message of the table tells several things at once: cards one
// after another, then the hands turned over, then the wagers settled seat by seat. `Showing` is the one
// place that decides what may be seen by now: it divides the message into pictures, each as the table stood
// after a part of the news, and gives them to the page one by one. So whatever the page makes of a picture
// (cards, chips, texts, lists, sounds, what a screen reader says) can never be ahead of the cards.

import { chosen, moves } from "../preferences.js";
import { feltAfter } from "./felt.js";

/** Milliseconds until the next entry follows. */
const LASTS = {
  Dealt: 120, Burnt: 90, Turned: 320, Shown: 380, Arranged: 420, Settled: 260, Gathered: 240,
  Wagered: 200, Taken: 320, HandAnnounced: 260, JackpotPaid: 500, Called: 160, Compared: 120,
};
const CARDS = new Set(["Dealt", "Burnt", "Turned", "Shown", "Arranged"]);
/** How long a card takes to arrive or to turn, as `--calm` in tokens.css. */
const LANDS = 320;
const LONGEST = 3800;
const SPEEDS = { quick: 0.4, slow: 1.7 };

export class Showing {
  #picture;
  #show;
  #first = true;
  #message = null;
  #ahead = [];
  #ends = 0;
  #timer = null;
  #waiting = [];

  /** `show(message, isWhole)` gets every picture in the form of a `table` message. */
  constructor(picture, show) {
    this.#picture = picture;
    this.#show = show;
    // Nobody looks on: what comes is shown at once, and nothing is left half shown.
    document.addEventListener("visibilitychange", () => document.hidden && this.finish());
  }

  /** Whether something of the table's news is still to be shown. */
  get isBusy() {
    return this.#message !== null;
  }

  /** The first picture after this is shown at once, as it stands. */
  begin() {
    this.finish();
    this.#first = true;
  }

  take(message) {
    const now = performance.now();
    // The clock runs from the moment its message came, whenever it is shown.
    if (message.clock) message.clock.ends_at = now + message.clock.left_seconds * 1000;
    let news = this.#newsOf(message);
    if (this.isBusy && (!news || !isDealt(message))) {
      this.finish();
      news = this.#newsOf(message);
    }
    const isSeen = !this.#first && moves() && !document.hidden && isDealt(message);
    this.#first = false;
    this.#message = message;
    this.#plan(news ?? message.events, now);
    if (isSeen) this.#goOn();
    else this.finish();
  }

  /** Does something now, or as soon as all that came before it is shown. */
  then(act) {
    if (this.isBusy) this.#waiting.push(act);
    else act();
  }

  /** Shows at once what is still to be shown. */
  finish() {
    clearTimeout(this.#timer);
    if (!this.isBusy) return;
    const message = { ...this.#message, events: this.#ahead.map(({ entry }) => entry) };
    this.#message = null;
    this.#ahead = [];
    this.#show(message, true);
    for (const act of this.#waiting.splice(0)) act();
  }

  /** The entries that are not known yet; null if the log does not go on with them but begins anew. */
  #newsOf({ events, phase }) {
    const isNext = this.#picture.now?.phase === "over" && phase !== "over";
    const known = isNext ? [] : [...this.#picture.log, ...this.#ahead.map(({ entry }) => entry)];
    const news = events.filter((entry) => known[entry.n]?.line !== entry.line);
    const isShorter = events[0]?.n === 0 && events.length < known.length;
    return isShorter || news.some((entry) => entry.n < known.length) ? null : news;
  }

  /** Gives each entry its time, after those that are still to come. */
  #plan(entries, now) {
    const begins = Math.max(now, this.#ahead.length ? this.#ends : 0);
    const total = entries.reduce((sum, entry) => sum + (LASTS[entry.kind] ?? 0), 0);
    const left = Math.max(0, LONGEST - (begins - now));
    const hurry = Math.min(1, left / Math.max(total, 1)) * (SPEEDS[chosen("speed")] ?? 1);
    let at = begins;
    let landed = begins;
    for (const entry of entries) {
      if (!CARDS.has(entry.kind)) at = Math.max(at, landed);
      this.#ahead.push({ entry, at });
      if (CARDS.has(entry.kind)) landed = at + LANDS;
      at += (LASTS[entry.kind] ?? 0) * hurry;
    }
    this.#ends = Math.max(at, landed);
  }

  #goOn() {
    clearTimeout(this.#timer);
    const now = performance.now();
    if (now >= this.#ends) return this.finish();
    const due = this.#ahead.findIndex(({ at }) => at > now);
    const reached = this.#ahead.splice(0, due < 0 ? Infinity : due).map(({ entry }) => entry);
    if (reached.length) this.#show(this.#upTo(reached), false);
    this.#timer = setTimeout(() => this.#goOn(), (this.#ahead[0]?.at ?? this.#ends) - now);
  }

  /** The table after the entries reached now: nothing in it is of those ahead. */
  #upTo(reached) {
    const message = this.#message;
    const { now: before, log: known } = this.#picture;
    const isOver = message.phase === "over";
    const ahead = this.#ahead.map(({ entry }) => entry);
    const lies = [...(reached[0].n === 0 ? [] : known), ...reached];
    const { stage, folded, ...felt } = feltAfter([...lies, ...ahead], lies.length, isOver);
    const coming = ahead.filter(({ kind }) => kind === "Settled").length;
    const stays = isOver ? before : message;
    // What the round brings is in the stacks as soon as it is over.
    const brought = (seats) => (isOver ? ahead.flatMap(({ chips }) => chips).reduce((sum, each) => sum + gain(each, seats), 0) : 0);
    const together = (seat) => (this.#picture.description.between_players ? [seat] : message.seats).filter((each) => each.player === seat.player).map((each) => each.seat);
    const seats = message.seats.map((seat, index) =>
      seat.player
        ? { ...seat, ready: false, net_cents: null, folded: folded.has(seat.seat), stack_cents: seat.stack_cents - brought(together(seat)) }
        : stays.seats[index]);
    const mine = stays.you?.seats ?? [];
    return {
      ...message,
      ...felt,
      phase: "playing",
      events: reached,
      seats,
      you: message.you && { ...message.you, seats: mine, stack_cents: message.you.stack_cents - brought(mine) },
      round: { ...message.round, stage, outcome: null, revealed: null, opened: [] },
      settlement: message.settlement.slice(0, message.settlement.length - coming),
      made: [],
      turn: { ...message.turn, waits_for: "card", seat: null, yours: false, holds: null, default: null },
      clock: null,
      choices: [],
      bets: [],
      jackpots: stays.jackpots,
      ledger: stays.ledger,
      notice: stays.notice,
    };
  }
}

const isDealt = ({ phase }) => phase === "playing" || phase === "over";

/** What a movement of chips brings to the stacks of these seats. */
function gain({ source, target, cents }, seats) {
  const to = seats.some((seat) => target === `seat ${seat}`);
  const from = seats.some((seat) => source === `seat ${seat}`);
  return (to ? cents : 0) - (from ? cents : 0);
}
