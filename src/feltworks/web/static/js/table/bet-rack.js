// <bet-rack>: the chip one bets with, and what one does with all bets at once: the same again and
// deal, take everything back, deal. After a round: go on, or bet the same and deal.

import { chipDrawing } from "../chips/chip-stack.js";
import { h, setText } from "../dom.js";
import { dollars } from "../money.js";

export class BetRack extends HTMLElement {
  chip = 500;

  /** Builds the rack for a table's chips; `acts` are `again`, `clear`, `deal`, `next` and `changed`. */
  build(chips, { minimum_cents: least }, acts) {
    if (this.firstChild) return;
    this.chip = chips.findLast((cents) => cents <= least) ?? chips[0];
    const chip = (cents) => {
      const radio = h("input", {
        type: "radio", name: "chip", value: cents, checked: cents === this.chip,
        "aria-label": `Bet with ${dollars(cents)} chips`,
        onchange: () => {
          this.chip = cents;
          acts.changed();
        },
      });
      return h("label", { class: "chip-choice" }, radio, chipDrawing(cents));
    };
    this.again = h("button", { type: "button", onclick: acts.again, "aria-keyshortcuts": "r" }, "Same again");
    this.clear = h("button", { type: "button", onclick: acts.clear }, "Take back");
    this.next = h("button", { type: "button", onclick: acts.next, "aria-keyshortcuts": "n" }, "Next");
    this.deal = h("button", { type: "button", class: "primary", onclick: acts.deal, "aria-keyshortcuts": "d" }, "Deal");
    this.out = h("span", { class: "rack-out" });
    this.chips = h("fieldset", { class: "chips" }, h("legend", { class: "visually-hidden" }, "Chip in hand"), ...chips.map(chip));
    this.append(this.chips, this.out, h("div", { class: "acts" }, this.clear, this.next, this.again, this.deal));
  }

  /** Before the deal. `last` is what lay there last time, `more` what Deal puts out besides. */
  show({ out, ready, last, more }) {
    this.#arrange(false);
    const all = out + more.reduce((sum, bet) => sum + bet.cents, 0);
    const besides = more.map((bet) => `${bet.name} ${dollars(bet.cents)}`).join(" and ");
    const puts = besides ? `; Deal ${out > 0 ? "adds" : "puts out"} ${besides}` : "";
    setText(this.out, `${out > 0 ? `${dollars(out)} out` : "Press a spot to bet"}${puts}`);
    this.clear.disabled = out === 0;
    this.#offerAgain(last, out > 0 || ready);
    this.deal.disabled = all === 0 || ready;
    setText(this.deal, ready ? "Waiting for others" : all > 0 ? `Deal for ${dollars(all)}` : "Deal");
  }

  /** After a round. */
  showNext({ ready, last }) {
    this.#arrange(true);
    setText(this.out, "");
    this.next.disabled = ready;
    setText(this.next, ready ? "Waiting for others" : "Next");
    this.#offerAgain(last, ready);
  }

  #arrange(over) {
    this.chips.hidden = this.clear.hidden = this.deal.hidden = over;
    this.next.hidden = !over;
  }

  #offerAgain(last, busy) {
    this.again.disabled = busy || last === 0;
    setText(this.again, last > 0 ? `Same again for ${dollars(last)}` : "Same again");
  }
}

customElements.define("bet-rack", BetRack);
