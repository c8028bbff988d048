"""What to do at a decision: the best choice, and what every choice is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from feltworks.errors import FeltworksError
from feltworks.library.choice import PlayerChoice
from feltworks.library.html import table_html


@dataclass(frozen=True, repr=False)
class Advice:
    """`values` are the expected net results of the whole hand, in `unit`s, by choice.

    A choice of several amounts is listed once for each of them (a range for both ends), and one
    that gives up cards once for each set of them. Values are fractions if the game is counted
    exactly, and floats in blackjack. `explain` finds the `causes`, which takes longer than the
    advice.
    """

    decision: str
    best: PlayerChoice
    values: Mapping[PlayerChoice, Fraction | float]
    unit: str
    explain: Callable[[], tuple[str, ...]] = field(default=tuple, compare=False)

    @cached_property
    def causes(self) -> tuple[str, ...]:
        """Sentences that explain the values: what beats the hand, and what it may become."""
        return self.explain()

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"causes": self.causes, "explain": tuple}

    def cost(self, choice: str) -> Fraction | float:
        """What a choice gives away compared with the best one."""
        asked = PlayerChoice(choice)
        parts = (asked.what, asked.amount, set(asked.cards))
        for each, value in self.values.items():
            if (each.what, each.amount, set(each.cards)) == parts:
                return self.values[self.best] - value
        shown = list(self._best_by_count())
        some = "for example " if len(shown) < len(self.values) else ""
        raise FeltworksError(f"{str(asked)!r} is not a choice here: try {some}{', '.join(shown)}")

    def _best_by_count(self) -> Mapping[PlayerChoice, Fraction | float]:
        """The values, best first; where cards are given up, the best for each number of them."""
        order = sorted(self.values, key=lambda each: (each == self.best, self.values[each]))
        found = {(each.what, each.amount, len(each.cards)): each for each in order}
        return {each: self.values[each] for each in reversed(order) if each in found.values()}

    def __repr__(self) -> str:
        worth = ", ".join(f"{each} {float(v):+.4f}" for each, v in self._best_by_count().items())
        return f"<Advice at {self.decision}: {self.best} ({worth} in {self.unit})>"

    def _repr_html_(self) -> str:
        rows = [
            (choice, f"{float(value):+.6f}", f"{float(self.cost(choice)):.6f}")
            for choice, value in self._best_by_count().items()
        ]
        heading = f"{self.decision}: {self.best}"
        return table_html(heading, ("choice", f"value in {self.unit}", "costs"), rows)
