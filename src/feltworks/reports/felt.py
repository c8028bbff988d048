"""The felt of a table to scale, drawn from the rules: spots for every seat, pay tables, the board.

Sizes are millimetres of a seven-foot half-moon table, so that a printer can use the file directly.
The dealer stands at the straight side, at the top; seats lie on the arc. A spot that opens the hand
is a circle, one that is bet by a decision a square, a side wager a small circle.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape

from feltworks.reports.handouts import named_tables
from feltworks.reports.paper import AskedPaper, game_facts
from feltworks.reports.writing import typeset
from feltworks.rules.prose import prize_words
from feltworks.rules.schema import Rules
from feltworks.rules.schema.settle import Row

WIDTH, HEIGHT = 1830, 1020
CARD = (64, 89)
SPOT, SMALL_SPOT, GAP = 42, 26, 12
FELT, LINE, GOLD, INK = "#14532d", "#f5f0dc", "#e2c36b", "#333333"
FONT = "Libertinus Serif"
LETTER = 0.47
"""The average width of a letter, as a part of its height."""
SMALLEST_LETTERS = 8.0
ARC_INSIDE, ARC_ABOVE = 130, 230
"""How far the drawn arc lies inside that of the seats."""
_ARC = (WIDTH / 2, 40.0, WIDTH / 2 - 150, HEIGHT - 190.0)
"""Centre and radii of the ellipse that seats lie on."""


def felt_svg(asked: AskedPaper) -> str:
    """The layout as an SVG file; beside the cloth it says what it is and how to make it again."""
    rules = asked.loaded.rules
    parts = [
        *_imprint(asked),
        *_cloth(rules),
        *_board(rules),
        *_pay_tables(rules),
        *(each for seat in range(rules.table.seats) for each in _seat(rules, seat)),
    ]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}mm" height="{HEIGHT}mm" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="{FONT}">'
    )
    return "\n".join([head, *parts, "</svg>"]) + "\n"


def _imprint(asked: AskedPaper) -> Iterator[str]:
    """The imprint, in the corner that the cloth leaves free."""
    facts = {
        "Felt layout": f"page 1 of 1, made {asked.made.isoformat()}",
        **game_facts(asked.loaded),
        "Made again by": asked.command,
    }
    lines = [f"{name}: {text}" for name, text in facts.items()]
    for place, line in enumerate(reversed(lines)):
        size = min(11.0, 500 / (len(line) * LETTER))
        yield (
            f'<text x="16" y="{HEIGHT - 16 - 15 * place}" font-size="{size:.1f}" '
            f'fill="{INK}">{escape(line)}</text>'
        )


def felt_pdf(asked: AskedPaper) -> bytes:
    """The same on a page of its own size."""
    template = (
        f"#set page(width: {WIDTH}mm, height: {HEIGHT}mm, margin: 0mm)\n"
        '#image(bytes(sys.inputs.svg), format: "svg", width: 100%, alt: sys.inputs.title)\n'
    )
    title = f"Felt layout of {asked.loaded.rules.game.name}"
    return typeset("felt", template.encode(), {"svg": felt_svg(asked), "title": title}, 0)


def _text(
    x: float, y: float, size: float, words: str, *, fill: str = LINE, weight: str = "normal"
) -> str:
    """Words in the middle of a place."""
    style = f'text-anchor="middle" fill="{fill}" font-weight="{weight}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" {style}>{escape(words)}</text>'


def _cloth(rules: Rules) -> Iterator[str]:
    centre, top, wide, deep = _ARC
    yield (
        f'<path d="M 0 0 H {WIDTH} V {top} A {centre} {HEIGHT - top} 0 0 1 0 {top} Z" '
        f'fill="{FELT}"/>'
    )
    yield (
        f'<path d="M {centre - wide + ARC_INSIDE} {top} '
        f"A {wide - ARC_INSIDE} {deep - ARC_ABOVE} 0 0 0 "
        f'{centre + wide - ARC_INSIDE} {top}" '
        f'fill="none" stroke="{GOLD}" stroke-width="3"/>'
    )
    yield (
        f'<rect x="{centre - 330}" y="14" width="660" height="96" rx="10" fill="none" '
        f'stroke="{GOLD}" stroke-width="3"/>'
    )
    yield _text(centre, 72, 30, "chip tray", fill=GOLD)
    name = rules.game.name
    yield _text(centre, 168, min(54.0, 900 / (len(name) * 0.6)), name, fill=GOLD, weight="bold")
    needs = [each.qualifies for each in rules.contests.values() if each.qualifies]
    if needs:
        yield _text(centre, 206, 26, f"Dealer qualifies with {needs[0]}")


def _board(rules: Rules) -> Iterator[str]:
    """A place for each card that is dealt to the table."""
    cards = sum(
        step.cards or 0
        for stage in rules.stages
        for step in stage.deal
        if step.to is not None and rules.zones[step.to] == "table"
    )
    wide, high = CARD
    first = WIDTH / 2 - (cards * (wide + GAP) - GAP) / 2
    for place in range(cards):
        x = first + place * (wide + GAP)
        yield (
            f'<rect x="{x:.1f}" y="228" width="{wide}" height="{high}" rx="6" fill="none" '
            f'stroke="{LINE}" stroke-width="2"/>'
        )


def _pay_tables(rules: Rules) -> Iterator[str]:
    """Tables of wagers on the layout, side by side within the arc, as large as they fit."""
    shown = [
        (name, [(row.hand, _felt_words(row)) for row in rules.pays[id_].rows])
        for id_, name in named_tables(rules).items()
    ]
    if not shown:
        return
    top = 350.0 if any(zone == "table" for zone in rules.zones.values()) else 270.0
    size = 20.0
    while size > SMALLEST_LETTERS and not _fits(shown, size, top):
        size -= 0.5
    widths = [_column(table, name, size) for name, table in shown]
    left = WIDTH / 2 - sum(widths) / 2
    for width, (name, table) in zip(widths, shown, strict=True):
        x, reach = left + width / 2, width / 2 - size
        left += width
        yield _text(x, top, size * 1.15, name, fill=GOLD, weight="bold")
        for line, (hand, pays) in enumerate(table, start=1):
            set_as = f'y="{top + line * size * 1.25:.1f}" font-size="{size:.1f}"'
            yield f'<text x="{x - reach:.1f}" {set_as} fill="{LINE}">{escape(hand)}</text>'
            right = f'text-anchor="end" fill="{LINE}"'
            yield f'<text x="{x + reach:.1f}" {set_as} {right}>{escape(pays)}</text>'


def _felt_words(row: Row) -> str:
    """What a row pays, in the short form of a felt."""
    return f"{float(row.pays.share):.0%} of jackpot" if row.pays.share else prize_words(row.pays)


def _column(table: Sequence[tuple[str, str]], name: str, size: float) -> float:
    """The width of a table, from its letters and a space between its columns."""
    hands, pays = (max(len(words) for words in column) for column in zip(*table, strict=True))
    return max((hands + pays) * size * LETTER + 4 * size, len(name) * size * 0.7 + 2 * size)


def _fits(shown: Sequence[tuple[str, list[tuple[str, str]]]], size: float, top: float) -> bool:
    """Whether tables with letters of that size stay within the arc, down to their last line."""
    width = sum(_column(table, name, size) for name, table in shown)
    below = top + max(len(table) for _, table in shown) * size * 1.25 + size
    _, above, wide, deep = _ARC
    wide, deep = wide - ARC_INSIDE, deep - ARC_ABOVE
    if below - above >= deep:
        return False
    return width / 2 < wide * math.sqrt(1 - ((below - above) / deep) ** 2)


def _seat(rules: Rules, seat: int) -> Iterator[str]:
    centre, top, wide, deep = _ARC
    seats = rules.table.seats
    angle = math.radians(90 if seats == 1 else 16 + 148 * seat / (seats - 1))
    # The first seat is at the dealer's left, which is the right of the page.
    x, y = centre + wide * math.cos(angle), top + deep * math.sin(angle)
    turn = math.degrees(math.atan2(centre - x, y - top + deep * 0.35))
    yield f'<g transform="translate({x:.1f} {y:.1f}) rotate({turn:.1f})">'
    yield from _spots(rules)
    yield _text(0, 74, 18, f"{seat + 1}", fill=GOLD)
    yield "</g>"


def _spots(rules: Rules) -> Iterator[str]:
    """The spots of one seat: wagers of the hand nearest the player, side wagers before them."""
    sides = [w for w in rules.offer.side_wagers if w in rules.wagers]
    hand = [w for w, wager in rules.wagers.items() if wager.kind != "side"]
    yield from _row(rules, hand, 0, SPOT)
    yield from _row(rules, sides, -(SPOT + SMALL_SPOT + GAP), SMALL_SPOT)


def _row(rules: Rules, wagers: Sequence[str], y: float, reach: float) -> Iterator[str]:
    step = 2 * reach + GAP
    for at, id_ in enumerate(wagers):
        wager = rules.wagers[id_]
        x = (at - (len(wagers) - 1) / 2) * step
        if wager.kind == "decision":
            yield (
                f'<rect x="{x - reach:.1f}" y="{y - reach:.1f}" width="{2 * reach}" '
                f'height="{2 * reach}" rx="5" fill="none" stroke="{LINE}" stroke-width="3"/>'
            )
        else:
            yield (
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{reach}" fill="none" stroke="{LINE}" '
                'stroke-width="3"/>'
            )
        words = wager.name.split()
        # As much of the spot's height as leaves room beside the first and the last line.
        size = min(20.0, 3.4 * reach / max(map(len, words)), 1.45 * reach / len(words))
        for line, word in enumerate(words):
            yield _text(x, y + size * (0.35 + line - (len(words) - 1) / 2), size, word)
