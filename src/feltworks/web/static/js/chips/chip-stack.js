// <chip-stack cents="3500">: an amount as a stack of chips with its figure below. The chips are the
// table's own (`values`, in cents); what they cannot make is a coin on top.

import { h, svg } from "../dom.js";
import { dollars } from "../money.js";

const COLOURS = [[100000, "f"], [50000, "e"], [10000, "d"], [2500, "c"], [500, "b"], [100, "a"]];
const USUAL = [100, 500, 2500, 10000, 50000, 100000];
const MOST_SHOWN = 7;

/** The class that gives a chip of this value its colour. */
export function chipColour(cents) {
  const found = COLOURS.find(([least]) => cents >= least);
  return found ? `chip-${found[1]}` : "chip-coin";
}

/** The fewest chips for an amount, the largest first; a rest below the smallest chip is a coin. */
export function chipsFor(cents, values = USUAL) {
  const chips = [];
  let rest = cents;
  for (const value of [...values].sort((one, other) => other - one)) {
    for (; rest >= value && chips.length < 60; rest -= value) chips.push(value);
  }
  if (rest > 0) chips.push(rest);
  return chips;
}

function disc(value, y) {
  const spots = [6, 20, 34].map((x) => svg("rect", { class: "chip-spot", x: x - 3, y: y + 6.5 + (x === 20 ? 3 : 1), width: 6, height: 5, rx: 1 }));
  return svg(
    "g",
    { class: chipColour(value) },
    svg("path", { class: "chip-body", d: `M1 ${y + 7}v6c0 4 8 7 19 7s19-3 19-7v-6Z` }),
    ...spots,
    svg("ellipse", { class: "chip-top", cx: 20, cy: y + 7, rx: 19, ry: 7 }),
    svg("ellipse", { class: "chip-ring", cx: 20, cy: y + 7, rx: 12, ry: 4.2, "stroke-width": 1.4 }),
  );
}

/** A stack seen from the player's side. */
export function stackDrawing(cents, values) {
  const chips = chipsFor(cents, values).slice(0, MOST_SHOWN);
  const height = 20 + (chips.length - 1) * 6;
  const discs = chips.map((value, at) => disc(value, (chips.length - 1 - at) * 6));
  return svg("svg", { viewBox: `0 0 40 ${height + 2}`, "aria-hidden": "true" }, ...discs);
}

/** One chip seen from above, for the rack that a player bets from. */
export function chipDrawing(cents) {
  const edge = svg("circle", { class: "chip-ring", cx: 30, cy: 30, r: 25.5, "stroke-width": 7, "stroke-dasharray": "13.35 13.35" });
  const dollarsOnly = cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
  return svg(
    "svg",
    { viewBox: "0 0 60 60", "aria-hidden": "true", class: chipColour(cents) },
    svg("circle", { class: "chip-body", cx: 30, cy: 30, r: 29 }),
    edge,
    svg("circle", { class: "chip-top", cx: 30, cy: 30, r: 20 }),
    svg("text", { class: "chip-value", x: 30, y: 36, "text-anchor": "middle", "font-size": 16 }, dollarsOnly),
  );
}

export class ChipStack extends HTMLElement {
  static observedAttributes = ["cents", "values"];

  connectedCallback() {
    this.draw();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.draw();
  }

  draw() {
    const cents = Number(this.getAttribute("cents") ?? 0);
    const values = this.getAttribute("values")?.split(" ").map(Number);
    if (cents <= 0) return this.replaceChildren();
    const label = h("span", { class: "amount" }, dollars(cents));
    this.replaceChildren(stackDrawing(cents, values), label);
    this.classList.add("arriving");
    this.addEventListener("animationend", () => this.classList.remove("arriving"), { once: true });
  }
}

customElements.define("chip-stack", ChipStack);
