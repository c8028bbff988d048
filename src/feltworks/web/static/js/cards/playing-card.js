// <playing-card card="As">: a card as the page draws it. Without `card` its back is shown.

import { back, face } from "./faces.js";
import { shapes } from "./suits.js";

const RANKS = {
  2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine",
  T: "ten", J: "jack", Q: "queen", K: "king", A: "ace",
};
const SUITS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };

/** A card in words, for those who hear the page. */
export function spoken(card) {
  if (!card) return "a face-down card";
  if (card.startsWith("Jo")) return "the joker";
  return `${RANKS[card[0]]} of ${SUITS[card[1]]}`;
}

export class PlayingCard extends HTMLElement {
  static observedAttributes = ["card", "aside"];

  connectedCallback() {
    shapes();
    if (this.firstChild) return;
    this.draw();
    this.addEventListener("animationend", () => this.classList.remove("arriving", "turning"));
  }

  attributeChangedCallback(name, before, after) {
    if (name === "card" && this.firstChild && before !== after) this.#turn();
    this.#name();
  }

  #turn() {
    this.classList.remove("arriving");
    this.draw();
    this.classList.add("turning");
  }

  draw() {
    const card = this.getAttribute("card");
    this.replaceChildren(card ? face(card) : back());
    this.#name();
  }

  #name() {
    const card = this.getAttribute("card");
    this.setAttribute("role", "img");
    this.setAttribute("aria-label", spoken(card) + (this.hasAttribute("aside") ? ", aside" : ""));
  }
}

customElements.define("playing-card", PlayingCard);
