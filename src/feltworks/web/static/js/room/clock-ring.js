// <clock-ring>: the time left for a decision, as a ring that empties and a number of seconds.

import { h, setText, svg } from "../dom.js";

const AROUND = 2 * Math.PI * 15;

export class ClockRing extends HTMLElement {
  #ends = 0;
  #of = 1;
  #timer = null;

  connectedCallback() {
    this.setAttribute("role", "timer");
    this.arc = svg("circle", { class: "arc", cx: 18, cy: 18, r: 15, "stroke-dasharray": AROUND });
    this.number = h("span", { class: "seconds" });
    const ring = svg("svg", { viewBox: "0 0 36 36", "aria-hidden": "true" }, svg("circle", { class: "track", cx: 18, cy: 18, r: 15 }), this.arc);
    this.replaceChildren(ring, this.number);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  /** Starts from what the server says is left; null stops it. */
  set(clock) {
    clearInterval(this.#timer);
    this.hidden = !clock;
    if (!clock) return;
    this.#of = Math.max(clock.of_seconds, 0.1);
    this.#ends = clock.ends_at;
    this.#timer = setInterval(() => this.#tick(), 250);
    this.#tick();
  }

  #tick() {
    const left = Math.max(0, (this.#ends - performance.now()) / 1000);
    const part = Math.min(1, left / this.#of);
    this.arc.setAttribute("stroke-dashoffset", String(AROUND * (1 - part)));
    this.classList.toggle("late", left < 6);
    setText(this.number, String(Math.ceil(left)));
    if (left === 0) clearInterval(this.#timer);
  }
}

customElements.define("clock-ring", ClockRing);
