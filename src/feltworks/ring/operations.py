"""The operations that only a game between players has: antes, blinds, bets, and pots taken.

Chips bet in a round lie before their player (`spot 3 bets`) until the dealer gathers them into the
`pot`; antes and dead blinds go there at once. From the pot they go to whoever takes it.
"""

from __future__ import annotations

from typing import Literal

from feltworks.money import dollars_text
from feltworks.round.chips import POT, Transfer, spot, stack, undone
from feltworks.round.operations import AmountOperation, Operation, SeatOperation

BETS = "bets"


class SeatChips(AmountOperation, SeatOperation):
    """Base of entries in which chips of one seat move."""

    cents: int


class Anted(SeatChips):
    """A player's ante, less than the full one if it is all he has."""

    written = "seat {0.seat} antes {0.dollars}"

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(stack(self.seat), POT, self.cents),)


class Posted(AmountOperation, SeatOperation):
    """A blind. A live one counts towards the player's bet; a dead one goes to the pot at once."""

    blind: Literal["small", "big"]
    cents: int
    dead: bool = False

    @property
    def line(self) -> str:
        kind = "dead " if self.dead else ""
        return f"seat {self.seat} posts the {kind}{self.blind} blind of {self.dollars}"

    def transfers(self) -> tuple[Transfer, ...]:
        target = POT if self.dead else spot(self.seat, BETS)
        return (Transfer(stack(self.seat), target, self.cents),)


class Wagered(SeatChips):
    """A call, bet or raise: the chips added, and what the player then has before him."""

    before_him_cents: int
    all_in: bool

    @property
    def line(self) -> str:
        all_in = ", all in" if self.all_in else ""
        total = dollars_text(self.before_him_cents)
        return f"seat {self.seat} puts in {self.dollars} for {total}{all_in}"

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(stack(self.seat), spot(self.seat, BETS), self.cents),)


class Uncalled(SeatChips):
    """What nobody called goes back before the bets are gathered."""

    written = "seat {0.seat} gets {0.dollars} back uncalled"

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(spot(self.seat, BETS), stack(self.seat), self.cents),)


class Gathered(Operation):
    """The dealer takes the bets of a round into the pot, which then holds `pot_cents`."""

    bets: tuple[tuple[int, int], ...]
    pot_cents: int

    @property
    def line(self) -> str:
        return f"bets gathered, the pot is {dollars_text(self.pot_cents)}"

    def transfers(self) -> tuple[Transfer, ...]:
        return tuple([Transfer(spot(seat, BETS), POT, cents) for seat, cents in self.bets])


class KeptBeside(SeatOperation):
    """A folded hand stays face down beside a side wager that still plays."""

    written = "seat {0.seat}'s cards stay beside {0.wager}"
    wager: str


class HandAnnounced(SeatOperation):
    """A hand shown, as the dealer calls it."""

    written = "seat {0.seat} plays {0.hand}"
    hand: str


class GivenUp(SeatOperation):
    """A beaten hand that is not shown."""

    written = "seat {0.seat} gives the hand up unshown"


class Taken(SeatChips):
    """A pot, or a part of one that is split; pot 0 is the main one."""

    written = "seat {0.seat} takes {0.dollars} from {0.pot_name}"
    pot: int
    pots: int

    @property
    def pot_name(self) -> str:
        """The pot as the dealer calls it: `the pot`, `the main pot`, `side pot 2`."""
        if self.pots == 1:
            return "the pot"
        return f"side pot {self.pot}" if self.pot else "the main pot"

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(POT, stack(self.seat), self.cents),)


class PutBack(Operation):
    """What was taken from a pot goes back into it, because the round is void."""

    written = "seat {0.taken.seat} puts {0.taken.dollars} back into {0.taken.pot_name}"
    taken: Taken

    def transfers(self) -> tuple[Transfer, ...]:
        return undone(self.taken)


class PaidBack(SeatOperation):
    """A void hand: what it put into the pot and what lies before it go back to its player."""

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
