// The operator's console: a door, and behind it one view at a time, named in the address.

import { ask } from "../js/api.js";
import { h } from "../js/dom.js";
import { keepingView } from "./keeping.js";
import { loginView, setupView } from "./login.js";
import { correctionsView } from "./corrections.js";
import { dashboardView } from "./dashboard.js";
import { housesView } from "./house.js";
import { integrityView } from "./integrity.js";
import { jackpotsView } from "./jackpots.js";
import { logView } from "./log.js";
import { roundsView } from "./rounds.js";
import { staffView } from "./staff.js";
import { tablesView } from "./tables.js";

const VIEWS = {
  house: ["House", housesView],
  dashboard: ["Dashboard", dashboardView],
  tables: ["Tables", tablesView],
  jackpots: ["Jackpots", jackpotsView],
  log: ["Event log", logView],
  rounds: ["Rounds", roundsView],
  corrections: ["Corrections", correctionsView],
  keeping: ["Safekeeping", keepingView],
  integrity: ["Integrity", integrityView],
  staff: ["Staff", staffView],
};

const main = document.querySelector("main");
let member = null;

function wanted() {
  const name = location.hash.slice(1).split("/")[0];
  return name in VIEWS ? name : "house";
}

/** Draws the view the address names; a view that is refused because nobody is logged in shows the door. */
async function show() {
  if (!member) return;
  const name = wanted();
  const place = h("div", { class: "view", "aria-busy": "true" });
  main.replaceChildren(bar(name), place);
  document.title = `${VIEWS[name][0]} · Console · Feltworks`;
  try {
    await VIEWS[name][1](place, member);
  } catch (refusal) {
    if (refusal.status === 401) {
      begin();
      return;
    }
    place.replaceChildren(h("p", { class: "problem", role: "alert" }, refusal.message));
  }
  place.removeAttribute("aria-busy");
}

function bar(current) {
  const ways = Object.entries(VIEWS).map(([name, [title]]) => h("a", { href: `#${name}`, "aria-current": name === current ? "page" : null }, title));
  const leave = async () => {
    await ask("/api/console/session", { method: "DELETE" }).catch(() => {});
    begin();
  };
  return h("div", { class: "console-bar" },
    h("h1", {}, "Console"),
    h("nav", { class: "site-ways", "aria-label": "Console" }, ...ways),
    h("p", { class: "who" }, `${member.name}, ${member.role} `, h("button", { type: "button", class: "plain", onclick: leave }, "Log out")));
}

function enter(found) {
  member = found;
  if (location.pathname !== "/console") history.replaceState(null, "", "/console");
  show();
}

async function begin() {
  member = null;
  const door = await ask("/api/console/session");
  if (door.member) enter(door.member);
  else if (door.needs_setup) main.replaceChildren(setupView(location.pathname === "/console/setup" ? location.hash.slice(1) : "", enter));
  else main.replaceChildren(loginView(enter));
  [...main.querySelectorAll("input")].find((input) => !input.value)?.focus();
}

addEventListener("hashchange", show);
begin().catch((refusal) => main.replaceChildren(h("p", { class: "problem", role: "alert" }, refusal.message)));
