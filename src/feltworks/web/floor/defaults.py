"""What happens when somebody's time is up: the same for every game, and stated beforehand.

The first choice that costs nothing and keeps the hand; where there is none, the fold; where there
is none either, whatever costs least.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltworks.ring.betting import FOLD
from feltworks.round import Decide
from feltworks.round.moves import UNTUCKED

if TYPE_CHECKING:
    from feltworks.round import Legal, Round
    from feltworks.rules.schema import Rules


def default_legal(round: Round) -> Legal:
    """The move made for the seat to decide when its time is up."""
    legal = [each for each in round.legal_moves() if isinstance(each.move, Decide)]
    folds = folding(round.rules)
    free = [each for each in legal if each.amounts is None and _choice(each) not in folds]
    folded = [each for each in legal if _choice(each) in folds]
    return (free or folded or sorted(legal, key=_least))[0]


def folding(rules: Rules) -> set[str]:
    """The choices that give a hand up."""
    named = {c.id for stage in rules.stages for c in stage.decide if c.folds}
    if rules.ring is not None:
        named.add(FOLD)
    return named | {f"{id}{UNTUCKED}" for id in named}


def _choice(legal: Legal) -> str:
    assert isinstance(legal.move, Decide)
    return legal.move.choice


def _least(legal: Legal) -> int:
    return 0 if legal.amounts is None else legal.amounts.least_cents
