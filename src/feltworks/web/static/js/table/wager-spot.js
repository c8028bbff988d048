// <wager-spot>: one betting place on the layout. While bets are taken the player's own spots are buttons
// that bet the selected chip; when the round is settled the spot shows the result.

import { h, setAttribute, setClasses, setText } from "../dom.js";
import { dollars, signed } from "../money.js";

export class WagerSpot extends HTMLElement {
  #press = null;
  #back = null;

  connectedCallback() {
    if (this.firstChild) return;
    this.button = h("button", { class: "spot", type: "button", onclick: () => this.#press?.() });
    this.label = h("span", { class: "spot-name" });
    this.chips = h("chip-stack", { "aria-hidden": "true" });
    this.result = h("span", { class: "spot-result", hidden: true });
    this.take = h("button", { class: "spot-back", type: "button", hidden: true, onclick: () => this.#back?.() }, "×");
    this.button.append(this.label, this.chips, this.result);
    this.append(this.button, this.take);
  }

  /** `wager` `{id, name, kind, jackpot}`, what is out, what the house has put up beside it, what came
   * of it, and what a press does. */
  show({ wager, tip = false, cents, free = 0, settled = null, values, bet = null, hint = "", wanted = false, brief = false }) {
    this.connectedCallback();
    const name = tip ? "Tip" : wager.name;
    const short = tip ? name : wager.short ?? name;
    this.#tellName(brief ? initials(short) : short);
    setClasses(this.label, { long: !brief && /\S{8}/.test(short) });
    setClasses(this.button, {
      required: wager.kind === "required", side: wager.kind === "side", decision: wager.kind === "decision",
      progressive: Boolean(wager.jackpot), tip, out: cents > 0, open: Boolean(bet), wanted,
      won: settled && settled.net_cents > 0, lost: settled && settled.net_cents < 0,
      pushed: settled && settled.net_cents === 0,
    });
    setAttribute(this.chips, "values", values.join(" "));
    setAttribute(this.chips, "cents", cents > 0 ? cents : won(settled));
    this.#tellResult(settled, free);
    this.#press = bet?.put ?? null;
    this.#back = bet?.back ?? null;
    setAttribute(this.button, "tabindex", bet ? null : "-1");
    setAttribute(this.button, "aria-disabled", bet ? null : "true");
    this.take.hidden = !(bet && cents > 0);
    setAttribute(this.take, "aria-label", `Take ${dollars(cents)} back from ${name}`);
    const own = cents > 0 ? `${dollars(cents)} out` : "nothing out";
    const out = free > 0 && !settled ? `${own}, a free bet of ${dollars(free)} of the house` : own;
    const came = settled ? `, ${signed(settled.net_cents)}: ${settled.reason}` : "";
    setAttribute(this.button, "aria-label", `${name}, ${out}${came}${bet ? `. ${hint}` : ""}`);
    setAttribute(this.button, "title", wager.says ?? null);
  }

  /** How wide the name is in ems, in one line and in two: the style sheet makes it as small as its
   * place asks for, so that no name is cut. */
  #tellName(name) {
    if (this.label.textContent === name) return;
    setText(this.label, name);
    const words = name.split(" ");
    const line = (from, to) => ems(words.slice(from, to).join(" "));
    const halves = words.map((_, at) => Math.max(line(0, at), line(at)));
    this.label.style.setProperty("--one-line", line(0).toFixed(2));
    this.label.style.setProperty("--two-lines", Math.min(...halves).toFixed(2));
  }

  #tellResult(settled, free) {
    this.result.hidden = !settled && !free;
    if (!settled) return setText(this.result, free ? `Free ${dollars(free)}` : "");
    const even = settled.stake_cents === 0 ? "Nothing" : "Push";
    setText(this.result, settled.net_cents === 0 ? even : signed(settled.net_cents));
  }
}

const ruler = document.createElement("canvas").getContext("2d");

function ems(text) {
  ruler.font = `600 100px ${getComputedStyle(document.documentElement).getPropertyValue("--sans")}`;
  return ruler.measureText(text).width / 100;
}

/** A name short enough for a small spot: itself, or the first letters of its words. */
function initials(name) {
  return name.length <= 7 ? name : name.split(/[\s-]+/).map((word) => word[0]).join("").toUpperCase();
}

/** What lies on a settled spot: the stake and its pay when it was not lost. */
function won(settled) {
  if (!settled) return 0;
  const all = settled.returned_cents + settled.paid_cents + (settled.jackpot_cents ?? 0);
  return Math.max(all, 0);
}

customElements.define("wager-spot", WagerSpot);
