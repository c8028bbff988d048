"""What pages and commands are held against: the figures of a game, causes, the words of a hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from feltworks.cards import Card
from feltworks.odds.plaindata import game_data
from feltworks.odds.report import report
from feltworks.pit.holding import hand_with_article, held_name
from feltworks.players import mechanisms
from feltworks.players.advice import DecisionAdvice
from feltworks.players.causes import HandCauses
from feltworks.rules.loader import read
from feltworks.rules.reading import LARGEST_BYTES
from feltworks.rules.schema import Rules

__all__ = [
    "LARGEST_BYTES",
    "DecisionAdvice",
    "advise_by",
    "causes",
    "figures",
    "hand_with_article",
    "held_name",
]


def figures(game: str) -> dict[str, Any]:
    """Count a game; return its figures as `feltworks odds --json` prints them."""
    loaded = read(game)
    return game_data(loaded, report(loaded.rules))


def causes(rules: Rules, decision: str, zones: Mapping[str, Sequence[Card]]) -> tuple[str, ...]:
    """Say in a few sentences what lies behind the values at a position."""
    return HandCauses(rules).lines(decision, zones)


def advise_by(monkeypatch: pytest.MonkeyPatch, rules: Rules, *, advisor: object, causes: object):
    """Have rounds of a game weighed by an advisor, and its causes told by a function."""
    player = SimpleNamespace(advisor=lambda rules: advisor, causes=causes)
    monkeypatch.setitem(mechanisms.MECHANISMS, rules.game.mechanism, player)
