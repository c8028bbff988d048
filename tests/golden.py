"""Golden rounds: each is played from chosen cards, and its transcript lies in a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tests.ask.rounds import Bet, Burnt, Deal, Dealt, Decide, OpenTable, Round, Settled, open_table
from tests.ask.rules import read

from feltworks.cards import Card, Deck


def whole_deck(deck: Deck, dealt: Iterable[Card]) -> list[Card]:
    """The cards that were dealt, in their order, and then the rest of the deck."""
    first, rest = list(dealt), list(deck.cards)
    for card in first:
        rest.remove(card)
    return [*first, *rest]


def next_place(round: Round) -> tuple[int | None, str] | None:
    """Seat and zone of the next card, found by dealing one on trial; None where it is burnt."""
    entry = round.play(Deal(next(iter(round.chances())))).log[len(round.log)]
    if isinstance(entry, Burnt):
        return None
    assert isinstance(entry, Dealt)
    return entry.seat, entry.zone


def dealt_and_decided(
    round: Round, decisions: list[Decide], next_card: Callable[[Round], Card]
) -> tuple[Round, list[Card]]:
    """The round at its end, or where `decisions` end, which are taken off; its cards in order."""
    order = []
    while round.turn.waits_for in ("card", "decision"):
        if round.turn.waits_for == "card":
            order.append(next_card(round))
            round = round.play(Deal(order[-1]))
        elif decisions:
            round = round.play(decisions.pop(0))
        else:
            break
    return round, order


@cache
def _table(game: str, options: tuple[tuple[str, str], ...]) -> OpenTable:
    return open_table(read(game, dict(options)))


def table_of(game: str, options: Mapping[str, str] | None = None) -> OpenTable:
    """A table of the game, opened once for all tests."""
    return _table(game, tuple(sorted((options or {}).items())))


def bets(seat: int, **cents: int) -> list[Bet]:
    """`bets(1, ante=500, pocket_poker=100)`; underscores stand for hyphens."""
    return [Bet(seat, wager.replace("_", "-"), amount) for wager, amount in cents.items()]


def lines(round: Round) -> list[str]:
    """The log as a transcript writes it."""
    return [entry.line for entry in round.log]


def settled(round: Round) -> dict[tuple[int, str], int]:
    """What each seat's wagers won or lost, in cents."""
    return {(e.seat, e.wager): e.net_cents for e in round.log if isinstance(e, Settled)}


def dealt_text(rigged: Any) -> str:
    """The transcript of a rigged round as it is dealt today."""
    round, reveal = rigged.with_deck()
    return rigged.table.transcript(round, reveal)


def write_all(folder: Path, rounds: Mapping[str, Any]) -> None:
    """Writes every round anew."""
    for name, rigged in rounds.items():
        path = folder / f"{name}.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dealt_text(rigged), encoding="utf-8")
