"""The state of a round in play, as far as all engines keep it: spots, cards, the deck, the log.

Only engines change a layout, and only a fork made for the present move; the round that a caller
holds never changes. A fork copies the outer containers and shares what is inside: a spot is copied
when it is first about to change, and from then on the fork owns it; cards are tuples.

A fork is made for every move, and slots make it quick. `dataclass` replaces a class with slots by a
new one, so engines call the base by its name, not `super()`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from feltworks.cards import Card
from feltworks.round.core.order import DealerAct
from feltworks.round.core.plan import Plan
from feltworks.round.core.reading import Place
from feltworks.round.core.wagers import WagerPlan
from feltworks.round.moves import Move
from feltworks.round.operations import Operation
from feltworks.round.terms import Terms
from feltworks.rules.settlement import JackpotHit


class _CopyMakers(dict[type, "Callable[[Any], Any]"]):
    """For each class the function that makes a copy of an object: the fields in `copied` are
    copied, the rest is shared.

    Nothing is faster than an assignment for every attribute, so that code is generated: once for
    each class, from its fields, as `dataclass` itself generates `__init__`.
    """

    def __missing__(self, kind: Any) -> Callable[[Any], Any]:  # noqa: ANN401 - a class with slots
        names = [each.name for each in fields(kind)]
        taken = [f"{name}{'.copy()' if name in kind.copied else ''}" for name in names]
        lines = [f"copy.{name} = one.{value}" for name, value in zip(names, taken, strict=True)]
        made: dict[str, Any] = {"new": object.__new__}
        body = "; ".join(["copy = new(type(one))", *lines, "return copy"])
        exec(f"def copy_of(one): {body}", made)
        self[kind] = made["copy_of"]
        return self[kind]


_COPY_MAKERS = _CopyMakers()


class Copyable:
    """Base of dataclasses that a fork copies; `copied` are the fields that are copied with them."""

    __slots__ = ()

    copied: ClassVar[tuple[str, ...]] = ()

    def copy(self) -> Self:
        copy: Self = _COPY_MAKERS[type(self)](self)
        return copy


@dataclass(slots=True, eq=False)
class Spot(Copyable):
    """One seat's part of the layout: its stakes, those for the dealer beside them, what is paid."""

    copied: ClassVar[tuple[str, ...]] = ("stakes", "tips")

    seat: int
    stakes: dict[str, int] = field(default_factory=dict)
    tips: dict[str, int] = field(default_factory=dict)
    settled: frozenset[str] = frozenset()

    def has_out(self, wager: str) -> bool:
        """Whether the wager is on the spot and unsettled."""
        return wager in self.stakes and wager not in self.settled


Chain = tuple["Chain", tuple["Move", ...]] | None
"""The moves so far, the last first: a fork shares them all and copies none."""


class JackpotClaim(NamedTuple):
    """A seat and wager that hit a jackpot."""

    seat: int
    wager: str
    hit: JackpotHit


NO_SEATS: frozenset[int] = frozenset()

P = TypeVar("P", bound=Plan)
S = TypeVar("S", bound=Spot)


