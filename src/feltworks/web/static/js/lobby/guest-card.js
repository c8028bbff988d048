// <guest-card>: who is here in this browser: a guest with a stack, or a form to become one.

import { ask } from "../api.js";
import { h } from "../dom.js";
import { dollars } from "../money.js";
import { remember } from "../preferences.js";
import "../room/guest-form.js";

const MORE = 50000;

export class GuestCard extends HTMLElement {
  connectedCallback() {
    this.classList.add("panel");
    this.addEventListener("guest", (event) => this.#show(event.detail));
    this.#ask("/api/session");
  }

  async #ask(path, options) {
    try {
      this.#show(await ask(path, options));
    } catch (error) {
      this.problem ? (this.problem.textContent = error.message) : this.replaceChildren(h("p", { class: "problem" }, error.message));
    }
  }

  #show(session) {
    const guest = session?.guest;
    if (!guest) return this.replaceChildren(h("h2", {}, "Come in"), h("guest-form"));
    this.problem = h("p", { class: "problem", role: "alert" });
    const seat = guest.table ? h("p", {}, h("a", { href: `/table/${encodeURIComponent(guest.table)}` }, "Back to your seat")) : null;
    this.replaceChildren(
      h("h2", {}, `Welcome, ${guest.name}`),
      h("p", { class: "guest-stack" }, h("b", {}, dollars(guest.stack_cents)), " in play money"),
      ...(seat ? [seat] : []),
      h(
        "div",
        { class: "acts" },
        h("button", { type: "button", onclick: () => this.#ask("/api/session/chips", { method: "POST", body: { cents: MORE } }) }, `${dollars(MORE)} more`),
        h("button", { type: "button", class: "plain", onclick: () => this.#askToLeave(session) }, "Leave the room"),
      ),
      this.problem,
    );
  }

  /** A name is given out once, so whoever leaves is told what cannot be had again. */
  #askToLeave(session) {
    const { name, stack_cents: cents } = session.guest;
    const stay = h("button", { type: "button", onclick: () => this.#show(session) }, "Stay");
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
    this.#ask("/api/session");
  }
}

customElements.define("guest-card", GuestCard);
