"""The order in which the dealer serves cards in a stage.

If cards are dealt one at a time, each round of dealing passes the seats from the dealer's left, the
dealer last; if by hand, each seat gets all its cards at once. Cards of the table come after the
hands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from feltworks.cards import Card
from feltworks.round.core.reading import HOUSE, Place
from feltworks.round.operations import Burnt, Dealt, Face, Operation
from feltworks.rules.schema import Rules
from feltworks.rules.schema.stages import DealStep, Stage


@dataclass(frozen=True, slots=True)
class DealerAct:
    """The next thing the dealer does with the deck: one card, one burn, or cards turned over."""

    does: Literal["deal", "burn", "turn"]
    place: Place = (HOUSE, "")
    face: Face = "down"
    cards: int = 1
    # The log's entry for each card that was dealt by this act; a lookup is faster than making one.
    entries: dict[Card, Operation] = field(default_factory=dict, repr=False, compare=False)

    def entry(self, card: Card) -> Operation:
        """The log's entry when that card comes."""
        seat, zone = self.place
        made = Burnt(card) if self.does == "burn" else Dealt(seat or None, zone, card, self.face)
        self.entries[card] = made
        return made


shared_act = cache(DealerAct)
"""The one act of its kind, so that all scripts share its entries."""


MOST_SCRIPTS = 10_000
"""How many orders of seats are cached for a stage."""


@dataclass(frozen=True, slots=True)
class DealOrder:
    """One stage's dealing."""

    stage: Stage
    owners: Mapping[str, str]
    hand_at_a_time: bool
    _scripts: dict[tuple[int, ...], tuple[DealerAct, ...]] = field(default_factory=dict, repr=False)

    @property
    def deals(self) -> bool:
        """Whether it takes cards from the deck."""
        return any(step.turn is None for step in self.stage.deal)

    @property
    def player_zones(self) -> set[str]:
        named = {step.to for step in self.stage.deal if step.to is not None}
        return {zone for zone in named if self.owners[zone] == "player"}

    def script(self, seats: tuple[int, ...]) -> tuple[DealerAct, ...]:
        """What the dealer does, step by step, when those seats get cards."""
        known = self._scripts.get(seats)
        if known is None:
            if len(self._scripts) > MOST_SCRIPTS:
                self._scripts.clear()
            known = self._scripts[seats] = tuple(self._acts(seats))
        return known

    def cards_needed(self, seats: int) -> int:
        """How many cards of the deck it takes for this many seats."""
        acts = self.script(tuple(range(1, seats + 1)))
        return sum(act.does != "turn" for act in acts) + seats * self.stage.most_discarded

    def _acts(self, seats: Sequence[int]) -> Iterator[DealerAct]:
        group: list[DealStep] = []
        for step in self.stage.deal:
            if step.to is not None and self._joins(group, step.to):
                group.append(step)
                continue
            yield from self._group_acts(group, seats)
            group = []
            if step.burn is not None:
                yield from [shared_act("burn")] * step.burn
            elif step.turn is not None:
                yield shared_act("turn", (HOUSE, step.turn), cards=step.cards or 0)
            elif step.to is not None and self.owners[step.to] == "table":
                face = step.face or "down"
                yield from [shared_act("deal", (HOUSE, step.to), face)] * (step.cards or 0)
            else:
                group = [step]
        yield from self._group_acts(group, seats)

    def _joins(self, group: Sequence[DealStep], zone: str) -> bool:
        """Whether a step to this zone is dealt together with the group: one zone of the players,
        then the dealer's."""
        if self.owners[zone] == "table":
            return False
        if self.owners[zone] == "dealer":
            return True
        return all(step.to == zone for step in group)

    def _group_acts(self, group: Sequence[DealStep], seats: Sequence[int]) -> Iterator[DealerAct]:
        faces: dict[str, list[Face]] = {}
        for step in group:
            assert step.to is not None and step.face is not None and step.cards is not None
            faces.setdefault(step.to, []).extend([step.face] * step.cards)
        hands = [
            [shared_act("deal", (seat, zone), face) for face in shown]
            for zone, shown in faces.items()
            for seat in (seats if self.owners[zone] == "player" else (HOUSE,))
        ]
        if self.hand_at_a_time:
            for hand in hands:
                yield from hand
            return
        for turn in range(max(map(len, hands), default=0)):
            yield from (hand[turn] for hand in hands if turn < len(hand))


def deal_order(rules: Rules, stage: Stage) -> DealOrder:
    """The dealing of one stage of those rules."""
    return DealOrder(stage, dict(rules.zones), rules.table.dealing == "hand-at-a-time")
