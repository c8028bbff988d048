// <bet-rack>: the chip one bets with, and what one does with all bets at once: the same again, take
// everything back, deal.

import { chipDrawing } from "../chips/chip-stack.js";
import { h, setText } from "../dom.js";
import { dollars } from "../money.js";

export class BetRack extends HTMLElement {
  chip = 500;

  /** Builds the rack for a table's chips; `acts` are `again`, `clear`, `deal` and `changed`. */
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
    this.deal = h("button", { type: "button", class: "primary", onclick: acts.deal, "aria-keyshortcuts": "d" }, "Deal");
    this.out = h("span", { class: "rack-out" });
    this.append(
      h("fieldset", { class: "chips" }, h("legend", { class: "visually-hidden" }, "Chip in hand"), ...chips.map(chip)),
      this.out,
      h("div", { class: "acts" }, this.clear, this.again, this.deal),
    );
  }

  show({ out, ready, remembered }) {
    setText(this.out, out > 0 ? `${dollars(out)} out` : "Press a spot to bet");
    this.clear.disabled = out === 0;
    this.again.disabled = out > 0 || !remembered;
    this.deal.disabled = out === 0 || ready;
    setText(this.deal, ready ? "Waiting for others" : "Deal");
  }
}

customElements.define("bet-rack", BetRack);
