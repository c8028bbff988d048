"""Bots at a table: they pay from an account of their own and decide on threads of their own."""

from __future__ import annotations

import asyncio
import logging
from random import uniform
from typing import TYPE_CHECKING

from feltworks.errors import FeltworksError

if TYPE_CHECKING:
    from feltworks.round import Decide
    from feltworks.web.floor.liveround import Decision
    from feltworks.web.floor.table import LiveTable
    from feltworks.web.seating.bots import Bot

log = logging.getLogger("feltworks.web")


async def make_bot(at: LiveTable, temper: str) -> Bot:
    """A bot for the game of the table."""
    sheet, best = at.state.sheet, at.services.coach.best_at_hand
    loop = asyncio.get_running_loop()
    make = at.state.mechanism.bot
    return await loop.run_in_executor(at.services.bot_threads, make, sheet, temper, best)


async def fund_bot(at: LiveTable, name: str) -> int:
    """A bot has what is usual at its table; gives what that is."""
    cashier = at.services.cashier
    usual = at.state.chairs.buy_in_cents or at.services.settings.buy_in.usual_cents
    held = (await cashier.stacks([name]))[name]
    if held < usual:
        await cashier.ask(cashier.house.sell_chips, name, usual - held)
    return usual


def think(at: LiveTable, due: Decision, bot: Bot) -> None:
    """The bot decides, and its move comes through the inbox like anybody's."""
    at.services.start(_think(at, due, bot))


async def _think(at: LiveTable, due: Decision, bot: Bot) -> None:
    services = at.services
    await asyncio.sleep(services.settings.pace.bot_seconds * uniform(0.6, 1.4))
    move: Decide | None = None
    try:
        loop = asyncio.get_running_loop()
        move = await loop.run_in_executor(services.bot_threads, bot, due.round, due.seat)
    except FeltworksError:
        pass
    except Exception:
        # A table must not wait for ever for a bot that has failed.
        log.exception("table %s: a bot could not decide", at.state.name)
    at.decided(due, move)
