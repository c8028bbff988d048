"""What every phase of a table shares: the deck, the pace, the seats, and the way to rest."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from feltworks.errors import FeltworksError
from feltworks.house.errors import BooksError, HouseError

if TYPE_CHECKING:
    from feltworks.web.floor.chairs import Chair
    from feltworks.web.floor.game import Game
    from feltworks.web.floor.pack import Pack
    from feltworks.web.floor.runner import TableRunner


class Phases:
    """`closing` while stakes go into escrow; what opens a round is for the betting to say.

    `owed` are rounds that were broken off and are to be voided, with the reason and the players.
    """

    def __init__(self, runner: TableRunner) -> None:
        self.at = runner
        self.pack: Pack | None = None
        self.closing = False
        self.owed: dict[int, tuple[str, set[str]]] = {}

    async def open(self) -> None:
        raise NotImplementedError

    async def seats_changed(self) -> None:
        raise NotImplementedError

    @property
    def pace_seconds(self) -> tuple[float, float, float]:
        """For betting, for a decision, for the result."""
        pace = self.at.backroom.settings.pace
        return pace.betting_seconds, pace.decision_seconds, pace.result_seconds

    def stand(self, seat: int) -> None:
        """The seat is given up: at once, or after the round its player has wagers in."""
        at, chair = self.at, self.at.chairs.taken[seat]
        game = at.game
        if game is not None and self._is_dealt_in(game, chair):
            chair.leaving = True
            return
        if game is not None and not game.begun and game.bets_of([seat]):
            game.without([seat])
        self.free(seat)

    def leave_later(self, seat: int, *, later: bool) -> None:
        """The seat is given up when the round is over; at once if its player is not in one."""
        at, chair = self.at, self.at.chairs.taken[seat]
        game = at.game
        has_bets = game is not None and at.phase == "betting" and bool(game.bets_of([seat]))
        if later and not has_bets and (game is None or not self._is_dealt_in(game, chair)):
            self.stand(seat)
        else:
            chair.leaves_later = later

    def _is_dealt_in(self, game: Game, chair: Chair) -> bool:
        if self.at.phase == "playing":
            return game.players.get(chair.seat) == chair.player
        between = self.at.phase == "betting" and self.at.chairs.between_players
        return between and chair.seat in game.seats_dealt_in()

    def free(self, seat: int) -> None:
        """The chair is empty; bots do not stay among themselves."""
        chairs, chair = self.at.chairs, self.at.chairs.taken[seat]
        chairs.remove(seat)
        if not chairs.of(chair.player):
            self.at.backroom.left(chair.player, self.at)
            self.at.ledger.pop(chair.player, None)
        if not chair.bot and not chairs.people:
            for bot in list(chairs.taken):
                self.stand(bot)

    async def rest(self) -> None:
        """Nobody is there to deal to."""
        at = self.at
        at.stop_clock()
        at.phase, at.game = "waiting", None
        if self.owed:
            at.start_clock(self.pace_seconds[2], self.open)
        at.broadcast()

    async def look_at_jackpots(self) -> None:
        """The meters as the house displays them now."""
        backroom, jackpots = self.at.backroom, self.at.sheet.jackpots
        if jackpots:
            backroom.meters.show(await backroom.cashier.meters(jackpots.values()))

    async def give_back(self) -> bool:
        """Voids the rounds that were broken off; whether all their stakes are given back."""
        at = self.at
        for number, (why, players) in list(self.owed.items()):
            try:
                at.purses.update(await at.backroom.cashier.void(number, why, players))
            except BooksError as error:
                at.notice = sentence(str(error))
                return False
            except HouseError:
                # It had been settled after all: nothing is owed.
                pass
            del self.owed[number]
        return True

    async def put_shoe_away(self) -> None:
        spent = None if self.pack is None else self.pack.put_away()
        self.pack = None
        if spent is not None:
            await self.at.backroom.cashier.reveal(spent)

    async def put_away(self) -> None:
        """The server closes: nothing stays in flight."""
        game = self.at.game
        if game is not None and game.number is not None and game.outcome is None:
            self.owed[game.number] = ("the server closed", set(game.players.values()))
        await self.give_back()
        with suppress(FeltworksError):
            await self.put_shoe_away()


def sentence(why: str) -> str:
    """What the house says, as a sentence for the table."""
    return f"{why[:1].upper()}{why[1:].rstrip('.')}."
