"""A supervisor's ruling in words, as everybody at the table sees it."""

from __future__ import annotations

from feltworks.round import Irregularity, Round
from feltworks.round.operations import Ruled

ORDERS = {
    "void": "the round is void, and every wager goes back",
    "void-seat": "that hand is void, and its wagers go back",
    "play-on": "play goes on",
}


def ruling_words(round: Round) -> str | None:
    """The last irregularity that was declared in a round, and what was ordered."""
    log = round.log
    for at in range(len(log) - 1, 0, -1):
        ruled, noted = log[at], log[at - 1]
        if isinstance(ruled, Ruled) and isinstance(noted, Irregularity):
            where = "" if noted.seat is None else f" at seat {noted.seat}"
            who = "the rules of play" if ruled.by == "rules" else "the house"
            kind = noted.kind.replace("-", " ")
            return (
                f"A supervisor declared an irregularity, {kind}{where}: {noted.note}. "
                f"By {who}, {ORDERS[ruled.consequence]}."
            )
    return None
