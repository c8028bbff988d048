"""A chooser says which cards a hand may be drawn from: how many, from where, and how many at least.

"The best three of two hole and three community cards, one of them a hole card" is
`Chooser({"hole": 2, "community": 3}, use=3, at_least={"hole": 1})`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from feltworks.cards import Card
from feltworks.errors import did_you_mean
from feltworks.hands.compiled import CompiledRanking
from feltworks.hands.errors import HandError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from feltworks.arrays import UInt8s


@dataclass(frozen=True)
class Chooser:
    """`zones` says how many cards lie in each zone; the hand uses `use` of them all together."""

    zones: Mapping[str, int]
    use: int
    at_least: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for zone, count in self.zones.items():
            if count < 1:
                raise HandError(f"zone {zone!r} has {count} cards; it must have 1 or more")
        held = sum(self.zones.values())
        if not 1 <= self.use <= held:
            raise HandError(f"a hand of {self.use} cannot be drawn from {held} card(s)")
        for zone, least in self.at_least.items():
            if zone not in self.zones:
                raise HandError(
                    f"at least {least} of zone {zone!r}{did_you_mean(zone, self.zones)}: "
                    f"the zones are {', '.join(self.zones)}"
                )
            if not 0 <= least <= self.zones[zone]:
                raise HandError(
                    f"at least {least} of zone {zone!r}: it has {self.zones[zone]} card(s)"
                )
        if sum(self.at_least.values()) > self.use:
            raise HandError(
                f"the zones demand {sum(self.at_least.values())} cards of a hand of {self.use}"
            )

    @cached_property
    def choices(self) -> tuple[tuple[int, ...], ...]:
        """Every allowed choice, as places in the cards of all zones laid end to end."""
        owners = [zone for zone, count in self.zones.items() for _ in range(count)]
        return tuple(
            chosen
            for chosen in combinations(range(len(owners)), self.use)
            if all(
                Counter(owners[place] for place in chosen)[zone] >= least
                for zone, least in self.at_least.items()
            )
        )

    @cached_property
    def is_free(self) -> bool:
        """Whether any cards may be used, so that zones do not matter."""
        return len(self.choices) == comb(sum(self.zones.values()), self.use)

    def value(self, compiled: CompiledRanking, held: Mapping[str, Sequence[Card]]) -> int:
        """The value of the best allowed hand."""
        return max(map(compiled.whole_hand, self._hands(compiled, held)))

    def best(
        self, compiled: CompiledRanking, held: Mapping[str, Sequence[Card]]
    ) -> tuple[Card, ...]:
        """The cards of the best allowed hand, laid out."""
        return compiled.best_of(self._hands(compiled, held))

    def values(
        self, compiled: CompiledRanking, held: Mapping[str, UInt8s]
    ) -> NDArray[np.signedinteger]:
        """`value` for many deals: each zone's face numbers, one row a deal."""
        import numpy as np

        self._check(compiled, {zone: faces.shape[-1] for zone, faces in held.items()})
        rows = np.concatenate([held[zone] for zone in self.zones], axis=1)
        return self.row_values(compiled, rows)

    def row_values(self, compiled: CompiledRanking, faces: UInt8s) -> NDArray[np.signedinteger]:
        """`values` if each row already holds the cards of all zones end to end."""
        if self.is_free:
            return compiled.values(faces)
        return compiled.tables(self.use).best_choice(faces, self.choices)

    def _hands(
        self, compiled: CompiledRanking, held: Mapping[str, Sequence[Card]]
    ) -> list[tuple[Card, ...]]:
        self._check(compiled, {zone: len(cards) for zone, cards in held.items()})
        cards = [card for zone in self.zones for card in held[zone]]
        compiled.deck.check(cards)
        return [tuple(cards[place] for place in chosen) for chosen in self.choices]

    def _check(self, compiled: CompiledRanking, held: Mapping[str, int]) -> None:
        if self.use != compiled.ranking.cards:
            raise HandError(
                f"the hand uses {self.use} card(s), but ranking {compiled.ranking.id} "
                f"ranks hands of {compiled.ranking.cards}"
            )
        if dict(held) != dict(self.zones):
            raise HandError(f"cards are held as {dict(held)}; the zones are {dict(self.zones)}")
