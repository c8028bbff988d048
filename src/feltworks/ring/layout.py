"""The state of a round between players: stacks, bets, and whose turn it is.

Once the betting is closed, players are numbered by their place from the button's left: place 0 gets
the first card, the last place is the button itself. Lists of this module are indexed by place. The
spots of the layout hold side wagers only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from feltworks.regulation import GamesOnAHand
from feltworks.ring.plan import RingPlan
from feltworks.ring.stakes import Stakes
from feltworks.round.contract import Legal
from feltworks.round.core.betting import check_game_count, check_side_wagers
from feltworks.round.core.layout import Layout, Spot
from feltworks.round.core.wagers import WagerPlan
from feltworks.round.moves import SitIn
from feltworks.round.reasons import NotAllowed

LARGEST_STACK_CENTS = 10**12
NOBODY = -1
UNASKED, PASSED_OVER = -1, -2
"""In `answered`: must still act in this round; acts only if somebody raises."""


class Options(NamedTuple):
    """What the player to act may do: chips to call with, and the bets he may raise to.

    `call` 0 is a check; `most_to` 0 means that he may not bet or raise.
    """

    call: int
    least_to: int
    most_to: int


NO_OPTIONS = Options(0, 0, 0)


@dataclass(slots=True, eq=False)
class RingLayout(Layout[RingPlan, Spot]):
    """A round between players; `seat_at` has the seats by place.

    `opened` says that the betting round of the present stage has begun. `paid` is what each place
    has put in for the pot, including present bets; `dead` what it has put in without its counting
    as a bet. `level` is the bet to match, `full` the last one that was a full bet or raise and
    `full_bets` all of them; `short` says that the last bet was not full. `raise_by` is the least
    that a further raise adds; `answered` is the bet that each place has last answered. `able`
    counts the players who are in and have chips left.
    """

    copied: ClassVar = (*Layout.copied, "bets", "live", "paid", "answered", "stacks")

    stakes: Stakes = field(kw_only=True)
    sitting: dict[int, SitIn] = field(default_factory=dict)
    button: int | None = None
    seat_at: tuple[int, ...] = ()
    stacks: list[int] = field(default_factory=list)
    bets: list[int] = field(default_factory=list)
    paid: list[int] = field(default_factory=list)
    dead: list[int] = field(default_factory=list)
    live: list[bool] = field(default_factory=list)
    answered: list[int] = field(default_factory=list)
    able: int = 0
    level: int = 0
    full: int = 0
    full_bets: tuple[int, ...] = ()
    short: bool = False
    raise_by: int = 0
    wagers: int = 0
    aggressor: int = NOBODY
    actor: int = NOBODY
    options: Options = NO_OPTIONS
    legal: tuple[Legal, ...] = ()
    opened: bool = False

    @property
    def decides(self) -> int:
        return self.seat_at[self.actor]

    @property
    def live_seats(self) -> tuple[int, ...]:
        """The seats still in, from the button's left."""
        return tuple([seat for seat, live in zip(self.seat_at, self.live, strict=True) if live])

    def is_in(self, seat: int) -> bool:
        return seat in self.sitting

    def stakes_beside(self, seat: int) -> Mapping[str, int]:
        """What the seat has out on side wagers."""
        spot = self.spots.get(seat)
        return {} if spot is None else spot.stakes

    def stack_of(self, seat: int) -> int:
        """What the seat has behind its bets."""
        if self.seat_at:
            return self.stacks[self.seat_at.index(seat)]
        return self.sitting[seat].cents - sum(self.stakes_beside(seat).values())

    def change_stack(self, seat: int, cents: int) -> None:
        self.stacks[self.seat_at.index(seat)] += cents

    def bet_bounds(
        self, seat: int, wager: WagerPlan, least_cents: int, most_cents: int
    ) -> tuple[int, int]:
        """Only players may make side wagers, and they keep at least a chip to play for the pot."""
        if seat not in self.sitting:
            raise NotAllowed(
                "not-in", f"Seat {seat} does not sit in, and side wagers are for players."
            )
        placed, law = self.stakes_beside(seat), self.terms.law
        check_side_wagers(self, seat, len(placed) + 1)
        if law is not None:
            # The pot itself is one of the games that a hand of cards plays.
            check_game_count(seat, len(placed) + 2, law)
            most_cents = min(most_cents, self._most_beside(placed, law.games))
        return least_cents, min(most_cents, self.stack_of(seat) - self.stakes.chip)

    def _most_beside(self, placed: Mapping[str, int], law: GamesOnAHand) -> int:
        """The most that the state allows beside the pot and other wagers: some games must be small.

        The pot is a larger game if its bets are above what the state calls small.
        """
        if law.small is None:
            return LARGEST_STACK_CENTS
        bet = self.stakes.most_bet
        is_large = [cents > law.small.cents for cents in placed.values()]
        is_large.append(bet is None or bet > law.small.cents)
        return LARGEST_STACK_CENTS if sum(is_large) < law.most_above_small else law.small.cents
