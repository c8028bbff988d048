"""Side wagers that cards alone decide, counted beside the play: a slot for each class of hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from feltworks.arrays import Int64s, UInt8s
from feltworks.odds.classes import PayClasses, pay_classes
from feltworks.odds.keys import KeysUsed
from feltworks.odds.result import WagerOdds, plain_name
from feltworks.odds.side import side_wager
from feltworks.rules.handbook import Handbook
from feltworks.rules.settlement import Payment, Situation, settle
from feltworks.simulate.figures import estimate_of, outcome_rows


@dataclass(frozen=True)
class SideRow:
    """What a class of hands pays, in units of the wager, without its share of a jackpot."""

    id: str
    net: Fraction
    share: Fraction


@dataclass(frozen=True)
class SideWager:
    """A side wager and the pay row of each of its classes."""

    id: str
    classes: PayClasses
    rows: tuple[SideRow | None, ...]

    def report(self, book: Handbook, counts: Int64s, seats: int) -> dict[str, Any]:
        """The wager over all seats, in units of its own, without shares of jackpots."""
        counted = counts_by_row(self.rows, counts)
        exact = self._exact(book)
        rows, fit = outcome_rows(counted, chances_of(exact))
        one = seats == 1
        return {
            "wager": self.id,
            # Seats share cards, so their wagers do not err independently of each other.
            **estimate_of((key[1], count) for key, count in counted.items()).as_json(),
            "standard_error_holds_for": "one seat" if one else "seats as if independent",
            "exact_mean_without_jackpot": float(exact.mean_without_jackpot),
            "outcomes": rows,
            "chi_square": fit.as_json() if fit and one else None,
        }

    def exact_mean(self, book: Handbook) -> Fraction:
        """What a unit of the wager is worth, jackpots not counted."""
        return self._exact(book).mean_without_jackpot

    def _exact(self, book: Handbook) -> WagerOdds:
        return side_wager(book.rules, book, self.id, KeysUsed(book.rules))

    def numbers(self, book: Handbook, faces: Mapping[str, UInt8s]) -> Int64s:
        """The classes of many deals, from the faces in each zone, with a row for each deal."""
        number = np.zeros(1, np.int64)
        for hand in self.classes.hands:
            chooser = book.chooser(hand.hand)
            held = [faces[zone][:, :count] for zone, count in chooser.zones.items()]
            rows = np.ascontiguousarray(np.concatenate(held, axis=1))
            values = chooser.row_values(book.compiled(hand.hand), rows).astype(np.int16)
            number = number * len(hand.examples) + hand.of(book.deck, values, rows)
        return number


def counts_by_row(
    rows: Sequence[SideRow | None], counts: Int64s
) -> dict[tuple[str, Fraction], int]:
    """How often each outcome of a wager came up, by name and net, from the counts of each class of
    hands or each ending."""
    found: dict[tuple[str, Fraction], int] = {}
    for row, count in zip(rows, counts.tolist(), strict=True):
        if row is not None and count:
            found[row.id, row.net] = found.get((row.id, row.net), 0) + count
    return found


def chances_of(odds: WagerOdds) -> dict[tuple[str, Fraction], Fraction]:
    """The exact chance of each outcome, by name and net."""
    chances: dict[tuple[str, Fraction], Fraction] = {}
    for row in odds.outcomes:
        key = (row.id, row.net)
        chances[key] = chances.get(key, Fraction(0)) + Fraction(row.combinations, odds.combinations)
    return chances


def side_wager_of(book: Handbook, wager: str) -> SideWager:
    """What each class of hands pays, for a side wager that does not depend on play."""
    classes = pay_classes(book, [wager], (), KeysUsed(book.rules))
    rows: list[SideRow | None] = []
    for number in range(classes.count):
        held = classes.held(number)
        paid = None if held is None else settle(book, wager, Situation(held))
        rows.append(None if paid is None else side_row(book, wager, paid))
    return SideWager(wager, classes, tuple(rows))


def side_row(book: Handbook, wager: str, payment: Payment, name: str = "") -> SideRow:
    """What a payment is worth in units of the wager; without a name it is named after the rows."""
    size, net = book.rules.wagers[wager].size, payment.odds
    if payment.cents and size is not None and size.cents:
        net += Fraction(payment.cents, size.cents)
    share = sum((hit.share for hit in payment.hits), Fraction(0))
    return SideRow(name or "-".join(payment.rows) or plain_name(net), net, share)
