"""Advice as a person reads it: every choice with its exact value, the best one first."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from feltworks.cards import join_cards
from feltworks.round.moves import UNTUCKED, Decide

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltworks.players.weighed import Weighed
    from feltworks.round import Round


def advice_lines(weighed: Weighed, round: Round) -> Iterator[str]:
    """A line for each choice; the values are those of the required wagers together."""
    unit = round.rules.wagers[round.rules.unit].name
    for place, (move, value) in enumerate(weighed.choices):
        mark = "best" if place == 0 else "    "
        yield f"  {mark} {_valued(move.line.partition(' decides ')[2], value, unit)}"
    known = {move.choice: value for move, value in weighed.choices}
    for legal in round.legal_moves():
        choice = legal.move.choice if isinstance(legal.move, Decide) else ""
        fold = choice.removesuffix(UNTUCKED)
        # The odds weigh the required wagers, which a fold loses either way.
        if fold != choice and fold in known:
            lost = "the side wagers are given up"
            yield f"       {_valued(choice, known[fold], unit)}, and {lost}"
    if weighed.left_out:
        left_out = join_cards(weighed.left_out)
        yield f"  These values do not reckon with {left_out}, which you know besides."


def _valued(name: str, value: Fraction | float, unit: str) -> str:
    exact = f"  = {value.numerator}/{value.denominator}" if isinstance(value, Fraction) else ""
    return f"{name:<20} {float(value):+.6f} x {unit}{exact}"
