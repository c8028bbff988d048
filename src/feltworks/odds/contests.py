"""Contests as the solver weighs them, and what the wagers in play look at: hands that are compared,
pay tables, and whether the dealer's hands can be counted or have to be looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from feltworks.hands import HandTest
from feltworks.odds.errors import OddsRefused
from feltworks.odds.keys import KeysUsed
from feltworks.odds.plan import InPlay
from feltworks.rules.handbook import Handbook
from feltworks.rules.settlement import Payment, Situation, settle


@dataclass(frozen=True)
class CountedContest:
    """A contest: the player's and the dealer's hand, and the lowest value that qualifies.

    A qualifier that is not "this hand or better" is a separate test, and each of the dealer's hands
    has to be looked at.
    """

    id: str
    player: str
    dealer: str
    values: int
    qualifying: int = 0
    test: HandTest | None = None


def read_contest(book: Handbook, id_: str) -> CountedContest:
    """A contest of a rules file."""
    contest = book.rules.contests[id_]
    if contest.dealer in book.rules.totals:
        return CountedContest(id_, contest.player, contest.dealer, book.total(contest.dealer).size)
    if contest.by == "rank" and book.ranking(contest.player) != book.ranking(contest.dealer):
        raise OddsRefused(f"contests.{id_}", "hands of two rankings cannot be compared")
    size = len(book.compiled(contest.dealer).classes)
    qualifying, test = 0, None
    if contest.qualifier is not None:
        test = book.test(contest.dealer, contest.qualifier)
        if test.values is not None and test.values.stop == size:
            qualifying, test = test.values.start, None
    return CountedContest(id_, contest.player, contest.dealer, size, qualifying, test)


def read_contests(book: Handbook, keys: KeysUsed) -> tuple[CountedContest, ...]:
    for id_ in book.rules.contests:
        keys.use(f"contests.{id_}")
    return tuple(read_contest(book, id_) for id_ in book.rules.contests)


def paid_in_units(book: Handbook, wager: str, situation: Situation) -> Payment:
    """What a wager that depends on play or the dealer's hand is paid; refuses prizes that have no
    value in units of it."""
    payment = settle(book, wager, situation)
    if payment.cents or payment.hits:
        raise OddsRefused(
            f"settle.{wager}",
            "dollars and jackpots are weighed only on side wagers that neither a choice nor "
            "the dealer's hand can touch",
        )
    return payment


def in_play(book: Handbook, contests: Sequence[CountedContest], wagers: Sequence[str]) -> InPlay:
    """What these wagers look at together.

    If wagers of one hand are decided by different contests, both results of the same deal are
    needed, so each of the dealer's hands is looked at.
    """
    cells = [book.rules.settle[wager] for wager in wagers]
    pinned = len(contests) > 1 and any(cell.contest is not None for cell in cells)
    return InPlay(
        players=tuple(contest.player for contest in contests),
        dealers=tuple(contest.dealer for contest in contests),
        paid=paid_hands(book, wagers),
        shown=pinned or any(contest.test is not None for contest in contests),
    )


def tables_of(book: Handbook, wagers: Sequence[str]) -> tuple[str, ...]:
    """The pay tables of these wagers."""
    cells = [book.rules.settle[wager].all_cells.values() for wager in wagers]
    return tuple(
        dict.fromkeys(
            table for some in cells for cell in some for pay in cell for table in pay.all_tables
        )
    )


def paid_hands(book: Handbook, wagers: Sequence[str]) -> tuple[str, ...]:
    """The hands that the pay tables of these wagers look at."""
    tables = tables_of(book, wagers)
    return tuple(dict.fromkeys(book.rules.pays[table].hand for table in tables))
