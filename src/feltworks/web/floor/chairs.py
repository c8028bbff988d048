"""Who sits at a table, and how a round is opened for them: one contract for every engine.

At a house-banked table a guest may have several seats and plays from his whole stack. Between
players a seat has chips of its own before it, one guest has one seat, and the seating of the game
decides who is dealt in, where the button is and who owes a blind.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from feltworks.ring import RingRound, Seating
from feltworks.round import Reason
from feltworks.rules.written import dollars_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltworks.house.rounds.sheet import Sheet
    from feltworks.round import Move, Round
    from feltworks.web.floor.minds import Mind

NOBODY_SITS = Reason("nobody-sits", "Nobody sits at this table.")


@dataclass
class Chair:
    """A taken seat; `mind` decides for a bot.

    The seat is free after the round if its player is `leaving`, who decides nothing any more, or
    `leaves_later`, who plays it to its end.
    """

    seat: int
    player: str
    mind: Mind | None = None
    leaving: bool = False
    leaves_later: bool = False
    ready: bool = False
    away: bool = False

    @property
    def bot(self) -> bool:
        return self.mind is not None


class Chairs:
    """The seats of a house-banked table."""

    between_players = False

    def __init__(self, count: int, most_hands: int) -> None:
        self.count = count
        self.most_hands = most_hands
        self.taken: dict[int, Chair] = {}

    def of(self, player: str | None) -> list[int]:
        """The seats of a player."""
        return [seat for seat, chair in sorted(self.taken.items()) if chair.player == player]

    @property
    def people(self) -> list[Chair]:
        return [chair for _, chair in sorted(self.taken.items()) if not chair.bot]

    def free_seat(self) -> int | None:
        return next((seat for seat in range(1, self.count + 1) if seat not in self.taken), None)

    def sit(self, chair: Chair, cents: int | None, stack_cents: int) -> Reason | None:
        """Somebody takes a free seat."""
        if reason := self._objection(chair):
            return reason
        if cents is not None:
            return Reason("no-amount", "At this table you play from your whole stack.")
        self.taken[chair.seat] = chair
        return None

    def _objection(self, chair: Chair) -> Reason | None:
        if not 1 <= chair.seat <= self.count:
            return Reason("no-such-seat", f"Seats are 1 to {self.count}.")
        if chair.seat in self.taken:
            return Reason("taken", f"Seat {chair.seat} is taken.")
        if len(self.of(chair.player)) >= self.most_hands:
            hands = "hand" if self.most_hands == 1 else "hands"
            return Reason("too-many-hands", f"A player has at most {self.most_hands} {hands} here.")
        return None

    def remove(self, seat: int) -> None:
        del self.taken[seat]

    def set_away(self, seat: int, *, away: bool) -> Reason | None:
        return Reason("not-here", "At this table, just do not bet.")

    def add_chips(self, seat: int, cents: int, stack_cents: int) -> Reason | None:
        return Reason("not-here", "At this table you play from your whole stack.")

    def opening(self) -> list[Move] | Reason:
        """The moves that open the next round, or why there is none."""
        return [] if self.people else NOBODY_SITS

    def chips_before(self, seat: int, round: Round | None) -> int | None:
        """What lies before a seat where that is not the player's whole stack."""
        return None

    def after(self, net_cents: Mapping[int, int]) -> None:
        """A round is booked."""


class RingChairs(Chairs):
    """The seats of a game between players."""

    between_players = True

    def __init__(self, sheet: Sheet, count: int, least_cents: int) -> None:
        super().__init__(count, 1)
        opened = sheet.dealt.open_round(sheet.terms({}))
        assert isinstance(opened, RingRound)
        self.least_cents = least_cents
        self.seating = Seating(opened.plan)

    def sit(self, chair: Chair, cents: int | None, stack_cents: int) -> Reason | None:
        if reason := self._objection(chair):
            return reason
        if cents is None:
            return Reason("wrong-stack", "Say how many chips you bring to the table.")
        if cents < self.least_cents:
            least = dollars_text(self.least_cents)
            return Reason("wrong-stack", f"Bring at least {least} to this table.")
        if cents > stack_cents:
            return Reason("no-chips", f"You have {dollars_text(stack_cents)} in all.")
        joined = self.seating.join(chair.seat, cents)
        if isinstance(joined, Reason):
            return joined
        self.seating, self.taken[chair.seat] = joined, chair
        return None

    def remove(self, seat: int) -> None:
        super().remove(seat)
        self._accept(self.seating.leave(seat))

    def set_away(self, seat: int, *, away: bool) -> Reason | None:
        self.taken[seat].away = away
        seating = self.seating.sit_out(seat) if away else self.seating.come_back(seat)
        return self._accept(seating)

    def add_chips(self, seat: int, cents: int, stack_cents: int) -> Reason | None:
        if cents + self.seating.chairs[seat].stack_cents > stack_cents:
            return Reason("no-chips", f"You have {dollars_text(stack_cents)} in all.")
        return self._accept(self.seating.add_chips(seat, cents))

    def opening(self) -> list[Move] | Reason:
        if not any(not chair.away for chair in self.people):
            return NOBODY_SITS
        opened = self.seating.next_game()
        if isinstance(opened, Reason):
            return opened
        moves, self.seating = opened
        return moves

    @property
    def can_open(self) -> bool:
        """Whether a game could be dealt now; asks without moving the button."""
        here = any(not chair.away for chair in self.people)
        return here and not isinstance(self.seating.next_game(), Reason)

    def chips_before(self, seat: int, round: Round | None) -> int | None:
        if isinstance(round, RingRound) and seat in (stacks := round.stacks):
            return stacks[seat]
        chair = self.seating.chairs.get(seat)
        return None if chair is None else chair.stack_cents

    def after(self, net_cents: Mapping[int, int]) -> None:
        chairs = {
            seat: replace(chair, stack_cents=max(0, chair.stack_cents + net_cents.get(seat, 0)))
            for seat, chair in self.seating.chairs.items()
        }
        self.seating = replace(self.seating, chairs=chairs)

    def _accept(self, seating: Seating | Reason) -> Reason | None:
        if isinstance(seating, Reason):
            return seating
        self.seating = seating
        return None
