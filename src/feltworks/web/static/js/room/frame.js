// The parts of a table's page and where they stand: head, felt, the dock below it, the sheets beside.

import { h, keep, setText, svg } from "../dom.js";
import { dollars } from "../money.js";
import "../cards/playing-card.js";
import "../chips/chip-stack.js";
import "./choice-panel.js";
import "./clock-ring.js";
import "./guest-form.js";
import "./jackpot-meter.js";
import "./ledger-sheet.js";
import "./settlement-sheet.js";
import "./side-sheets.js";
import "./supervisor-panel.js";

/** Builds the page inside `main` around the felt, and gives its parts by name. */
export function frame(main, felt) {
  const parts = {
    name: h("h1", {}, "…"),
    limits: h("span", { class: "limits" }),
    payouts: h("p", { class: "payouts small", hidden: true }),
    phase: h("p", { class: "phase" }),
    notice: h("p", { class: "notice", hidden: true }),
    broken: h("p", { class: "broken", hidden: true }),
    live: h("div", { class: "visually-hidden", "aria-live": "polite", id: "news" }),
    result: h("p", { class: "result", hidden: true }),
    decided: h("p", { class: "decided", hidden: true }),
    problem: h("p", { class: "problem" }),
    choices: h("choice-panel"),
    clock: h("clock-ring", { hidden: true }),
    byDefault: h("span", { class: "by-default" }),
    dock: h("section", { class: "dock", "aria-label": "Your play" }),
    below: h("div", { class: "below" }),
    settlement: h("settlement-sheet"),
    ledger: h("ledger-sheet"),
    log: h("log-sheet"),
    pays: h("pays-sheet"),
    paysAtOnce: h("pays-sheet"),
    coach: h("coach-sheet"),
    supervisor: h("supervisor-panel"),
    practice: h("p", { class: "small quiet practice-line", hidden: true }),
    manners: h("p", { class: "small quiet", hidden: true }, "At this table hands are not discussed before they are settled."),
    meters: h("div", { class: "meters" }),
    sound: h("button", { type: "button", class: "sound-button", "aria-label": "Sound", "aria-keyshortcuts": "m", title: "Sound (m)" }, speaker()),
    digest: h("p", { class: "digest" }),
  };
  const form = h("guest-form");
  parts.guest = h("section", { class: "watching", hidden: true }, h("p", {}, "You are watching. Take a name and some play money to sit down."), form);
  parts.settlementBox = sheet("Settlement", parts.settlement, true);
  parts.settlementTitle = parts.settlementBox.querySelector("h2");
  parts.settlementBox.hidden = true;
  parts.supervisorBox = sheet("Supervisor", parts.supervisor, true);
  parts.supervisorBox.hidden = true;
  parts.showPays = paysDialog(parts.paysAtOnce);
  const pays = h("button", { type: "button", class: "pays-button", "aria-keyshortcuts": "p", onclick: parts.showPays }, "Pays and rankings");
  parts.jackpots = (jackpots, nameOf) => meters(parts.meters, jackpots, nameOf);
  parts.promise = (round, seeds, booked) => promise(parts.digest, round, seeds, booked);
  parts.dock.append(
    h("div", { class: "dock-line" }, parts.clock, parts.byDefault, parts.result, parts.decided),
    parts.problem,
    parts.choices,
  );
  main.append(
    h("div", { class: "room-head" }, h("div", {}, parts.name, parts.limits), parts.phase, pays, parts.sound, parts.meters),
    parts.broken,
    parts.notice,
    parts.live,
    h(
      "div",
      { class: "room" },
      h("div", { class: "stage" }, felt, parts.dock, parts.guest, parts.below, parts.payouts, parts.practice, parts.manners),
      h(
        "aside",
        { class: "sheets", "aria-label": "About this table" },
        parts.supervisorBox,
        parts.settlementBox,
        sheet("Coach", parts.coach, true),
        sheet("Your rounds here", parts.ledger, true),
        sheet("What happened", parts.log, false),
        sheet("What pays", parts.pays, false),
        parts.digest,
      ),
    ),
  );
  return parts;
}

