// Tables: opened, closed, and their posted limits.

import { ask } from "../js/api.js";
import { h } from "../js/dom.js";
import { dollars, typedCents } from "../js/money.js";
import { centsIn, field, form, may, send } from "./forms.js";
import "../js/room/supervisor-panel.js";

const LIMITS = [["minimum_cents", "Minimum"], ["maximum_cents", "Maximum"], ["side_minimum_cents", "Side minimum"], ["side_maximum_cents", "Side maximum"]];

export async function tablesView(place, member) {
  const found = await ask("/api/console/tables");
  const redraw = (changed) => {
    const at = found.findIndex((each) => each.table === changed.table);
    found[at] = changed;
    place.querySelector(`[data-table="${changed.table}"]`).replaceWith(card(changed, member, redraw));
  };
  const all = (submit, act, wanted) => form({ submit, primary: false, sure: act === "close" ? "Close every table, once its round is over?" : null, run: async () => {
    for (const each of found.filter(wanted)) redraw(await send(`${pathOf(each)}/${act}`));
  } });
  place.replaceChildren(h("h2", {}, "Tables"),
    h("p", { class: "quiet" }, "A table closes, and takes new limits, when its round is over. What you do here stands until somebody changes it, whatever the house file says. When all tables are closed, the next to open begins a new day."),
    may(member, "tables") ? h("div", { class: "row" }, all("Open all", "open", (each) => !each.is_open), all("Close all", "close", (each) => each.is_open)) : "",
    h("div", { class: "cards" }, ...found.map((each) => card(each, member, redraw))),
    may(member, "file") ? await addition(() => tablesView(place, member)) : "");
}

/** No jackpot: no name has a space in it. */
const NONE = "no jackpot";

const pathOf = (each) => `/api/console/tables/${encodeURIComponent(each.table)}`;

const offered = async () => (offered.games ??= await ask("/api/odds/games"));

/** The games with the jackpots that a table of each may play for, as the house keeps them now. */
const withJackpots = () => ask("/api/console/tables/games");

/** A form for a table that the house file does not have. */
async function addition(again) {
  const games = await withJackpots();
  const name = h("input", { id: "new-table", required: true, pattern: "[a-z0-9][a-z0-9\\-]{0,39}", maxlength: 40, placeholder: "mini-tex-2" });
  const game = h("select", { id: "new-game", onchange: () => offer() }, ...games.map((each) => h("option", { value: each.id }, each.name)));
  let jackpots = [];
  const place = h("div", { class: "jackpot-choices" });
  const offer = () => {
    jackpots = games.find((each) => each.id === game.value).jackpots.map((each) => jackpotChoice("new", each));
    place.replaceChildren(...jackpots.map((each) => each.element));
  };
  offer();
  const [minimum, maximum] = [["new-minimum", "5"], ["new-maximum", "100"]].map(([id, value]) => h("input", { id, inputmode: "decimal", required: true, value }));
  const run = async () => {
    const [low, high] = [minimum, maximum].map((input) => typedCents(input.value));
    if (low === null || high === null) throw new Error("Write limits in dollars, such as 5 or 7.50.");
    await send("/api/console/tables", { table: name.value, game: game.value, minimum_cents: low, maximum_cents: high, jackpots: chosenOf(jackpots) });
  };
  return h("details", { class: "panel" }, h("summary", {}, "Add a table"),
    h("p", { class: "quiet small" }, "The house file in the books gets the table, and it opens. A game with a jackpot plays for one that the house keeps, or for a new one. A table that shares a jackpot is dealt by the options and readings of the other table of its game."),
    form({ submit: "Add and open", primary: false, run, then: again, class: "limits" }, field("new-table", "Name", name), field("new-game", "Game", game),
      field("new-minimum", "Minimum, in dollars", minimum), field("new-maximum", "Maximum, in dollars", maximum), place));
}

