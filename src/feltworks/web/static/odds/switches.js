// <odds-switches>: the game, its options, other pays, the jackpot's amount, the guest's own file. It
// reports a change with an `asked` event and draws itself from the game's own card.

import { h } from "../js/dom.js";
import { field, optionControl } from "../js/fields.js";
import { typedCents } from "../js/money.js";

const LARGEST_BYTES = 256 * 1024;

export class OddsSwitches extends HTMLElement {
  #games = [];
  asked = { game: null, text: null, file: null, options: {}, pays: {}, jackpot_cents: null };

  /** Begins with the shipped games and what the address asks for. */
  begin(games, asked) {
    this.#games = games;
    this.asked = { ...this.asked, ...asked };
    this.#draw(games.find((game) => game.id === this.asked.game) ?? null);
  }

  /** Draws the switches of a game from its card. */
  show(card) {
    const focused = this.contains(document.activeElement) ? document.activeElement.name : null;
    const open = [...this.querySelectorAll("details[open]")].map((each) => each.dataset.name);
    this.#draw(card);
    for (const each of this.querySelectorAll("details")) each.open = open.includes(each.dataset.name);
    if (focused) this.querySelector(`[name="${CSS.escape(focused)}"]`)?.focus();
  }

  #draw(card) {
    this.replaceChildren(
      this.#picker(),
      this.#upload(),
      ...(card ? card.options.map((option) => this.#option(option)) : []),
      card?.pay_tables?.length ? this.#pays(card) : "",
      card?.jackpots?.length ? this.#jackpot(card) : "",
    );
  }

  #tell(change) {
    this.asked = { ...this.asked, ...change };
    this.dispatchEvent(new CustomEvent("asked"));
  }

  #picker() {
    const { game, file } = this.asked;
    const offered = this.#games.map(({ id, name }) => h("option", { value: id, selected: id === game }, name));
    if (file) offered.unshift(h("option", { value: "", selected: true }, file));
    const select = h("select", {
      id: "odds-game",
      name: "game",
      onchange: () => {
        if (!select.value) return;
        this.#tell({ game: select.value, text: null, file: null, options: {}, pays: {}, jackpot_cents: null });
      },
    }, ...offered);
    return field("odds-game", "Game", select);
  }

  #option(option) {
    const { id, says } = option;
    const name = `option ${id}`;
    const set = () => control.reportValidity() && this.#tell({ options: { ...this.asked.options, [id]: control.value } });
    const control = optionControl(option, { id: name, name, required: true, onchange: set });
    return field(name, id.replaceAll("_", " "), control, says);
  }

  #pays(card) {
    const changed = Object.keys(this.asked.pays).length;
    const rows = card.pay_tables.map((table) =>
      h("table", { class: "pays" },
        h("caption", {}, table.name),
        h("tbody", {}, ...table.rows.map((row) => this.#payRow(table, row)))));
    return h("details", { "data-name": "pays" },
      h("summary", {}, "What if a hand paid otherwise ", changed ? h("span", { class: "tag brass" }, `${changed} changed`) : ""),
      ...rows,
      changed ? h("button", { type: "button", onclick: () => this.#tell({ pays: {} }) }, "As the file has it") : "");
  }

  #payRow(table, row) {
    const key = `${table.id}.${row.id}`;
    const name = `pay ${key}`;
    const input = h("input", {
      id: name,
      name,
      value: this.asked.pays[key] ?? row.pays,
      maxlength: 24,
      autocomplete: "off",
      onchange: () => {
        const { [key]: _, ...others } = this.asked.pays;
        const typed = input.value.trim();
        this.#tell({ pays: typed && (typed !== row.pays || key in this.asked.pays) ? { ...others, [key]: typed } : others });
      },
    });
    return h("tr", { class: key in this.asked.pays ? "changed" : null },
      h("th", { scope: "row" }, h("label", { for: name }, row.hand)), h("td", {}, input));
  }

  #jackpot(card) {
    const { jackpot_cents: cents } = this.asked;
    const problem = h("span", { class: "hint", role: "alert" });
    const input = h("input", {
      id: "odds-jackpot", name: "jackpot", inputmode: "decimal", placeholder: "at its average or seed",
      value: cents === null ? "" : String(cents / 100),
      onchange: () => {
        const typed = input.value.trim() ? typedCents(input.value) : null;
        if (input.value.trim() && typed === null) problem.textContent = "Write dollars, such as 10,000 or 10422.50.";
        else this.#tell({ jackpot_cents: typed });
      },
    });
    return h("div", { class: "field" },
      h("label", { for: "odds-jackpot" }, `${card.jackpots.join(", ")} stands at, in dollars`), input, problem);
  }

  #upload() {
    const problem = h("p", { class: "problem", role: "alert" });
    const read = async (file) => {
      problem.textContent = "";
      if (file.size > LARGEST_BYTES) {
        problem.textContent = `${file.name} is larger than a rules file may be, 256 kB.`;
        return;
      }
      this.#tell({ game: null, text: await file.text(), file: file.name, options: {}, pays: {}, jackpot_cents: null });
    };
    const input = h("input", { id: "odds-file", type: "file", accept: ".toml,text/plain", onchange: () => input.files[0] && read(input.files[0]) });
    return h("div", { class: "field upload" },
      h("label", { for: "odds-file" }, "A rules file of your own"), input,
      h("span", { class: "hint" }, "It is read and counted here, and kept only for a day if you play it or ask for a link."), problem);
  }
}

customElements.define("odds-switches", OddsSwitches);
