"""What to do at a decision: the best choice, and what every choice is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from feltworks.errors import FeltworksError
from feltworks.library.html import table_html


@dataclass(frozen=True, repr=False)
class Advice:
    """`values` are the expected net results of the whole hand, in `unit`s, by choice.

    They are fractions if the game is counted exactly, and floats in blackjack. `causes` are
    sentences that explain them: what beats the hand, and what it may become.
    """

    decision: str
    best: str
    values: Mapping[str, Fraction | float]
    unit: str
    causes: tuple[str, ...] = ()

    def cost(self, choice: str) -> Fraction | float:
        """What a choice gives away compared with the best one."""
        if choice not in self.values:
            raise FeltworksError(
                f"{choice!r} is no choice here: there are {', '.join(self.values)}"
            )
        return self.values[self.best] - self.values[choice]

    def __repr__(self) -> str:
        worth = ", ".join(f"{choice} {float(v):+.4f}" for choice, v in self.values.items())
        return f"<Advice at {self.decision}: {self.best} ({worth} in {self.unit})>"

    def _repr_html_(self) -> str:
        rows = [
            (choice, f"{float(value):+.6f}", f"{float(self.cost(choice)):.6f}")
            for choice, value in self.values.items()
        ]
        heading = f"{self.decision}: {self.best}"
        return table_html(heading, ("choice", f"value in {self.unit}", "costs"), rows)
