// <seat-keeper>: leaving seats, more chips, and bots added to the table or sent away.

import { buyChips } from "../api.js";
import { h, keep, setText } from "../dom.js";
import { dollars } from "../money.js";
import { Leaving } from "./leaving.js";
import { firstOf } from "./focus-keeper.js";

const MORE = 50000;

export class SeatKeeper extends HTMLElement {
  build(page) {
    if (this.firstChild) return;
    this.leaving = new Leaving(page);
    this.mine = h("span", { class: "keeper-mine" });
    this.bots = h("details", { class: "keeper-bots" });
    this.told = h("span", { class: "quiet" });
    const { tempers = [] } = page.picture.description;
    this.temper = h("select", { "aria-label": "How the bot plays" }, h("option", { value: "" }, "any kind"), ...tempers.map((each) => h("option", { value: each }, each)));
    this.temper.hidden = !tempers.length;
    const add = () => page.ask({ type: "add_bot", ...(this.temper.value ? { temper: this.temper.value } : {}) });
    this.sitting = h("ul", { class: "bots" });
    this.bots.append(
      h("summary", {}, "Bots"),
      h("div", { class: "bots-row" }, this.temper, h("button", { type: "button", onclick: add }, "Add a bot"), h("button", { type: "button", onclick: () => this.#fill(page) }, "Fill the table")),
      this.sitting,
    );
    this.more = h("button", { type: "button", onclick: () => this.#buy(page) }, `Get ${dollars(MORE)} more`);
    this.append(this.told, this.mine, this.more, this.bots);
  }

  show(picture, page) {
    const { now, mySeats } = picture;
    this.hidden = !now.you;
    this.leaving.show(picture);
    setText(this.told, mySeats.length ? laterText(picture) : now.seats.every((seat) => seat.player) ? "Every seat is taken." : "Choose a free seat to play.");
    const wasHere = this.mine.contains(document.activeElement);
    keep(this.mine, mySeats, {
      key: (seat) => seat,
      make: (seat) => h("button", { type: "button", onclick: () => this.leaving.press(seat) }),
      update: (button, seat) => {
        const { leaving, leaves_later: later } = picture.seat(seat) ?? {};
        const says = leaving ? "Leaving" : later ? "Stay at" : "Leave";
        setText(button, `${says} seat ${seat}`);
        button.disabled = Boolean(leaving);
      },
    });
    if (wasHere && !this.mine.contains(document.activeElement)) page.keeper.goOn(() => firstOf(page.felt, "button.sit"));
    this.more.hidden = now.phase === "playing" || Boolean(picture.description.practice);
    const bots = now.seats.filter((seat) => seat.player && seat.bot);
    this.bots.hidden = !mySeats.length && !bots.length;
    keep(this.sitting, bots, {
      key: (seat) => seat.seat,
      make: (seat) => h("li", {}, h("span", {}, `${picture.seatName(seat.seat)}, seat ${seat.seat}`), h("button", { type: "button", class: "plain", onclick: () => page.ask({ type: "remove_bot", seat: seat.seat }) }, "Send away")),
    });
  }

  /** More play money; the table looks at the books again when it is called anew. */
  async #buy(page) {
    try {
      await buyChips(MORE);
      page.complain("");
      page.line.again();
    } catch (error) {
      page.complain(error.message);
    }
  }

  async #fill(page) {
    const free = page.picture.now.seats.filter((seat) => !seat.player).length;
    for (let at = 0; at < free; at += 1) {
      const temper = this.temper.value ? { temper: this.temper.value } : {};
      if (!(await page.ask({ type: "add_bot", ...temper }))) return;
    }
  }
}

/** Which seats the player leaves after the round; with several hands the seat is named. */
function laterText(picture) {
  const later = picture.mySeats.filter((seat) => picture.seat(seat)?.leaves_later);
  if (!later.length) return "";
  if (picture.mySeats.length === 1) return "You leave after this round.";
  const seats = later.length === 1 ? `seat ${later[0]}` : `seats ${later.slice(0, -1).join(", ")} and ${later.at(-1)}`;
  return `You leave ${seats} after this round.`;
}

customElements.define("seat-keeper", SeatKeeper);
