// The sheets beside the felt: what happened, what the wagers pay, and the coach.

import { h, keep, setClasses, setText } from "../dom.js";
import { dollars, signed } from "../money.js";
import { number } from "./choice-panel.js";
import { ANY } from "./picture.js";
import { sentence } from "./sentences.js";

/** <log-sheet>: the round so far in sentences, the latest last. */
class LogSheet extends HTMLElement {
  show(picture) {
    const told = picture.log
      .filter(Boolean)
      .map((entry) => ({ n: entry.n, text: sentence(entry, picture) }))
      .filter((entry) => entry.text);
    if (!this.list) this.append((this.list = h("ol", { class: "log" })));
    const atEnd = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 40;
    keep(this.list, told, {
      key: (entry) => `${entry.n} ${entry.text}`,
      make: (entry) => h("li", {}, entry.text),
    });
    if (atEnd) this.list.scrollTop = this.list.scrollHeight;
  }
}

/** <pays-sheet>: every wager on offer and its pay tables, and which hand beats which. */
class PaysSheet extends HTMLElement {
  build(description) {
    if (this.firstChild) return;
    const wagers = description.wagers.filter((wager) => (wager.kind !== "side" || wager.on_offer) && (wager.tables?.length || wager.says));
    const { says } = description.payout_limits;
    this.append(
      says ? h("p", {}, says) : "",
      ...wagers.map((wager) =>
        h(
          "section",
          { class: "pays" },
          h("h3", {}, wager.name),
          wager.says ? h("p", { class: "small quiet" }, wager.says) : null,
          ...(wager.tables ?? []).map((table) =>
            h("table", {}, table.name === wager.name ? null : h("caption", {}, table.name), h("tbody", {}, ...table.rows.map((row) => h("tr", {}, h("td", {}, row.hand === ANY ? "any other hand" : row.hand), h("td", { class: "number" }, paysText(row.pays)))))),
          ),
        ),
      ),
    );
    if (!wagers.length) this.append(h("p", { class: "quiet" }, "Every wager pays even money unless the rules say otherwise."));
    this.append(...description.rankings.map(rankingTold));
    this.append(h("p", {}, h("a", { href: `/rules/${encodeURIComponent(description.game.id)}?table=${encodeURIComponent(description.table)}` }, "All the rules")));
  }
}

const rankingTold = ({ title, hands }) =>
  h("section", { class: "pays" }, h("h3", {}, title), h("ol", { class: "ranking" }, ...hands.map((hand) => h("li", {}, hand))));

/** `25% of gran` is a part of the jackpot whose meter stands above. */
const paysText = (pays) => pays.replace(/% of \S+$/, "% of the jackpot").replace(/^100% of/, "all of").replace(/^lose$/, "nothing");

/** <coach-sheet>: a switch, the value of every choice, and what mistakes have cost. */
class CoachSheet extends HTMLElement {
  build(turn, askSession) {
    if (this.firstChild) return;
    this.box = h("input", { type: "checkbox", onchange: () => turn(this.box.checked) });
    this.now = h("div", { class: "coach-now" });
    this.past = h("ul", { class: "coach-past" });
    this.session = h("div", { class: "coach-session", role: "status" });
    this.append(
      h("label", { class: "coach-switch" }, this.box, "Coach me"),
      h("p", { class: "small quiet" }, "The best move and what every choice is worth, counted from the rules."),
      this.now,
      this.past,
      h("p", {}, h("button", { type: "button", onclick: askSession }, "My session")),
      this.session,
    );
  }

  /** How one has played here: accuracy, what mistakes cost, and what to practise. */
  showSession(told) {
    const line = `${told.rounds} ${told.rounds === 1 ? "round" : "rounds"} played here, ${signed(told.net_cents)} in all.`;
    const parts = [h("p", {}, line)];
    if (told.state === "preparing") parts.push(h("p", { class: "quiet" }, "Your decisions are being weighed…"));
    else if (told.state === "unavailable") parts.push(h("p", { class: "quiet" }, told.text ?? "The decisions cannot be weighed."));
    else if (told.decisions) parts.push(...sessionTold(told));
    else parts.push(h("p", { class: "quiet" }, "You have decided nothing yet."));
    this.session.replaceChildren(...parts);
    return parts.map((part) => part.textContent).join(" ");
  }

