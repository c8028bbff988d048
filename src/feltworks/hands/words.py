"""Hands in words: "pair of sevens, king kicker".

Each sentence names its class completely, so that the hand grammar reads it back as that class and
no other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.cards import RANK_WORDS
from feltworks.hands.shapes import SHAPES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltworks.hands.compiled import HandClass
    from feltworks.hands.rankings import Ranking

_HEADS = {
    "pair": "pair of {}",
    "two pair": "two pair, {} and {}",
    "three of a kind": "three {}",
    "full house": "full house, {} over {}",
    "four of a kind": "four {}",
    "five of a kind": "five {}",
}
_JOINED = {"two pair": "{} and {}", "full house": "{} over {}"}


def joined(ranks: Sequence[str]) -> str:
    """Ranks as one word: "ace-king-nine"."""
    return "-".join(RANK_WORDS[rank][0] for rank in ranks)


def in_words(ranking: Ranking, hand: HandClass) -> str:
    """The sentence that names this hand and no other."""
    shape = SHAPES[hand.category]
    label = ranking.label(hand.category)
    if shape.royal:
        return label
    if shape.straight:
        return f"{joined(hand.ranks)}-high {label}"
    if shape.is_flush:
        return f"{joined(hand.ranks)} {label}"
    if not shape.groups:
        high = f"{joined(hand.ranks)} high"
        return high if label == hand.category else f"{label}, {high}"
    leading, kickers = hand.ranks[: len(shape.groups)], hand.ranks[len(shape.groups) :]
    said = _groups(hand.category, label, leading)
    if not kickers:
        return said
    return f"{said}, {joined(kickers)} kicker{'s' if len(kickers) > 1 else ''}"


def _groups(category: str, label: str, ranks: Sequence[str]) -> str:
    plurals = [RANK_WORDS[rank][1] for rank in ranks]
    plain = category.removeprefix("suited ")
    if label != category:
        return f"{label}, {_JOINED.get(plain, '{}').format(*plurals)}"
    said = _HEADS[plain].format(*plurals)
    return said if plain == category else f"suited {said}"
