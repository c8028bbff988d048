"""Where each card of a round lies in a program: one column for each."""

from __future__ import annotations

from dataclasses import dataclass

from feltworks.odds.walk import Walk
from feltworks.simulate.errors import SimulationError
from feltworks.simulate.reading import SeatHand


@dataclass(frozen=True)
class Columns:
    """Which column of cards is which: each seat's own, then the shared, then the dealer's."""

    walk: Walk
    seats: int

    @property
    def _own_board(self) -> list[bool]:
        """For each card of the last board, whether every seat has its own."""
        plan = self.walk.plan
        zones = plan.book.rules.zones
        return [
            zones[pile.zone] == "player"
            for pile, cards in zip(plan.groups, plan.levels[-1].board, strict=True)
            for _ in range(cards)
        ]

    @property
    def per_seat(self) -> int:
        return self.walk.plan.hole + sum(self._own_board)

    @property
    def count(self) -> int:
        plan = self.walk.plan
        shared = len(self._own_board) - sum(self._own_board)
        return self.seats * self.per_seat + shared + plan.hidden

    def hole(self, seat: int) -> list[int]:
        start = seat * self.per_seat
        return list(range(start, start + self.walk.plan.hole))

    def board(self, seat: int) -> list[int]:
        """The columns of the last board as a seat sees it, pile by pile."""
        own = seat * self.per_seat + self.walk.plan.hole
        shared = self.seats * self.per_seat
        found = []
        for is_own in self._own_board:
            found.append(own if is_own else shared)
            own, shared = own + is_own, shared + (not is_own)
        return found

    def hidden(self) -> list[int]:
        return list(range(self.count - self.walk.plan.hidden, self.count))

    def piles(self, seat: int, level: int) -> list[list[int]]:
        """The open cards of each pile at a level: the first of those that the pile will hold."""
        plan, at, found = self.walk.plan, 0, []
        board = self.board(seat)
        for now, all_ in zip(plan.levels[level].board, plan.levels[-1].board, strict=True):
            found.append(board[at : at + now])
            at += all_
        return found

    def hand(self, seat: int, hand_id: str) -> SeatHand:
        """The columns that a hand of a seat draws on, zone by zone."""
        plan = self.walk.plan
        drawn = plan.book.rules.hands[hand_id].from_
        board, zones = self.board(seat), []
        for zone, places in zip(drawn, plan.columns(hand_id), strict=True):
            held = plan.hole_group is not None and plan.hole_group.zone == zone
            own = self.hole(seat) if held else self.hidden()
            columns = [own[place] if place >= 0 else board[-1 - place] for place in places]
            more = len(columns) - drawn[zone]
            if more < 0 or (more and not self._in_order(zone)):
                raise SimulationError(
                    f"hands.{hand_id}.from.{zone}: the play does not look at its first "
                    f"{drawn[zone]} cards, or not in the order of dealing, so a wager on it cannot "
                    "be simulated beside the play: `feltworks odds` counts it exactly, and without "
                    "it the game is simulated"
                )
            zones.append(tuple(columns[: drawn[zone]]))
        return SeatHand(hand_id, tuple(zones))

    def _in_order(self, zone: str) -> bool:
        """Whether the columns of a zone lie as its cards are dealt, so that a hand of the first
        ones takes the first columns."""
        plan = self.walk.plan
        parts = [
            group
            for group in (plan.hole_group, plan.hidden_group, *plan.groups)
            if group is not None and group.zone == zone
        ]
        places = [place for where, place, _ in plan.order if where == zone]
        return len(parts) == 1 and places == sorted(places)
