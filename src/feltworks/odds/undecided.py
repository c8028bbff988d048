"""Games in which nobody decides, from any number of packs: every deal is looked at.

That includes games that draw by rule; `draws` lays their deals out.

The solver counts a deck in which every card is there once, and a main game of required wagers. A
shoe, or a layout on which the player bets where he likes, is counted here, as long as no stage asks
him: the cards that hands draw on are laid out, each deal with the ways
in which it comes, hands are compared and looked up in their pay tables, and deals that end alike
are one outcome.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from feltworks.odds.contests import paid_in_units, read_contests, tables_of
from feltworks.odds.dealing import Dealing
from feltworks.odds.draws import DrawnDeals
from feltworks.odds.keys import KeysUsed
from feltworks.odds.result import OutcomeRows, WagerOdds, plain_name
from feltworks.odds.rowcounts import Deals, RowCounts
from feltworks.odds.tree import opening_stakes
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules
from feltworks.rules.settlement import Payment, Result, Situation

RESULTS: tuple[Result, ...] = ("lose", "tie", "win")


def is_undecided(rules: Rules, book: Handbook) -> bool:
    """Whether a game is counted here: nothing to decide, and no main game for the solver."""
    decides = any(stage.decide for stage in rules.stages)
    return not decides and (
        book.deck.packs > 1 or not rules.wagers_of("required") or bool(rules.totals)
    )


@dataclass(frozen=True)
class _Ending:
    """Deals in which every contest and every table comes out the same."""

    deals: int
    paid: Mapping[str, Payment]


@dataclass(frozen=True)
class PaidLayout:
    """Deals laid out, and for each the ending it comes to: what every wager is paid then.

    `drawn` tells how they were laid out where hands count points."""

    deals: Deals
    drawn: DrawnDeals | None
    ending_of: NDArray[np.int64]
    endings: Sequence[Mapping[str, Payment]]


class Undecided:
    """Counts the wagers of one game together or one by one."""

    def __init__(self, book: Handbook, keys: KeysUsed) -> None:
        self.book = book
        self.rules = book.rules
        self.contests = {contest.id: contest for contest in read_contests(book, keys)}
        Dealing(self.rules, keys)
        for stage in self.rules.stages:
            keys.use(f"stages.{stage.id}.draws_if")
            keys.use(f"stages.{stage.id}.ends_if")
        self.keys = keys

    def main(self) -> WagerOdds:
        """The required wagers together, in units of the first."""
        stakes = dict(opening_stakes(self.rules, self.rules.wagers_of("required")))
        staked = sum(stakes.values(), Fraction(0))
        rows = OutcomeRows()
        parts = dict.fromkeys(stakes, Fraction(0))
        total = 0
        for ending in self._endings(list(stakes)):
            nets = {wager: stakes[wager] * paid.odds for wager, paid in ending.paid.items()}
            name, net = outcome_name(*ending.paid.values()), sum(nets.values(), Fraction(0))
            rows.add(name, net, ending.deals, staked)
            total += ending.deals
            for wager, net in nets.items():
                parts[wager] += ending.deals * net
        means = {wager: value / total for wager, value in parts.items()}
        return WagerOdds(self.rules.unit, rows.best_first, parts=means)

    def side(self, wager: str) -> WagerOdds:
        """A side wager; the unit is the wager itself."""
        rows = OutcomeRows()
        for ending in self._endings([wager]):
            paid = ending.paid[wager]
            rows.add(outcome_name(paid), paid.odds, ending.deals)
        return WagerOdds(wager, rows.best_first)

    def mean_product(self, one: str, other: str) -> Fraction:
        """What two wagers come to, each in units of its own, multiplied, on average."""
        total, products = 0, Fraction(0)
        for ending in self._endings([one, other]):
            total += ending.deals
            products += ending.deals * ending.paid[one].odds * ending.paid[other].odds
        return products / total

    def _endings(self, wagers: Sequence[str]) -> list[_Ending]:
        paid = self.paid_deals(wagers)
        counts = np.zeros(len(paid.endings), np.int64)
        np.add.at(counts, paid.ending_of, paid.deals.ways)
        return [
            _Ending(count, ending)
            for count, ending in zip(counts.tolist(), paid.endings, strict=True)
        ]

    def paid_deals(self, wagers: Sequence[str]) -> PaidLayout:
        """Every deal that these wagers depend on, with what each of them is paid."""
        contest_of = {wager: self.contest_of(wager) for wager in wagers}
        played = [id_ for id_ in dict.fromkeys(contest_of.values()) if id_ is not None]
        hands = [
            hand
            for id_ in played
            for hand in (self.contests[id_].player, self.contests[id_].dealer)
        ]
        tables = tables_of(self.book, wagers)
        counts = RowCounts(self.book, tables, f"settle.{wagers[0]}", hands)
        deals = counts.deals()
        codes = np.zeros(len(deals.ways), np.int64)
        for table in tables:
            codes = codes * (len(self.rules.pays[table].rows) + 1) + deals.rows[table]
            self.keys.use(f"pays.{table}")
        outcome = {id_: standings(self.book, id_, deals) for id_ in played}
        for results, qualified in outcome.values():
            codes = codes * 6 + results * 2 + qualified
        for wager in wagers:
            self.keys.use(f"settle.{wager}")
            self.keys.use(f"wagers.{wager}")
        _, first, group = np.unique(codes, return_index=True, return_inverse=True)
        endings = []
        for example in first.tolist():
            held = deals.hands_of(example)
            paid = {}
            for wager, id_ in contest_of.items():
                situation = Situation(held)
                if id_ is not None:
                    results, qualified = outcome[id_]
                    result = RESULTS[int(results[example])]
                    situation = Situation(
                        held, qualified=bool(qualified[example]), result=result, contest=id_
                    )
                paid[wager] = paid_in_units(self.book, wager, situation)
            endings.append(paid)
        return PaidLayout(deals, counts.drawn, group, endings)

    def contest_of(self, wager: str) -> str | None:
        """The contest that decides a wager; none where cards alone do."""
        cells = self.rules.settle[wager]
        if not {"not_qualified", "win", "tie", "lose"} & cells.cells.keys():
            return None
        return cells.contest or next(iter(self.contests))


def standings(
    book: Handbook, contest_id: str, deals: Deals
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """How a contest stands in every deal, by its place in RESULTS, and who qualifies."""
    contest = book.rules.contests[contest_id]
    if contest.by == "position":
        suits = len(book.deck.suits)
        place = deals.held[contest.player][:, 0] // suits
        ends = np.sort(deals.held[contest.dealer] // suits, axis=1).astype(np.int64)
        between = (ends[:, 0] < place) & (place < ends[:, 1])
        no_room = ends[:, 1] - ends[:, 0] <= 1
        return np.where(no_room, 1, np.where(between, 2, 0)), np.ones(len(place), np.bool_)
    mine = compared_by(book, contest.player, deals.values[contest.player])
    his = compared_by(book, contest.dealer, deals.values[contest.dealer])
    results = np.sign(mine - his) + 1
    if contest.qualifies is None:
        return results, np.ones(len(results), np.bool_)
    test = book.test(contest.dealer, contest.qualifies)
    return results, test.mask(deals.values[contest.dealer], deals.held[contest.dealer])


def compared_by(book: Handbook, hand: str, values: NDArray[np.signedinteger]) -> NDArray[np.int64]:
    """What hands of these values are compared by: the values, or the totals in them."""
    plain = values.astype(np.int64)
    return book.total(hand).totals_of(plain) if hand in book.rules.totals else plain


def outcome_name(*paid: Payment) -> str:
    """What a deal's outcome is called: how the contest stands, and the rows that paid."""
    cases = dict.fromkeys(payment.case for payment in paid if payment.case != "always")
    rows = dict.fromkeys(row for payment in paid for row in payment.rows)
    told = [case.replace("not_qualified", "dealer-not-qualified") for case in cases]
    net = sum((payment.odds for payment in paid), Fraction(0))
    return "-".join([*told, *rows]) or plain_name(net)
