"""What a rules page draws with cards: which hand beats which, and a round that was dealt.

The hands are the best of each kind that the game's own deck makes; the round comes from a seed,
with one seat that stays in as cheaply as it can.
"""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache

from pydantic import BaseModel

from feltworks.errors import FeltworksError
from feltworks.hands import CompiledRanking
from feltworks.reports.examples import example_hands, example_round
from feltworks.rules.handbook import Handbook
from feltworks.rules.loader import Loaded
from feltworks.web.mechanisms import mechanism_of
from feltworks.web.seating.bots import stay_cheaply

EXAMPLE_SEED = 7


class DrawnHand(BaseModel):
    """A kind of hand with the best example of it."""

    hand: str
    cards: list[str]


class DrawnRanking(BaseModel):
    """The kinds of hands, the best first."""

    title: str
    hands: list[DrawnHand]


class DrawnPlace(BaseModel):
    """The cards of one zone; `owner` is player, dealer or table."""

    owner: str
    zone: str
    cards: list[str]


class DrawnRound(BaseModel):
    """A round as it was dealt, and what happened in it."""

    places: list[DrawnPlace]
    lines: list[str]
    net_cents: int


def drawn_rankings(loaded: Loaded) -> list[DrawnRanking]:
    """Every ranking that the game's hands use, with cards."""
    book = Handbook(loaded.rules)
    used = {book.ranking(id).id: book.compiled(id) for id in loaded.rules.hands}
    return [
        DrawnRanking(
            title=f"{each.ranking.cards} {'card' if each.ranking.cards == 1 else 'cards'}",
            hands=examples,
        )
        for each in used.values()
        if (examples := _examples(each))
    ]


@lru_cache(maxsize=32)
def _examples(compiled: CompiledRanking) -> list[DrawnHand]:
    return [
        DrawnHand(hand=compiled.ranking.label(kind), cards=[str(card) for card in cards])
        for kind, cards in example_hands(compiled).items()
    ]


def drawn_round(loaded: Loaded) -> DrawnRound | None:
    """A round against the house, with cards; None if players play each other."""
    rules = loaded.rules
    if mechanism_of(rules).between_players or loaded.for_analysis_only:
        return None
    with suppress(FeltworksError, LookupError):
        dealt = example_round(loaded, EXAMPLE_SEED, lambda round, seat: stay_cheaply(round))
        return DrawnRound(
            places=[
                DrawnPlace(
                    owner=rules.zones.get(zone.split("/")[0], "table"),
                    zone=zone,
                    cards=[str(card) for card in cards],
                )
                for zone, cards in dealt.hands
            ],
            lines=[
                line.replace("seat 1", "the player")
                for line in dealt.lines
                if not line.endswith(("burnt", "left in the shoe")) and " puts " not in line
            ],
            net_cents=dealt.net_cents,
        )
    return None
