// <guest-card>: who is here in this browser: a guest with a stack, or a form to become one.

import { ask, buyChips } from "../api.js";
import { h } from "../dom.js";
import { dollars } from "../money.js";
import { remember } from "../preferences.js";
import "../room/guest-form.js";

const MORE = 50000;

export class GuestCard extends HTMLElement {
  connectedCallback() {
    this.classList.add("panel");
    this.addEventListener("guest", (event) => this.#show(event.detail, "a"));
    this.#ask("/api/session");
  }

  #ask(path, options, then) {
    return this.#answer(ask(path, options), then);
  }

  async #answer(asked, then) {
    try {
      this.#show(await asked, then);
    } catch (error) {
      this.problem ? (this.problem.textContent = error.message) : this.replaceChildren(h("p", { class: "problem" }, error.message));
    }
  }

  /** Draws the card anew; `then` is what of it the keyboard goes on with. */
  #show(session, then = null) {
    this.#draw(session);
    if (then) this.querySelector(then)?.focus();
  }

  #draw(session) {
    const guest = session?.guest;
    if (!guest) return this.replaceChildren(h("h2", {}, "Come in"), h("guest-form"));
    this.problem = h("p", { class: "problem", role: "alert" });
    const [href, says] = guest.table ? [`/table/${encodeURIComponent(guest.table)}`, "Back to your seat"] : ["#tables", "Choose a table"];
    this.replaceChildren(
      h("h2", {}, `Welcome, ${guest.name}`),
      h("p", { class: "guest-stack" }, h("b", {}, dollars(guest.stack_cents)), " in play money"),
      h(
        "div",
        { class: "acts" },
        h("a", { class: "button primary", href }, says),
        h("button", { type: "button", onclick: () => this.#answer(buyChips(MORE), "button") }, `${dollars(MORE)} more`),
        h("button", { type: "button", class: "plain", onclick: () => this.#askToLeave(session) }, "Leave the room"),
      ),
      this.problem,
    );
  }

  /** A guest who leaves is told what this browser cannot restore. */
  #askToLeave(session) {
    const { name, stack_cents: cents } = session.guest;
    const stay = h("button", { type: "button", onclick: () => this.#show(session, "a") }, "Stay");
    this.replaceChildren(
      h("h2", {}, `Leave, ${name}?`),
      h("p", {}, `This browser forgets you: neither the name nor its ${dollars(cents)} in play money can be taken up again. To come back later, just close the page.`),
      h("div", { class: "acts" }, stay, h("button", { type: "button", class: "plain", onclick: () => this.#leave() }, "Leave for good")),
      this.problem,
    );
    stay.focus();
  }

  async #leave() {
    await this.#ask("/api/session", { method: "DELETE" });
    remember("name", "");
    this.#ask("/api/session", {}, "input");
  }
}

customElements.define("guest-card", GuestCard);
