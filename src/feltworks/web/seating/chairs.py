"""The chairs of a table: who sits where, and how a round is opened for those who do.

At a house-banked table a guest may have several seats, plays from his whole stack and opens the
round with his wagers. Between players a guest has one seat with chips of its own before it, and the
seating of the game decides who is dealt in, where the button is and who owes a blind. Both have the
same methods; a forbidden act raises `NotAllowed`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import cast

from feltworks.house.rounds.sheet import Sheet
from feltworks.money import dollars_text
from feltworks.ring import RingPlan, RingRound, Seating
from feltworks.ring.seating import SeatedPlayer
from feltworks.round import Button, Move, NotAllowed, Round, SitIn
from feltworks.web.protocol.description import RingShown
from feltworks.web.seating.bots import Bot
from feltworks.web.settings import Settings

LEAST_BUY_IN_BETS, USUAL_BUY_IN_BETS = 10, 40


@dataclass
class TakenChair:
    """A taken seat; `bot` decides for it if no person does.

    The seat is free after the round if its player is `leaving`, who makes no more decisions, or
    `leaves_later`, who plays the round to its end. `clocked` is set if he wants a clock although
    nobody else waits for him; `posts_now` if he posts the blinds he owes instead of waiting.
    """

    seat: int
    player: str
    bot: Bot | None = None
    leaving: bool = False
    leaves_later: bool = False
    ready: bool = False
    away: bool = False
    clocked: bool = False
    posts_now: bool = False


class Chairs:
    """The seats of a house-banked table.

    `ring` are the stakes if players play each other, `button` is where the dealer's button then
    lies; `pause_seconds` pass between somebody's sitting down and the opening of a round.
    """

    pause_seconds = 0.0
    ring: RingShown | None = None

    def __init__(self, sheet: Sheet, settings: Settings) -> None:
        self.count = sheet.seats
        # One hand if hands are secret: a second one would be played knowing the first.
        several = sheet.rules.table.hands_discussed
        self.most_hands = min(settings.most_hands, sheet.seats) if several else 1
        self.taken: dict[int, TakenChair] = {}

    def of(self, player: str | None) -> list[int]:
        """The seats of a player."""
        return [seat for seat, chair in sorted(self.taken.items()) if chair.player == player]

    @property
    def people(self) -> list[TakenChair]:
        return [chair for _, chair in sorted(self.taken.items()) if chair.bot is None]

    @property
    def button(self) -> int | None:
        return None

    def waits_for_blind(self, seat: int) -> bool:
        """Whether the next game begins without that seat, because it owes a blind."""
        return False

    def owes_cents(self, seat: int) -> int | None:
        """What the seat would post to be dealt in; None if there is no choice."""
        return None

    def post_blinds(self, seat: int, *, now: bool) -> None:
        """The player posts the blinds he owes, or waits for the big one instead."""
        raise NotAllowed("not-here", "At this table there are no blinds.")

    @property
    def buy_in_cents(self) -> int | None:
        """What a player usually brings to a seat; None if he plays from his whole stack."""
        return None if self.ring is None else self.ring.usual_buy_in_cents

    def free_seat(self) -> int | None:
        return next((seat for seat in range(1, self.count + 1) if seat not in self.taken), None)

    def sit(self, chair: TakenChair, cents: int | None, stack_cents: int) -> None:
        """Somebody takes a free seat."""
        self._check_free(chair)
        if cents is not None:
            raise NotAllowed("no-amount", "At this table you play from your whole stack.")
        self.taken[chair.seat] = chair

    def _check_free(self, chair: TakenChair) -> None:
        if not 1 <= chair.seat <= self.count:
            raise NotAllowed("no-such-seat", f"Seats are 1 to {self.count}.")
        if chair.seat in self.taken:
            raise NotAllowed("taken", f"Seat {chair.seat} is taken.")
        if len(self.of(chair.player)) >= self.most_hands:
            hands = "hand" if self.most_hands == 1 else "hands"
            text = f"A player has at most {self.most_hands} {hands} here."
            raise NotAllowed("too-many-hands", text)

    def remove(self, seat: int) -> None:
        del self.taken[seat]

    def set_away(self, seat: int, *, away: bool) -> None:
        """The player asks not to be dealt in, or to be dealt in again."""
        raise NotAllowed("not-here", "At this table, just do not bet.")

    def sit_out(self, seat: int) -> None:
        """A player who does not answer is not dealt in until he returns; here he does not bet."""

    def add_chips(self, seat: int, cents: int, stack_cents: int) -> None:
        raise NotAllowed("not-here", "At this table you play from your whole stack.")

    @property
    def can_open(self) -> bool:
        """Whether a round could be opened now."""
        return bool(self.people)

    def opening(self) -> list[Move]:
        """The moves that open the next round."""
        if not self.people:
            raise NotAllowed("nobody-sits", "Nobody sits at this table.")
        return []

    def chips_before(self, seat: int, round: Round | None) -> int | None:
        """What lies before a seat, if that is not the player's whole stack."""
        return None

    def after(self, net_cents: Mapping[int, int]) -> None:
        """Takes over the result of a booked round."""

    def hold_to(self, stacks: Mapping[str, int]) -> None:
        """Between rounds: limits what lies before each player to what the books say he owns."""

    def put_back(self, chairs: Iterable[TakenChair], round: Round) -> None:
        """Gives the players of an interrupted round their seats again; others keep theirs."""
        self.taken = {**self.taken, **{chair.seat: chair for chair in chairs}}


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

    def sit(self, chair: TakenChair, cents: int | None, stack_cents: int) -> None:
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
        self.taken[seat].posts_now = False

    def sit_out(self, seat: int) -> None:
        self.set_away(seat, away=True)

    def waits_for_blind(self, seat: int) -> bool:
        return self._is_left_out(seat, self._waiting)

    def owes_cents(self, seat: int) -> int | None:
        posting = self.seating.plan.ring.missed_blinds == "post-both"
        if not posting or not self._is_left_out(seat, {*self._waiting, seat}):
            return None
        player, ring = self.seating.players[seat], self.ring
        small = ring.small_blind_cents if player.owes_small else 0
        return min(small + ring.big_blind_cents * player.owes_big, player.stack_cents)

    def post_blinds(self, seat: int, *, now: bool) -> None:
        if now and self.owes_cents(seat) is None:
            raise NotAllowed("nothing-to-post", "You have no blinds to post here.")
        self.taken[seat].posts_now = now

    @property
    def _waiting(self) -> set[int]:
        """Seats that wait for the big blind: people, unless they asked to post; never bots."""
        return {chair.seat for chair in self.people if not chair.posts_now}

    def _is_left_out(self, seat: int, waiting: set[int]) -> bool:
        """Whether the next game begins without a seat that would play and owes a blind."""
        player = self.seating.players.get(seat)
        if player is None or not player.ready or not player.owes:
            return False
        try:
            moves, _ = self.seating.next_game(waiting=waiting)
        except NotAllowed:
            return False
        return not any(isinstance(move, SitIn) and move.seat == seat for move in moves)

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
        for move in moves:
            if isinstance(move, SitIn):
                self.taken[move.seat].posts_now = False
        return moves

    def _next_game(self) -> tuple[list[Move], Seating]:
        if all(chair.away for chair in self.people):
            raise NotAllowed("nobody-sits", "Nobody sits at this table.")
        return self.seating.next_game(waiting=self._waiting)

    def chips_before(self, seat: int, round: Round | None) -> int | None:
        # These chairs open only rounds of the ring engine.
        stacks = {} if round is None else cast("RingRound", round).stacks
        chair = self.seating.players.get(seat)
        return stacks.get(seat, None if chair is None else chair.stack_cents)

    def after(self, net_cents: Mapping[int, int]) -> None:
        chairs = {
            seat: replace(chair, stack_cents=max(0, chair.stack_cents + net_cents.get(seat, 0)))
            for seat, chair in self.seating.players.items()
        }
        self.seating = replace(self.seating, players=chairs)

    def hold_to(self, stacks: Mapping[str, int]) -> None:
        for seat, chair in self.taken.items():
            owned, player = stacks.get(chair.player), self.seating.players[seat]
            if owned is not None and owned < player.stack_cents:
                cut = {**self.seating.players, seat: replace(player, stack_cents=owned)}
                self.seating = replace(self.seating, players=cut)

    def put_back(self, chairs: Iterable[TakenChair], round: Round) -> None:
        super().put_back(chairs, round)
        brought = {move.seat: move.cents for move in round.moves if isinstance(move, SitIn)}
        button = next((move.seat for move in round.moves if isinstance(move, Button)), None)
        players = {seat: SeatedPlayer(cents) for seat, cents in brought.items()}
        players = {**self.seating.players, **players}
        self.seating = replace(self.seating, players=players, button=button)


def _check_owned(cents: int, stack_cents: int) -> None:
    """Refuses to bring more to the table than the player has."""
    if cents > stack_cents:
        raise NotAllowed("no-chips", f"You have {dollars_text(stack_cents)} in all.")
