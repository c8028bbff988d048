"""The end of a round: one entry in the books with the deck revealed, or every stake back."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from feltworks.errors import FeltworksError
from feltworks.web.floor.phases import Phases
from feltworks.web.floor.reviewing import tell_reviews

if TYPE_CHECKING:
    from feltworks.web.floor.chairs import Chair
    from feltworks.web.floor.game import Game


class Ending(Phases):
    """Settles, shows the result for a while, and goes on to the next round."""

    async def settle(self) -> None:
        """One entry in the books; the deck is shown."""
        at, game, pack = self.at, self.at.game, self.pack
        assert game is not None and pack is not None and game.number is not None
        reveal = pack.shown_with()
        jackpots = at.sheet.jackpots.values()
        try:
            settled, stacks, meters = await at.backroom.cashier.settle(game, reveal, jackpots)
        except FeltworksError as error:
            await self.break_off(str(error))
            return
        if settled.round is not None:
            game.round = settled.round
        game.outcome = "voided" if settled.outcome == "voided" else "settled"
        game.net_cents, game.reveal = settled.net, reveal
        at.purses.update(stacks)
        at.chairs.after(settled.net)
        for seat, player in game.players.items():
            at.enter(player, game.number, settled.net.get(seat, 0))
        at.backroom.meters.show(meters)
        await self._show_spent_shoe(game)
        await self._over()

    async def _show_spent_shoe(self, game: Game) -> None:
        """The round has taken its cards; a shoe that is done with it is shown."""
        spent = None if self.pack is None else self.pack.after(game.round)
        if spent is not None:
            game.reveal = spent.reveal()
            await self.at.backroom.cashier.reveal(spent)

    async def _over(self) -> None:
        at = self.at
        at.phase = "over"
        for seat, chair in list(at.chairs.taken.items()):
            if seat in at.chairs.taken and self._goes(chair):
                self.free(seat)
        at.start_clock(self.pace_seconds[2], self.open)
        at.broadcast()
        tell_reviews(at)

    def _goes(self, chair: Chair) -> bool:
        if chair.leaving or chair.leaves_later:
            return True
        gone = not chair.bot and chair.player not in self.at.present
        if gone and self.at.chairs.between_players:
            self.at.chairs.set_away(chair.seat, away=True)
        return False

    async def break_off(self, why: str) -> None:
        """A round that cannot go on is void; every stake goes back."""
        at, game = self.at, self.at.game
        at.notice = f"The round is void: {why}"[:300]
        at.stop_clock()
        if game is not None and game.number is not None and game.outcome is None:
            self.owed[game.number] = (why[:200], set(game.players.values()))
            await self.give_back()
            game.outcome = "voided"
            with suppress(FeltworksError):
                await self._show_spent_shoe(game)
            await self._over()
            return
        at.game = None
        at.phase = "waiting"
        at.start_clock(self.pace_seconds[2], self.seats_changed)
        at.broadcast()
