"""Choices that are open only with a certain hand, and phrases that name a suit."""

from __future__ import annotations

import numpy as np

from feltworks.arrays import Flags, UInt8s
from feltworks.odds.cardspace import CardSpace
from feltworks.odds.plan import LevelPlan
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules
from feltworks.rules.schema.stages import NeedsHand


def seen_cards(plan: LevelPlan, hand_id: str, level: int, boards: UInt8s, holes: UInt8s) -> UInt8s:
    """The cards of a hand at a level, a row for each row of open cards and hole cards."""
    columns = [column for zone in plan.columns(hand_id, level) for column in zone]
    parts = [boards[:, -1 - at] if at < 0 else holes[:, at] for at in columns]
    return np.stack(parts, axis=1)


def has_needed(
    plan: LevelPlan, space: CardSpace, needs: NeedsHand, level: int, rows: tuple[UInt8s, UInt8s]
) -> Flags:
    """For each row of open cards and hole cards, whether the needed hand is there."""
    faces = space.faces[seen_cards(plan, needs.hand, level, *rows)]
    compiled = plan.book.compiled(needs.hand)
    values = plan.book.chooser(needs.hand).row_values(compiled, faces)
    return plan.book.test(needs.hand, needs.is_).mask(values, faces)


def names_a_suit(rules: Rules, book: Handbook, paid: tuple[str, ...]) -> bool:
    """Whether a choice, a qualifier or a pay row distinguishes suits, so that they may not be
    swapped; `paid` are the tables that pay in play."""
    asked = [
        (choice.requires.hand, choice.requires.is_)
        for stage in rules.stages
        for choice in stage.decide
        if choice.requires is not None
    ]
    asked += [
        (contest.dealer, contest.qualifies)
        for contest in rules.contests.values()
        if contest.qualifies is not None
    ]
    asked += [
        (rules.pays[table].hand, row.hand) for table in paid for row in rules.pays[table].rows
    ]
    return any(book.test(hand, phrase).names_suit for hand, phrase in asked)
