"""Games without decisions, from any number of packs: every deal is looked at.

That includes games that draw by rule; `draws` lays out their deals.

The solver needs a deck with every card once, and a main game of required wagers. A shoe, or a
layout on which the player bets where he likes, is counted here, as long as he never decides: the
cards that hands use are laid out, each deal with the number of ways in which it comes, hands are
compared and looked up in their pay tables, and deals that end alike are one outcome.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from feltworks.odds.contests import read_contests, tables_of
from feltworks.odds.dealing import Dealing
from feltworks.odds.dealpays import PaidDeals, SettledDeals, paid_together
from feltworks.odds.draws import DrawnDeals
from feltworks.odds.keys import KeysUsed
from feltworks.odds.mechanisms import is_solved
from feltworks.odds.naming import round_id, wager_id
from feltworks.odds.result import OutcomeRows, WagerOdds
from feltworks.odds.rowcounts import Deals, RowCounts
from feltworks.odds.tree import opening_stakes
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules
from feltworks.rules.settlement import Payment


def is_undecided(rules: Rules, book: Handbook) -> bool:
    """Whether a game is counted here: nothing to decide, and no main game for the solver."""
    if not is_solved(rules) or any(stage.decide for stage in rules.stages):
        return False
    return book.deck.packs > 1 or not rules.wagers_of("required") or bool(rules.totals)


@dataclass(frozen=True)
class PaidLayout:
    """Deals laid out, and what each of some wagers is paid in them.

    `drawn` says how they were laid out if hands count points.
    """

    deals: Deals
    drawn: DrawnDeals | None
    paid: Mapping[str, PaidDeals]


class UndecidedGame:
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
        rows = OutcomeRows(stakes)
        for paid, deals in self._together(list(stakes)):
            net = sum((stakes[id_] * each.odds for id_, each in paid.items()), Fraction(0))
            rows.add_paid(round_id(paid.values(), net), paid, stakes, deals)
        return WagerOdds(self.rules.unit, rows.best_first, rows.parts)

    def side(self, wager: str) -> WagerOdds:
        """A side wager; the unit is the wager itself."""
        rows = OutcomeRows()
        for paid, deals in self._together([wager]):
            net = paid[wager].odds
            rows.add(wager_id(paid[wager], net), net, deals)
        return WagerOdds(wager, rows.best_first)

    def mean_product(self, one: str, other: str) -> Fraction:
        """The average product of two wagers' results, each in units of its own."""
        total, products = 0, Fraction(0)
        for paid, deals in self._together([one, other]):
            total += deals
            products += deals * paid[one].odds * paid[other].odds
        return products / total

    def _together(self, wagers: Sequence[str]) -> list[tuple[dict[str, Payment], int]]:
        layout = self.paid_deals(wagers)
        return paid_together(layout.paid, layout.deals.ways)

    def paid_deals(self, wagers: Sequence[str]) -> PaidLayout:
        """Every deal that these wagers depend on, with what each of them is paid."""
        contest_of = {wager: self.contest_of(wager) for wager in wagers}
        played = [self.contests[id_] for id_ in contest_of.values() if id_ is not None]
        hands = [hand for each in played for hand in (each.player, each.dealer)]
        tables = tables_of(self.book, wagers)
        for key in (
            *(f"pays.{table}" for table in tables),
            *(f"{part}.{wager}" for wager in wagers for part in ("settle", "wagers")),
        ):
            self.keys.use(key)
        counts = RowCounts(self.book, tables, f"settle.{wagers[0]}", hands)
        settled = SettledDeals(self.book, counts.deals(), self.keys)
        paid = {wager: settled.on_wager(wager, id_) for wager, id_ in contest_of.items()}
        return PaidLayout(settled.deals, counts.drawn, paid)

    def contest_of(self, wager: str) -> str | None:
        """The contest that decides a wager; none if cards alone do."""
        cells = self.rules.settle[wager]
        if not cells.is_compared:
            return None
        return cells.contest or next(iter(self.contests))
