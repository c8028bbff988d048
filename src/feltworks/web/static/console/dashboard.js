// The dashboard: what tables handled and won over some days, and who sits where now.

import { ask } from "../js/api.js";
import { h, svg } from "../js/dom.js";
import { keepFile } from "../js/download.js";
import { dollars } from "../js/money.js";
import { facts, field, form, report, send, table } from "./forms.js";

const WAYS = ["day", "shift", "table", "game"];
const FORMS = ["pdf", "csv", "xlsx"];
const SIZE = { width: 720, label: 170, row: 26, figure: 90 };

export async function dashboardView(place, member) {
  const [house, tables] = await Promise.all([ask("/api/console/house"), ask("/api/console/tables")]);
  const first = h("input", { id: "month-first", type: "date", required: true, value: `${house.day.slice(0, 8)}01` });
  const last = h("input", { id: "month-last", type: "date", required: true, value: house.day });
  const by = select("month-by", WAYS.map((way) => [way, way]), "table");
  const only = select("month-table", [["", "all tables"], ...tables.map((each) => [each.table, each.table])], "");
  const shown = h("div", { class: "report", "aria-live": "polite" });
  const asked = () => ({ first: first.value, last: last.value, by: by.value, tables: only.value ? [only.value] : [] });
  const load = async () => {
    try {
      shown.replaceChildren(...monthOf(await month(asked(), (text) => shown.replaceChildren(text))));
    } catch (refusal) {
      shown.replaceChildren();
      throw refusal;
    }
  };
  const fetchAs = (kind) => form({ submit: kind.toUpperCase(), primary: false, run: async () => {
    keepFile(await month({ ...asked(), form: kind }, () => {}));
  } });
  const seats = h("div", {});
  place.replaceChildren(h("h2", {}, "Dashboard"),
    form({ submit: "Show", run: load, class: "row" }, field("month-first", "From", first), field("month-last", "To", last), field("month-by", "Lines by", by), field("month-table", "Tables", only)),
    h("div", { class: "row" }, ...FORMS.map(fetchAs)), shown, h("h3", {}, "Who sits where"), seats);
  await Promise.all([load().catch((refusal) => shown.replaceChildren(h("p", { class: "problem", role: "alert" }, refusal.message))), showSeats(seats, member)]);
}

const select = (id, values, chosen) => h("select", { id }, ...values.map(([value, title]) => h("option", { value, selected: value === chosen }, title)));

const month = (body, say) => report("/api/console/months", body, (progress) => say(progress ? `Adding up: ${progress.what}.` : "Adding up."));

const part = (value) => (value === null ? "–" : `${(value * 100).toFixed(2)}%`);
const expected = (value) => (value === null ? "–" : dollars(Math.round(value) || 0));

function monthOf(told) {
  if (!told.lines.length) return [h("p", {}, `No activity from ${told.from} to ${told.to}.`), ...jackpotsOf(told)];
  const { total } = told;
  const flagged = told.lines.filter((line) => line.outside);
  return [
    facts([["Rounds", total.rounds.toLocaleString("en-US")], ["Handle", dollars(total.handle)], ["Win", dollars(total.win)], ["Hold", part(total.hold)], ["Theoretical", expected(total.theoretical_win)], ["Outside its band", told.lines.filter((line) => line.outside).length || "none"]]),
    flagged.length ? h("ul", { class: "problem" }, ...flagged.map((line) => h("li", {}, `${line.name} lies ${line.z.toFixed(2)} standard deviations from its theory: outside its 95% band.`))) : "",
    winChart(told.lines.filter((line) => line.band), `Win by ${told.by}`),
    handleChart(told.lines, `Handle by ${told.by}`),
    table(`House report by ${told.by}`, [
      [told.by, (line) => line.name], ["Rounds", (line) => line.rounds.toLocaleString("en-US"), true], ["Handle", (line) => dollars(line.handle), true],
      ["Win", (line) => dollars(line.win), true], ["Hold", (line) => part(line.hold), true], ["Theoretical", (line) => expected(line.theoretical_win), true],
      ["Band", (line) => (line.band ? line.band.map(expected).join(" to ") : "–"), true], ["z", (line) => (line.z === null ? "–" : line.z.toFixed(2)), true],
      ["Boxes", (line) => dollars(line.drop), true], ["Tips", (line) => dollars(line.tips), true], ["Voids", (line) => line.voids, true], ["Irregular", (line) => line.irregularities, true], ["Corrected", (line) => dollars(line.corrections), true],
    ], [...told.lines, total]),
    told.without_activity.length ? h("p", {}, `No activity: ${told.without_activity.join(", ")}.`) : "",
    ...jackpotsOf(told),
    h("details", {}, h("summary", {}, "How to read this"), ...told.notes.map((note) => h("p", { class: "small quiet" }, note))),
  ];
}

