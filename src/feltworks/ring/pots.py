"""Pots: what each player put in decides what he can win; nothing here knows cards or seats.

Players are numbered from the button's left, which is also the order in which odd chips go out. A
main pot takes from everybody as much as the shortest player still in has put in; what the others
have put in beyond that makes side pots in the same way. Players who gave their hands up have paid
for the pots but play for none; whether a beaten hand is shown or not changes nothing here, so that
no chip can depend on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pot:
    """Chips, and the players who play for them, from the button's left."""

    cents: int
    players: tuple[int, ...]


def pots(paid: Sequence[int], live: Sequence[bool], dead_cents: int = 0) -> list[Pot]:
    """The main pot first, then the side pots; dead chips are part of the main pot."""
    players = tuple([player for player, is_in in enumerate(live) if is_in])
    levels = sorted({paid[player] for player in players})
    if len(levels) == 1:
        return [Pot(sum(paid) + dead_cents, players)]
    made: list[Pot] = []
    below, cents = 0, dead_cents
    for level in levels:
        cents += sum([min(put, level) - below for put in paid if put > below])
        if level == levels[-1]:
            cents += sum([put - level for put in paid if put > level])
        if cents:
            made.append(Pot(cents, tuple([one for one in players if paid[one] >= level])))
        below, cents = level, 0
    return made


def split(cents: int, ways: int, chip_cents: int) -> list[int]:
    """A pot in equal parts of whole chips; odd chips go one each to the first players.

    Cents that chips cannot show, if any, stay with the first.
    """
    share = cents // ways // chip_cents * chip_cents
    odd_chips, loose_cents = divmod(cents - share * ways, chip_cents)
    parts = [share + chip_cents if way < odd_chips else share for way in range(ways)]
    parts[0] += loose_cents
    return parts


def best(pot: Pot, values: Sequence[int]) -> tuple[int, ...]:
    """Who of the pot's players holds its best hand, by the values of all players' hands."""
    highest = max([values[player] for player in pot.players])
    return tuple([player for player in pot.players if values[player] == highest])
