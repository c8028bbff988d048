// One finished round, step by step, as the guest's own seat saw it; and its shuffle, verified.

import { ask } from "../js/api.js";
import { h, setAttribute } from "../js/dom.js";
import { dollars, signed } from "../js/money.js";
import { Picture } from "../js/room/picture.js";
import { notedSeeds, promised } from "../js/room/promises.js";
import { proofPanel } from "./proof-panel.js";
import { StepFelt } from "./step-felt.js";
import { stepsOf } from "./steps.js";

const main = document.querySelector("main");
const number = Number(location.pathname.split("/")[2]);

/** What the sentences need to know of the table, as far as it can still be asked. */
async function pictureOf(round) {
  const picture = new Picture();
  const unknown = { wagers: [], stages: [], zones: [], contests: {} };
  picture.description = await ask(`/api/tables/${encodeURIComponent(round.table)}`).catch(() => unknown);
  if (picture.description.game?.id !== round.game) picture.description = unknown;
  const seats = Object.entries(round.players).map(([seat, player]) => ({ seat: Number(seat), player }));
  picture.now = { you: { seats: round.your_seats }, seats, cards: [], spots: [], settlement: [] };
  return picture;
}

class Stepper {
  #felts = new Map();

  constructor(round, picture) {
    this.round = round;
    this.steps = stepsOf(round.steps, picture);
    this.at = this.steps.length;
    this.felt = new StepFelt(picture);
    this.items = this.steps.map((step, index) => h("li", {}, h("button", { type: "button", class: "plain", onclick: () => this.go(index + 1) }, step.says)));
    this.log = h("ol", { class: "log" }, ...this.items);
    this.place = h("output", { class: "place", "aria-live": "polite" });
    const button = (text, key, to) => h("button", { type: "button", "aria-keyshortcuts": key, onclick: () => this.go(to()) }, text);
    this.buttons = [
      button("First", "Home", () => 1), button("Back", "ArrowLeft", () => this.at - 1),
      button("Next", "ArrowRight", () => this.at + 1), button("Last", "End", () => this.steps.length),
    ];
    addEventListener("keydown", (event) => this.#key(event));
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
    const found = this.buttons.find((button) => button.getAttribute("aria-keyshortcuts") === event.key);
    if (!found || found.disabled) return;
    event.preventDefault();
    found.click();
  }

  async go(to) {
    const steps = this.steps.length;
    this.at = Math.min(Math.max(to, 1), steps);
    const at = this.at;
    this.items.forEach((item, index) => {
      setAttribute(item, "aria-current", index === at - 1 ? "step" : null);
      item.classList.toggle("ahead", index >= at);
    });
    const item = this.items[at - 1];
    this.log.scrollTop = item.offsetTop - this.log.offsetTop - this.log.clientHeight / 2;
    this.place.textContent = `Step ${at} of ${steps}: ${item.textContent}`;
    this.buttons[0].disabled = this.buttons[1].disabled = at === 1;
    this.buttons[2].disabled = this.buttons[3].disabled = at === steps;
    const { upTo } = this.steps[at - 1];
    if (!this.#felts.has(at)) this.#felts.set(at, ask(`/api/rounds/${this.round.round}/felt/${upTo}`));
    const felt = await this.#felts.get(at);
    if (at === this.at) this.felt.show(felt);
  }

  get element() {
    return h("section", { class: "stepper", "aria-label": "The round step by step" },
      h("div", { class: "step-left" }, this.felt.element, h("div", { class: "step-buttons", role: "group", "aria-label": "Steps" }, ...this.buttons), this.place),
      this.log);
  }
}

function heading(round) {
  const mine = round.your_seats.map((seat) => round.net_cents[seat] ?? 0);
  const net = mine.reduce((sum, cents) => sum + cents, 0);
  const held = round.your_seats.reduce((sum, seat) => sum + (round.held_back_cents[seat] ?? 0), 0);
  const with_ = Object.entries(round.players).map(([seat, player]) => `${player} at seat ${seat}`).join(", ");
  return h("header", {},
    h("p", { class: "small" }, h("a", { href: "/rounds" }, "Your rounds")),
    h("h1", {}, `Round ${round.round}`),
    h("p", {}, `${round.name} at ${round.table}, ${new Date(round.opened_at).toLocaleString()}. ${with_}.`),
    h("p", { class: "result" }, h("span", { class: `tag ${net > 0 ? "good" : ""}` }, round.outcome), ` Your result: `, h("strong", {}, signed(net))),
    held ? h("p", {}, `You won ${dollars(held)} more on pay tables, which a payout limit of the table held back.`) : "");
}

async function show() {
  const round = await ask(`/api/rounds/${number}`);
  document.title = `Round ${round.round} · Feltworks`;
  main.append(heading(round));
  if (round.steps.length) {
    const stepper = new Stepper(round, await pictureOf(round));
    main.append(stepper.element);
    await stepper.go(stepper.steps.length);
  } else {
    main.append(h("p", {}, round.archived
      ? "This round was archived: its result stands in the books, and its cards are in an archive that the house keeps. Ask the house if you want to see them."
      : "This round was void: every stake went back, and there is nothing to step through."));
  }
  const proof = await ask(`/api/rounds/${number}/proof`);
  main.append(proofPanel(proof, promised(number, round.opened_at), notedSeeds(number, round.opened_at)));
  if (round.transcript) main.append(h("details", {}, h("summary", {}, "The transcript"), h("pre", { class: "wrap" }, round.transcript)));
}

show().catch((refusal) => {
  main.append(h("h1", {}, "A round"), h("p", { class: "problem", role: "alert" }, refusal.status === 401 ? "Sit down first: rounds are shown to those who took part in them." : refusal.message), h("p", {}, h("a", { href: "/rounds" }, "Your rounds")));
});
