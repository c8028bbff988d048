"""The best play by the name of the hand that is held: how often each choice is best with it.

A kind of hand that is always played one way is one row; other kinds are listed hand by hand, up to
a readable number. Positions come by the million, so an advisor who has them in arrays is asked for
all at once; others tell them one by one. Only the worker imports this module.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from feltworks.odds.positionadvice import StrategyLine, TreeAdvisor
from feltworks.odds.strategy import Advisor
from feltworks.rules.handbook import Handbook
from feltworks.rules.schema import Rules

MOST_HANDS_A_KIND = 16
BATCH = 20_000


class HandName(NamedTuple):
    """A hand in a few words: its kind, and the hand by its top card."""

    kind: str
    hand: str


def whole_hand(rules: Rules, own: int, lying: int) -> str | None:
    """The hand of a contest that this many own and open cards make; None if they make none."""
    for contest in rules.contests.values():
        zones = rules.hands[contest.player].from_
        owners = [rules.zones[zone] for zone in zones]
        held = [count for zone, count in zones.items() if rules.zones[zone] == "player"]
        lies = [count for zone, count in zones.items() if rules.zones[zone] == "table"]
        in_order = owners in (["player"], ["player", "table"])
        if in_order and held == [own] and sum(lies) == lying:
            return contest.player
    return None


def best_by_value(
    advisor: TreeAdvisor, decision: str, rules: Rules, hand: str
) -> dict[int, Counter[str]]:
    """Deals by best choice for each value of a hand that is whole at a decision."""
    if isinstance(advisor, Advisor):
        return advisor.best_by_value(decision, hand)
    return _by_lines(advisor.lines(decision), Handbook(rules), hand)


def hand_rows(best: Mapping[int, Counter[str]], rules: Rules, hand: str) -> list[dict[str, Any]]:
    """The table that values of a hand make by their names, the best hands first."""
    book = Handbook(rules)
    kinds: dict[str, dict[str, Counter[str]]] = {}
    highest: dict[str, int] = {}
    for value, plays in best.items():
        named = _named(book, hand, value)
        for words in named:
            highest[words] = max(value, highest.get(words, 0))
        kinds.setdefault(named.kind, {}).setdefault(named.hand, Counter()).update(plays)
    rows: list[dict[str, Any]] = []
    for kind, hands in kinds.items():
        together: Counter[str] = sum(hands.values(), Counter())
        alike = len(together) == 1 or not 1 < len(hands) <= MOST_HANDS_A_KIND
        told = {kind: together} if alike else hands
        rows += [{"hand": name, "deals_by_best": dict(one)} for name, one in told.items()]
    return sorted(rows, key=lambda row: -highest[row["hand"]])


def _by_lines(lines: Iterator[StrategyLine], book: Handbook, hand: str) -> dict[int, Counter[str]]:
    """Deals by best choice for each value of the hand, from single positions."""
    compiled, chooser = book.compiled(hand), book.chooser(hand)
    found: dict[int, Counter[str]] = {}
    while some := list(islice(lines, BATCH)):
        cards = [[book.deck.index(card) for card in (*each.cards, *each.board)] for each in some]
        values = chooser.row_values(compiled, np.array(cards, np.uint8)).tolist()
        for value, line in zip(values, some, strict=True):
            found.setdefault(value, Counter())[line.advice.best] += line.deals
    return found


def _named(book: Handbook, hand: str, value: int) -> HandName:
    compiled = book.compiled(hand)
    label = book.ranking(hand).label(compiled.category_of(value))
    return HandName(label, by_top_card(compiled.describe(value).partition(",")[0]))


@cache
def by_top_card(hand: str) -> str:
    """Shortens `seven-five-four-three-two high` to `seven high`."""
    chain = re.fullmatch(r"(\w+)(?:-\w+){2,} (.+)", hand)
    if chain is None:
        return hand
    top, kind = chain.groups()
    return f"{top} high" if kind == "high" else f"{top}-high {kind}"
