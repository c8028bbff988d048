"""A choice as a value: what is done, with which amount and which cards."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import TYPE_CHECKING

from feltworks.cards import join_cards
from feltworks.errors import FeltworksError
from feltworks.library.hand import as_cards
from feltworks.library.opening import Amount, cents_of
from feltworks.money import dollars_text
from feltworks.rules.amounts import Size
from feltworks.rules.mistakes import RefusalError

if TYPE_CHECKING:
    from feltworks.cards import Card

_WRITTEN = re.compile(r"(\S+)(?: (\$\S+|\S+ x \S+))?((?: \S+)*)")


class PlayerChoice(str):
    """A choice is its text: `bet`, `raise $20`, `raise 4 x ante`, `draw 7h 2c`.

    `what` is the id of the choice. `amount` is dollars, or a multiple of another wager as a rules
    file writes it, or None if the choice leaves no amount to choose. `cards` are those it gives up
    or sets apart.
    """

    what: str
    amount: Decimal | str | None
    cards: tuple[Card, ...]

    def __new__(
        cls, what: str, amount: Amount | None = None, cards: str | Iterable[Card] = ()
    ) -> PlayerChoice:
        """Make a choice from its parts or from its whole text."""
        written = _WRITTEN.fullmatch(what) if isinstance(what, str) else None
        if written is None:
            raise FeltworksError(f'{what!r} is no choice: write "bet", "raise $20", "draw 7h 2c"')
        if (written[2] and amount is not None) or (written[3] and cards):
            raise FeltworksError(f"{what!r} states its amount or its cards already")
        said, known = _amount(written[2] if amount is None else amount)
        named = as_cards(written[3] or cards)
        parts = (written[1], said, join_cards(named))
        self = super().__new__(cls, " ".join(filter(None, parts)))
        self.what, self.amount, self.cards = written[1], known, named
        return self

    def __getnewargs__(self) -> tuple[str]:
        return (str(self),)


def _amount(amount: Amount | None) -> tuple[str, Decimal | str | None]:
    """The amount as a choice's text writes it, and as a value."""
    if amount is None:
        return "", None
    if isinstance(amount, str) and " x " in amount:
        times = str(multiple_of(amount))
        return times, times
    cents = cents_of(amount)
    return dollars_text(cents), Decimal(cents) / 100


def multiple_of(amount: str) -> Size:
    """One multiple of a wager, such as "4 x ante"."""
    try:
        size = Size.parse(amount)
    except RefusalError:
        size = Size()
    if len(size.multiples) != 1:
        raise FeltworksError(f'{amount!r} is no amount: write 5, "$2.50" or "4 x WAGER"')
    return size
