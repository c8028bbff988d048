"""The chairs of a game between players, each with chips of its own before it.

One guest has one seat. The seating of the game decides who is dealt in, where the button is and who
owes a blind, and opens the round with the moves that say so.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from feltworks.money import dollars_text
from feltworks.ring import RingPlan, Seating
from feltworks.round import NotAllowed
from feltworks.web.protocol.description import RingShown
from feltworks.web.seating.chairs import Chairs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltworks.house.rounds.sheet import Sheet
    from feltworks.ring import RingRound
    from feltworks.round import Move, Round
    from feltworks.web.seating.chairs import Chair
    from feltworks.web.settings import Settings

LEAST_BUY_IN_BETS, USUAL_BUY_IN_BETS = 10, 40


class RingChairs(Chairs):
    """The seats of a game between players."""

    pause_seconds = 2.0

    def __init__(self, sheet: Sheet, settings: Settings) -> None:
        super().__init__(sheet, settings)
        self.count = min(sheet.seats, sheet.rules.table.seats)
        self.most_hands = 1
        plan = RingPlan(sheet.rules)
        stakes = plan.stakes(sheet.terms({}))
        self.ring: RingShown = RingShown(
            structure=stakes.structure,
            small_blind_cents=stakes.small_blind,
            big_blind_cents=stakes.big_blind,
            ante_cents=stakes.ante,
            least_buy_in_cents=LEAST_BUY_IN_BETS * stakes.bet,
            usual_buy_in_cents=USUAL_BUY_IN_BETS * stakes.bet,
        )
        self.seating = Seating(plan)

    @property
    def button(self) -> int | None:
        return self.seating.button

    def sit(self, chair: Chair, cents: int | None, stack_cents: int) -> None:
        self._check_free(chair)
        if cents is None:
            raise NotAllowed("wrong-stack", "Say how many chips you bring to the table.")
        if cents < self.ring.least_buy_in_cents:
            least = dollars_text(self.ring.least_buy_in_cents)
            raise NotAllowed("wrong-stack", f"Bring at least {least} to this table.")
        _check_owned(cents, stack_cents)
        self.seating = self.seating.join(chair.seat, cents)
        self.taken[chair.seat] = chair

    def remove(self, seat: int) -> None:
        super().remove(seat)
        self.seating = self.seating.leave(seat)

    def set_away(self, seat: int, *, away: bool) -> None:
        self.seating = self.seating.sit_out(seat) if away else self.seating.come_back(seat)
        self.taken[seat].away = away

    def sit_out(self, seat: int) -> None:
        self.set_away(seat, away=True)

    def add_chips(self, seat: int, cents: int, stack_cents: int) -> None:
        _check_owned(cents + self.seating.players[seat].stack_cents, stack_cents)
        self.seating = self.seating.add_chips(seat, cents)

    @property
    def can_open(self) -> bool:
        try:
            self._next_game()
        except NotAllowed:
            return False
        return True

    def opening(self) -> list[Move]:
        moves, self.seating = self._next_game()
        return moves

    def _next_game(self) -> tuple[list[Move], Seating]:
        if all(chair.away for chair in self.people):
            raise NotAllowed("nobody-sits", "Nobody sits at this table.")
        return self.seating.next_game()

    def chips_before(self, seat: int, round: Round | None) -> int | None:
        # The rounds that these chairs open are the ring's own.
        stacks = {} if round is None else cast("RingRound", round).stacks
        chair = self.seating.players.get(seat)
        return stacks.get(seat, None if chair is None else chair.stack_cents)

    def after(self, net_cents: Mapping[int, int]) -> None:
        chairs = {
            seat: replace(chair, stack_cents=max(0, chair.stack_cents + net_cents.get(seat, 0)))
            for seat, chair in self.seating.players.items()
        }
        self.seating = replace(self.seating, players=chairs)


def _check_owned(cents: int, stack_cents: int) -> None:
    """A player brings no more to the table than he has."""
    if cents > stack_cents:
        raise NotAllowed("no-chips", f"You have {dollars_text(stack_cents)} in all.")
