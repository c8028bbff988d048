// Kings, queens and jacks: half a portrait and its reflection in a thin frame. All shapes are ours
// and few, so that they read at the size of a thumb.

import { svg } from "../dom.js";
import { pip } from "./suits.js";

const GOLD = "var(--card-frame)";
const SKIN = "#f3dcc0";
const INK = "var(--card-ink)";

const HEADS = {
  K: () => [
    svg("path", { d: "M92 118c0 44 12 60 33 60s33-16 33-60Z", fill: "#6b4a2d" }),
    face(),
    svg("path", { d: "M103 132c4 34 12 44 22 44s18-10 22-44c-6 10-14 6-22 6s-16 4-22-6Z", fill: "#6b4a2d" }),
    svg("path", { d: "M113 141c6-6 18-6 24 0-6 3-18 3-24 0Z", fill: "#f3dcc0" }),
    svg("path", { d: "M88 86 84 46l20 18 21-30 21 30 20-18-4 40Z", fill: GOLD, stroke: INK, "stroke-width": 2 }),
    svg("rect", { x: 88, y: 82, width: 74, height: 12, fill: "currentColor" }),
    svg("circle", { cx: 125, cy: 34, r: 6, fill: "currentColor" }),
  ],
  Q: () => [
    svg("path", { d: "M84 170c-6-60 4-96 41-96s47 36 41 96Z", fill: "#8a5a2b" }),
    face(),
    svg("path", { d: "M98 104c14-2 24-10 30-20 4 10 12 18 24 20-2-24-12-32-27-32s-25 8-27 32Z", fill: "#8a5a2b" }),
    svg("path", { d: "M92 78c6-26 20-34 33-34s27 8 33 34c-10-6-20-8-33-8s-23 2-33 8Z", fill: GOLD, stroke: INK, "stroke-width": 2 }),
    svg("circle", { cx: 125, cy: 44, r: 7, fill: "currentColor" }),
    svg("circle", { cx: 101, cy: 60, r: 4, fill: "currentColor" }),
    svg("circle", { cx: 149, cy: 60, r: 4, fill: "currentColor" }),
    svg("path", { d: "M104 166q21 18 42 0", fill: "none", stroke: GOLD, "stroke-width": 5 }),
  ],
  J: () => [
    svg("path", { d: "M92 92c-4 30-2 48 6 56l54 0c8-8 10-26 6-56Z", fill: "#5a3d26" }),
    face(),
    svg("path", { d: "M84 92c0-30 20-42 42-42 26 0 40 14 42 40-28-6-56-6-84 2Z", fill: "currentColor", stroke: INK, "stroke-width": 2 }),
    svg("path", { d: "M84 92c28-8 56-8 84-2v10c-28-6-56-6-84 2Z", fill: GOLD }),
    svg("path", { d: "M156 62c14-22 26-24 34-18-4 16-14 24-32 26Z", fill: GOLD, stroke: INK, "stroke-width": 1.6 }),
  ],
};

function face() {
  return svg(
    "g",
    {},
    svg("path", { d: "M101 96c0-12 48-12 48 0v26c0 20-12 34-24 34s-24-14-24-34Z", fill: SKIN }),
    svg("circle", { cx: 115, cy: 114, r: 3, fill: INK }),
    svg("circle", { cx: 135, cy: 114, r: 3, fill: INK }),
    svg("path", { d: "M125 114v14h-5", fill: "none", stroke: INK, "stroke-width": 2 }),
    svg("path", { d: "M118 138q7 5 14 0", fill: "none", stroke: "#a33327", "stroke-width": 3 }),
  );
}

const robe = () => [
  svg("path", { d: "M50 196c4-34 24-46 52-46l23 22 23-22c28 0 48 12 52 46Z", fill: "currentColor" }),
  svg("path", { d: "M102 150l23 46 23-46 12 2-26 44h-18L90 152Z", fill: GOLD }),
  svg("path", { d: "M62 180l26-24M188 180l-26-24", stroke: GOLD, "stroke-width": 5, fill: "none" }),
];

/** The middle of a court card, both halves. */
export function court(rank, suit) {
  const half = (down) =>
    svg(
      "g",
      { transform: down ? "rotate(180 125 175)" : null },
      svg("svg", { x: 0, y: 0, width: 250, height: 175, viewBox: "0 0 250 175", overflow: "hidden" }, ...robe(), ...HEADS[rank]()),
      pip(suit, 68, 44, 27),
    );
  return svg(
    "g",
    {},
    half(false),
    half(true),
    svg("path", { d: "M50 175H200", stroke: GOLD, "stroke-width": 4 }),
    svg("rect", { x: 50, y: 24, width: 150, height: 302, rx: 8, fill: "none", stroke: GOLD, "stroke-width": 2.5 }),
  );
}
