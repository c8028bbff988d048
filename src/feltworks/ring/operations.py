"""The operations that only a game between players has: antes, blinds, bets, and pots taken.

Chips bet in a round lie before their player (`spot 3 bets`) until the dealer gathers them into the
`pot`; antes and dead blinds go there at once. From the pot they go to whoever takes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from feltworks.money import dollars_text
from feltworks.round.chips import POT, Transfer, spot, stack
from feltworks.round.operations import Operation

BETS = "bets"


def pot_name(number: int, of: int) -> str:
    """A pot as the dealer calls it: `the pot`, `the main pot`, `side pot 2`."""
    if of == 1:
        return "the pot"
    return f"side pot {number}" if number else "the main pot"


@dataclass(frozen=True, slots=True)
class Anted(Operation):
    """A player's ante, less than the full one if it is all he has."""

    seat: int
    cents: int

    @property
    def line(self) -> str:
        return f"seat {self.seat} antes {dollars_text(self.cents)}"

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(stack(self.seat), POT, self.cents),)


@dataclass(frozen=True, slots=True)
class Posted(Operation):
    """A blind. A live one counts towards the player's bet; a dead one is the pot's at once."""

    seat: int
    blind: Literal["small", "big"]
    cents: int
    dead: bool = False

    @property
    def line(self) -> str:
        kind = "dead " if self.dead else ""
        return f"seat {self.seat} posts the {kind}{self.blind} blind of {dollars_text(self.cents)}"

    def transfers(self) -> tuple[Transfer, ...]:
        target = POT if self.dead else spot(self.seat, BETS)
        return (Transfer(stack(self.seat), target, self.cents),)


@dataclass(frozen=True, slots=True)
class Wagered(Operation):
    """A call, bet or raise: so many chips more, and what the player then has before him."""

    seat: int
    cents: int
    before_him_cents: int
    all_in: bool

    @property
    def line(self) -> str:
        all_in = ", all in" if self.all_in else ""
        total = dollars_text(self.before_him_cents)
        return f"seat {self.seat} puts in {dollars_text(self.cents)} for {total}{all_in}"

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(stack(self.seat), spot(self.seat, BETS), self.cents),)


@dataclass(frozen=True, slots=True)
class Uncalled(Operation):
    """What nobody called goes back before the bets are gathered."""

    seat: int
    cents: int

    @property
    def line(self) -> str:
        return f"seat {self.seat} gets {dollars_text(self.cents)} back uncalled"

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(spot(self.seat, BETS), stack(self.seat), self.cents),)


@dataclass(frozen=True, slots=True)
class Gathered(Operation):
    """The dealer takes the bets of a round into the pot, which then holds `pot_cents`."""

    bets: tuple[tuple[int, int], ...]
    pot_cents: int

    @property
    def line(self) -> str:
        return f"bets gathered, the pot is {dollars_text(self.pot_cents)}"

    def transfers(self) -> tuple[Transfer, ...]:
        return tuple([Transfer(spot(seat, BETS), POT, cents) for seat, cents in self.bets])


@dataclass(frozen=True, slots=True)
class KeptBeside(Operation):
    """A folded hand stays face down beside a side wager that still plays."""

    seat: int
    wager: str

    @property
    def line(self) -> str:
        return f"seat {self.seat}'s cards stay beside {self.wager}"


@dataclass(frozen=True, slots=True)
class HandAnnounced(Operation):
    """A hand shown, as the dealer calls it."""

    seat: int
    hand: str

    @property
    def line(self) -> str:
        return f"seat {self.seat} plays {self.hand}"


@dataclass(frozen=True, slots=True)
class GivenUp(Operation):
    """A beaten hand that is not shown."""

    seat: int

    @property
    def line(self) -> str:
        return f"seat {self.seat} gives the hand up unshown"


@dataclass(frozen=True, slots=True)
class Taken(Operation):
    """A pot, or a part of one that is split; pot 0 is the main one."""

    seat: int
    cents: int
    pot: int
    pots: int

    @property
    def line(self) -> str:
        return (
            f"seat {self.seat} takes {dollars_text(self.cents)} from "
            f"{pot_name(self.pot, self.pots)}"
        )

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(POT, stack(self.seat), self.cents),)


@dataclass(frozen=True, slots=True)
class PutBack(Operation):
    """What was taken from a pot goes back into it: the round is void after all."""

    taken: Taken

    @property
    def line(self) -> str:
        pot = pot_name(self.taken.pot, self.taken.pots)
        return f"seat {self.taken.seat} puts {dollars_text(self.taken.cents)} back into {pot}"

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(stack(self.taken.seat), POT, self.taken.cents),)


@dataclass(frozen=True, slots=True)
class PaidBack(Operation):
    """A void hand: what it put into the pot and what lies before it go back to its player."""

    seat: int
    pot_cents: int
    bets_cents: int

    @property
    def line(self) -> str:
        total = dollars_text(self.pot_cents + self.bets_cents)
        return f"seat {self.seat} gets {total} back from the pot"

    def transfers(self) -> tuple[Transfer, ...]:
        return (
            Transfer(POT, stack(self.seat), self.pot_cents),
            Transfer(spot(self.seat, BETS), stack(self.seat), self.bets_cents),
        )
