"""What pages and commands are held against: the figures of a game, causes, the words of a hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from feltworks.cards import Card
from feltworks.odds import kept
from feltworks.odds.claims import agreement
from feltworks.odds.keys import KeysUsed
from feltworks.odds.plaindata import game_data
from feltworks.odds.report import report
from feltworks.odds.side import side_wager
from feltworks.odds.whatif import read_changes, with_pays
from feltworks.pit.holding import hand_with_article, held_name
from feltworks.players import mechanisms
from feltworks.players.advice import DecisionAdvice
from feltworks.players.causes import HandCauses
from feltworks.rules.handbook import Handbook
from feltworks.rules.loader import read
from feltworks.rules.reading import LARGEST_BYTES
from feltworks.rules.schema import Rules

__all__ = [
    "LARGEST_BYTES",
    "DecisionAdvice",
    "advise_by",
    "agreement_of_side_edge",
    "causes",
    "figures",
    "hand_with_article",
    "held_name",
    "keep_every_count",
]


def figures(game: str) -> dict[str, Any]:
    """Count a game; return its figures as `feltworks odds --json` prints them."""
    loaded = read(game)
    return game_data(loaded, report(loaded.rules))


def causes(rules: Rules, decision: str, zones: Mapping[str, Sequence[Card]]) -> tuple[str, ...]:
    """Say in a few sentences what lies behind the values at a position."""
    return HandCauses(rules).lines(decision, zones)


def agreement_of_side_edge(rules: Rules, wager: str, published: str, pays: Iterable[str]) -> str:
    """Say how a printed edge agrees with the one that a side wager has with other pays."""
    changed = with_pays(rules, read_changes(rules, [*pays]))
    odds = side_wager(changed, Handbook(changed), wager, KeysUsed(changed))
    return agreement(published, odds.house_edge)


def keep_every_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have counts kept that took no time."""
    monkeypatch.setattr(kept, "WORTH_KEEPING_SECONDS", 0.0)


def advise_by(monkeypatch: pytest.MonkeyPatch, rules: Rules, *, advisor: object, causes: object):
    """Have rounds of a game weighed by an advisor, and its causes told by a function."""
    player = SimpleNamespace(advisor=lambda rules: advisor, causes=causes)
    monkeypatch.setitem(mechanisms.MECHANISMS, rules.game.mechanism, player)
