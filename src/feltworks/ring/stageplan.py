"""A stage as the dealer deals it, card by card, to the players still in.

Cards go to the players from the button's left, one at a time or a hand at a time as the rules say;
then come the table's own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from feltworks.ring.reading import TABLE, Place
from feltworks.round.operations import Burnt, Dealt, Operation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from feltworks.cards import Card
    from feltworks.round.operations import Face
    from feltworks.rules.schema.stages import Deal, Stage


@dataclass(frozen=True, slots=True)
class Slot:
    """The next thing the dealer does with the deck: one card, one burn, or cards turned over."""

    does: Literal["deal", "burn", "turn"]
    place: Place = (TABLE, "")
    face: Face = "down"
    cards: int = 1
    # The log's entries for each face that was ever dealt here: they are made once.
    entries: dict[int, Operation] = field(default_factory=dict, repr=False, compare=False)

    def entry(self, card: Card) -> Operation:
        """What the log says when that card comes."""
        if self.does == "burn":
            return Burnt(card)
        seat, zone = self.place
        return Dealt(seat or None, zone, card, self.face)


BURN = Slot("burn")


@dataclass(frozen=True, slots=True)
class StagePlan:
    """One stage of the file; `opens` tells who acts first where there is a betting round."""

    stage: Stage
    zones: Mapping[str, str]
    hand_at_a_time: bool
    opens: Literal["left-of-button", "left-of-big-blind"] | None
    _scripts: dict[tuple[int, ...], tuple[Slot, ...]] = field(default_factory=dict, repr=False)

    def script(self, seats: tuple[int, ...]) -> tuple[Slot, ...]:
        """What the dealer does when those seats are in, named from the button's left."""
        known = self._scripts.get(seats)
        if known is None:
            if len(self._scripts) > 10_000:
                self._scripts.clear()
            known = self._scripts[seats] = tuple(self._slots(seats))
        return known

    def cards_needed(self, players: int) -> int:
        """How many cards of the deck it takes to serve so many players."""
        return sum(slot.does != "turn" for slot in self._slots(tuple(range(1, players + 1))))

    def _slots(self, seats: tuple[int, ...]) -> Iterator[Slot]:
        for step in self.stage.deal:
            if step.burn is not None:
                yield from [BURN] * step.burn
            elif step.turn is not None:
                yield Slot("turn", (TABLE, step.turn), "up", step.cards or 0)
            else:
                yield from self._cards(step, seats)

    def _cards(self, step: Deal, seats: tuple[int, ...]) -> Iterator[Slot]:
        assert step.to is not None and step.face is not None and step.cards is not None
        if self.zones[step.to] == "table":
            yield from [Slot("deal", (TABLE, step.to), step.face)] * step.cards
            return
        served = [Slot("deal", (seat, step.to), step.face) for seat in seats]
        if self.hand_at_a_time:
            for slot in served:
                yield from [slot] * step.cards
        else:
            yield from served * step.cards
