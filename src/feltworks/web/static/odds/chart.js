// Where the return comes from, as bars: what an outcome adds, losses to the left of the line.

import { h, svg } from "../js/dom.js";

const MOST = 24;
const ROW = 24;
const WIDE = { width: 760, label: 250, figure: 74, letters: 34 };
const NARROW = { width: 340, label: 112, figure: 60, letters: 13 };

/** A figure with one bar for each of the outcomes that weigh most. */
export function returnChart(bars, title) {
  const shown = bars.length <= MOST ? bars : heaviest(bars);
  const low = Math.min(0, ...shown.map((bar) => bar.return));
  const high = Math.max(0, ...shown.map((bar) => bar.return));
  const size = matchMedia("(max-width: 40rem)").matches ? NARROW : WIDE;
  const scale = (size.width - size.label - 2 * size.figure) / (high - low || 1);
  const x = (value) => size.label + size.figure + (value - low) * scale;
  const height = shown.length * ROW + 8;
  const picture = svg("svg", { viewBox: `0 0 ${size.width} ${height}`, role: "img", "aria-label": title, class: "return-chart" },
    svg("line", { x1: x(0), x2: x(0), y1: 0, y2: height, class: "axis" }),
    ...shown.map((bar, at) => barOf(bar, at * ROW + 4, x, size)));
  const note = shown === bars ? "" : ` The ${MOST} outcomes that weigh most, of ${bars.length}.`;
  return h("figure", { class: "chart" }, picture,
    h("figcaption", { class: "quiet small" }, `What each outcome adds to the expected value: its net pay times its probability.${note}`));
}

function heaviest(bars) {
  const least = bars.map((bar) => Math.abs(bar.return)).sort((a, b) => b - a)[MOST - 1];
  return bars.filter((bar) => Math.abs(bar.return) >= least).slice(0, MOST);
}

function barOf(bar, top, x, size) {
  const loses = bar.return < 0;
  const [from, to] = loses ? [x(bar.return), x(0)] : [x(0), x(bar.return)];
  const label = shortened(bar.outcome, size.letters);
  return svg("g", { class: loses ? "loss" : "gain" },
    svg("title", {}, `${bar.outcome}: pays ${bar.net}, probability ${bar.probability.toFixed(6)}`),
    svg("text", { x: size.label - 8, y: top + 14, "text-anchor": "end", class: "label" }, label),
    svg("rect", { x: from, y: top + 2, width: Math.max(to - from, 1), height: ROW - 8, rx: 3 }),
    svg("text", { x: loses ? from - 6 : to + 6, y: top + 14, "text-anchor": loses ? "end" : "start", class: "figure" },
      `${loses ? "−" : "+"}${Math.abs(bar.return).toFixed(4)}`));
}

/** Long names differ at their ends as often as at their beginnings: the middle goes. */
function shortened(text, letters) {
  if (text.length <= letters) return text;
  const head = Math.ceil((letters - 1) * 0.4);
  return `${text.slice(0, head)}…${text.slice(text.length - (letters - 1 - head))}`;
}
