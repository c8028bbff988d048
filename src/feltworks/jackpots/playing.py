"""What a round does to a jackpot: it is played for, a meter moves, it may be won and start again.

A meter takes its contribution with every round; a manual jackpot waits for the count. A jackpot
that was paid out completely starts again: from its backups, then from what lay above the cap, and
the house adds seed up to where a new jackpot starts. What a share leaves stays as it is, even below
the seed, unless the terms make the house fill it up. If the terms do not let a backup exceed its
cap while the primary is low, every win that leaves it low moves the excess to the primary.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from feltworks.jackpots.sharing import above_backup_cap, share_out, whole_cents
from feltworks.jackpots.state import Change, Movement, StateT, moving


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


@dataclass(frozen=True, slots=True)
class Played(Change[StateT]):
    """`restarts` if the jackpot was won as a whole, and has to start again."""

    restarts: bool


@dataclass(frozen=True, slots=True)
class Started(Change[StateT]):
    """What a jackpot started with, in cents."""

    from_backup: int
    from_reserve: int
    seed: int


def play(state: StateT, made: Play) -> Played[StateT]:
    """One round: prizes come off the display, lost dollars go into the box, a meter moves."""
    won = moving(
        Movement("players", "boxes", made.lost, "drop"),
        Movement("displayed", "players", made.prize, "prize"),
    )
    left = state.held.moved(won)
    # If shares are not whole cents, a rest stays: fewer cents than there are winners.
    restarts = left.displayed < made.winners
    if made.winners:
        won = (*won, *above_backup_cap(state.terms, left))
        left = state.held.moved(won)
    if made.winners and not restarts and state.terms.filled_up:
        missing = max(0, state.terms.seed - left.displayed)
        won = (*won, *moving(Movement("seed", "displayed", missing, "seed")))
        left = state.held.moved(won)
    after = replace(
        state,
        held=left,
        wagered=state.wagered + made.wagered,
        lost=state.lost + made.lost,
        tray_paid=state.tray_paid + made.tray_paid,
    )
    after, contributed = _metered(after, made)
    return Played(after, (*won, *contributed), restarts)


def _metered(state: StateT, made: Play) -> tuple[StateT, tuple[Movement, ...]]:
    terms, carry = state.terms, state.carry
    due = terms.contributed_by(made.wagered, made.lost) if terms.metered else None
    if due is None:
        return state, ()
    cents, carried = whole_cents(due, carry.contribution)
    parts = share_out(cents, terms, state.held, replace(carry, contribution=carried))
    moved = parts.movements("displayed")
    return replace(state, held=state.held.moved(moved), carry=parts.carry), moved


def restart(state: StateT) -> Started[StateT]:
    """Starts a jackpot that was won, or is new."""
    held, cap = state.held, state.terms.cap
    room = held.first + held.reserve if cap is None else max(0, cap - held.displayed)
    from_backup = min(held.first, room)
    from_reserve = min(held.reserve, room - from_backup)
    seed = max(0, state.terms.seed - (held.displayed + from_backup + from_reserve))
    moved = moving(
        Movement("first", "displayed", from_backup, "restart"),
        # What does not fit under the cap is kept for the next jackpot.
        Movement("first", "reserve", held.first - from_backup, "restart"),
        # The second backup moves up to be the first.
        Movement("second", "first", held.second, "restart"),
        Movement("reserve", "displayed", from_reserve, "restart"),
        Movement("seed", "displayed", seed, "seed"),
    )
    after = replace(state, held=held.moved(moved))
    return Started(after, moved, from_backup, from_reserve, seed)