const chosenOf = (jackpots) => Object.fromEntries(jackpots.map((each) => each.chosen()).filter(([, wanted]) => wanted));

/** The choice of a jackpot that the house keeps, or of a new one with what that must have. */
function jackpotChoice(table, { id, name, kept, needs_contribution: rate, needs_account: bank }, { none = false } = {}) {
  const at = `${table} ${id}`;
  const which = h("select", { id: at, onchange: () => tell() }, none ? h("option", { value: NONE }, "none") : "",
    ...kept.map((each) => h("option", { value: each.name }, `${each.name}, shared with ${each.tables.join(", ")}`)), h("option", { value: "" }, "a new one"));
  const input = (key, attributes) => h("input", { id: `${at} ${key}`, required: true, ...attributes });
  const inputs = { name: input("name", { pattern: "[a-z0-9][a-z0-9\\-]{0,39}", maxlength: 40 }) };
  const fields = [field(inputs.name.id, "Name of the new jackpot", inputs.name)];
  if (rate) fields.push(field(`${at} contribution`, "Its rate, such as 30%", (inputs.contribution = input("contribution", { maxlength: 20 }))));
  if (bank) fields.push(field(`${at} account`, "Its bank account", (inputs.account = input("account", { maxlength: 200 }))));
  const anew = h("fieldset", {}, ...fields);
  const tell = () => (anew.hidden = anew.disabled = which.value !== "");
  tell();
  const chosen = () => [id, which.value === NONE ? null : which.value ? { name: which.value } : Object.fromEntries(Object.entries(inputs).map(([key, each]) => [key, each.value]))];
  return { element: h("div", {}, field(at, `Jackpot: ${name}`, which), anew), chosen };
}

/** The game's options as selects and numbers; requested when the part is opened. */
function optionsOf(each, redraw) {
  const place = h("div", {});
  const ontoggle = async () => {
    const game = (await offered()).find((one) => one.id === each.game);
    if (place.children.length) return;
    if (!game?.options.length) {
      place.replaceChildren(h("p", { class: "quiet small" }, game ? "The game has no options." : "A game of the house's own: its options are chosen in the house file."));
      return;
    }
    const inputs = game.options.map((option) => [option, input(option, each)]);
    const others = each.jackpots.length ? [] : (await withJackpots()).find((one) => one.id === each.game).jackpots;
    const jackpots = others.map((one) => jackpotChoice(each.table, one, { none: true }));
    const run = () => {
      const options = Object.fromEntries(inputs.map(([option, control]) => [option.id, control.value]).filter(([id, value]) => value !== game.options.find((one) => one.id === id).default));
      return send(`${pathOf(each)}/options`, { options, jackpots: chosenOf(jackpots) }, "PUT");
    };
    place.replaceChildren(form({ submit: "Deal by these options", primary: false, run, then: redraw, sure: `Deal ${each.table} by these options from the next round on?` },
      ...inputs.map(([option, control]) => field(control.id, option.id.replaceAll("_", " "), control, option.says)), ...jackpots.map((one) => one.element)));
  };
  return h("details", { ontoggle }, h("summary", {}, "Options"), place);
}

function input(option, each) {
  const id = `${each.table} ${option.id}`;
  const chosen = each.options[option.id] ?? option.default;
  if (option.lowest !== null) return h("input", { id, type: "number", min: option.lowest, max: option.highest, value: chosen });
  return h("select", { id }, ...option.values.filter((value) => !value.analysis_only).map((value) => h("option", { value: value.id, selected: value.id === chosen }, value.says || value.id)));
}

const limitsText = (limits) => `${dollars(limits.minimum_cents)} to ${dollars(limits.maximum_cents)}; side wagers ${dollars(limits.side_minimum_cents)} to ${dollars(limits.side_maximum_cents)}`;

