"""Ends of deals, choices between them, and the figures that follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from ..oracle_counted import Counted, Row
from .hands import Strength

Nets = tuple[tuple[str, int], ...]
"""What each wager that is out wins or loses, in units."""


class End(NamedTuple):
    """How a deal ends: in a word, in money, and with how much on the felt."""

    label: str
    nets: Nets
    staked: int

    @property
    def net(self) -> int:
        return sum(net for _, net in self.nets)


@dataclass
class Ahead:
    """The deals that lie ahead of a player: how often each end comes under the best play, and
    how often he meets a decision on the way where several choices are best."""

    ends: Counter[End] = field(default_factory=Counter)
    tossups: Counter[str] = field(default_factory=Counter)

    @property
    def worth(self) -> int:
        return sum(end.net * deals for end, deals in self.ends.items())

    def add(self, other: Ahead) -> None:
        for end, deals in other.ends.items():
            self.ends[end] += deals
        for decision, deals in other.tossups.items():
            self.tossups[decision] += deals


class Way(NamedTuple):
    """A choice, the units that are out once it is made (-1 is a fold), and what lies ahead."""

    id: str
    out: int
    ahead: Ahead


FOLDED = -1


def choose(decision: str, ways: Sequence[Way], rule: str) -> Way:
    """The best choice. Between equals `bet` has the most money out and `fold` the least, folding
    least of all; any other rule names the choice, and `bet` holds where that is not among them."""
    worths = [way.ahead.worth for way in ways]
    best = [way for way, worth in zip(ways, worths, strict=True) if worth == max(worths)]
    if len(best) == 1:
        return best[0]
    named = [way for way in best if way.id == rule]
    by_money = sorted(best, key=lambda way: way.out)
    taken = named[0] if named else by_money[0] if rule == "fold" else by_money[-1]
    deals = sum(taken.ahead.ends.values())
    ahead = Ahead(taken.ahead.ends, taken.ahead.tossups + Counter({decision: deals}))
    return Way(taken.id, taken.out, ahead)


def compared(mine: Strength, dealers: Strength) -> str:
    """How two hands compare, to the player."""
    return "win" if mine > dealers else "lose" if mine < dealers else "tie"


def main_odds(played: Ahead) -> Counted:
    """All wagers together."""
    deals = sum(played.ends.values())
    rows: Counter[Row] = Counter()
    parts: dict[str, Fraction] = {}
    staked = 0
    for end, count in played.ends.items():
        rows[Row(end.label, Fraction(end.net))] += count
        staked += end.staked * count
        for wager, net in end.nets:
            parts[wager] = parts.get(wager, Fraction(0)) + Fraction(net * count, deals)
    return Counted(
        rows, Fraction(played.worth, deals), Fraction(staked, deals), parts, dict(played.tossups)
    )


def side_odds(rows: Mapping[Row, int], worth: Fraction | None = None) -> Counted:
    """A wager by itself; its worth is the mean of its rows unless it is told."""
    total = sum((row.net * count for row, count in rows.items()), Fraction(0))
    return Counted(rows, total / sum(rows.values()) if worth is None else worth)


class Jackpot(NamedTuple):
    """A jackpot wager of one dollar: amounts and values in dollars."""

    quoted: Fraction
    """The amount that odds are quoted at."""
    added: Fraction | None
    """What a wager adds on average; None where the house's own pace decides."""
    average: Fraction | None
    per_dollar: Fraction
    wagers_per_hit: Fraction
    """Of any prize."""
    wagers_per_jackpot_hit: Fraction
    fixed_return: Fraction
    """What comes back by prizes that the jackpot does not pay, a kept dollar included."""


def slug(name: str) -> str:
    return name.replace(" ", "-")
