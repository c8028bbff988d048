"""What the shared parts of house-banked engines ask of an engine's layout."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltworks.cards import Card
    from feltworks.round.banked.plan import BankedPlan
    from feltworks.round.banked.reading import Place
    from feltworks.round.operations import Operation
    from feltworks.round.terms import Terms


class BankedSpot(Protocol):
    """One seat's part of the layout: its stakes, and those for the dealer beside them."""

    @property
    def seat(self) -> int: ...

    @property
    def stakes(self) -> dict[str, int]: ...

    @property
    def tips(self) -> dict[str, int]: ...


class BankedLayout(Protocol):
    """A house-banked round in play."""

    @property
    def plan(self) -> BankedPlan: ...

    @property
    def terms(self) -> Terms: ...

    @property
    def log(self) -> list[Operation]: ...

    @property
    def spots(self) -> Mapping[int, BankedSpot]: ...

    @property
    def down(self) -> Mapping[Place, tuple[Card, ...]]:
        """The cards that lie face down, by place."""

    @property
    def taking_bets(self) -> bool: ...

    def own(self, seat: int) -> BankedSpot:
        """The seat's spot, made safe to change; a new one where nobody has bet yet."""
