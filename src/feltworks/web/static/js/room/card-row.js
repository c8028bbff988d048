// <card-row>: the cards of one place in a row. A card stays the same element while it lies, so that
// it is seen to arrive and to turn over. Where a player may set cards apart they are buttons.

import { spoken } from "../cards/playing-card.js";
import { h, keep, setAttribute, setClasses } from "../dom.js";

export class CardRow extends HTMLElement {
  #picked = new Set();

  /**
   * `cards` are `{card, face, aside, forward}`; `picks` how many may be picked, `verb` what for, `onpick`
   * is called with them; `raised` are those that make the hand.
   */
  lay(cards, { size = null, picks = 0, verb = "Set", onpick = () => {}, raised = null } = {}) {
    if (!picks) this.#picked.clear();
    const had = this.children.length;
    keep(this, cards, {
      key: (_, index) => `${picks ? "pick" : "card"} ${index}`,
      make: (item, index) => this.#make(item, index, { picks, onpick, fresh: index >= had }),
      update: (slot, item, index) => this.#update(slot, item, index, { size, picks, verb, raised }),
    });
    this.classList.toggle("showdown", cards.some((each) => raised?.has(each.card)));
    this.classList.toggle("many", cards.length > 3);
    this.style.setProperty("--count", String(Math.max(cards.length, 1)));
  }

  get picked() {
    return [...this.#picked].sort().map((index) => this.children[index].card);
  }

  #make(item, index, { picks, onpick, fresh }) {
    const card = h("playing-card", { card: item.card, class: fresh ? "arriving" : null });
    if (!picks) return h("span", { class: "slot" }, card);
    const press = () => {
      if (this.#picked.has(index)) this.#picked.delete(index);
      else if (this.#picked.size < picks) this.#picked.add(index);
      slot.setAttribute("aria-pressed", String(this.#picked.has(index)));
      setAttribute(card, "marked", this.#picked.has(index));
      onpick(this.picked);
    };
    const slot = h("button", { class: "slot pick", type: "button", "aria-pressed": "false", onclick: press }, card);
    return slot;
  }

  #update(slot, item, index, { size, picks, verb, raised }) {
    const card = slot.firstElementChild;
    slot.card = item.card;
    setAttribute(card, "size", size);
    setAttribute(card, "dimmed", item.aside);
    setAttribute(card, "aside", item.aside);
    setClasses(slot, { forward: item.forward, raised: raised?.has(item.card) });
    if (picks) setAttribute(slot, "aria-label", `${verb} ${spoken(item.card)}`);
    if (card.getAttribute("card") === (item.card ?? null)) return;
    if (item.card) card.setAttribute("card", item.card);
    else card.removeAttribute("card");
  }
}

customElements.define("card-row", CardRow);
