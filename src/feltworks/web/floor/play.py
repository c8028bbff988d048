"""How a table goes: waiting, betting, playing, over, and around again.

The order of things with the house is always the same. The deck is promised, wagers are placed,
stakes go into escrow, cards come, more stakes go into escrow before play goes on, and one entry
settles the round, with its deck revealed.
"""

from __future__ import annotations

from feltworks.web.floor.betting import Betting
from feltworks.web.floor.chairs import RingChairs
from feltworks.web.floor.phases import sentence

NEXT_GAME_SECONDS = 2.0


class Play(Betting):
    """All phases of a table, and what comes from outside: people, and the house's doors."""

    async def seats_changed(self) -> None:
        """Somebody sat down or left: a table that waits may begin, one that bets may deal."""
        at = self.at
        if at.phase == "playing" and at.game is not None:
            chair = at.chairs.taken.get(at.game.decides or 0)
            if chair is not None and chair.leaving:
                await self.default()
        elif at.phase in ("waiting", "betting"):
            if not at.chairs.people:
                await self.rest()
            elif at.phase == "betting":
                await self.check_ready()
            elif isinstance(at.chairs, RingChairs):
                if at.chairs.can_open and at.seconds_left() is None:
                    pause = min(NEXT_GAME_SECONDS, self.pace_seconds[2])
                    at.start_clock(pause, self.open)
                    at.broadcast()
            else:
                await self.open()

    async def shut(self, why: str) -> None:
        """The house has closed the table."""
        at = self.at
        at.stop_clock()
        at.phase, at.game, at.notice = "closed", None, sentence(why)
        await self.put_shoe_away()
        at.broadcast()

    async def look_again(self) -> None:
        """The house may have opened, closed or changed the table."""
        at, game = self.at, self.at.game
        if at.phase in ("playing", "over"):
            return
        if at.phase == "betting" and game is not None and game.has_bets():
            return
        at.notice = None
        at.phase, at.game = "waiting", None
        await self.open()
