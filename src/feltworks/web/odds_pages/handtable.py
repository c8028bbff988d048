"""The best play by the name of the hand that is held: how often each choice is best with it.

A kind of hand that is always played one way is one row; other kinds are listed hand by hand, up to
a readable number. Positions come by the hundred thousand, so they are evaluated in batches.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules

if TYPE_CHECKING:
    from feltworks.odds.positionadvice import StrategyLine


MOST_HANDS_A_KIND = 16
BATCH = 20_000


class HandName(NamedTuple):
    """A hand in a few words: its kind, and the hand by its top card."""

    kind: str
    hand: str


class HandTable:
    """Takes the positions of one decision, one after another."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._book = Handbook(rules)
        self._hand: str | None = None
        self._began = False
        self._faces: list[list[int]] = []
        self._plays: list[tuple[str, int]] = []
        self._counts: dict[int, Counter[str]] = {}

    def take(self, line: StrategyLine) -> None:
        if not self._began:
            self._began, self._hand = True, self._whole_hand(line)
        if self._hand is None:
            return
        index = self._book.deck.index
        self._faces.append([index(card) for card in (*line.cards, *line.board)])
        self._plays.append((line.advice.best, line.deals))
        if len(self._faces) >= BATCH:
            self._evaluate()

    def rows(self) -> list[dict[str, Any]]:
        """The table, the best hands first; empty if the cards make no whole hand yet."""
        self._evaluate()
        kinds: dict[str, dict[str, Counter[str]]] = {}
        highest: dict[str, int] = {}
        for value, plays in self._counts.items():
            named = self._named(value)
            for words in named:
                highest[words] = max(value, highest.get(words, 0))
            kinds.setdefault(named.kind, {}).setdefault(named.hand, Counter()).update(plays)
        rows: list[dict[str, Any]] = []
        for kind, hands in kinds.items():
            together: Counter[str] = sum(hands.values(), Counter())
            alike = len(together) == 1 or not 1 < len(hands) <= MOST_HANDS_A_KIND
            told = {kind: together} if alike else hands
            rows += [{"hand": hand, "deals_by_best": dict(one)} for hand, one in told.items()]
        return sorted(rows, key=lambda row: -highest[row["hand"]])

    def _whole_hand(self, line: StrategyLine) -> str | None:
        """The hand of a contest that the player's cards and the open ones make, or None."""
        for contest in self._rules.contests.values():
            zones = self._rules.hands[contest.player].from_
            owners = [self._rules.zones[zone] for zone in zones]
            held = [count for zone, count in zones.items() if self._rules.zones[zone] == "player"]
            lies = [count for zone, count in zones.items() if self._rules.zones[zone] == "table"]
            in_order = owners in (["player"], ["player", "table"])
            if in_order and held == [len(line.cards)] and sum(lies) == len(line.board):
                return contest.player
        return None

    def _evaluate(self) -> None:
        if self._hand is None or not self._faces:
            return
        import numpy as np

        compiled = self._book.compiled(self._hand)
        faces = np.array(self._faces, np.uint8)
        values = self._book.chooser(self._hand).row_values(compiled, faces)
        for value, (choice, deals) in zip(values.tolist(), self._plays, strict=True):
            self._counts.setdefault(value, Counter())[choice] += deals
        self._faces, self._plays = [], []

    def _named(self, value: int) -> HandName:
        assert self._hand is not None
        compiled = self._book.compiled(self._hand)
        label = self._book.ranking(self._hand).label(compiled.category_of(value))
        return HandName(label, by_top_card(compiled.describe(value).partition(",")[0]))


@cache
def by_top_card(hand: str) -> str:
    """Shortens `seven-five-four-three-two high` to `seven high`."""
    chain = re.fullmatch(r"(\w+)(?:-\w+){2,} (.+)", hand)
    if chain is None:
        return hand
    top, kind = chain.groups()
    return f"{top} high" if kind == "high" else f"{top}-high {kind}"
