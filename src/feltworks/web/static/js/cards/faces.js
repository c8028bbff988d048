// Card faces, 250 wide and 350 high: pips for the numbers, portraits for the courts, a star for the
// joker. Each face has a full drawing and one with a large index; style sheets choose between them.

import { svg } from "../dom.js";
import { court } from "./courts.js";
import { pip } from "./suits.js";

const [LEFT, MIDDLE, RIGHT] = [82, 125, 168];
const COLUMNS = {
  2: [[MIDDLE, 75], [MIDDLE, 275]],
  3: [[MIDDLE, 75], [MIDDLE, 175], [MIDDLE, 275]],
  4: [[LEFT, 75], [RIGHT, 75], [LEFT, 275], [RIGHT, 275]],
  5: [[LEFT, 75], [RIGHT, 75], [MIDDLE, 175], [LEFT, 275], [RIGHT, 275]],
  6: [[LEFT, 75], [RIGHT, 75], [LEFT, 175], [RIGHT, 175], [LEFT, 275], [RIGHT, 275]],
  7: [[LEFT, 75], [RIGHT, 75], [MIDDLE, 125], [LEFT, 175], [RIGHT, 175], [LEFT, 275], [RIGHT, 275]],
  8: [[LEFT, 75], [RIGHT, 75], [MIDDLE, 125], [LEFT, 175], [RIGHT, 175], [MIDDLE, 225], [LEFT, 275], [RIGHT, 275]],
  9: [[LEFT, 70], [RIGHT, 70], [LEFT, 140], [RIGHT, 140], [MIDDLE, 175], [LEFT, 210], [RIGHT, 210], [LEFT, 280], [RIGHT, 280]],
  T: [[LEFT, 70], [RIGHT, 70], [MIDDLE, 105], [LEFT, 140], [RIGHT, 140], [LEFT, 210], [RIGHT, 210], [MIDDLE, 245], [LEFT, 280], [RIGHT, 280]],
};

const paper = () => svg("rect", { class: "paper", x: 1, y: 1, width: 248, height: 348, rx: 18 });
const shown = (rank) => (rank === "T" ? "10" : rank);

function index(rank, suit, down) {
  const narrow = rank === "T";
  return svg(
    "g",
    { transform: down ? "rotate(180 125 175)" : null },
    svg("text", {
      x: 29, y: 51, "text-anchor": "middle", "font-size": narrow ? 44 : 48,
      textLength: narrow ? 36 : null, lengthAdjust: "spacingAndGlyphs",
    }, shown(rank)),
    pip(suit, 29, 77, 32),
  );
}

function middle(rank, suit) {
  if (rank === "A") return [pip(suit, 125, 175, suit === "s" ? 140 : 110)];
  if (COLUMNS[rank]) return COLUMNS[rank].map(([x, y]) => pip(suit, x, y, 48, y > 175));
  return [court(rank, suit)];
}

function large(rank, suit) {
  const narrow = rank === "T";
  return svg(
    "g",
    { class: "large" },
    svg("text", {
      x: 18, y: 142, "font-size": narrow ? 148 : 168, "text-anchor": "start",
      textLength: narrow ? 150 : null, lengthAdjust: "spacingAndGlyphs",
    }, shown(rank)),
    pip(suit, 92, 250, 140),
  );
}

/** Drawn in the colour of a suit, as the tokens have it. */
const inSuit = (suit) => ({ fill: `var(--suit-${suit})`, color: `var(--suit-${suit})` });

function joker() {
  const word = (down) =>
    svg("text", {
      x: 26, y: 38, "font-size": 26, "letter-spacing": 5,
      transform: down ? "rotate(180 125 175)" : null,
    }, "Joker");
  const bell = (x, y) => svg("circle", { cx: x, cy: y, r: 11, fill: "var(--card-frame)" });
  const hat = svg(
    "g",
    { transform: "translate(0 14)" },
    svg("path", { d: "M78 190C62 150 66 112 40 104c34-22 62-4 78 42 2-34 8-52 8-66 10 14 12 32 14 66 14-44 40-62 72-40-26 8-24 44-40 84Z" }),
    svg("path", { d: "M76 196h98l-6 26H82Z", fill: "var(--card-frame)" }),
    bell(40, 106), bell(126, 78), bell(212, 106),
  );
  return [
    svg("g", { class: "full", ...inSuit("joker") }, word(false), word(true), hat, pip("star", 125, 268, 52)),
    svg("g", { class: "large", ...inSuit("joker") }, svg("text", { x: 18, y: 120, "font-size": 118 }, "Jo"), pip("star", 92, 250, 140)),
  ];
}

/** A face-up card. */
export function face(card) {
  const drawing = svg("svg", { viewBox: "0 0 250 350", "aria-hidden": "true" }, paper());
  if (card.startsWith("Jo")) {
    drawing.append(...joker());
    return drawing;
  }
  const [rank, suit] = card;
  const all = svg("g", inSuit(suit));
  all.append(
    svg("g", { class: "full" }, index(rank, suit, false), index(rank, suit, true), ...middle(rank, suit)),
    large(rank, suit),
  );
  drawing.append(all);
  return drawing;
}

/** A card's back. */
export function back() {
  return svg(
    "svg",
    { viewBox: "0 0 250 350", "aria-hidden": "true" },
    paper(),
    svg("rect", { x: 14, y: 14, width: 222, height: 322, rx: 10, fill: "url(#back-weave)" }),
    svg("rect", { x: 14, y: 14, width: 222, height: 322, rx: 10, fill: "none", stroke: "#d9bd7a", "stroke-width": 3 }),
  );
}
