"""What a wager pays, and how the winners of a round share a jackpot: the one place for both.

Both the table and the odds use it. The input is the situation of one seat, the output a payment in
exact terms: a multiple of the stake, cents from the tray, a share of a jackpot. Amounts of stakes
are not looked at, and the caller multiplies the share by the jackpot's amount.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from typing import Literal

from feltworks.rules.amounts import Prize
from feltworks.rules.handbook import Handbook, Held
from feltworks.rules.schema.settle import Pay, PayTable, Row

Result = Literal["win", "tie", "lose"]
LOSE, PUSH = Fraction(-1), Fraction(0)


@dataclass(frozen=True, slots=True)
class Situation:
    """One seat when its wagers are settled; no result means no contest was played."""

    held: Mapping[str, Held] = field(default_factory=dict)
    folded: bool = False
    qualified: bool = True
    result: Result | None = None
    contest: str | None = None
    """The contest of that result, for wagers that have cells of their own for it."""


@dataclass(frozen=True, slots=True)
class JackpotHit:
    """A claim to a part of a jackpot, before it is shared with others of the round."""

    jackpot: str
    share: Fraction
    several: Literal["split", "each"]


@dataclass(frozen=True, slots=True)
class Payment:
    """What happens to a wager, net: `odds` times the stake, `cents` and jackpot shares on top."""

    case: str
    odds: Fraction
    cents: int = 0
    hits: tuple[JackpotHit, ...] = ()
    rows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Part:
    """One pay of a cell. Prizes add up, but a stake is lost only once, however many parts take
    it."""

    odds: Fraction = PUSH
    loses_stake: bool = False
    cents: int = 0
    hits: tuple[JackpotHit, ...] = ()
    rows: tuple[str, ...] = ()

    def plus(self, other: _Part) -> _Part:
        return _Part(
            self.odds + other.odds,
            self.loses_stake or other.loses_stake,
            self.cents + other.cents,
            self.hits + other.hits,
            self.rows + other.rows,
        )

    def payment(self, case: str) -> Payment:
        odds = self.odds + (LOSE if self.loses_stake else PUSH)
        return Payment(case, odds, self.cents, self.hits, self.rows)


def settle(book: Handbook, wager: str, situation: Situation) -> Payment:
    """The payment on a wager in a situation, by the wager's cell for that case."""
    cells = book.rules.settle[wager].in_contest(situation.contest)
    case = case_of(situation)
    if case == "not_qualified" and cells.compares_unqualified:
        if situation.result is None:
            raise ValueError(f"settle.{wager} compares hands, but nobody said which is higher")
        case = situation.result
    cell = cells.cell(case)
    if cell is None:
        raise ValueError(f"settle.{wager} has no cell for {case}")
    return reduce(_Part.plus, (_pay(book, pay, situation) for pay in cell)).payment(case)


def stands(book: Handbook, contest_id: str, mine: Held, his: Held) -> Result:
    """The result of a contest for the player between these hands."""
    contest = book.rules.contests[contest_id]
    if contest.by == "rank":
        own = book.strength(contest.player, mine.value)
        other = book.strength(contest.dealer, his.value)
        return "win" if own > other else "tie" if own == other else "lose"
    (place,) = (book.deck.ranks.index(card.rank) for card in mine.cards)
    low, high = sorted(book.deck.ranks.index(card.rank) for card in his.cards)
    if high - low <= 1:
        return "tie"
    return "win" if low < place < high else "lose"


def case_of(situation: Situation) -> str:
    """The case of a situation, before a wager says that it compares all the same."""
    if situation.folded:
        return "folded"
    if not situation.qualified:
        return "not_qualified"
    return situation.result or "always"


def row_for(book: Handbook, table_id: str, held: Held) -> Row | None:
    """The first row of a pay table that the hand meets."""
    table = book.rules.pays[table_id]
    for row in table.rows:
        if book.test(table.hand, row.hand).matches(held.value, held.cards):
            return row
    return None


def _pay(book: Handbook, pay: Pay, situation: Situation) -> _Part:
    if pay.pays is not None:
        return _prize(pay.pays)
    won: list[_Part] = []
    lost_row: str | None = None
    for table_id in pay.all_tables:
        table = book.rules.pays[table_id]
        row = row_for(book, table_id, situation.held[table.hand])
        if row is not None and row.pays.kind == "lose":
            lost_row = lost_row or row.id
        elif row is not None:
            won.append(_row_prize(table, row))
    if not won:
        if lost_row is not None:
            return _Part(loses_stake=True, rows=(lost_row,))
        assert pay.else_ is not None
        return _prize(pay.else_)
    if pay.rows == "higher":
        return max(won, key=lambda part: (part.odds - part.loses_stake, part.cents))
    return reduce(_Part.plus, won)


def _row_prize(table: PayTable, row: Row) -> _Part:
    prize = _prize(row.pays, row.several)
    return replace(prize, loses_stake=table.stake == "lost", rows=(row.id,))


def _prize(prize: Prize, several: Literal["split", "each"] = "split") -> _Part:
    if prize.kind == "lose":
        return _Part(loses_stake=True)
    if prize.kind == "share":
        assert prize.jackpot is not None
        return _Part(hits=(JackpotHit(prize.jackpot, prize.share, several),))
    return _Part(prize.odds, cents=prize.cents)


def share_jackpot(amount_cents: int, hits: Sequence[JackpotHit]) -> tuple[Fraction, ...]:
    """What each hit of one jackpot in one round gets, in cents, in the order given."""
    tiers = sorted({hit.share for hit in hits}, reverse=True)
    parts: dict[Fraction, Fraction] = {}
    lower = Fraction(0)
    for share in reversed(tiers):
        winners = [hit for hit in hits if hit.share == share]
        if len(tiers) == 1 and all(hit.several == "each" for hit in winners):
            pool = min(Fraction(1), share * len(winners))
        else:
            pool = min(share, 1 - lower)
            lower += pool
        parts[share] = pool / len(winners)
    return tuple(amount_cents * parts[hit.share] for hit in hits)
