"""Golden rounds: each is played from chosen cards, and its transcript lies in a folder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from feltworks.cards import Card, Deck
from feltworks.pit import replay_text
from feltworks.round import Deal, Round
from feltworks.round.operations import Burnt, Dealt


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


def name_in(folder: Path, path: Path) -> str:
    """A golden file's name, by which its round is known."""
    return path.relative_to(folder).with_suffix("").as_posix()


def check_replay(path: Path) -> None:
    """The written moves give the written log, byte for byte."""
    text = path.read_text(encoding="utf-8")
    table, transcript, round = replay_text(text, path.name)
    assert table.transcript(round, transcript.reveal) == text


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
