"""The cage: where players buy chips and cash them in.

Every exchange has a key of the caller's choice. A caller who got no answer asks again with the same
key, and the chips change hands only once.
"""

from __future__ import annotations

from feltworks.house.books import Batch, Record
from feltworks.house.errors import HouseError
from feltworks.house.ledger import LARGEST_CENTS, accounts, move
from feltworks.house.staff import by_whom
from feltworks.money import money

LONGEST_NAME = 60


def exchange(
    batch: Batch, player: str, cents: int, key: str, *, staff: str | None = None
) -> Record:
    """Gives a player chips for this many cents, or takes them back if below zero; once for a key.

    `staff` is the cashier; None if a guest takes play money himself.
    """
    name = checked_name(player)
    if not cents or abs(cents) > LARGEST_CENTS:
        raise HouseError(f"{money(cents)} cannot be changed into chips")
    if before := batch.keyed(key):
        if before.subject != f"player {name}" or before.facts["cents"] != cents:
            raise HouseError(f"the key {key!r} was used for something else")
        return before
    stack = accounts.player(name)
    if cents < 0 and batch.cents(stack) < -cents:
        held = money(batch.cents(stack))
        raise HouseError(f"{name} has {held} and cannot cash in {money(-cents)}")
    return batch.write(
        "chips sold" if cents > 0 else "chips bought back",
        f"player {name}",
        facts={"cents": cents, **by_whom(batch, "chips", staff)},
        postings=move(accounts.CAGE, stack, cents, "chips"),
        key=key,
    )


def positive(cents: int) -> int:
    """The amount, which must be above zero: selling and buying back are different calls."""
    if type(cents) is not int or cents <= 0:
        raise HouseError(f"{cents!r} is no number of cents to change: it is whole and above zero")
    return cents


def checked_name(player: str) -> str:
    """A player's name, checked before it is written into the books."""
    name = player.strip()
    if not name or name != player or not name.isprintable() or len(name) > LONGEST_NAME:
        raise HouseError(
            f"{player!r} is no name for a player: one printable line of at most {LONGEST_NAME} "
            "characters, without spaces around it"
        )
    return name