function speaker() {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { d: "M4 9v6h4l5 4V5L8 9Z", fill: "currentColor" }),
    svg("path", { class: "waves", d: "M16 8c2 2 2 6 0 8M18.5 5.5c4 4 4 9 0 13" }),
    svg("path", { class: "struck", d: "M16 9l6 6M22 9l-6 6" }),
  );
}

function sheet(title, content, open) {
  return h("details", { class: "sheet-box", open }, h("summary", {}, h("h2", {}, title)), content);
}

/** What pays, and which hand beats which, over the felt; gives what opens it. */
function paysDialog(pays) {
  const close = h("button", { type: "button", class: "primary", onclick: () => dialog.close() }, "Close");
  const dialog = h("dialog", { class: "pays-dialog sheets", "aria-label": "What pays, and which hand beats which" }, pays, h("div", { class: "acts" }, close));
  document.body.append(dialog);
  return () => {
    dialog.showModal();
    close.focus({ preventScroll: true });
  };
}

function meters(row, jackpots, nameOf) {
  row.hidden = !jackpots.length;
  keep(row, jackpots, {
    key: (each) => each.name,
    make: () => h("jackpot-meter"),
    update: (meter, each) => meter.show(nameOf(each.name), each.displayed_cents),
  });
}

/** The digest that binds the house to its shuffle, whose seeds are in it, and the way to check it. */
function promise(line, round, seeds, booked) {
  line.hidden = !round?.commitment;
  if (line.hidden) return;
  if (!line.firstChild) line.append(h("span", {}, "Shuffle promised as "), h("code"), h("span", { class: "seeds" }, " "), h("a", { hidden: true }, "Check this shuffle"));
  const [, code, given, link] = line.children;
  setText(given, seedsText(seeds?.given ?? []));
  setText(code, `${round.commitment.slice(0, 16)}…`);
  code.title = round.commitment;
  link.hidden = !booked || !((round.revealed || round.opened?.length) && round.number);
  link.href = `/rounds/${round.number}`;
}

/** Whose seeds have fixed the order of the deal, and who kept his back. */
function seedsText(given) {
  const seats = (wanted) => given.filter((each) => (each.seed === null) === wanted).map((each) => each.seat).join(", ");
  const [opened, withheld] = [seats(false), seats(true)];
  const parts = [opened && ` with the seeds of seat ${opened}`, withheld && ` without the seed of seat ${withheld}, not opened in time`];
  return `${parts.filter(Boolean).join(",")} `;
}

/** While cards move, a part that is there keeps its height, so that nothing below it jumps. */
export function holdHeight(part, holds) {
  if (part.classList.contains("held") === holds) return;
  const high = part.offsetHeight;
  part.style.minHeight = holds && high ? `${high}px` : "";
  part.classList.toggle("held", holds && high > 0);
}

/** A private table says what it is, and how others can play the same game. */
export function tellPractice(line, id) {
  line.hidden = !id;
  if (!id) return;
  const path = `/practice/${encodeURIComponent(id)}`;
  line.replaceChildren(
    "A practice table for you alone: its chips are its own, filled up when they run low, and nothing is booked. It is closed when you leave. ",
    h("a", { href: path }, "The link to this game"), " · ", h("a", { href: `/odds?kept=${encodeURIComponent(id)}` }, "Its odds"));
}

/** Posts what may be wagered and what the table pays at most. */
export function postLimits(parts, table) {
  setText(parts.limits, `${limitsText(table)}${table.practice ? ", practice chips" : ""}`);
  setText(parts.payouts, table.payout_limits.says);
  parts.payouts.hidden = !table.payout_limits.says;
}

/** What may be wagered, or how the players' game is staked. */
function limitsText({ limits, ring, between_players: ringed }) {
  if (ringed && ring) {
    const blinds = `Blinds ${dollars(ring.small_blind_cents)} and ${dollars(ring.big_blind_cents)}`;
    return `${blinds}${ring.ante_cents ? `, ante ${dollars(ring.ante_cents)}` : ""}, ${ring.structure.replaceAll("-", " ")}`;
  }
  return `${dollars(limits.minimum_cents)} to ${dollars(limits.maximum_cents)}`;
}
