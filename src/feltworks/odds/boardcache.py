"""What was counted before, kept in memory for the next question about the same cards.

The values of the dealer's hands do not depend on pays, so another pay table, another reading of a
rule or another side wager needs no new count of boards. A game whose pays were changed is kept too:
the next change of a pay starts from the same game.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

from feltworks.odds.boards import Boards
from feltworks.odds.cardspace import CardSpace
from feltworks.odds.contests import CountedContest
from feltworks.odds.plan import LevelPlan
from feltworks.odds.positions import positions

Value = TypeVar("Value")
MOST_BOARDS = 3
_EVERY: list[Callable[[], None]] = []
"""The functions that empty each cache."""


class Recent(Generic[Value]):
    """The values used last, by key; if there are too many, the one unused for longest is
    dropped."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept: OrderedDict[object, Value] = OrderedDict()
        _EVERY.append(self._kept.clear)

    def get(self, key: object, make: Callable[[], Value]) -> Value:
        """The value of a key, made if it is not there."""
        if key not in self._kept:
            self._kept[key] = make()
        self._kept.move_to_end(key)
        if len(self._kept) > self.most:
            self._kept.popitem(last=False)
        return self._kept[key]


_BOARDS: Recent[Boards] = Recent(MOST_BOARDS)


def boards_for(
    plan: LevelPlan,
    space: CardSpace,
    contests: tuple[CountedContest, ...],
    looked_at: tuple[str, ...],
) -> Boards:
    """The boards of a plan, from the cache if the same cards were counted before."""
    hands = {*looked_at, *(c.player for c in contests), *(c.dealer for c in contests)}
    key = (
        space,
        (plan.hole_group, plan.groups, plan.hidden_group, plan.levels[-1].board, plan.shown),
        contests,
        looked_at,
        tuple((name, _hand_key(plan, name)) for name in sorted(hands)),
    )
    return _BOARDS.get(key, lambda: Boards(plan, space, contests, looked_at))


def _hand_key(plan: LevelPlan, name: str) -> tuple[object, ...]:
    hand = plan.book.rules.hands[name]
    from_, least = tuple(hand.from_.items()), tuple(hand.at_least.items())
    return plan.book.ranking(name), from_, hand.use, least


def clear() -> None:
    """Empty every cache, so that the next count starts from nothing."""
    for empty in _EVERY:
        empty()
    positions.cache_clear()
