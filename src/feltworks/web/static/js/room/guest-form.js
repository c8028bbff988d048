// <guest-form>: a name and a stack of play money, and one is a guest of the house.

import { ask } from "../api.js";
import { h } from "../dom.js";
import { dollars } from "../money.js";
import { recalled, remember } from "../preferences.js";

const STACKS = [20000, 50000, 100000, 250000];

export class GuestForm extends HTMLElement {
  connectedCallback() {
    if (this.firstChild) return;
    this.#draw();
    ask("/api/session").then(({ buy_in: limits }) => this.#limit(limits)).catch(() => {});
  }

  #draw() {
    this.name = h("input", {
      name: "name", required: true, maxlength: 24, autocomplete: "nickname",
      value: recalled("name") || null, oninput: () => this.problem.replaceChildren(),
    });
    this.stack = h("select", { name: "stack" });
    this.#offer(STACKS, 50000);
    this.problem = h("p", { class: "problem", role: "alert" });
    this.button = h("button", { class: "primary", type: "submit" }, "Come in");
    const field = (label, input) => h("div", { class: "field" }, h("label", {}, label, input));
    this.append(
      h(
        "form",
        { class: "guest-form", onsubmit: (event) => this.#submit(event) },
        field("Your name at the table", this.name),
        field("Play-money chips", this.stack),
        this.button,
        this.problem,
      ),
    );
  }

  #limit({ least_cents: least, most_cents: most, usual_cents: usual }) {
    const stacks = new Set([...STACKS, usual].filter((cents) => cents >= least && cents <= most));
    this.#offer([...stacks].sort((one, other) => one - other), usual);
  }

  #offer(stacks, usual) {
    this.stack.replaceChildren(...stacks.map((cents) => h("option", { value: cents, selected: cents === usual }, dollars(cents))));
  }

  async #submit(event) {
    event.preventDefault();
    this.problem.textContent = "";
    this.button.disabled = true;
    const name = this.name.value.trim();
    try {
      const body = { name, stack_cents: Number(this.stack.value) };
      const session = await ask("/api/session", { method: "POST", body });
      remember("name", name);
      this.dispatchEvent(new CustomEvent("guest", { detail: session, bubbles: true }));
    } catch (error) {
      this.#refused(error);
    } finally {
      this.button.disabled = false;
    }
  }

  /** Says why not; where the name is taken, one that is free can be had by a press. */
  #refused(error) {
    const free = error.told?.free_name;
    const take = () => {
      this.name.value = free;
      this.firstElementChild.requestSubmit();
    };
    this.problem.replaceChildren(error.message, ...(free ? [" ", h("button", { type: "button", onclick: take }, `Come in as ${free}`)] : []));
    this.name.focus();
    this.name.select();
    this.problem.scrollIntoView({ block: "nearest" });
  }
}

customElements.define("guest-form", GuestForm);
