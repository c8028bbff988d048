"""Every game with every seat taken, in every phase and at the sizes with the least room: all fits.

The tables with the most on them are looked at in every usual size.

The boxes are those of a real page in a real browser, which is shown what a guest at a full table
was told: nothing leaves the felt, no part lies on another or on a panel, the felt keeps its height
from the first bet to the result, and on a large screen all that is to be done is seen without
scrolling.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.recorded import Shown

pytestmark = pytest.mark.slow

SMALL = [(1280, 720), (360, 640), (667, 375)]
SIZES = [*SMALL, (1440, 900), (1920, 1080), (390, 844), (844, 390)]
CROWDED = ("mini-tex-ring-1", "texas-21-1")
PHASES = {
    "Place your bets": lambda now: now["phase"] == "betting",
    "your decision": lambda now: now["turn"]["yours"],
    ": your decision": lambda now: any(each["discards"] for each in now["choices"]),
    "Round settled": lambda now: now["phase"] == "over",
}
HANDS_ON_THE_TABLE = {
    "baccarat-1": "the (player|banker) is higher",
    "dragon-tiger-1": "the (dragon|tiger) is higher",
}
LOOK = """async () => {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const felt = document.querySelector("banked-felt, ring-felt");
  const ring = felt.localName === "ring-felt";
  const box = (part) => part.getBoundingClientRect();
  const around = box(felt);
  const shown = (part) => part.checkVisibility() && box(part).width > 0;
  const all = (parts, root = felt) => [...root.querySelectorAll(parts)].filter(shown);
  const named = (part) => {
    const where = part.closest("seat-place, ring-seat, [aria-label]")?.ariaLabel ?? "";
    return `${part.localName}.${part.className} ${part.textContent.trim()} of ${where}`;
  };
  const lies = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1.5 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1.5;

  // The felt within its rail; its lower corners are quarters of an ellipse.
  const style = getComputedStyle(felt);
  const rail = ring ? 0 : parseFloat(style.borderTopWidth);
  const [rx, ry] = style.borderBottomLeftRadius.split(" ").map((each, at, both) => {
    const value = both[at] ?? both[0];
    const whole = at ? around.height : around.width;
    return value.endsWith("%") ? (parseFloat(value) / 100) * whole : parseFloat(value);
  });
  const within = ({ left, right, top, bottom }) => {
    if (left < around.left + rail - 1 || right > around.right - rail + 1) return false;
    if (top < around.top + rail - 1 || bottom > around.bottom - rail + 1) return false;
    const below = bottom - (around.bottom - ry);
    if (ring || !ry || below <= 0) return true;
    const beside = Math.max(around.left + rx - left, right - (around.right - rx), 0);
    return (beside / rx) ** 2 + (below / ry) ** 2 <= 1;
  };
  const solid = "playing-card, .plate, .spot, .spot-name, .call, button.sit, .pile, .dealer-button";
  const parts = `${solid}, .spot-result, .badge, chip-stack, .takes, .pot`;
  const outside = all(parts).filter((part) => !part.closest(".pile") || part.matches(".pile"))
    .filter((part) => !within(box(part)));

  // Cards of a hand lie on each other, and on the plate of a player among players; names lie on
  // their spots.
  const owner = (part) => part.closest("wager-spot, card-row, .pile") ?? part;
  const apart = (one, other) => {
    if (owner(one) === owner(other)) return false;
    const seat = one.closest("ring-seat");
    return !seat || seat !== other.closest("ring-seat");
  };
  const things = all(`${solid}, .takes, .pot, .ring-bets chip-stack, .mine .spot-result`)
    .filter((part) => !part.closest(".pile") || part.matches(".pile"))
    .filter((part) => part.textContent.trim() || !part.matches(".call, .spot-name, .takes"));
  const boxes = things.map(box);
  const on = things.flatMap((one, at) => things.slice(at + 1).flatMap((other, more) =>
    lies(boxes[at], boxes[at + 1 + more]) && apart(one, other)
      ? [`${named(one)} on ${named(other)}`] : []));

  const dock = document.querySelector(".dock");
  const sticky = getComputedStyle(dock).position === "sticky";
  const panels = all(".room-head, .sheets, .below, .dock", document)
    .filter((part) => !(part === dock && sticky));
  const covered = panels.flatMap((one, at) => [felt, ...panels.slice(at + 1)]
    .filter((other) => lies(box(one), box(other)))
    .map((other) => `${named(other)} covers ${named(one)}`.slice(0, 160)));
  // A dock that lies over the end of the page leaves all of one's own hand to be seen.
  const over = box(dock).top;
  const hand = ".mine :is(playing-card, .plate, .spot)";
  const behind = sticky && shown(dock)
    ? all(hand).filter((part) => box(part).bottom > over + 1.5 || box(part).top < -1.5) : [];
  // Names, amounts and results of spots and players are whole, and large enough to be read.
  const texts = all(".spot-name, .spot-result, .spot .amount, .plate .stack, .plate .badge");
  const small = texts.filter((part) => parseFloat(getComputedStyle(part).fontSize) < 7.5);
  const short = (part) => part.scrollWidth > part.clientWidth + 2;
  const cut = [
    ...all("button", dock).filter(short),
    ...texts.filter((part) => short(part) || part.scrollHeight > part.clientHeight + 2),
  ];
  return {
    size: [innerWidth, innerHeight],
    height: Math.round(around.height),
    end: Math.round(Math.max(around.bottom, shown(dock) ? box(dock).bottom : 0)),
    wrong: [
      ...outside.map((part) => `outside: ${named(part)}`),
      ...on.map((each) => `on each other: ${each}`),
      ...covered,
      ...behind.map((part) => `behind the dock: ${named(part)}`),
      ...cut.map((part) => `cut: ${named(part)}`),
      ...small.map((part) => `small: ${getComputedStyle(part).fontSize} ${named(part)}`),
      ...(document.documentElement.scrollWidth > innerWidth + 1 ? ["wider than the page"] : []),
    ],
  };
}"""


@pytest.fixture
def card_room(full_house):
    return full_house[0]


class Sized(Shown):
    """A page that is resized by the browser's own protocol.

    Playwright resizes the window around it as well, and the page is laid out twice.
    """

    def __init__(self, page, at, recording):
        self.protocol = page.context.new_cdp_session(page)
        super().__init__(page, at, recording)

    def resize(self, wide, high):
        size = {"width": wide, "height": high, "deviceScaleFactor": 1, "mobile": False}
        self.protocol.send("Emulation.setDeviceMetricsOverride", size)

    def show(self, picture, phase):
        self.tell(picture)
        expect(self.page.locator(".phase")).to_have_text(re.compile(phase))


def test_everything_fits_in_every_phase(person, full_house):
    at, recorded = full_house
    page = person(own=True).page
    wrong = []
    for table, recording in recorded.items():
        shown = Sized(page, at, recording)
        heights = {}
        for phase, holds in PHASES.items():
            if (picture := recording.of(holds)) is None:
                continue
            shown.show(picture, phase)
            for wide, high in SIZES if table in CROWDED else SMALL:
                shown.resize(wide, high)
                found = page.evaluate(LOOK)
                assert found["size"] == [wide, high]
                where = f"{table} {phase} {wide}x{high}"
                wrong += [f"{where}: {each}" for each in found["wrong"]]
                heights.setdefault((wide, high), set()).add(found["height"])
                if wide >= 1280 and found["end"] > high:
                    wrong.append(f"{where}: ends at {found['end']}")
        wrong += [
            f"{table} {size}: heights {each}" for size, each in heights.items() if len(each) > 1
        ]
        if table in HANDS_ON_THE_TABLE:
            told = page.locator("settlement-sheet, log-sheet").all_text_contents()
            wrong += [f"{table}: {HANDS_ON_THE_TABLE[table]} is not told"] * (
                not all(re.search(HANDS_ON_THE_TABLE[table], each) for each in told)
            )
            wrong += [f"{table}: told of a dealer"] * any("ealer" in each for each in told)
    assert not wrong, f"{len(wrong)}\n" + "\n".join(wrong)
