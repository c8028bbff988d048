"""Basic strategy as a grid: a row for every kind of hand, a column for every up card.

A cell says what to do and, where that may not be allowed, what to do instead: `Dh` is to double
if possible, else hit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from feltworks.odds.blackjack.basic import BasicStrategy
from feltworks.odds.blackjack.firsthands import choose
from feltworks.odds.blackjack.plays import Action, HandStrategy, Worths
from feltworks.odds.blackjack.setting import FirstHand, Setting
from feltworks.odds.blackjack.shoe import ACE, TEN, VALUES

UP_ORDER = (*range(1, 10), ACE)
"""Up cards as charts show them: the two first, the ace last."""

MEANINGS: Mapping[str, str] = {
    "H": "hit",
    "S": "stand",
    "Dh": "double if allowed, else hit",
    "Ds": "double if allowed, else stand",
    "P": "split",
    "Rh": "surrender if allowed, else hit",
    "Rs": "surrender if allowed, else stand",
    "Rd": "surrender if allowed, else double",
    "Rp": "surrender if allowed, else split",
}


@dataclass(frozen=True)
class ChartRow:
    """One kind of hand: its name and what to do against each up card of UP_ORDER."""

    hand: str
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Chart:
    """The three parts of a strategy card."""

    hard: tuple[ChartRow, ...]
    soft: tuple[ChartRow, ...]
    pairs: tuple[ChartRow, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(VALUES[up] for up in UP_ORDER)

    @property
    def parts(self) -> Mapping[str, tuple[ChartRow, ...]]:
        return {"hard": self.hard, "soft": self.soft, "pairs": self.pairs}

    @property
    def used(self) -> dict[str, str]:
        """The codes that occur, with their meanings."""
        found = {cell for rows in self.parts.values() for row in rows for cell in row.cells}
        return {code: says for code, says in MEANINGS.items() if code in found}


def chart(setting: Setting, basic: BasicStrategy) -> Chart:
    """The card for a strategy by totals; totals that a first hand cannot have are left out."""

    def totals(soft: int, name: str, lowest: int, highest: int) -> tuple[ChartRow, ...]:
        return tuple(
            ChartRow(
                f"{name} {total}",
                tuple(total_cell(setting, basic, (up, soft, total)) for up in UP_ORDER),
            )
            for total in range(lowest, highest + 1)
        )

    pairs = tuple(
        ChartRow(
            f"{VALUES[pair]},{VALUES[pair]}",
            tuple(pair_cell(setting, basic, up, pair) for up in UP_ORDER),
        )
        for pair in (*range(1, TEN + 1), ACE)
    )
    return Chart(totals(0, "hard", 5, 20), totals(1, "soft", 13, 20), pairs)


def total_cell(setting: Setting, basic: BasicStrategy, at: tuple[int, int, int]) -> str:
    """What to do with a total that is no pair."""
    up, soft, total = at
    instead = "h" if basic.hits[up, soft, total] else "s"
    allowed = setting.may_double[
        (setting.hands.totals == total) & (setting.hands.soft == soft)
    ].any()
    doubles = allowed and basic.doubles[up, soft, total]
    if setting.may_give_up and basic.surrenders[up, soft, total]:
        return "Rd" if doubles else f"R{instead}"
    return f"D{instead}" if doubles else instead.upper()


def pair_cell(setting: Setting, basic: BasicStrategy, up: int, pair: int) -> str:
    """What to do with a pair; one that is not split is played as its total."""
    hand = setting.hands.pair(pair)
    soft, total = int(setting.hands.soft[hand]), int(setting.hands.totals[hand])
    splits = setting.most_hands(pair) >= 2 and basic.splits[up, pair]
    as_total = total_cell(setting, basic, (up, soft, total))
    played = as_total.removeprefix("R") if as_total.startswith("R") else as_total
    if setting.may_give_up and basic.pair_surrenders[up, pair]:
        return "Rp" if splits else f"R{played[0].lower()}"
    return "P" if splits else played.upper() if len(played) == 1 else played


@dataclass(frozen=True)
class Departure:
    """A first hand that is better played otherwise than its total says."""

    start: FirstHand
    says: Action
    better: Action
    gain: float


def departures(
    setting: Setting, basic: HandStrategy, best: HandStrategy, worths: Worths
) -> tuple[Departure, ...]:
    """Where the strategy by cards departs from the one by totals, and what that is worth."""
    found = []
    for start in setting.starts:
        if start.hand != setting.hands.natural:
            says, better = (choose(setting, plays, start) for plays in (basic, best))
            if says != better:
                column = worths[start.up, :, start.hand]
                gain = float(column[better] - column[says])
                found.append(Departure(start, says, better, gain))
    return tuple(sorted(found, key=lambda departure: -departure.start.chance * departure.gain))