  /** What was said of the session is gone as soon as another round counts. */
  forgetSession() {
    this.session?.replaceChildren();
  }

  get on() {
    return this.box?.checked ?? false;
  }

  /** Shows the value of every choice; returns the best one in words. */
  show(advice, choices) {
    this.now.replaceChildren(...this.#told(advice, choices));
    const best = advice?.choices?.find((each) => each.best);
    return best && `${best.choice.replaceAll("-", " ")}${best.cents ? ` ${dollars(best.cents)}` : ""}`;
  }

  #told(advice, choices) {
    if (!advice) return [];
    if (advice.state === "preparing") return [h("p", { class: "quiet" }, advice.text ?? "Counting the odds of this game…")];
    if (advice.state === "unavailable") return [h("p", { class: "quiet" }, advice.text ?? "There is no advice here.")];
    if (advice.equity) return equityTold(advice.equity);
    const name = (id) => choices.find((each) => each.choice === id)?.name ?? id.replaceAll("-", " ");
    const rows = [...(advice.choices ?? [])].sort((one, other) => other.value - one.value).map((each) =>
      h("tr", { class: each.best ? "best" : null },
        h("td", {}, name(each.choice), each.cents ? ` ${dollars(each.cents)}` : ""),
        h("td", { class: "number", title: each.fraction ? `exactly ${each.fraction}` : null }, number(each.value))));
    const says = `Value in ${advice.unit ?? "wager"}s${advice.exact === false ? ", sampled" : advice.exact ? ", exact" : ""}`;
    const why = (advice.causes ?? []).map((line) => h("li", {}, line));
    return [h("table", {}, h("caption", {}, says), h("tbody", {}, ...rows)), why.length ? h("ul", { class: "coach-why small" }, ...why) : ""];
  }

  review(message) {
    const unit = message.unit ?? "wager";
    const said = message.mistakes.length
      ? message.mistakes.map((each) => `${each.chose.replaceAll("-", " ")} instead of ${each.best.replaceAll("-", " ")} cost ${each.cost.toFixed(4)} ${unit}s${each.cost_cents ? `, about ${dollars(Math.round(each.cost_cents))}` : ""}`).join("; ")
      : "played without a mistake";
    const item = h("li", {}, `Round ${message.round}: ${said}.`);
    setClasses(item, { good: !message.mistakes.length });
    this.past.prepend(item);
    while (this.past.children.length > 8) this.past.lastChild.remove();
    return item.textContent;
  }
}

function sessionTold({ decisions, right, cost_cents: cost, practise }) {
  const words = (choice) => choice.replaceAll("-", " ");
  const percent = ((100 * right) / decisions).toFixed(right === decisions ? 0 : 1);
  const sum = h("p", {}, h("b", {}, `${percent}%`), ` of your ${decisions} decisions were the best${cost ? `; the others cost ${dollars(cost)} by the odds` : ""}.`);
  if (!practise.length) return [sum];
  const item = (each) => h("li", {}, `${each.stage ? `${each.stage}: ` : ""}${words(each.chose)} where ${words(each.best)} was better`,
    each.times > 1 ? `, ${each.times} times` : "", `, ${dollars(each.cost_cents)}: `, h("span", { class: "mono" }, each.cards, each.board ? ` with ${each.board}` : ""));
  return [sum, h("h3", {}, "Worth practising"), h("ol", {}, ...practise.map(item))];
}

function equityTold(equity) {
  const percent = (part) => `${(part * 100).toFixed(1)}%`;
  const lines = [`Your part of the pot against ${equity.rivals} ${equity.rivals === 1 ? "hand" : "hands"}: ${percent(equity.part)}${equity.exact ? "" : ` ± ${percent(equity.standard_error ?? 0)}`}`];
  if (equity.call_cents > 0) lines.push(`Calling ${dollars(equity.call_cents)} needs ${percent(equity.price)}: it ${equity.pays ? "pays" : "does not pay"}.`);
  return lines.map((text) => h("p", {}, text));
}

customElements.define("log-sheet", LogSheet);
customElements.define("pays-sheet", PaysSheet);
customElements.define("coach-sheet", CoachSheet);
