"""Basic strategy as a grid: a row for every kind of hand, a column for every up card.

A cell says what to do and, if that is not allowed, what to do instead: `Dh` means double if
possible, otherwise hit. Hands that the house has bet on have lines if they are played differently
from others of their total, and doubled hands if they are given up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from feltworks.arrays import Flags
from feltworks.odds.blackjack.basic import BasicStrategy
from feltworks.odds.blackjack.firsthands import choose
from feltworks.odds.blackjack.hands import TOP
from feltworks.odds.blackjack.plays import Action, HandStrategy, Worths
from feltworks.odds.blackjack.setting import FirstHand, Setting
from feltworks.odds.blackjack.shoe import ACE, TEN, VALUES

UP_ORDER = (*range(1, 10), ACE)
"""Up cards in the order of charts: from two to ace."""

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
    "R": "rescue: give the doubled hand up for the original wager",
}


@dataclass(frozen=True)
class ChartRow:
    """One kind of hand: its name and what to do against each up card of UP_ORDER."""

    hand: str
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Chart:
    """The parts of a strategy card; the last two are empty except in variants."""

    hard: tuple[ChartRow, ...]
    soft: tuple[ChartRow, ...]
    pairs: tuple[ChartRow, ...]
    free: tuple[ChartRow, ...] = ()
    doubled: tuple[ChartRow, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(VALUES[up] for up in UP_ORDER)

    @property
    def parts(self) -> Mapping[str, tuple[ChartRow, ...]]:
        parts = {"hard": self.hard, "soft": self.soft, "pairs": self.pairs}
        more = {"free": self.free, "doubled": self.doubled}
        return parts | {part: rows for part, rows in more.items() if rows}

    @property
    def used(self) -> dict[str, str]:
        """The codes that occur, with their meanings."""
        found = {cell for rows in self.parts.values() for row in rows for cell in row.cells}
        return {code: says for code, says in MEANINGS.items() if code in found}

    def as_json(self) -> dict[str, Any]:
        parts = self.parts.items()
        return {
            "dealer": list(self.columns),
            **{part: {row.hand: list(row.cells) for row in rows} for part, rows in parts},
            "codes": self.used,
        }


def chart(setting: Setting, basic: BasicStrategy) -> Chart:
    """The card of a strategy by totals, without totals that no hand to play can have.

    Hard 4 and soft 12 are pairs that cannot be split again. They are left out if split aces get one
    card, because then only hard 4 is left, which is always hit.
    """
    fewer = int(setting.rules.one_card_to_split_aces)
    kinds = {
        "hard": [(0, total) for total in range(4 + fewer, TOP)],
        "soft": [(1, total) for total in range(12 + fewer, TOP)],
    }
    hard, soft = (
        tuple(
            ChartRow(
                f"{name} {total}",
                tuple(total_cell(setting, basic, (up, is_soft, total)) for up in UP_ORDER),
            )
            for is_soft, total in kinds[name]
        )
        for name in kinds
    )
    pairs = tuple(
        ChartRow(
            f"{VALUES[pair]},{VALUES[pair]}",
            tuple(pair_cell(setting, basic, up, pair) for up in UP_ORDER),
        )
        for pair in (*range(1, TEN + 1), ACE)
    )
    asked = [(name, *kind) for name, group in kinds.items() for kind in group]
    return Chart(hard, soft, pairs, _free_rows(setting, basic, asked), _doubled_rows(basic, asked))


def _free_rows(
    setting: Setting, basic: BasicStrategy, asked: Sequence[tuple[str, int, int]]
) -> tuple[ChartRow, ...]:
    """Hands with nothing to lose, where that changes the play."""
    if setting.rules.free_split == "none":
        return ()
    rows = []
    for name, soft, total in asked:
        kinds = [(up, soft, total) for up in UP_ORDER]
        cells = [_cell(setting, basic.free_hits, basic.free_doubles, kind) for kind in kinds]
        if cells != [_cell(setting, basic.hits, basic.doubles, kind) for kind in kinds]:
            rows.append(ChartRow(f"free {name} {total}", tuple(cells)))
    return tuple(rows)


def _doubled_rows(
    basic: BasicStrategy, asked: Sequence[tuple[str, int, int]]
) -> tuple[ChartRow, ...]:
    """Doubled hands that are given up against some up card; they have at least three cards."""
    return tuple(
        ChartRow(
            f"doubled {name} {total}",
            tuple("R" if basic.rescues[up, soft, total] else "S" for up in UP_ORDER),
        )
        for name, soft, total in asked
        if total >= (13 if soft else 6) and basic.rescues[UP_ORDER, soft, total].any()
    )


def total_cell(setting: Setting, basic: BasicStrategy, at: tuple[int, int, int]) -> str:
    """What to do with a total that is no pair."""
    played = _cell(setting, basic.hits, basic.doubles, at)
    if setting.may_give_up and basic.surrenders[at]:
        return f"R{played[0].lower()}"
    return played


def _cell(setting: Setting, hits: Flags, doubles: Flags, at: tuple[int, int, int]) -> str:
    """What to do with a total that is not surrendered."""
    _, soft, total = at
    instead = "h" if hits[at] else "s"
    allowed = setting.may_double[
        (setting.hands.totals == total) & (setting.hands.soft == soft)
    ].any()
    return f"D{instead}" if allowed and doubles[at] else instead.upper()


def pair_cell(setting: Setting, basic: BasicStrategy, up: int, pair: int) -> str:
    """What to do with a pair; a pair that is not split is played as its total."""
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
    """A first hand whose best play differs from that of its total."""

    start: FirstHand
    says: Action
    better: Action
    gain: float


def departures(
    setting: Setting, basic: HandStrategy, best: HandStrategy, worths: Worths
) -> tuple[Departure, ...]:
    """Where the strategy by cards differs from the one by totals, and what that is worth."""
    found = []
    for start in setting.starts:
        if start.hand != setting.hands.natural:
            says, better = (choose(setting, plays, start) for plays in (basic, best))
            if says != better:
                column = worths[start.up, :, start.hand]
                gain = float(column[better] - column[says])
                found.append(Departure(start, says, better, gain))
    return tuple(sorted(found, key=lambda departure: -departure.start.chance * departure.gain))
