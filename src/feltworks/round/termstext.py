"""The terms of a round as a table of a transcript, written and read back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from functools import lru_cache
from typing import Any

from feltworks.cards import Card, CardError, PlayerSeed, join_cards, parse_cards
from feltworks.errors import short_repr
from feltworks.money import dollars_text
from feltworks.round.terms import Limits, Terms, TermsError
from feltworks.rules.amounts import Money

LIMITS = ("minimum", "maximum", "side_minimum", "side_maximum")
KEYS = (*LIMITS, "chips", "under", "pack", "jackpots", "policy", "discarded")


def terms_lines(terms: Terms) -> Iterator[str]:
    """The `[terms]` table."""
    yield "[terms]"
    yield from _limits_lines(terms.limits)
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