@dataclass(slots=True, eq=False)
class Layout(Copyable, Generic[P, S]):
    """A round in play; `stage_at` is -1 while bets are taken.

    `script` is what the dealer does with the deck in this stage and `script_at` how far he is.
    `dealt` counts the cards that are out of the deck, eight bits for each face. `cards` and `down`
    are the cards by place, all of them and those face down. `deciding` are the seats still to
    decide, in their order, and `collected` those whose cards are in the discard rack. `claims` are
    the hits on jackpots that were paid, those that were shared at one time together, and
    `new_claims` those still to be shared. `limited_to` is how many entries of the log the payout
    limits have been applied to. `spots` is never changed in place: see `own` and `free`.
    """

    new_spot: ClassVar[type[Spot]] = Spot
    copied: ClassVar[tuple[str, ...]] = ("cards", "down", "log")

    plan: P
    terms: Terms
    dealt: int = 0
    spots: dict[int, S] = field(default_factory=dict)
    cards: dict[Place, tuple[Card, ...]] = field(default_factory=dict)
    down: dict[Place, tuple[Card, ...]] = field(default_factory=dict)
    log: list[Operation] = field(default_factory=list)
    chain: Chain = None
    stage_at: int = -1
    script: tuple[DealerAct, ...] = ()
    script_at: int = 0
    deciding: tuple[int, ...] = ()
    collected: tuple[int, ...] = ()
    over: bool = False
    owned: frozenset[int] = NO_SEATS
    claims: tuple[tuple[JackpotClaim, ...], ...] = ()
    new_claims: tuple[JackpotClaim, ...] = ()
    limited_to: int = 0

    def fork(self) -> Self:
        """A copy to change: containers that are changed in place are copied, the rest is shared."""
        copy = self.copy()
        copy.owned = NO_SEATS
        return copy

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that were made, in order."""
        made: list[Move] = []
        link = self.chain
        while link is not None:
            link, moves = link
            made += reversed(moves)
        return tuple(reversed(made))

    def own(self, seat: int) -> S:
        """The seat's spot, ready to be changed; a new one if nobody has bet yet."""
        known = self.spots.get(seat)
        if known is not None and seat in self.owned:
            return known
        self.owned |= {seat}
        spot: Any = self.new_spot(seat) if known is None else known.copy()
        self.spots = {**self.spots, seat: spot}
        return spot  # type: ignore[no-any-return]

    def free(self, seat: int) -> None:
        """Removes the seat's spot, which has nothing on it."""
        self.spots = {other: spot for other, spot in self.spots.items() if other != seat}

    @property
    def taking_bets(self) -> bool:
        return self.stage_at < 0 and not self.over

    @property
    def needs_card(self) -> bool:
        """Whether the next move is a card from the deck."""
        at = self.script_at
        return at < len(self.script) and self.script[at].does != "turn"

    @property
    def decides(self) -> int:
        """The seat whose decision the round waits for."""
        return self.deciding[0]

    @property
    def seats(self) -> list[int]:
        """The seats in the round from the dealer's left."""
        return sorted(self.spots)

    @property
    def seats_from_right(self) -> list[int]:
        return sorted(self.spots, reverse=True)

    @property
    def cards_out(self) -> int:
        """How many cards have left the deck, including in earlier rounds."""
        return sum(self.dealt.to_bytes(len(self.plan.faces), "little"))

    @property
    def cards_left(self) -> int:
        """How many cards the deck still holds."""
        return self.plan.deck.size - self.cards_out

    def take(self, act: DealerAct, card: Card) -> None:
        """Puts a card from the deck where the act says."""
        if act.does == "deal":
            place, came = act.place, (card,)
            self.cards[place] = self.cards.get(place, ()) + came
            if act.face != "up":
                self.down[place] = self.down.get(place, ()) + came

    def bet_bounds(
        self, seat: int, wager: WagerPlan, least_cents: int, most_cents: int
    ) -> tuple[int, int]:
        """The least and the most that may be bet, adjusted by the engine, which may also refuse."""
        return least_cents, most_cents

    def change_stack(self, seat: int, cents: int) -> None:
        """Pays a seat more, or less if below zero, than its settlement did; for engines that keep
        stacks."""

    def anybody_has(self, wagers: Iterable[str]) -> bool:
        """Whether one of those wagers is on any spot, unsettled."""
        return any(spot.has_out(id) for id in wagers for spot in self.spots.values())

    def short_of_cards(self, spot: Spot) -> bool:
        """Whether a wager on the spot is paid by cards that are still to come."""
        return any(
            self.plan.hands[hand].cards(self.cards, spot.seat) is None
            for wager in spot.stakes
            if spot.has_out(wager)
            for hand in self.plan.wagers[wager].hands
        )

    def is_in(self, seat: int) -> bool:
        """Whether the seat takes part in the round."""
        return seat in self.spots

    def drop(self, seat: int) -> None:
        """Gives the seat no more cards and no decision in this stage."""
        self.deciding = tuple([other for other in self.deciding if other != seat])
        self.script = self.script[: self.script_at] + tuple(
            [act for act in self.script[self.script_at :] if act.place[0] != seat]
        )


AnyLayout = Layout[Any, Any]
"""The layout of any engine."""
