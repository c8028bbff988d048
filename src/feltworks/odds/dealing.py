"""Where the cards of a round lie and when the player sees them.

A group is a run of cards in one zone that every hand in play takes or leaves as a whole, so that
their order does not matter. A zone is cut into groups where a hand ends: with hands of the first
two and of all five cards there are two groups.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from feltworks.odds.errors import OddsRefused
from feltworks.odds.keys import KeysUsed
from feltworks.odds.side import is_decided_by_cards
from feltworks.rules.schema import Rules
from feltworks.rules.schema.stages import DealStep, NeedsHand, Stage

Drawn = Mapping[str, int]
"""How many cards of each zone a hand uses."""


class SeenCard(NamedTuple):
    """A card of a zone, and the level at which the player first sees it."""

    zone: str
    place: int
    level: int


@dataclass(frozen=True)
class CardGroup:
    """A number of cards among the places `first` up to `stop` of a zone."""

    zone: str
    first: int
    stop: int
    cards: int

    def is_in(self, drawn: Drawn) -> bool:
        """Whether a hand that uses these cards takes this group."""
        return self.first < drawn.get(self.zone, 0)


class Dealing:
    """Follows the cards through the stages; `levels` are the stages with a decision.

    A card is seen at a level, after the last one (the number past it), or never (None).
    """

    def __init__(self, rules: Rules, keys: KeysUsed) -> None:
        self.rules = rules
        self.levels: list[Stage] = []
        self.seen: dict[str, list[int | None]] = defaultdict(list)
        self.order: list[SeenCard] = []
        """The cards in the order in which they are seen."""
        self._face_down: dict[str, list[int]] = defaultdict(list)
        for stage in rules.stages:
            if stage.mechanism:
                key = f"stages.{stage.id}.mechanism"
                raise OddsRefused(key, "the solver cannot weigh a stage with an engine of its own")
            self._read(stage, keys)

    def _read(self, stage: Stage, keys: KeysUsed) -> None:
        if not self._takes_part(stage, keys):
            return
        for number, deal in enumerate(stage.deal):
            self._deal(deal)
            keys.use(f"stages.{stage.id}.deal.{number}")
        if stage.decide:
            self.levels.append(stage)

    def _takes_part(self, stage: Stage, keys: KeysUsed) -> bool:
        """Whether cards and decisions of a stage are part of the play; refused if that is
        unclear."""
        touched = [wager for wager in stage.settles if not is_decided_by_cards(self.rules, wager)]
        if touched:
            key = f"stages.{stage.id}.settles"
            raise OddsRefused(key, f"{touched[0]} is settled before the end of the round")
        if stage.if_out:
            keys.use(f"stages.{stage.id}.if_out")
            return not self._is_left_to_side_wagers(stage)
        return True

    def _is_left_to_side_wagers(self, stage: Stage) -> bool:
        """Whether a stage that does not always take place is only needed for side wagers.

        If it is dealt for a required wager, it always takes place.
        """
        rules = self.rules
        taken_back = {choice.take_back for each in rules.stages for choice in each.decide}
        if {*stage.if_out} & ({*rules.wagers_of("required")} - taken_back):
            return False
        later = rules.stages[rules.stages.index(stage) :]
        if all(is_decided_by_cards(rules, wager) for wager in stage.if_out) and not any(
            each.decide for each in later
        ):
            return True
        raise OddsRefused(
            f"stages.{stage.id}.if_out",
            "a stage that may not take place is weighed only if nobody decides from then on and "
            "it serves side wagers that no choice touches",
        )

    def _deal(self, deal: DealStep) -> None:
        now = len(self.levels)
        if deal.burn is not None:
            return
        assert deal.cards is not None
        if deal.turn is not None:
            for place in self._face_down[deal.turn][: deal.cards]:
                self.seen[deal.turn][place] = now
                self.order.append(SeenCard(deal.turn, place, now))
            del self._face_down[deal.turn][: deal.cards]
            return
        assert deal.to is not None
        places = self.seen[deal.to]
        is_own = self.rules.zones[deal.to] == "player" and deal.face == "down"
        if deal.face == "up" or is_own:
            first = len(places)
            places += [now] * deal.cards
            self.order += [SeenCard(deal.to, place, now) for place in range(first, len(places))]
        else:
            self._face_down[deal.to] += range(len(places), len(places) + deal.cards)
            places += [None] * deal.cards

    def seen_by(self, zone: str, level: int) -> int:
        """How many cards of a zone the player knows at a level."""
        return sum(when is not None and when <= level for when in self.seen[zone])

    def cut(self, hands: Iterable[Drawn]) -> list[tuple[CardGroup, list[int | None]]]:
        """The groups that matter, each with the moments its cards are seen.

        Cards that nobody ever sees and no hand uses count as burnt.
        """
        drawn = list(hands)
        found = []
        for zone, moments in self.seen.items():
            ends = {0, len(moments), *(hand[zone] for hand in drawn if zone in hand)}
            ends |= self._needed_parts(zone)
            for first, stop in pairwise(sorted(ends)):
                part = moments[first:stop]
                used = any(first < hand.get(zone, 0) for hand in drawn)
                kept = [when for when in part if when is not None or used]
                if kept:
                    found.append((CardGroup(zone, first, stop, len(kept)), kept))
        return found

    def _needed_parts(self, zone: str) -> set[int]:
        """Where hands end that a choice requires, unless they take all cards seen by then."""
        return {
            count
            for level, needs in self._needs()
            for count in [self.rules.hands[needs.hand].from_.get(zone, 0)]
            if 0 < count < self.seen_by(zone, level)
        }

    def _needs(self) -> Sequence[tuple[int, NeedsHand]]:
        return [
            (level, choice.requires)
            for level, stage in enumerate(self.levels)
            for choice in stage.decide
            if choice.requires is not None
        ]
