// <supervisor-panel>: what the staff may do at a running table. Play is stopped, what happened is chosen
// from what can have happened, the panel shows what the rules or the house order, and only a second
// button declares it. For everybody else the panel stays hidden and empty.

import { field, form } from "../../console/forms.js";
import { ask } from "../api.js";
import { h } from "../dom.js";

const ORDERS = { void: "the round is void", "void-seat": "that hand is void", "play-on": "play goes on" };

const order = (each) => `${each.by === "rules" ? "The rules of play" : "The house"}: ${ORDERS[each.consequence]}.`;

export class SupervisorPanel extends HTMLElement {
  #path = "";
  #member = null;
  #now = null;
  #seen = "";
  #step = "rest";
  #wanted = null;

  /** Finds out who this browser is; calls `shown(is)` with whether there is anything to show. */
  async begin(table, shown = () => {}) {
    this.#path = `/api/console/tables/${encodeURIComponent(table)}`;
    this.hidden = true;
    shown(false);
    const { member } = await ask("/api/console/session").catch(() => ({ member: null }));
    if (!member) return;
    this.#member = member;
    await this.look();
    this.hidden = !this.#now?.may.length;
    shown(!this.hidden);
  }

  /** The table has changed: looked at again where something that the panel shows is another. */
  show(picture) {
    const { phase, round, turn } = picture.now;
    const seen = `${phase} ${round?.number} ${turn?.turn} ${turn?.seat} ${picture.now.notice}`;
    if (!this.#member || seen === this.#seen) return;
    this.#seen = seen;
    this.look();
  }

  async look() {
    try {
      this.#now = await ask(`${this.#path}/round`);
    } catch {
      this.#now = null;
    }
    const mine = this.#now?.held_by === this.#member.name;
    if (!mine && this.#step !== "rest") this.#step = "rest";
    // What is being written is not taken away from under somebody's hands.
    if (this.#step === "rest" || !this.firstChild) this.#draw();
  }

  #draw() {
    const now = this.#now;
    if (!now) return;
    const mine = now.held_by === this.#member.name;
    if (mine && this.#step === "rest") this.#step = "what";
    const views = { rest: () => this.#rest(), what: () => this.#what(), confirm: () => this.#confirm(), void: () => this.#void() };
    this.replaceChildren(h("p", { class: "small quiet" }, `${this.#member.name}, ${this.#member.role}`), ...views[this.#step]());
  }

  #to(step) {
    this.#step = step;
    this.#draw();
    this.querySelector("input:checked, input, button")?.focus();
  }

  async #post(act, body) {
    return ask(`${this.#path}/${act}`, { method: "POST", body });
  }

  #button(text, run, { primary = false, name = null } = {}) {
    return form({ submit: text, primary, class: name, run });
  }

  #rest() {
    const { round, held_by: held, may, declarable } = this.#now;
    const later = this.#now.stops_for;
    const says = held ? `${held} has stopped the play of round ${round}.` : round ? `Round ${round} is in play.` : "No round is in play.";
    const parts = [h("p", {}, says)];
    if (round && later) parts.push(h("p", { class: "small" }, `It stops before it is settled, for ${later}.`));
    if (round && may.includes("declare") && !held && declarable.length) {
      const stop = async (body) => {
        this.#now = await this.#post("hold", body);
        this.#draw();
      };
      parts.push(this.#button("Stop the play", () => stop({}), { primary: true }));
      if (!later) parts.push(this.#button("Stop it before it is settled", () => stop({ at_showdown: true })));
    }
    if (round && may.includes("void")) parts.push(this.#button("Void the round…", async () => this.#to("void")));
    if (may.includes("tables") && this.#now.phase !== "closed") {
      parts.push(this.#button("Close the table after this round", async () => {
        await this.#post("close");
        await this.look();
        return "The table is closed.";
      }));
    }
    return parts;
  }

  /** What happened: only what can have happened at this moment is offered. */
  #what() {
    const { declarable, seats, round, showdown } = this.#now;
    const wanted = (this.#wanted ??= { kind: declarable[0]?.kind, note: "", seat: "", cards: "", checked: "" });
    const radios = declarable.map((each) => h("label", { class: "happened" },
      h("input", { type: "radio", name: "kind", value: each.kind, checked: each.kind === wanted.kind, onchange: () => { wanted.kind = each.kind; suit(); } }),
      h("span", {}, each.says, " ", h("span", { class: "quiet small" }, order(each)))));
    const seat = h("select", { id: "supervised-seat", onchange: () => { wanted.seat = seat.value; } },
      h("option", { value: "" }, "No one seat"),
      ...seats.map((each) => h("option", { value: each.seat, selected: String(each.seat) === wanted.seat }, `Seat ${each.seat}, ${each.player}`)));
    const cards = h("input", { id: "supervised-cards", maxlength: 60, value: wanted.cards, autocomplete: "off", oninput: () => { wanted.cards = cards.value; } });
    const note = h("input", { id: "supervised-note", required: true, maxlength: 300, value: wanted.note, autocomplete: "off", oninput: () => { wanted.note = note.value; } });
    const cardsField = field("supervised-cards", "Cards that were seen", cards, "Such as Kh 7d; empty where none were");
    const suit = () => {
      const chosen = declarable.find((each) => each.kind === wanted.kind);
      cardsField.hidden = !chosen?.names_cards;
      if (cardsField.hidden) wanted.cards = cards.value = "";
      seat.required = Boolean(chosen?.needs_seat);
    };
    suit();
    return [
      h("p", {}, h("strong", {}, `Play of round ${round} is stopped.`), " What happened?"),
      showdown.length ? h("details", {}, h("summary", {}, "How it would end"), h("ol", { class: "log" }, ...showdown.map((line) => h("li", {}, line)))) : "",
      form({ submit: "See what follows", run: async () => {
        wanted.ruling = await this.#declare(false);
        this.#to("confirm");
      } }, h("fieldset", { class: "happenings" }, h("legend", { class: "visually-hidden" }, "What happened"), ...radios), field("supervised-seat", "At", seat), cardsField, field("supervised-note", "In your words", note, "Everybody at the table reads it")),
      this.#button("Play on, nothing happened", () => this.#release()),
    ];
  }

  #confirm() {
    const wanted = this.#wanted;
    const chosen = this.#now.declarable.find((each) => each.kind === wanted.kind);
    const checked = h("input", { id: "supervised-check", required: true, maxlength: 300, value: wanted.checked, autocomplete: "off", oninput: () => { wanted.checked = checked.value; } });
    const check = chosen?.card_check ? [field("supervised-check", "You have checked the cards: what did you find?", checked, "Before they are shuffled again")] : [];
    return [
      h("p", {}, h("strong", {}, order({ by: wanted.ruling.by, consequence: wanted.ruling.ruling }))),
      h("ol", { class: "log" }, ...wanted.ruling.lines.map((line) => h("li", {}, line))),
      form({ submit: "Declare it", run: async () => {
        await this.#declare(true);
        this.#wanted = null;
        this.#step = "rest";
        await this.look();
      } }, ...check),
      this.#button("Back", async () => this.#to("what")),
    ];
  }

  #void() {
    const because = h("input", { id: "void-because", required: true, maxlength: 200, autocomplete: "off" });
    const { round } = this.#now;
    return [
      h("p", {}, `Round ${round} is undone: every stake goes back. Where something went wrong that the rules speak of, stop the play and declare it instead.`),
      form({ submit: "Void the round", run: async () => {
        await ask(`/api/console/rounds/${round}/void`, { method: "POST", body: { because: because.value } });
        this.#step = "rest";
        await this.look();
      } }, field("void-because", "Because", because, "Stands in the books with your name")),
      this.#button("Back", async () => this.#to("rest")),
    ];
  }

  async #declare(confirmed) {
    const { kind, note, seat, cards, checked } = this.#wanted;
    return this.#post("irregularity", { round: this.#now.round, kind, note, seat: seat ? Number(seat) : null, cards, checked: confirmed ? checked : "", confirmed });
  }

  async #release() {
    this.#now = await this.#post("release");
    this.#wanted = null;
    this.#to("rest");
  }
}

customElements.define("supervisor-panel", SupervisorPanel);
