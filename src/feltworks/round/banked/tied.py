"""The amounts of a wager whose size the rules state: fixed money, or multiples of another wager."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.round.contract import Amounts

if TYPE_CHECKING:
    from feltworks.rules.amounts import Size


def fixed_amount(cents: int) -> Amounts:
    """One amount and no other."""
    return Amounts(cents, cents, only=(cents,))


def tied_amounts(size: Size, stake_cents: int, chip_cents: int) -> Amounts:
    """What may be put out beside a stake of the wager that measures it."""
    sums = [m.numerator * stake_cents // m.denominator for m in size.multiples]
    if not size.between:
        return Amounts(sums[0], sums[-1], only=tuple(sums))
    # An end that chips do not make up is allowed all the same, so any cents between are.
    step = 1 if any(end % chip_cents for end in sums) else chip_cents
    return Amounts(sums[0], sums[1], step)
