"""Choices that are open only with a certain hand."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from feltworks.odds.cardspace import CardSpace
from feltworks.odds.errors import OddsRefused
from feltworks.odds.plan import Plan
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules
from feltworks.rules.schema.stages import NeedsHand


def has_needed(
    plan: Plan,
    space: CardSpace,
    needs: NeedsHand,
    boards: NDArray[np.uint8],
    holes: NDArray[np.uint8],
) -> NDArray[np.bool_]:
    """For each row of open cards and hole cards, whether the needed hand is there."""
    hand = plan.book.rules.hands[needs.hand]
    parts = []
    for zone, count in hand.from_.items():
        cards = holes if zone == plan.hole_zone else boards
        if zone not in (plan.hole_zone, plan.board_zone) or count != cards.shape[1]:
            raise OddsRefused(
                f"hands.{needs.hand}.from.{zone}",
                f"a choice needs this hand when {cards.shape[1]} cards of the zone are seen; "
                "only all of them can be weighed",
            )
        parts.append(cards)
    faces = space.faces[np.concatenate(parts, axis=1)]
    compiled = plan.book.compiled(needs.hand)
    values = plan.book.chooser(needs.hand).row_values(compiled, faces)
    return plan.book.test(needs.hand, needs.is_).mask(values, faces)


def names_a_suit(rules: Rules, book: Handbook) -> bool:
    """Whether some choice tells suits apart, so that they may not be swapped."""
    return any(
        book.test(choice.requires.hand, choice.requires.is_).names_suit
        for stage in rules.stages
        for choice in stage.decide
        if choice.requires is not None
    )
