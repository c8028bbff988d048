"""Between games: who sits where with how much, who is away, who owes blinds, where the button goes.

A seating is a value. `next_game` gives the moves that open the next round, and the seating while
that round is played; `after` takes over the finished round's stacks. A forbidden act raises
`NotAllowed`.

The button moves to the next player on its left who is dealt in, and the blinds are the next two. A
blind that passes a player who is not dealt in is missed. Newcomers to a game in progress owe the
big blind. What follows is the house's choice: with `wait`, a player who owes is dealt in again only
as the big blind; with `post-both` he posts what he owes, the small blind dead, but is not dealt in
as the small blind while he owes the big one. There too he may wait for the big blind instead.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal, Self

from feltworks.errors import short_repr
from feltworks.money import dollars_text
from feltworks.ring.layout import LARGEST_STACK_CENTS
from feltworks.ring.plan import RingPlan
from feltworks.ring.round import RingRound
from feltworks.round.core.betting import check_seat
from feltworks.round.moves import Button, Move, SitIn
from feltworks.round.reasons import NotAllowed

Posts = Literal["", "small", "big", "both"]


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """A taken seat; `away` if the player does not want to be dealt in."""

    stack_cents: int
    away: bool = False
    owes_small: bool = False
    owes_big: bool = False

    @property
    def ready(self) -> bool:
        return not self.away and self.stack_cents > 0

    @property
    def owes(self) -> Posts:
        if self.owes_small:
            return "both" if self.owes_big else "small"
        return "big" if self.owes_big else ""


@dataclass(frozen=True)
class Seating:
    """The players of a table, and where the button was last; None before the first game."""

    plan: RingPlan = field(repr=False)
    players: Mapping[int, SeatedPlayer] = field(default_factory=lambda: MappingProxyType({}))
    button: int | None = None

    def join(self, seat: int, stack_cents: int) -> Self:
        """Somebody takes a free seat."""
        most = self.plan.ring.players_at_most
        check_seat(seat, self.plan.seats)
        if seat in self.players:
            raise NotAllowed("taken", f"Seat {seat} is taken.")
        if len(self.players) >= most:
            raise NotAllowed("table-full", f"The game is for {most} players at most.")
        if type(stack_cents) is not int or not 1 <= stack_cents <= LARGEST_STACK_CENTS:
            largest = dollars_text(LARGEST_STACK_CENTS)
            raise NotAllowed(
                "wrong-stack", f"A player brings from a cent to {largest} to the table."
            )
        return self._with(seat, SeatedPlayer(stack_cents, owes_big=self.button is not None))

    def leave(self, seat: int) -> Self:
        """The player takes his chips and goes."""
        self._player(seat)
        return replace(self, players=_frozen({s: c for s, c in self.players.items() if s != seat}))

    def sit_out(self, seat: int) -> Self:
        """The player keeps his seat and is not dealt in until he comes back."""
        return self._with(seat, replace(self._player(seat), away=True))

    def come_back(self, seat: int) -> Self:
        """The player wants to be dealt in again."""
        return self._with(seat, replace(self._player(seat), away=False))

    def add_chips(self, seat: int, cents: int) -> Self:
        """More chips from the player's pocket."""
        if type(cents) is not int or cents < 1:
            raise NotAllowed("wrong-amount", "Chips are added by the cent, one at least.")
        player = self._player(seat)
        stack_cents = player.stack_cents + cents
        if stack_cents > LARGEST_STACK_CENTS:
            largest = dollars_text(LARGEST_STACK_CENTS)
            raise NotAllowed("wrong-amount", f"Seat {seat} would have more than {largest}.")
        return self._with(seat, replace(player, stack_cents=stack_cents))

    def next_game(self, *, waiting: Collection[int] = ()) -> tuple[list[Move], Self]:
        """The moves that open the next round, and the seating with its button and debts.

        `waiting` are seats that do not post out of turn: if they owe, they wait for the big blind.
        """
        ready = [seat for seat in sorted(self.players) if self.players[seat].ready]
        least = self.plan.ring.players_at_least
        if len(ready) < least:
            raise NotAllowed("too-few-players", f"The game takes {least} players to go on.")
        dealt = self._dealt_in(ready, waiting)
        button = _next(dealt.settled, self.button or 0)
        moves: list[Move] = [
            SitIn(seat, self.players[seat].stack_cents, dealt.posts.get(seat, ""))
            for seat in sorted(dealt.seats)
        ]
        return [*moves, Button(button)], self._during(dealt.seats, button)

    def after(self, round: RingRound) -> Self:
        """The seating with the stacks that the round has left."""
        stacks = round.stacks
        return replace(
            self,
            players=_frozen(
                {
                    seat: replace(player, stack_cents=stacks.get(seat, player.stack_cents))
                    for seat, player in self.players.items()
                }
            ),
        )

    def _dealt_in(self, ready: Sequence[int], waiting: Collection[int]) -> _DealtIn:
        """The players present who wait for nothing, and the one the big blind has come to.

        A player who posts is not dealt in as the small blind while he owes the big one.
        """
        players, ring = self.players, self.plan.ring
        owing = [seat for seat in ready if players[seat].owes]
        if len(ready) - len(owing) < ring.players_at_least:
            # If too few owe nothing, the game starts anew, and nobody owes anything.
            return _DealtIn(list(ready), list(ready), {})
        all_wait = ring.missed_blinds == "wait"
        waits = [seat for seat in owing if all_wait or seat in waiting]
        seats = [seat for seat in ready if seat not in waits]
        while True:
            button = _next(seats, self.button or 0)
            small, _ = self._blinds(seats, button)
            if not players[small].owes_big:
                break
            seats.remove(small)
        left = _next(seats, button)
        big = _next([seat for seat in ready if seat != left and seat in (*seats, *waits)], left)
        dealt = sorted({*seats, big})
        blinds = self._blinds(dealt, button)
        posts = {seat: players[seat].owes for seat in seats if seat not in blinds}
        return _DealtIn(dealt, seats, posts)

    def _blinds(self, seats: Sequence[int], button: int) -> tuple[int, int]:
        small = _next(seats, button)
        if len(seats) == 2 and self.plan.ring.heads_up_blinds == "custom":
            return button, small
        return small, _next(seats, small)

    def _during(self, seats: Sequence[int], button: int) -> Self:
        """Players who are dealt in owe nothing more; a player whom a blind passes owes it."""
        small, big = self._blinds(seats, button)
        players: dict[int, SeatedPlayer] = {}
        for seat, player in self.players.items():
            if seat in seats:
                players[seat] = replace(player, owes_small=False, owes_big=False)
            elif _between(button, seat, small):
                players[seat] = replace(player, owes_small=True)
            elif _between(small, seat, big):
                players[seat] = replace(player, owes_big=True)
            else:
                players[seat] = player
        return replace(self, players=_frozen(players), button=button)

    def _player(self, seat: int) -> SeatedPlayer:
        """The seat's player; raises `NotAllowed` if nobody sits there."""
        player = self.players.get(seat) if type(seat) is int else None
        if player is None:
            raise NotAllowed("nobody", f"Nobody sits at seat {short_repr(seat)}.")
        return player

    def _with(self, seat: int, player: SeatedPlayer) -> Self:
        return replace(self, players=_frozen({**self.players, seat: player}))


@dataclass(frozen=True, slots=True)
class _DealtIn:
    """Who plays the next game; `settled` are those the button may go to."""

    seats: list[int]
    settled: list[int]
    posts: Mapping[int, Posts]


def _next(seats: Sequence[int], after: int) -> int:
    """The first of those seats on the left of a seat."""
    return min((seat for seat in seats if seat > after), default=min(seats))


def _between(start: int, seat: int, end: int) -> bool:
    """Whether a seat lies between two others, going to the left."""
    if start <= end:
        return start < seat < end
    return seat > start or seat < end


def _frozen(players: dict[int, SeatedPlayer]) -> Mapping[int, SeatedPlayer]:
    return MappingProxyType(dict(sorted(players.items())))
