// <site-head> and <site-foot>: the frame around every page, with the ways to all others and the
// reader's switches. `here` on the head names the page one is on.

import { h, svg } from "./dom.js";
import "./held-keys.js";
import { choose, chosen, OFFERED } from "./preferences.js";

const WAYS = [["/", "Lobby"], ["/odds", "Odds"], ["/rules", "Rules"], ["/rounds", "Rounds"]];

const mark = () =>
  svg(
    "svg",
    { viewBox: "0 0 32 32", "aria-hidden": "true" },
    svg("rect", { width: 32, height: 32, rx: 8, fill: "var(--felt)" }),
    svg("path", { d: "M6 12c6 12 14 12 20 0", fill: "none", stroke: "var(--felt-brass)", "stroke-width": 2.4, "stroke-linecap": "round" }),
    svg("circle", { cx: 16, cy: 10, r: 3.4, fill: "var(--felt-ink)" }),
  );

class SiteHead extends HTMLElement {
  connectedCallback() {
    const here = this.getAttribute("here") ?? location.pathname;
    const way = ([path, name]) =>
      h("a", { href: path, "aria-current": here === path ? "page" : null }, name);
    this.append(
      h("a", { class: "skip", href: "#main" }, "To the content"),
      h(
        "header",
        { class: "site-head" },
        h("a", { class: "brand", href: "/" }, mark(), "Feltworks"),
        h("nav", { class: "site-ways", "aria-label": "Pages" }, ...WAYS.map(way)),
        h("div", { class: "site-end" }, h("site-switches")),
      ),
    );
  }
}

class SiteSwitches extends HTMLElement {
  connectedCallback() {
    const rows = Object.entries(OFFERED).map(([name, { label, values }]) => {
      const offered = values.map(([value, says]) =>
        h("option", { value, selected: chosen(name) === value }, says),
      );
      const select = h("select", { name, onchange: () => choose(name, select.value) }, ...offered);
      return h("label", { class: "row" }, label, select);
    });
    const sheet = h("div", { class: "sheet", id: "switches-sheet", hidden: true }, ...rows);
    const button = h(
      "button",
      { type: "button", class: "plain", "aria-expanded": "false", "aria-controls": "switches-sheet" },
      "Display",
    );
    const show = (open) => {
      sheet.hidden = !open;
      button.setAttribute("aria-expanded", String(open));
    };
    button.addEventListener("click", () => show(sheet.hidden));
    this.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || sheet.hidden) return;
      show(false);
      button.focus();
    });
    document.addEventListener("click", (event) => {
      if (!this.contains(event.target)) show(false);
    });
    this.append(h("div", { class: "switches" }, button, sheet));
  }
}

class SiteFoot extends HTMLElement {
  connectedCallback() {
    const says = "Play money only: chips here are worth nothing and buy nothing.";
    this.append(h("footer", { class: "site-foot" }, h("p", {}, says)));
  }
}

customElements.define("site-switches", SiteSwitches);
customElements.define("site-head", SiteHead);
customElements.define("site-foot", SiteFoot);
