"""Replay: play a transcript's moves again and hold every line against what comes of it.

Nothing in a transcript is believed. The moves are made on a fresh round by the rules it names, each
entry that results must be the very line that stands there, the cards must be those of the revealed
deck in its order, and the deck must fit the digest that was shown before the deal. The first line
that fails any of this is named.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeVar

from feltworks.cards import CommitmentError, verify
from feltworks.errors import short_repr
from feltworks.round.moves import Deal
from feltworks.round.movetext import read_move
from feltworks.round.reasons import NotAllowed

if TYPE_CHECKING:
    from feltworks.cards import Card, Deck
    from feltworks.round.contract import Round
    from feltworks.round.moves import Move
    from feltworks.round.transcript import Transcript

R = TypeVar("R", bound="Round")


def replay(opened: R, deck: Deck, transcript: Transcript) -> R:
    """The finished round that the transcript tells of; a `TranscriptError` where it is untrue."""
    check_shuffle(deck, transcript)
    # A shoe that runs on has lost cards in earlier rounds.
    round, at, dealt = opened, 0, len(transcript.terms.discarded)
    while at < len(transcript.actions):
        move = _move(transcript, at)
        if isinstance(move, Deal):
            _check_order(transcript, at, dealt, move.card)
            dealt += 1
        try:
            after = round.play(move)
        except NotAllowed as refused:
            line = short_repr(transcript.actions[at])
            raise transcript.wrong(at, f"{line} cannot be: {refused}") from None
        at = _compare(transcript, at, [entry.line for entry in after.log[len(round.log) :]])
        round = after
    if round.turn.waits_for != "nothing":
        raise transcript.wrong(at, f"the round is not over: it waits for {_waits_for(round)}")
    return round


def _move(transcript: Transcript, at: int) -> Move:
    line = transcript.actions[at]
    try:
        move = read_move(line)
    except ValueError as error:
        raise transcript.wrong(at, str(error)) from None
    if move is None:
        raise transcript.wrong(
            at, f"{short_repr(line)} is no move, and nothing before it leads to it"
        )
    return move


def _compare(transcript: Transcript, at: int, expected: list[str]) -> int:
    for line in expected:
        if at >= len(transcript.actions):
            raise transcript.wrong(at, f"the list ends where {line!r} must follow")
        found = transcript.actions[at]
        if found != line:
            raise transcript.wrong(at, f"found {short_repr(found)} where the rules give {line!r}")
        at += 1
    return at


def _check_order(transcript: Transcript, at: int, dealt: int, card: Card) -> None:
    if transcript.reveal is None:
        return
    order = transcript.reveal.order
    if dealt >= len(order) or card != order[dealt]:
        due = str(order[dealt]) if dealt < len(order) else "no card at all"
        raise transcript.wrong(at, f"{card} is dealt where the revealed deck has {due}")


def check_shuffle(deck: Deck, transcript: Transcript) -> None:
    """The revealed deck holds the right cards and is the one that was committed to."""
    reveal = transcript.reveal
    if reveal is None:
        return
    wanted, found = Counter(deck.cards), Counter(reveal.order)
    for card in found:
        if found[card] > wanted[card]:
            raise transcript.wrong_key(
                "shuffle",
                "deck",
                f"{card} is there {found[card]} times and the deck has {wanted[card]} of it",
            )
    missing = wanted - found
    if missing:
        count = sum(missing.values())
        raise transcript.wrong_key(
            "shuffle",
            "deck",
            f"{count} of {deck.size} cards are missing, {next(iter(missing))} first",
        )
    discarded = transcript.terms.discarded
    if reveal.order[: len(discarded)] != discarded:
        raise transcript.wrong_key(
            "terms", "discarded", "these are not the first cards of the revealed deck"
        )
    assert transcript.terms.commitment is not None
    try:
        fits = verify(transcript.terms.commitment, reveal.salt, reveal.order)
    except CommitmentError as error:
        raise transcript.wrong_key("shuffle", "commitment", str(error)) from None
    if not fits:
        raise transcript.wrong_key(
            "shuffle", "commitment", "the commitment does not fit this salt and deck"
        )


def _waits_for(round: Round) -> str:
    turn = round.turn
    return f"seat {turn.seat}'s decision" if turn.seat is not None else turn.waits_for
