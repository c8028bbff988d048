// <settlement-sheet>: what became of every wager, seat by seat in the order the dealer settles, with
// the reason; and for each seat the sum that the server reports. The account of the last round stays
// until the next one is settled.

import { h, keep, setClasses, setText } from "../dom.js";
import { dollars, signed } from "../money.js";
import { inHandOrder } from "./picture.js";

export class SettlementSheet extends HTMLElement {
  /** Whether what stands here is of the round before the present one. */
  isLast = false;

  show(picture) {
    const { settlement, seats, phase } = picture.now;
    const order = [...new Set(settlement.map((each) => each.seat))];
    this.isLast = !order.length && this.childElementCount > 0;
    this.classList.toggle("last", this.isLast);
    if (this.isLast) return;
    this.hidden = !order.length;
    keep(this, order, {
      key: (seat) => `${picture.now.round?.number ?? "-"} ${seat}`,
      make: () => h("section", { class: "settled-seat" }, h("h3", {}, h("span"), h("span", { class: "seat-sum" })), h("ul")),
      update: (section, seat) => {
        const [head, list] = section.children;
        const net = seats.find((each) => each.seat === seat)?.net_cents;
        const sum = phase === "over" && Number.isInteger(net) ? `: ${signed(net)}` : "";
        setText(head.firstChild, picture.who(seat));
        setText(head.lastChild, sum);
        setClasses(section, { mine: picture.who(seat).isMe });
        keep(list, inHandOrder(settlement.filter((each) => each.seat === seat)), {
          key: (each) => `${each.wager}${each.tip ? " tip" : ""}`,
          make: (each) => line(each, picture),
          update: (item, each) => setText(item.querySelector(".reason"), picture.reason(each)),
        });
      },
    });
  }
}

function line(each, picture) {
  const name = `${each.tip ? "Tip on " : ""}${picture.wagerName(each.wager)}`;
  const did = each.net_cents > 0 ? "wins" : each.net_cents < 0 ? "loses" : "pushes";
  const amount = each.net_cents === 0 ? dollars(each.stake_cents) : signed(each.net_cents);
  const jackpot = each.jackpot_cents ? h("span", { class: "tag brass" }, `jackpot ${dollars(each.jackpot_cents)}`) : null;
  const held = each.held_back_cents
    ? h("span", { class: "held-back" }, `Won ${dollars(each.won_cents)}. A payout limit holds back ${dollars(each.held_back_cents)}; ${dollars(each.paid_cents)} is paid.`)
    : null;
  return h(
    "li",
    { class: `arriving ${did}` },
    h("span", { class: "what" }, name),
    h("span", { class: "why" }, h("span", { class: "reason" }), jackpot),
    h("span", { class: "sum" }, h("span", { class: each.net_cents ? "visually-hidden" : null }, `${did} `), h("b", {}, amount)),
    held,
  );
}

customElements.define("settlement-sheet", SettlementSheet);
