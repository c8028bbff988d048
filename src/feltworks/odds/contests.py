"""Contests as the solver weighs them, and which hands it can follow."""

from __future__ import annotations

from dataclasses import dataclass

from feltworks.odds.errors import OddsRefused
from feltworks.odds.keys import KeysUsed
from feltworks.odds.plan import Plan
from feltworks.odds.side import is_free_side


@dataclass(frozen=True)
class ContestPlan:
    """A contest: the player's and the dealer's hand, and the first value that qualifies."""

    id: str
    player: str
    dealer: str
    values: int
    qualifying: int


def read_contest(plan: Plan, id_: str, keys: KeysUsed) -> ContestPlan:
    contest = plan.book.rules.contests[id_]
    for name in (contest.player, contest.dealer):
        check_hand(plan, name)
    if plan.book.ranking(contest.player) != plan.book.ranking(contest.dealer):
        raise OddsRefused(f"contests.{id_}", "hands of two rankings cannot be compared")
    compiled = plan.book.compiled(contest.dealer)
    size = len(compiled.classes)
    qualifying = 0
    if contest.qualifies is not None:
        test = plan.book.test(contest.dealer, contest.qualifies)
        if test.values is None or test.values.stop != size:
            raise OddsRefused(
                f"contests.{id_}.qualifies", "only 'HAND or better' is weighed as a qualifier"
            )
        qualifying = test.values.start
    keys.use(f"contests.{id_}")
    return ContestPlan(id_, contest.player, contest.dealer, size, qualifying)


def check_hand(plan: Plan, name: str) -> None:
    """Refuse a hand that is drawn from cards the plan does not follow."""
    hand = plan.book.rules.hands[name]
    for zone, count in hand.from_.items():
        if count != plan.zone_cards(zone):
            raise OddsRefused(
                f"hands.{name}.from.{zone}",
                f"it draws on {count} of {plan.zone_cards(zone)} cards; only whole zones are "
                "weighed for play yet",
            )


def hands_of_pay_tables(plan: Plan) -> list[str]:
    """The hands that the pay tables of wagers in play look at."""
    rules = plan.book.rules
    hands = dict.fromkeys(
        rules.pays[table].hand
        for wager, cells in rules.settle.items()
        if not is_free_side(rules, wager)
        for cell in cells.cells.values()
        for pay in cell
        for table in pay.all_tables
    )
    for hand in hands:
        check_hand(plan, hand)
    return list(hands)
