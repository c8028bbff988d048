"""The odds of a wager as an oracle gives them; nothing in here comes from the product."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple


class Row(NamedTuple):
    """How it ends, what it pays net in units, and what part of a jackpot on top."""

    id: str
    net: Fraction
    share: Fraction = Fraction(0)


@dataclass(frozen=True)
class Counted:
    """The odds of one wager, or of all required wagers together."""

    rows: Mapping[Row, int]
    expected_value: Fraction
    average_wager: Fraction = Fraction(1)
    parts: Mapping[str, Fraction] = field(default_factory=dict)
    indifferent_deals: Mapping[str, int] = field(default_factory=dict)

    @property
    def combinations(self) -> int:
        return sum(self.rows.values())
