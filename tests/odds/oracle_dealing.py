"""The dealing of a round, spelled out: which cards become known at which moment.

A moment is all that the player learns between two decisions. Cards nobody has looked at
are dealt when they are first seen, and the dealer's face-down cards last of all: a card
that has not been seen may as well still be in the deck. Every card is a card of its own,
even where a shoe holds its like.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from tests.ask.rules import DealStep, Rules, Stage

Felt = dict[str, tuple[int | None, ...]]
"""The cards in each zone by their number in the deck; None lies face down or is not dealt."""


class Draw(NamedTuple):
    """Cards that are seen together: which places of a zone they take."""

    zone: str
    places: tuple[int, ...]


@dataclass(frozen=True)
class Moment:
    """Something is seen, and then the player may have to decide."""

    draws: tuple[Draw, ...]
    stage: Stage | None


class Dealing:
    """The moments of a round, the cards left for the showdown, and the bare felt.

    `hands` are those that anybody will ask for in the end.
    """

    def __init__(self, rules: Rules, hands: Iterable[str]) -> None:
        self.rules = rules
        self.drawn = [rules.hands[hand].from_ for hand in hands]
        self.moments: list[Moment] = []
        self._dealt: dict[str, int] = defaultdict(int)
        self._face_down: dict[str, list[int]] = defaultdict(list)
        self._seen: dict[str, list[int]] = defaultdict(list)
        for stage in rules.stages:
            if stage.if_out and all(rules.wagers[w].kind == "side" for w in stage.if_out):
                continue  # Dealt for side wagers only, which have nothing to do with the play.
            for deal in stage.deal:
                self._deal(deal)
            if stage.decide:
                self._moment(stage)
        if self._seen or not self.moments:
            self._moment(None)
        self.hidden = [
            draw
            for zone, places in self._face_down.items()
            for draw in self._cut(zone, places)
            if any(draw.places[0] < zones.get(zone, 0) for zones in self.drawn)
        ]
        self.bare: Felt = {zone: (None,) * count for zone, count in self._dealt.items()}

    def _deal(self, deal: DealStep) -> None:
        if deal.burn is not None:
            return
        assert deal.cards is not None
        if deal.turn is not None:
            turned, rest = (
                self._face_down[deal.turn][: deal.cards],
                self._face_down[deal.turn][deal.cards :],
            )
            self._seen[deal.turn] += turned
            self._face_down[deal.turn] = rest
            return
        assert deal.to is not None
        first = self._dealt[deal.to]
        self._dealt[deal.to] += deal.cards
        owner_looks = self.rules.zones[deal.to] == "player" and deal.face == "down"
        where = self._seen if deal.face == "up" or owner_looks else self._face_down
        where[deal.to] += range(first, first + deal.cards)

    def _moment(self, stage: Stage | None) -> None:
        draws = [draw for zone, places in self._seen.items() for draw in self._cut(zone, places)]
        self.moments.append(Moment(tuple(draws), stage))
        self._seen.clear()

    def _cut(self, zone: str, places: Sequence[int]) -> Iterator[Draw]:
        """One draw, unless some hand takes only the first of these cards."""
        cuts = {zones[zone] for zones in self.drawn if zone in zones}
        part: list[int] = []
        for place in sorted(places):
            if place in cuts and part:
                yield Draw(zone, tuple(part))
                part = []
            part.append(place)
        if part:
            yield Draw(zone, tuple(part))


def deals(draws: Sequence[Draw], felt: Felt, left: Sequence[int]) -> Iterator[Felt]:
    """The felt after every way in which the draws can come from the cards left."""
    if not draws:
        yield felt
        return
    draw, later = draws[0], draws[1:]
    for cards in combinations(left, len(draw.places)):
        seen = put(draw, cards, felt)
        if later:
            yield from deals(later, seen, [card for card in left if card not in cards])
        else:
            yield seen


def put(draw: Draw, cards: tuple[int, ...], felt: Felt) -> Felt:
    """The felt with these cards in the places of the draw."""
    if len(draw.places) == len(felt[draw.zone]):
        return {**felt, draw.zone: cards}
    lying = list(felt[draw.zone])
    for place, card in zip(draw.places, cards, strict=True):
        lying[place] = card
    return {**felt, draw.zone: tuple(lying)}


def left_over(left: Sequence[int], felt: Felt) -> list[int]:
    """The cards that lie nowhere on the felt."""
    lying = {card for cards in felt.values() for card in cards}
    return [card for card in left if card not in lying]
