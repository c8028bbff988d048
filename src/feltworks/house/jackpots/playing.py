"""What a settled round does to a jackpot: it is played for, a meter moves, it may be won.

The shares were computed where every wager is settled; here they are only booked. A jackpot that
was paid out to the last whole share starts again: from its backups, then from what lay above the
cap, and the house seeds it up to where a new jackpot starts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from feltworks.house.books.chain import Event
from feltworks.house.errors import HouseError
from feltworks.house.jackpots.sharing import Holdings, Parts, share_out, whole_cents
from feltworks.house.jackpots.standing import holdings, standing_of, subject
from feltworks.house.ledger import accounts, move
from feltworks.rules.written import money

if TYPE_CHECKING:
    from datetime import date

    from feltworks.house.books import Page
    from feltworks.house.jackpots.standing import Standing
    from feltworks.house.ledger import Posting


@dataclass(frozen=True, slots=True)
class Play:
    """A round's play for one jackpot in cents; `winners` is how many shares `prize` was paid in."""

    wagered: int = 0
    lost: int = 0
    tray_paid: int = 0
    prize: int = 0
    winners: int = 0

    def __bool__(self) -> bool:
        return bool(self.wagered or self.prize)


def book_play(page: Page, name: str, play: Play, day: date, round: int) -> None:
    """Records a round's play; the prizes themselves are in the round's own entry."""
    before = standing_of(page, name)
    if play.prize > before.displayed:
        raise HouseError(
            f"round {round} pays {money(play.prize)} from the jackpot {name}, "
            f"which stands at {money(before.displayed)}"
        )
    after = replace(
        before,
        wagered=before.wagered + play.wagered,
        lost=before.lost + play.lost,
        tray_paid=before.tray_paid + play.tray_paid,
        displayed=before.displayed - play.prize,
        played=day,
    )
    after, postings = _metered(page, after, play)
    page.write(
        Event(
            kind="jackpot won" if play.prize else "jackpot played",
            subject=subject(name),
            day=day,
            facts={"prize": play.prize, "winners": play.winners} if play.prize else {},
            postings=postings,
            after=after.as_json(),
            round=round,
        )
    )
    # Broken cents stay behind when shares do not come out even: fewer than there are winners.
    if play.prize and before.displayed - play.prize < play.winners:
        restart(page, name, day, round)


def _metered(page: Page, standing: Standing, play: Play) -> tuple[Standing, list[Posting]]:
    """A meter takes its contribution at once; a jackpot kept by hand waits for the count."""
    terms = standing.terms
    if terms.mode != "meter" or terms.contribution is None:
        return standing, []
    base = play.wagered if terms.contribution_of == "wagered" else play.lost
    cents, left = whole_cents(terms.contribution * base, standing.carry.contribution)
    held = replace(holdings(page, standing.name), displayed=standing.displayed)
    parts = share_out(cents, terms, held, replace(standing.carry, contribution=left))
    after = replace(standing, displayed=standing.displayed + parts.displayed, carry=parts.carry)
    return after, contributed(standing.name, parts)


def contributed(name: str, parts: Parts) -> list[Posting]:
    """The entry for an addition: what goes back to the seed passes through the jackpot."""
    first, second, reserve = accounts.undisplayed(name)
    shown = accounts.displayed(name)
    return [
        *move(accounts.HOUSE, shown, parts.displayed + parts.seed, "contribution"),
        *move(accounts.HOUSE, first, parts.first, "contribution"),
        *move(accounts.HOUSE, second, parts.second, "contribution"),
        *move(accounts.HOUSE, reserve, parts.reserve, "contribution"),
        *move(shown, accounts.seed(name), parts.seed, "seed recovered"),
    ]


def restart(page: Page, name: str, day: date, round: int | None = None) -> None:
    """Starts a jackpot again that was won or is new."""
    standing, held = standing_of(page, name), holdings(page, name)
    cap = standing.terms.cap
    room = held.first + held.reserve if cap is None else max(0, cap - held.displayed)
    from_backup = min(held.first, room)
    from_reserve = min(held.reserve, room - from_backup)
    carried_over = held.displayed + from_backup + from_reserve
    seed = max(0, standing.terms.seed - carried_over)
    displayed = carried_over + seed
    page.write(
        Event(
            kind="jackpot started",
            subject=subject(name),
            day=day,
            facts={"from_backup": from_backup, "from_reserve": from_reserve, "seed": seed},
            postings=_restarted(name, held, from_backup, from_reserve, seed),
            after=replace(standing, displayed=displayed).as_json(),
            round=round,
        )
    )


def _restarted(
    name: str, held: Holdings, from_backup: int, from_reserve: int, seed: int
) -> list[Posting]:
    first, second, reserve = accounts.undisplayed(name)
    shown = accounts.displayed(name)
    return [
        *move(first, shown, from_backup, "restart"),
        # What of a backup has no room under the cap is kept for the jackpot after this one.
        *move(first, reserve, held.first - from_backup, "restart"),
        # The second backup moves up to be the first.
        *move(second, first, held.second, "restart"),
        *move(reserve, shown, from_reserve, "restart"),
        *move(accounts.seed(name), shown, seed, "seed"),
    ]