function jackpotsOf({ jackpots }) {
  if (!jackpots.length) return [];
  const taken = ["prizes", "adjustments"]; // What the books count as leaving a jackpot.
  const money = (name) => (each) => dollars(taken.includes(name) ? -each[name] || 0 : each[name]);
  return [h("h3", {}, "Jackpots"), table("Jackpots", [["Jackpot", (each) => each.jackpot], ...["opening", "contributions", "seed", "prizes", "adjustments", "closing", "displayed", "fees"].map((name) => [name, money(name), true]),
    ["Ties", (each) => (each.difference ? `differs by ${dollars(each.difference)}` : "yes")]], jackpots)];
}

/** Each line's win as a point in its band; those outside are marked. */
function winChart(lines, title) {
  if (!lines.length) return "";
  const ends = lines.flatMap((line) => [...line.band, line.theory_win, 0]);
  const x = scale(Math.min(...ends), Math.max(...ends));
  const marks = (line, top) => [
    svg("rect", { class: "band", x: x(line.band[0]), y: top + 5, width: Math.max(1, x(line.band[1]) - x(line.band[0])), height: SIZE.row - 12, rx: 3 }),
    svg("line", { class: "expected", x1: x(line.theoretical_win), x2: x(line.theoretical_win), y1: top + 4, y2: top + SIZE.row - 6 }),
    svg("circle", { class: line.outside ? "won outside" : "won", cx: x(line.theory_win), cy: top + SIZE.row / 2 - 1, r: 5 }),
    svg("text", { class: "figure", x: Math.max(x(line.band[1]), x(line.theory_win) + 5) + 6, y: top + 16 }, dollars(line.theory_win)),
  ];
  const says = (line) => `${line.name}: won ${dollars(line.theory_win)}, expected ${dollars(line.theoretical_win)}, band ${line.band.map(dollars).join(" to ")}`;
  return chart(lines, title, "A point is the win, the bar its 95% band, the line what best play leaves.", x(0), marks, says);
}

function handleChart(lines, title) {
  const x = scale(0, Math.max(1, ...lines.map((line) => line.handle)));
  const marks = (line, top) => [
    svg("rect", { class: "handle", x: x(0), y: top + 5, width: Math.max(1, x(line.handle) - x(0)), height: SIZE.row - 12, rx: 3 }),
    svg("text", { class: "figure", x: x(line.handle) + 6, y: top + 16 }, dollars(line.handle)),
  ];
  return chart(lines, title, "What was staked in settled rounds.", x(0), marks, (line) => `${line.name}: ${dollars(line.handle)}`);
}

const scale = (low, high) => (value) => SIZE.label + ((value - low) * (SIZE.width - SIZE.label - SIZE.figure)) / (high - low || 1);

function chart(lines, title, caption, zero, marks, says) {
  const height = lines.length * SIZE.row + 6;
  const rows = lines.map((line, at) => svg("g", {}, svg("title", {}, says(line)),
    svg("text", { class: "label", x: SIZE.label - 8, y: at * SIZE.row + 16, "text-anchor": "end" }, line.name.length > 24 ? `${line.name.slice(0, 23)}…` : line.name), ...marks(line, at * SIZE.row)));
  return h("figure", { class: "chart" },
    svg("svg", { viewBox: `0 0 ${SIZE.width} ${height}`, role: "img", "aria-label": title, class: "month-chart" }, svg("line", { class: "axis", x1: zero, x2: zero, y1: 0, y2: height }), ...rows),
    h("figcaption", { class: "quiet small" }, `${title}. ${caption}`));
}

// --- who sits where -------------------------------------------------------------------------

async function showSeats(place, member) {
  const found = await ask("/api/console/seats");
  const name = h("input", { id: "seat-name", maxlength: 60, autocomplete: "off" });
  const list = h("div", {});
  const draw = () => {
    const wanted = name.value.trim().toLowerCase();
    const rows = found.filter((each) => each.name.toLowerCase().includes(wanted));
    list.replaceChildren(rows.length ? table("Who sits where", [["Table", (each) => each.table], ["Seat", (each) => each.seat, true], ["Name", (each) => each.name], ["", (each) => (each.is_bot ? "bot" : each.away ? "away" : each.in_round ? "in a round" : "")],
      ["Chips", (each) => dollars(each.stack_cents), true], ["", (each) => removal(each)]], rows) : h("p", {}, found.length ? "Nobody of that name." : "Nobody sits at a table."));
  };
  const removal = (each) => (each.is_bot || !["operator", "supervisor"].includes(member.role) ? "" : form({ submit: "Remove", primary: false, sure: `Have ${each.name} leave ${each.table}? A round in play ends first.`,
    run: () => send(`/api/console/seats/${encodeURIComponent(each.player)}/remove`), then: () => showSeats(place, member) }));
  name.addEventListener("input", draw);
  place.replaceChildren(field("seat-name", "Part of a name", name), list);
  draw();
}
