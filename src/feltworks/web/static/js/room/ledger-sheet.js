// <ledger-sheet>: the player's rounds at this table, the latest first: as a curve of the result so far,
// and as a list that can be narrowed to those won, lost, large, or with one wager.

import { h, keep, setAttribute, setText, svg } from "../dom.js";
import { dollars, signed } from "../money.js";

const WIDE = 240;
const HIGH = 56;
/** A round is large from this many times the least wager on. */
const LARGE = 10;

export class LedgerSheet extends HTMLElement {
  #wagers = new Map();

  #build() {
    this.sum = h("p", { class: "ledger-stack" });
    this.zero = svg("line", { class: "curve-zero", x1: 0, x2: WIDE });
    this.line = svg("polyline", { class: "curve-line" });
    this.curve = svg("svg", { class: "curve", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", preserveAspectRatio: "none" }, this.zero, this.line);
    this.filter = h("select", { "aria-label": "Which rounds are listed", onchange: () => this.show(this.picture) });
    this.list = h("ol", { class: "ledger" });
    this.append(this.sum, this.curve, this.filter, this.list);
  }

  show(picture) {
    if (!this.list) this.#build();
    this.picture = picture;
    const { ledger, you } = picture.now;
    setText(this.sum, you ? chipsText(picture) : "You are watching.");
    this.#learn(picture);
    this.#draw(ledger);
    this.#offer(picture, ledger);
    const wager = this.filter.value.replace(/^wager /, "");
    const listed = ledger.filter((each) => this.#fits(each)).map((each) => ({ ...each, shown: this.#wagers.get(each.round)?.get(wager) ?? each.net_cents }));
    keep(this.list, listed, {
      key: (each, index) => `${each.round} ${each.shown} ${listed.slice(0, index).filter((other) => other.round === each.round).length}`,
      make: ({ round, shown }) =>
        h("li", {}, picture.description.practice ? `Round ${round}` : h("a", { href: `/rounds/${round}` }, `Round ${round}`), h("b", { class: shown < 0 ? "bad" : shown > 0 ? "good" : "" }, signed(shown))),
    });
  }

  /** The result of each of the player's wagers, round by round; known for rounds that this page has seen. */
  #learn(picture) {
    const { phase, round, settlement } = picture.now;
    if (phase !== "over" || !round?.number) return;
    const brought = new Map();
    for (const each of settlement.filter(({ seat }) => picture.isMine(seat))) {
      const id = each.wager.split("/")[0];
      brought.set(id, (brought.get(id) ?? 0) + each.net_cents);
    }
    this.#wagers.set(round.number, brought);
  }

  #draw(ledger) {
    const sums = [0];
    for (const { net_cents: net } of [...ledger].reverse()) sums.push(sums.at(-1) + net);
    this.curve.toggleAttribute("hidden", sums.length < 3);
    const least = Math.min(...sums);
    const reach = Math.max(...sums) - least || 1;
    const y = (cents) => (3 + (HIGH - 6) * (1 - (cents - least) / reach)).toFixed(1);
    const points = sums.map((cents, at) => `${((WIDE * at) / Math.max(1, sums.length - 1)).toFixed(1)},${y(cents)}`);
    setAttribute(this.line, "points", points.join(" "));
    setAttribute(this.zero, "y1", y(0));
    setAttribute(this.zero, "y2", y(0));
    setAttribute(this.curve, "aria-label", `Your chips over ${sums.length - 1} rounds: ${signed(sums.at(-1))}, between ${signed(least)} and ${signed(least + reach)}`);
  }

  #offer({ description }, ledger) {
    const played = new Set([...this.#wagers.values()].flatMap((each) => [...each.keys()]));
    const wagers = description.wagers.filter(({ id }) => played.has(id));
    const offered = [["", "All rounds"], ["won", "Won"], ["lost", "Lost"], ["large", `${dollars(this.#large)} or more`]];
    if (wagers.length > 1) offered.push(...wagers.map(({ id, name }) => [`wager ${id}`, `With ${name}`]));
    this.filter.hidden = ledger.length < 2;
    keep(this.filter, offered, { key: ([value]) => value, make: ([value, name]) => h("option", { value }, name) });
  }

  get #large() {
    const { limits, ring } = this.picture.description;
    return LARGE * (ring?.big_blind_cents ?? limits?.minimum_cents ?? 0);
  }

  #fits({ round, net_cents: net }) {
    const { value } = this.filter;
    if (value === "won") return net > 0;
    if (value === "lost") return net < 0;
    if (value === "large") return Math.abs(net) >= this.#large;
    return !value || Boolean(this.#wagers.get(round)?.has(value.replace(/^wager /, "")));
  }
}

/** What one has; between players what lies before one is counted apart. */
function chipsText({ now, mySeats, description }) {
  const own = `Your ${description.practice ? "practice " : ""}chips: ${dollars(now.you.stack_cents)}`;
  const before = now.seats.find((each) => each.seat === mySeats[0])?.stack_cents;
  return description.between_players && before !== undefined ? `${own} in all, ${dollars(before)} of them at the table` : own;
}

customElements.define("ledger-sheet", LedgerSheet);
