"""Sentences for people at a table: about an error, and about a supervisor's ruling."""

from __future__ import annotations

from feltworks.house import BooksAway, BooksError, LedgerError
from feltworks.round import Irregularity, Round
from feltworks.round.operations import Ruled

BOOKS_AWAY = "The house's books cannot be reached. Your round is kept and goes on by itself."
BOOKS_BROKEN = "The house's books cannot be used just now."
FAULT = (
    "Something went wrong in the house, and it has been noted. Nothing is lost: what was played "
    "stands, and every chip is accounted for. What you asked for may be done all the same: look at "
    "the table, and try once more if it is not."
)
HELD = "A supervisor is looking at this round. Play goes on in a moment."
NOT_COVERED = "Somebody's chips do not cover what he would stake."
ORDERS = {
    "void": "the round is void, and every wager goes back",
    "void-seat": "that hand is void, and its wagers go back",
    "play-on": "play goes on",
}


def error_text(error: Exception) -> str:
    """The text of an error for a person, without details of the books.

    It must not say which account is short either: the books know its owner by a pseudonym.
    """
    if isinstance(error, BooksAway):
        return BOOKS_AWAY
    if isinstance(error, LedgerError):
        return NOT_COVERED
    return BOOKS_BROKEN if isinstance(error, BooksError) else str(error)


def sentence(why: object) -> str:
    """A message of the house, as a sentence for a person."""
    text = (error_text(why) if isinstance(why, Exception) else str(why)).rstrip(".")
    return f"{text[:1].upper()}{text[1:]}."


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
