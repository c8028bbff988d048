"""The terms of a round and its shuffle as tables of a transcript, written and read back.

The shuffle states the digest that was shown before any bet, the players' seeds, and the deck: open
as a whole, or sealed with the cards open that were shown. A deck of the first scheme has no
`scheme`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any

from feltworks.cards import (
    Card,
    CardError,
    CommitmentError,
    PlayerSeed,
    Reveal,
    SealedDeck,
    SeedError,
    join_cards,
    parse_cards,
    read_player_seed,
    read_sealed,
)
from feltworks.errors import short_repr
from feltworks.money import dollars_text
from feltworks.round.terms import Limits, PayoutLimits, Terms, TermsError
from feltworks.rules.amounts import Money

LIMITS = ("minimum", "maximum", "side_minimum", "side_maximum")
PAYOUT_LIMITS = ("player_limit", "table_limit")
KEYS = (*LIMITS, "chips", *PAYOUT_LIMITS, "under", "pack", "jackpots", "policy", "discarded")
_TEXTS = ("commitment", "salt", "deck")
_LISTS = ("seeds", "leaves", "opened")
SCHEME = 2


def terms_lines(terms: Terms) -> Iterator[str]:
    """The `[terms]` table."""
    yield "[terms]"
    yield from _limits_lines(terms.limits)
    limited = terms.payout_limits
    for key, cents in zip(PAYOUT_LIMITS, (limited.player, limited.table), strict=True):
        if cents is not None:
            yield f'{key} = "{dollars_text(cents)}"'
    if terms.under is not None:
        yield f"under = {terms.under.isoformat()}"
    if terms.pack != 1:
        yield f"pack = {terms.pack}"
    if terms.jackpots:
        posted = (f'{id} = "{dollars_text(cents)}"' for id, cents in sorted(terms.jackpots.items()))
        yield f"jackpots = {{ {', '.join(posted)} }}"
    if terms.policy:
        policy = (f'{kind} = "{what}"' for kind, what in sorted(terms.policy.items()))
        yield f"policy = {{ {', '.join(policy)} }}"
    if terms.discarded:
        yield f'discarded = "{join_cards(terms.discarded)}"'


@lru_cache(maxsize=256)
def _limits_lines(limits: Limits) -> tuple[str, ...]:
    chips = ", ".join(f'"{dollars_text(chip)}"' for chip in limits.chips)
    return (
        *(f'{name} = "{dollars_text(getattr(limits, f"{name}_cents"))}"' for name in LIMITS),
        f"chips = [{chips}]",
    )


def read_terms(
    table: Mapping[str, Any], commitment: str | None, seeds: tuple[PlayerSeed, ...] = ()
) -> Terms:
    """The terms that the table states; a `TermsError` names the wrong key."""
    for key in table:
        if key not in KEYS:
            raise TermsError(f"terms.{key} is unknown: allowed are {', '.join(KEYS)}", key)
    under = table.get("under")
    if under is not None and type(under) is not date:
        raise TermsError(
            f"terms.under is {short_repr(under)}: it must be a date such as 2008-08-20", "under"
        )
    chips = table.get("chips")
    if not isinstance(chips, list):
        raise TermsError("terms.chips must be a list of amounts", "chips")
    stated = [_money(table.get(name), name) for name in LIMITS]
    minimum, maximum, side_minimum, side_maximum = stated
    changes = tuple(_money(chip, "chips") for chip in chips)
    limits = Limits(minimum, maximum, side_minimum, side_maximum, changes)
    player, together = (_money(table[key], key) if key in table else None for key in PAYOUT_LIMITS)
    jackpots = _table(table, "jackpots")
    return Terms(
        limits,
        under,
        {id: _money(posted, f"jackpots.{id}") for id, posted in jackpots.items()},
        _table(table, "policy"),
        commitment,
        table.get("pack", 1),
        _cards(table),
        seeds,
        PayoutLimits(player, together),
    )


def _cards(table: Mapping[str, Any]) -> tuple[Card, ...]:
    text = table.get("discarded", "")
    if not isinstance(text, str):
        raise TermsError("terms.discarded must be cards in a text", "discarded")
    try:
        return parse_cards(text)
    except CardError as error:
        raise TermsError(f"terms.discarded: {error}", "discarded") from None


def _table(table: Mapping[str, Any], key: str) -> dict[str, Any]:
    found = table.get(key, {})
    if not isinstance(found, dict):
        raise TermsError(f"terms.{key} must be a table", key)
    return found


def _money(found: object, key: str) -> int:
    if isinstance(found, str):
        try:
            cents = Money.parse(found).cents
        except ValueError:
            cents = None
        # One spelling only, so that a round that is written again is the same text.
        if cents is not None and dollars_text(cents) == found:
            return cents
    raise TermsError(
        f'terms.{key} is {short_repr(found)}: it must be dollars, such as "$5" or "$2.50"',
        key.partition(".")[0],
    )


# --- the shuffle -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StatedShuffle:
    """What a transcript states, unchecked."""

    commitment: str | None = None
    seeds: tuple[PlayerSeed, ...] = ()
    deck: Reveal | SealedDeck | None = None


def shuffle_lines(terms: Terms, deck: Reveal | SealedDeck | None) -> Iterator[str]:
    """The `[shuffle]` table."""
    yield "[shuffle]"
    yield f'commitment = "{terms.commitment}"'
    if terms.seeds:
        yield from _list_lines("seeds", [each.line for each in terms.seeds])
    match deck:
        case SealedDeck():
            yield f"scheme = {SCHEME}"
            yield from _list_lines("leaves", deck.leaves)
            yield from _list_lines("opened", deck.opened_lines)
        case Reveal():
            if deck.scheme == SCHEME:
                yield f"scheme = {SCHEME}"
            yield f'salt = "{deck.salt}"'
            yield f'deck = "{join_cards(deck.order)}"'


def _list_lines(key: str, items: Sequence[str]) -> Iterator[str]:
    yield f"{key} = ["
    yield from (f'    "{item}",' for item in items)
    yield "]"


def read_shuffle(table: Mapping[str, Any]) -> StatedShuffle:
    """What the table states; a `TermsError` names the wrong key, if it is one."""
    for key, value in table.items():
        if key in _TEXTS and isinstance(value, str):
            continue
        if key in _LISTS and isinstance(value, list):
            continue
        if key == "scheme":
            if value != SCHEME or type(value) is not int:
                raise TermsError(f"shuffle.scheme is {SCHEME}, or not stated", key)
            continue
        kind = "a list" if key in _LISTS else "a text"
        raise TermsError(f"shuffle.{key} is unknown or not {kind}", key)
    seeds = _seeds(table.get("seeds", []))
    return StatedShuffle(table.get("commitment"), seeds, _deck(table))


def _seeds(lines: Sequence[object]) -> tuple[PlayerSeed, ...]:
    try:
        return tuple(read_player_seed(str(line)) for line in lines)
    except SeedError as error:
        raise TermsError(f"shuffle.seeds: {error}", "seeds") from None


def _deck(table: Mapping[str, Any]) -> Reveal | SealedDeck | None:
    scheme = table.get("scheme", 1)
    if "leaves" in table or "opened" in table:
        if not table.keys() >= {"commitment", "leaves", "opened"} or scheme != SCHEME:
            raise TermsError(
                "a sealed shuffle has a commitment, its scheme, leaves and opened cards"
            )
        if table.keys() & {"salt", "deck"}:
            raise TermsError("a shuffle is sealed or open, not both")
        try:
            return read_sealed(table["leaves"], table["opened"])
        except CommitmentError as error:
            raise TermsError(str(error), "leaves") from None
    if "salt" not in table and "deck" not in table:
        return None
    if not table.keys() >= set(_TEXTS):
        raise TermsError("a revealed shuffle has a commitment, a salt and a deck")
    if not re.fullmatch("[0-9a-f]{64}", table["salt"]):
        raise TermsError("a salt is 64 small hexadecimal digits", "salt")
    try:
        order = parse_cards(table["deck"])
    except CardError as error:
        raise TermsError(str(error), "deck") from None
    if not order or join_cards(order) != table["deck"]:
        raise TermsError("cards are written with one space between them", "deck")
    return Reveal(table["salt"], order, scheme)
