"""Boards that were counted before, kept for the next question about the same cards.

What the dealer's hands come to does not depend on what anything pays, so another pay
table, another reading of a rule or another side wager needs no new count.
"""

from __future__ import annotations

from collections import OrderedDict

from feltworks.odds.boards import Boards
from feltworks.odds.cardspace import CardSpace
from feltworks.odds.contests import CountedContest
from feltworks.odds.plan import LevelPlan
from feltworks.odds.positions import positions

MOST = 3
_SHELF: OrderedDict[object, Boards] = OrderedDict()


def boards_for(
    plan: LevelPlan,
    space: CardSpace,
    contests: tuple[CountedContest, ...],
    looked_at: tuple[str, ...],
) -> Boards:
    """The boards of a plan, from the shelf if the same cards were asked about before."""
    hands = {*looked_at, *(c.player for c in contests), *(c.dealer for c in contests)}
    key = (
        space,
        (plan.hole_group, plan.groups, plan.hidden_group, plan.levels[-1].board, plan.shown),
        contests,
        looked_at,
        tuple((name, _hand_key(plan, name)) for name in sorted(hands)),
    )
    if key not in _SHELF:
        _SHELF[key] = Boards(plan, space, contests, looked_at)
    _SHELF.move_to_end(key)
    while len(_SHELF) > MOST:
        _SHELF.popitem(last=False)
    return _SHELF[key]


def _hand_key(plan: LevelPlan, name: str) -> tuple[object, ...]:
    hand = plan.book.rules.hands[name]
    from_, least = tuple(hand.from_.items()), tuple(hand.at_least.items())
    return plan.book.ranking(name), from_, hand.use, least


def clear() -> None:
    """Forget every count, so that the next one is made from the start."""
    _SHELF.clear()
    positions.cache_clear()
