"""Cards and decisions: the deck gives what is due, a seat decides, and so on to the end.

What a decision stakes is in escrow before anything follows from it.
"""

from __future__ import annotations

from feltworks.house import HouseError
from feltworks.round import Deal, Decide, Reason
from feltworks.round.croupier import made
from feltworks.web.floor.defaults import default_legal
from feltworks.web.floor.ending import Ending
from feltworks.web.floor.game import stakes_more
from feltworks.web.floor.reviewing import note

NO_DECISION = Reason("no-decision", "Nobody has a decision to make now.")
NO_CHIPS = Reason("no-chips", "Your stack is too small for that.")


class Dealing(Ending):
    """Takes a round from the closing of the betting to its end."""

    async def go_on(self) -> None:
        """Cards until somebody must decide, or the round is over."""
        at, game, pack = self.at, self.at.game, self.pack
        assert game is not None and pack is not None
        at.stop_clock()
        while game.round.turn.waits_for == "card":
            cards = pack.next_cards(game.round, game.round.cards_due)
            game.round = made(game.round.play_all([Deal(card) for card in cards]))
        if game.round.turn.waits_for == "nothing":
            await self.settle()
            return
        seat = game.decides
        assert seat is not None
        chair = at.chairs.taken.get(seat)
        if chair is None or chair.player != game.players[seat] or chair.leaving:
            await self.default()
            return
        if chair.bot:
            at.backroom.think(at, chair)
        else:
            at.start_clock(self.pace_seconds[1], self._time_is_up)
        at.broadcast()
        at.backroom.advise(at)

    async def decide(self, move: Decide) -> Reason | None:
        """A decision; what it stakes is in escrow before anything follows from it."""
        at, game = self.at, self.at.game
        if game is None or at.phase != "playing" or game.number is None:
            return NO_DECISION
        after = game.round.play(move)
        if isinstance(after, Reason):
            return after
        if stakes_more(game.round, after):
            player = game.players[move.seat]
            try:
                at.purses.update(await at.backroom.cashier.hold(game.number, after, player))
            except HouseError:
                return NO_CHIPS
        note(game, move)
        game.round = after
        game.turn += 1
        await self.go_on()
        return None

    async def _time_is_up(self) -> None:
        at, game = self.at, self.at.game
        if game is not None and game.decides is not None:
            seat = game.decides
            await self.default()
            if at.chairs.between_players and seat in at.chairs.taken:
                at.chairs.set_away(seat, away=True)

    async def default(self) -> None:
        """What was stated for a seat that does not decide."""
        game = self.at.game
        assert game is not None
        move = default_legal(game.round).move
        assert isinstance(move, Decide)
        if reason := await self.decide(move):
            await self.break_off(reason.text)
