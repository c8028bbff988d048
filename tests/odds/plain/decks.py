"""Cards, and a deck written as a rules file writes it, laid out card by card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple


class Card(NamedTuple):
    rank: str
    suit: str


JOKER = Card("joker", "")


@dataclass(frozen=True, eq=False)
class Deck:
    """Every card there is, cards of one kind side by side, and the ranks from low to high.

    Caches know a deck by itself, not by what it holds.
    """

    ranks: tuple[str, ...]
    cards: tuple[Card, ...]

    def height(self, rank: str) -> int:
        return self.ranks.index(rank)


def lay_out(written: Mapping[str, object]) -> Deck:
    """The deck that a table of ranks, suits, removed cards, jokers and packs stands for."""
    ranks = tuple(str(written["ranks"]).split())
    suits = str(written.get("suits", "c d h s")).split()
    removed = str(written.get("removed", "")).split()
    packs, jokers = int(str(written.get("packs", 1))), int(str(written.get("jokers", 0)))
    faces = [Card(rank, suit) for rank in ranks for suit in suits if rank + suit not in removed]
    faces += [JOKER] * jokers
    return Deck(ranks, tuple(face for face in faces for _ in range(packs)))
