"""The state of a round between players: stacks, bets, cards, and the log so far.

Once the betting is closed, players go by their place from the button's left: place 0 is the first
to get a card, the last place is the button itself. Lists of this module are indexed by place. Only
a layout that was forked for the move in hand is changed; the round that a caller holds never is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Self

if TYPE_CHECKING:
    from feltworks.cards import Card
    from feltworks.ring.plan import RingPlan
    from feltworks.ring.reading import Place
    from feltworks.ring.stageplan import Slot
    from feltworks.ring.stakes import Stakes
    from feltworks.round.contract import Legal
    from feltworks.round.moves import SitIn
    from feltworks.round.operations import Operation
    from feltworks.round.terms import Terms

NOBODY = -1
UNASKED, PASSED_OVER = -1, -2
"""In `seen`: must be asked in this round; is not asked unless somebody raises."""


class Options(NamedTuple):
    """What the player to act may do: chips to call with, and the bets he may raise to.

    `call` 0 is a check; `most_to` 0 means that he may not bet or raise.
    """

    call: int
    least_to: int
    most_to: int


NO_OPTIONS = Options(0, 0, 0)


class Layout:
    """A round in play; `stage_at` is -1 until the first card is due.

    `opened` tells that the betting round of the present stage has begun. `paid` is what each place
    has put in for the pot, bets before it included; `dead` what it has put in without its counting
    as a bet. `level` is the bet to match, `full` the last one that was a full bet or raise,
    `raise_by` what a further raise adds at least; `seen` is the bet that each place has last
    answered. `able` counts the players who are in and have chips left.
    """

    def __init__(self, plan: RingPlan, terms: Terms, stakes: Stakes) -> None:
        self.plan = plan
        self.terms = terms
        self.stakes = stakes
        self.log: list[Operation] = []
        self.sitting: dict[int, SitIn] = {}
        self.side: dict[int, dict[str, int]] = {}
        self.button: int | None = None
        self.seats: tuple[int, ...] = ()
        self.stacks: list[int] = []
        self.bets: list[int] = []
        self.paid: list[int] = []
        self.dead: list[int] = []
        self.live: list[bool] = []
        self.seen: list[int] = []
        self.able = 0
        self.level = 0
        self.full = 0
        self.raise_by = 0
        self.wagers = 0
        self.aggressor = NOBODY
        self.actor = NOBODY
        self.options = NO_OPTIONS
        self.legal: tuple[Legal, ...] = ()
        self.cards: dict[Place, tuple[Card, ...]] = {}
        self.dealt = 0
        self.stage_at = -1
        self.script: tuple[Slot, ...] = ()
        self.script_at = 0
        self.opened = False
        self.over = False

    def fork(self) -> Self:
        """A twin to change: what is changed in place is copied, the rest is shared."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.log = self.log.copy()
        twin.stacks = self.stacks.copy()
        twin.bets = self.bets.copy()
        twin.paid = self.paid.copy()
        twin.live = self.live.copy()
        twin.seen = self.seen.copy()
        twin.cards = self.cards.copy()
        return twin

    @property
    def needs_card(self) -> bool:
        """Whether the deck has the next move."""
        at = self.script_at
        return at < len(self.script) and self.script[at].does != "turn"

    @property
    def live_seats(self) -> tuple[int, ...]:
        """The seats still in, from the button's left."""
        return tuple([seat for seat, live in zip(self.seats, self.live, strict=True) if live])

    def stack_of(self, seat: int) -> int:
        """What the seat has behind its bets."""
        if self.seats:
            return self.stacks[self.seats.index(seat)]
        return self.sitting[seat].cents - sum(self.side.get(seat, {}).values())
