"""Replay: play a transcript's moves again and compare every line with the result. Nothing in a
transcript is trusted. The moves are made in a new round by the rules it names, each resulting entry
must be exactly the line in the transcript, the cards must be those of the revealed deck in the
order that the players' seeds gave it, and the deck must fit the digest that was shown before any
bet. The first line that fails any of this is named.

With sealed cards, which occur only between players, every line is compared as well. A hand that
stays sealed at a showdown cannot have won: the replay treats it as beaten by those that were shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

from feltworks.cards import SEALED, Card, Deck, SealedDeck
from feltworks.errors import short_repr
from feltworks.round.contract import Round
from feltworks.round.moves import Deal, Move
from feltworks.round.movetext import read_move
from feltworks.round.reasons import NotAllowed
from feltworks.round.transcript import Transcript

R = TypeVar("R", bound="Round")


def replay(opened: R, deck: Deck, transcript: Transcript) -> R:
    """The finished round of a transcript; raises a `TranscriptError` if it is false."""
    order = check_shuffle(deck, transcript)
    # A shoe in use has lost cards in earlier rounds.
    round, at, dealt = opened, 0, len(transcript.terms.discarded)
    while at < len(transcript.actions):
        move = _move(transcript, at)
        if isinstance(move, Deal):
            if order is not None:
                _check_order(transcript, at, order, dealt, move.card)
            dealt += 1
        try:
            after = round.play(move)
        except NotAllowed as refused:
            line = short_repr(transcript.actions[at])
            raise transcript.wrong(at, f"{line} cannot be: {refused}") from None
        at = _compare(transcript, at, [entry.line for entry in after.log[len(round.log) :]])
        round = after
    turn = round.turn
    if turn.waits_for != "nothing":
        what = turn.waits_for if turn.seat is None else f"seat {turn.seat}'s decision"
        raise transcript.wrong(at, f"the round is not over: it waits for {what}")
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


def _check_order(
    transcript: Transcript, at: int, order: tuple[Card | None, ...], dealt: int, card: Card
) -> None:
    found = None if card is SEALED else card
    if dealt >= len(order) or found != order[dealt]:
        due = "no card at all" if dealt >= len(order) else order[dealt] or "a sealed card"
        opened = "opened" if isinstance(transcript.deck, SealedDeck) else "revealed"
        raise transcript.wrong(at, f"{card} is dealt where the {opened} deck has {due}")


def check_shuffle(deck: Deck, transcript: Transcript) -> tuple[Card | None, ...] | None:
    """The order in which the stated deck is dealt, None if no deck is stated.

    It must hold the right cards and be the one that was committed to.
    """
    stated, terms = transcript.deck, transcript.terms
    if stated is None:
        return None
    if isinstance(stated, SealedDeck):
        _check_seals(deck, transcript, stated)
    else:
        _check_cards(deck, transcript, stated.order, "deck")
    assert terms.commitment is not None
    if stated.digest != terms.commitment:
        what = "these leaves" if isinstance(stated, SealedDeck) else "this salt and deck"
        raise transcript.wrong_key("shuffle", "commitment", f"the commitment does not fit {what}")
    order = stated.dealt(terms.seeds)
    if order[: len(terms.discarded)] != terms.discarded:
        raise transcript.wrong_key(
            "terms", "discarded", "these are not the first cards of the revealed deck"
        )
    return order


def _check_cards(deck: Deck, transcript: Transcript, cards: Sequence[Card], key: str) -> None:
    wanted, found = Counter(deck.cards), Counter(cards)
    for card in found:
        if found[card] > wanted[card]:
            raise transcript.wrong_key(
                "shuffle",
                key,
                f"{card} is there {found[card]} times and the deck has {wanted[card]} of it",
            )
    missing = wanted - found
    if missing and key == "deck":
        count = sum(missing.values())
        raise transcript.wrong_key(
            "shuffle", key, f"{count} of {deck.size} cards are missing, {next(iter(missing))} first"
        )


def _check_seals(deck: Deck, transcript: Transcript, stated: SealedDeck) -> None:
    if len(stated.leaves) != deck.size:
        count = len(stated.leaves)
        raise transcript.wrong_key(
            "shuffle", "leaves", f"there are {count} leaves and the deck has {deck.size} cards"
        )
    _check_cards(deck, transcript, [card for card, _ in stated.opened.values()], "opened")
    wrong = stated.wrong_slot
    if wrong is not None:
        raise transcript.wrong_key(
            "shuffle", "opened", f"the card of slot {wrong} does not fit its leaf"
        )
