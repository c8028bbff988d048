// <jackpot-meter>: a jackpot's amount as a counter whose digits roll when it grows.

import { h, keep, setAttribute, setText } from "../dom.js";
import { dollars } from "../money.js";

export class JackpotMeter extends HTMLElement {
  show(name, cents) {
    if (!this.firstChild) {
      this.label = h("span", { class: "meter-name" });
      this.digits = h("span", { class: "meter-digits", "aria-hidden": "true" });
      this.told = h("span", { class: "visually-hidden" });
      this.append(this.label, this.digits, this.told);
    }
    setText(this.label, name);
    const amount = dollars(cents);
    const full = amount.includes(".") ? amount : `${amount}.00`;
    setText(this.told, full);
    keep(this.digits, [...full].reverse(), {
      key: (_, index) => index,
      make: () => h("span"),
      update: (box, digit) => {
        setAttribute(box, "class", /\d/.test(digit) ? "digit" : "mark");
        if (box.textContent === digit) return;
        if (box.textContent) box.classList.add("rolls");
        box.addEventListener("animationend", () => box.classList.remove("rolls"), { once: true });
        setText(box, digit);
      },
    });
  }
}

customElements.define("jackpot-meter", JackpotMeter);
