// The shapes that are drawn once and used by every card: four suits, a star for jokers, the back.

import { svg } from "../dom.js";

const SHAPES = {
  s: "M50 5C56 22 92 42 92 64c0 14-10 20-19 20-9 0-16-5-20-12 1 10 5 18 11 23H36c6-5 10-13 11-23-4 7-11 12-20 12-9 0-19-6-19-20C8 42 44 22 50 5Z",
  h: "M50 91C20 63 7 47 7 30 7 16 18 7 30 7c9 0 17 6 20 15C53 13 61 7 70 7c12 0 23 9 23 23 0 17-13 33-43 61Z",
  d: "M50 4c10 18 22 33 37 46-15 13-27 28-37 46C40 78 28 63 13 50 28 37 40 22 50 4Z",
  c: "M50 5a21 21 0 0 1 16 35 21 21 0 1 1-13 34c1 9 5 17 11 21H36c6-4 10-12 11-21a21 21 0 1 1-13-34A21 21 0 0 1 50 5Z",
  star: "M50 4l12 29 31 3-24 20 8 31-27-17-27 17 8-31L7 36l31-3Z",
};

const symbol = (name) =>
  svg("symbol", { id: `suit-${name}`, viewBox: "0 0 100 100" }, svg("path", { d: SHAPES[name] }));

function back() {
  const tile = svg(
    "pattern",
    { id: "back-weave", width: 24, height: 24, patternUnits: "userSpaceOnUse" },
    svg("rect", { width: 24, height: 24, fill: "#2b4f63" }),
    svg("path", { d: "M12 1 23 12 12 23 1 12Z", fill: "none", stroke: "#86aebb", "stroke-width": 1.6 }),
    svg("circle", { cx: 12, cy: 12, r: 2.6, fill: "#d9bd7a" }),
    svg("circle", { cx: 0, cy: 0, r: 2, fill: "#86aebb" }),
    svg("circle", { cx: 24, cy: 0, r: 2, fill: "#86aebb" }),
    svg("circle", { cx: 0, cy: 24, r: 2, fill: "#86aebb" }),
    svg("circle", { cx: 24, cy: 24, r: 2, fill: "#86aebb" }),
  );
  return tile;
}

/** Puts the shapes into the page, once. */
export function shapes() {
  if (document.getElementById("card-shapes")) return;
  const sheet = svg(
    "svg",
    { id: "card-shapes", width: 0, height: 0, "aria-hidden": "true", focusable: "false" },
    svg("defs", {}, back(), ...Object.keys(SHAPES).map(symbol)),
  );
  sheet.style.position = "absolute";
  document.body.prepend(sheet);
}

/** One suit mark, `size` wide and centred on a point; upside down for the lower half of a card. */
export function pip(suit, x, y, size, down = false) {
  const half = size / 2;
  return svg("use", {
    href: `#suit-${suit}`,
    x: x - half,
    y: y - half,
    width: size,
    height: size,
    transform: down ? `rotate(180 ${x} ${y})` : null,
  });
}
