"""What a wager pays by class of hands or by ending, and what a sample says of it.

A side wager that cards alone decide is counted beside the play: a slot for each class of hands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from typing import Any, Protocol

import numpy as np

from feltworks.arrays import Int64s, UInt8s
from feltworks.odds.classes import PayClasses, pay_classes
from feltworks.odds.keys import KeysUsed
from feltworks.odds.naming import wager_id
from feltworks.odds.result import WagerOdds
from feltworks.odds.side import side_wager
from feltworks.rules.handbook import Handbook
from feltworks.rules.settlement import Payment, Situation, settle
from feltworks.simulate.figures import estimate_of, outcome_rows
from feltworks.simulate.tally import DealingJob, Tally


@dataclass(frozen=True)
class SideRow:
    """What a class of hands pays, in units of the wager, without its share of a jackpot."""

    id: str
    net: Fraction
    share: Fraction


@dataclass(frozen=True)
class PaidWager:
    """A wager and its pay row by class of hands, or by ending; None where no round can end."""

    id: str
    rows: tuple[SideRow | None, ...]

    def counted(self, counts: Int64s) -> dict[tuple[str, Fraction], int]:
        """How often each outcome came up, by name and net, from the counts of classes or
        endings."""
        found: dict[tuple[str, Fraction], int] = {}
        for row, count in zip(self.rows, counts.tolist(), strict=True):
            if row is not None and count:
                found[row.id, row.net] = found.get((row.id, row.net), 0) + count
        return found

    def outcomes(self, counts: Int64s, exact: WagerOdds, *, is_sample: bool) -> dict[str, Any]:
        """How often each outcome came up beside its chance."""
        return outcome_rows(self.counted(counts), chances_of(exact), is_sample=is_sample)

    def sampled(
        self, counts: Int64s, exact: WagerOdds, error_of: str, *, is_sample: bool, alike: int = 1
    ) -> dict[str, Any]:
        """The wager over all its seats, in units of its own, without shares of jackpots. Of `alike`
        seats that may end alike, many tell no more than one; `error_of` says what the standard
        error holds for."""
        won = estimate_of((net, count) for (_, net), count in self.counted(counts).items())
        return {
            "wager": self.id,
            **asdict(replace(won, standard_error=won.standard_error * alike**0.5)),
            "standard_error_holds_for": error_of,
            "exact_mean_without_jackpot": float(exact.mean_without_jackpot),
            **self.outcomes(counts, exact, is_sample=is_sample),
        }


class SidesJob(DealingJob, Protocol):
    """A job that can report the class of each seat's side wagers, in the order of rounds."""

    def side_counts_of(self, tally: Tally, wager: str) -> Int64s:
        """How often each class came up, over all seats."""

    def side_classes(self, first: int, units: int, wager: str) -> Int64s:
        """The class by round and seat that plays the wager."""


@dataclass(frozen=True)
class SideWager(PaidWager):
    """A side wager of cards alone, by class of hands."""

    classes: PayClasses

    def report(
        self, book: Handbook, job: SidesJob, tally: Tally, plays: Sequence[Sequence[str]]
    ) -> dict[str, Any]:
        """The wager over all seats; `plays` are the side wagers of each seat."""
        one = sum(self.id in each for each in plays) == 1
        # Seats share cards, so their wagers do not err independently of each other.
        told = "one seat" if one else "seats as if independent"
        counts = job.side_counts_of(tally, self.id)
        return self.sampled(counts, self.exact(book), told, is_sample=one)

    def exact(self, book: Handbook) -> WagerOdds:
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
    return SideWager(wager, tuple(rows), classes)


def side_row(book: Handbook, wager: str, payment: Payment) -> SideRow:
    """What a payment is worth in units of the wager."""
    size, net = book.rules.wagers[wager].size, payment.odds
    if payment.cents and size is not None and size.cents:
        net += Fraction(payment.cents, size.cents)
    share = sum((hit.share for hit in payment.hits), Fraction(0))
    return SideRow(wager_id(payment, net), net, share)
