"""A settled round's play booked for its jackpots, and jackpots started.

The shares were computed where every wager is settled, and what they do to the jackpot in
`feltworks.jackpots`; here they are only booked.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from feltworks import jackpots
from feltworks.house.books.chain import Event
from feltworks.house.errors import HouseError
from feltworks.house.jackpots.booking import postings, standing_after, state_of
from feltworks.house.jackpots.standing import standing_of, subject
from feltworks.money import money

if TYPE_CHECKING:
    from datetime import date

    from feltworks.house.books import Page
    from feltworks.jackpots import Play


def book_play(page: Page, name: str, play: Play, day: date, round: int) -> None:
    """Records a round's play; the prizes themselves are in the round's own entry."""
    before = standing_of(page, name)
    if play.prize > before.displayed:
        raise HouseError(
            f"round {round} pays {money(play.prize)} from the jackpot {name}, "
            f"which stands at {money(before.displayed)}"
        )
    played = jackpots.play(state_of(page, before), play)
    page.write(
        Event(
            kind="jackpot won" if play.prize else "jackpot played",
            subject=subject(name),
            day=day,
            facts={"prize": play.prize, "winners": play.winners} if play.prize else {},
            postings=postings(name, played.movements),
            after=replace(standing_after(before, played.state), played=day).as_json(),
            round=round,
        )
    )
    if played.restarts:
        restart(page, name, day, round)


def restart(page: Page, name: str, day: date, round: int | None = None) -> None:
    """Starts a jackpot that was won, or is new."""
    before = standing_of(page, name)
    started = jackpots.restart(state_of(page, before))
    page.write(
        Event(
            kind="jackpot started",
            subject=subject(name),
            day=day,
            facts={
                "from_backup": started.from_backup,
                "from_reserve": started.from_reserve,
                "seed": started.seed,
            },
            postings=postings(name, started.movements),
            after=standing_after(before, started.state).as_json(),
            round=round,
        )
    )
