// <choice-panel>: the player's decision as buttons, one for each choice and size; a slider if any amount
// between two is allowed. The coach's values are on the buttons when they are known.

import { spoken } from "../cards/playing-card.js";
import { h, setText } from "../dom.js";
import { dollars, typedCents } from "../money.js";

const MOST_BUTTONS = 5;

export class ChoicePanel extends HTMLElement {
  #drawn = "";

  /** `decide({choice, cents, seat})` is called with what was pressed. */
  show(choices, { decide, turn, advice, wagerName, presets = () => [], hint = "" }) {
    this.wagerName = wagerName;
    const mark = JSON.stringify([turn, choices]);
    if (mark !== this.#drawn) {
      this.#drawn = mark;
      this.dataset.turn = turn;
      let key = 1;
      const parts = choices.flatMap((choice) => this.#parts(choice, decide, presets));
      for (const button of parts.flatMap((part) => [...(part.matches("button") ? [part] : part.querySelectorAll("button.choice"))])) {
        if (key > 9) break;
        button.setAttribute("aria-keyshortcuts", String(key));
        button.prepend(h("kbd", { "aria-hidden": "true" }, String(key++)));
      }
      this.hint = h("p", { class: "choice-hint" });
      this.replaceChildren(this.hint, h("div", { class: "choices" }, ...parts));
    }
    setText(this.hint, hint);
    this.hint.hidden = !hint;
    this.#advise(advice);
  }

  clear() {
    if (!this.#drawn) return;
    this.#drawn = "";
    delete this.dataset.turn;
    this.replaceChildren();
  }

  /** Presses the button with that number. */
  press(number) {
    this.querySelector(`[aria-keyshortcuts="${number}"]:not(:disabled)`)?.click();
  }

  #parts(choice, decide, presets) {
    const sizes = sizesOf(choice.amounts);
    if (sizes.length <= MOST_BUTTONS && sizes.length > 0) {
      return sizes.map((cents) => this.#button(choice, cents, decide, sizes.length > 1));
    }
    if (!choice.amounts) return [this.#button(choice, null, decide, false)];
    return [this.#range(choice, decide, presets(choice))];
  }

  #button(choice, cents, decide, send) {
    const shown = cents === null || cents === 0 ? choice.name : `${choice.name} ${dollars(cents)}`;
    const act = () => decide({ seat: choice.seat, choice: choice.choice, cents: send ? cents : undefined });
    const button = h("button", { type: "button", class: "choice", disabled: !choice.affordable, onclick: act }, h("span", {}, shown, this.#on(choice)));
    button.dataset.choice = choice.choice;
    if (cents !== null) button.dataset.cents = cents;
    if (!choice.affordable) button.title = "Your stack is too small for this.";
    return button;
  }

  /** Where the chips go, unless the choice is called like the wager. */
  #on(choice) {
    const wager = choice.wager ? this.wagerName(choice.wager) : "";
    return wager && wager !== choice.name ? h("span", { class: "on" }, ` on ${wager}`) : "";
  }

  #range(choice, decide, presets) {
    const { least_cents: least, most_cents: most, step_cents: step = 1 } = choice.amounts;
    const slider = h("input", { type: "range", min: least, max: most, step, value: least, "aria-label": `${choice.name}: amount` });
    const typed = h("input", { inputmode: "decimal", class: "typed", value: (least / 100).toString(), "aria-label": `${choice.name}: dollars` });
    const label = h("span", {}, `${choice.name} ${dollars(least)}`);
    let cents = least;
    const set = (wanted, from) => {
      cents = Math.min(most, Math.max(least, wanted));
      if (from !== slider) slider.value = String(cents);
      if (from !== typed) typed.value = (cents / 100).toString();
      label.textContent = `${choice.name} ${dollars(cents)}`;
    };
    slider.addEventListener("input", () => set(Number(slider.value), slider));
    typed.addEventListener("input", () => {
      const wanted = typedCents(typed.value);
      if (wanted !== null) set(wanted, typed);
    });
    const button = h("button", { type: "button", class: "choice", disabled: !choice.affordable, onclick: () => decide({ seat: choice.seat, choice: choice.choice, cents }) }, label);
    button.dataset.choice = choice.choice;
    const quick = presets.map(([name, amount]) => h("button", { type: "button", class: "plain", onclick: () => set(amount, null) }, name));
    return h("div", { class: "range" }, h("div", { class: "quick" }, ...quick), slider, typed, button);
  }

  #advise(advice) {
    const known = advice?.state === "ready" ? advice.choices ?? [] : [];
    for (const button of this.querySelectorAll("button.choice")) {
      const { choice, cents } = button.dataset;
      const found = known.find((each) => each.choice === choice && (cents === undefined || each.cents === null || each.cents === undefined || String(each.cents) === cents));
      let value = button.querySelector(".value");
      button.classList.toggle("best", Boolean(found?.best));
      if (!found) {
        value?.remove();
        continue;
      }
      if (!value) button.append((value = h("span", { class: "value" })));
      const given = found.cards?.length ? `, giving up ${found.cards.map(spoken).join(", ")}` : "";
      setText(value, `${found.best ? "best, " : ""}${number(found.value)}${given}`);
    }
  }
}

/** A value in units, with its sign. */
export function number(value) {
  const text = Math.abs(value).toFixed(4);
  return value < 0 ? `−${text}` : `+${text}`;
}

/** The sizes to offer as buttons; none where there are too many to list. */
function sizesOf(amounts) {
  if (!amounts) return [];
  if (amounts.only?.length) return amounts.only;
  if (amounts.least_cents === amounts.most_cents) return [amounts.least_cents];
  return [];
}

customElements.define("choice-panel", ChoicePanel);