function card(each, member, redraw) {
  const { limits } = each;
  return h("section", { class: "panel table-card", "data-table": each.table, "aria-label": each.table },
    h("h3", {}, each.table, " ", h("span", { class: each.is_open ? "tag good" : "tag" }, each.is_open ? "open" : "closed")),
    h("p", { class: "small" }, h("a", { href: each.is_open ? `/rules?table=${encodeURIComponent(each.table)}` : `/rules/${encodeURIComponent(each.game)}` }, each.game), `, ${each.seats} seats`, each.day ? `, day ${each.day}` : ""),
    h("p", {}, limitsText(limits)),
    each.payout_limits.says ? h("p", { class: "small" }, each.payout_limits.says) : "",
    h("p", { class: "small quiet" }, `Tray ${dollars(each.tray_cents)}${each.escrow_cents ? `, in flight ${dollars(each.escrow_cents)}` : ""}${each.jackpots.length ? `, jackpots ${each.jackpots.join(", ")}` : ""}`),
    each.ordered_by ? h("p", { class: "small" }, `${each.is_open ? "Limits posted" : "Ordered"} by ${each.ordered_by} on ${each.ordered_on}.`) : "",
    each.file_limits ? h("p", { class: "small differs" }, `The house file says ${limitsText(each.file_limits)}.`) : "",
    each.keeps_earlier_rules ? h("p", { class: "small differs" }, `It keeps the rules of ${each.game} that it opened with before. Other options at the console deal it by the present ones, unless it shares a jackpot whose terms would change. The command feltworks house open --present-rules changes all tables.`) : "",
    each.readings.length ? h("details", { class: "small" }, h("summary", {}, "Readings and edge"), h("ul", {}, ...each.readings.map((line) => h("li", {}, line)))) : "",
    each.own_readings.length ? h("details", { class: "small" }, h("summary", {}, "Interpretations that are no options"), h("ul", {}, ...each.own_readings.map((line) => h("li", {}, line)))) : "",
    each.approved ? "" : h("p", { class: "small quiet" }, each.verdict),
    may(member, "tables") ? controls(each, member, redraw) : "",
    each.is_open && may(member, "declare") ? supervise(each) : "");
}

/** The supervisor's panel, looked at when it is opened and again every few seconds while it is. */
function supervise(each) {
  const panel = h("supervisor-panel");
  const box = h("details", {}, h("summary", {}, "The round at this table"), panel);
  let timer = 0;
  box.addEventListener("toggle", () => {
    clearInterval(timer);
    if (!box.open) return;
    panel.begin(each.table);
    timer = setInterval(() => (box.isConnected ? panel.look() : clearInterval(timer)), 2000);
  });
  return box;
}

function controls(each, member, redraw) {
  const path = pathOf(each);
  const act = each.is_open ? "close" : "open";
  const toggle = form({ submit: each.is_open ? "Close" : "Open", primary: !each.is_open, sure: each.is_open ? `Close ${each.table}? Its round ends first; whoever sits there stays a guest of the house.` : null, run: () => send(`${path}/${act}`), then: redraw });
  const inputs = LIMITS.map(([key, label]) => {
    const id = `${each.table} ${key}`;
    return [key, label, h("input", { id, name: key, inputmode: "decimal", required: true, value: String(each.limits[key] / 100) })];
  });
  const post = (limits) => send(`${path}/limits`, limits, "PUT");
  const typed = () => Object.fromEntries(inputs.map(([key, label, input]) => [key, centsIn(input, label)]));
  const asFiled = each.file_limits && form({ submit: "Limits of the house file", primary: false, run: () => post(each.file_limits), then: redraw });
  return h("div", {}, toggle, each.is_open && asFiled ? asFiled : "",
    h("details", {}, h("summary", {}, "Limits, in dollars"),
      form({ submit: each.is_open ? "Post new limits" : "Open with these limits", primary: false, run: () => post(typed()), then: redraw, class: "limits" },
        ...inputs.map(([, label, input]) => field(input.id, label, input)))),
    may(member, "file") ? optionsOf(each, redraw) : "");
}
