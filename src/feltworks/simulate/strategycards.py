"""A blackjack strategy from a file: a card of totals and pairs, as `strategy --export` writes it.

A line for each kind of hand (`hard 16`, `soft 18`, `8,8`), a column for each up card, and in the
cells the codes of a strategy card: `H`, `S`, `Dh`, `Ds`, `P`, `Rh`, `Rs`, `Rd`, `Rp`. The whole
card has to be there. A pair that may not be split any further is played as its total. Lines for
hands that the house has bet on (`free hard 16`) and for doubled hands (`doubled hard 16`: `R` gives
them up) may follow.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from feltworks.odds.blackjack.analysis import BlackjackOdds
from feltworks.odds.blackjack.charts import MEANINGS, UP_ORDER
from feltworks.odds.blackjack.fromrules import blackjack_of, shoe_of
from feltworks.odds.blackjack.plays import HandStrategy, Worths, weigh
from feltworks.odds.blackjack.setting import Setting
from feltworks.odds.blackjack.shoe import VALUES
from feltworks.rules.schema import Rules
from feltworks.simulate.errors import SimulationError, StrategyFile

Cells = dict[tuple[str, int], str]
"""The code by kind of hand and value of the up card."""

TOTALS = [f"hard {total}" for total in range(5, 21)] + [f"soft {total}" for total in range(13, 21)]
PAIRS = [f"{value},{value}" for value in VALUES]
HITS, DOUBLES = ("H", "Dh", "Rh", "Rd"), ("Dh", "Ds", "Rd")
UNSPLIT = ("hard 4", "soft 12")
"""Pairs of twos and of aces that may not be split again; a card may have lines for them."""
MORE = {*UNSPLIT, *(f"{of} {kind}" for of in ("free", "doubled") for kind in (*UNSPLIT, *TOTALS))}


class CardOdds(BlackjackOdds):
    """The analysis of a game that is played by the strategy card in a file; a wrong or incomplete
    card is refused, with the place."""

    def __init__(self, rules: Rules, path: Path) -> None:
        super().__init__(shoe_of(rules), blackjack_of(rules))
        self.cells = read_card(path)

    @cached_property
    def plays(self) -> HandStrategy:
        return plays_of(self.cells, self.setting)

    @cached_property
    def worths(self) -> Worths:
        return weigh(self.setting, self.plays)


def read_card(path: Path) -> Cells:
    """The cells of a card."""
    cells: Cells = {}
    columns, file = {VALUES[up]: up for up in UP_ORDER}, StrategyFile(path)
    with file.opened() as text:
        lines = csv.DictReader(text)
        file.check_columns(("hand", *columns), lines.fieldnames)
        for line in lines:
            hand = line["hand"]
            if hand not in (*TOTALS, *PAIRS, *MORE):
                raise file.wrong(
                    lines.line_num,
                    f"there is no hand {hand!r}; hands are hard 5 to hard 20, soft 13 to soft 20, "
                    "and pairs such as 8,8 and A,A; in variants also such as free hard 16 and "
                    "doubled hard 16",
                )
            for name, up in columns.items():
                cells[hand, up] = _code(path, lines.line_num, name, line)
    for hand in (*TOTALS, *PAIRS):
        if (hand, UP_ORDER[0]) not in cells:
            raise file.not_covered(hand)
    return cells


def _code(path: Path, number: int, column: str, line: Mapping[str, str]) -> str:
    code, is_doubled = line[column], line["hand"].startswith("doubled")
    known = [each for each in MEANINGS if (each in ("R", "S") if is_doubled else each != "R")]
    if code not in known:
        allowed = ", ".join(f"{each} ({MEANINGS[each]})" for each in known)
        raise SimulationError(
            f"{path}, line {number}, column {column}: {code or 'nothing'!r} is no play; allowed: "
            f"{allowed}"
        )
    return code


def plays_of(cells: Cells, setting: Setting) -> HandStrategy:
    """The card written out for every hand and up card."""
    hands, plays = setting.hands, HandStrategy.none(setting.hands.count)
    pairs = {hands.pair(value): PAIRS[value] for value in range(10)}
    for up in UP_ORDER:
        for value in range(10):
            code = cells[PAIRS[value], up]
            plays.splits[up, value] = code in ("P", "Rp")
        for hand in range(1, hands.count):
            total = int(hands.totals[hand])
            if total > 20:
                continue
            kind = f"{'soft' if hands.soft[hand] else 'hard'} {total}"
            # Hard 4 and soft 12 are pairs of twos and aces; few cards have lines for them.
            code = cells.get((kind, up), "H")
            if hand in pairs and cells[pairs[hand], up] not in ("P", "Rp"):
                code = cells[pairs[hand], up]
            may_double = setting.may_double[hand]
            plays.hits[up, hand] = code in HITS
            plays.doubles[up, hand] = code in DOUBLES and may_double
            gives_up = cells[pairs[hand], up] if hand in pairs else code
            free = cells.get((f"free {kind}", up), code)
            plays.free_hits[up, hand] = free in HITS
            plays.free_doubles[up, hand] = free in DOUBLES and may_double
            plays.rescues[up, hand] = cells.get((f"doubled {kind}", up)) == "R"
            plays.surrenders[up, hand] = hands.sizes[hand] == 2 and gives_up.startswith("R")
    return plays
