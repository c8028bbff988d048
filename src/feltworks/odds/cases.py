"""The six cases of a contest: whether the dealer qualifies, and how the hands compare.

The solvers do not look at the dealer's hands one by one. They count how many do not qualify, how
many lie below the player's hand and how many lie up to it; `fill_cases` makes of these counts how
many hands of the dealer's there are for each case.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from feltworks.arrays import Flags, Int64s
from feltworks.kernels import kernel
from feltworks.rules.settlement import Result

CASES: tuple[tuple[bool, Result], ...] = (
    (False, "win"),
    (False, "tie"),
    (False, "lose"),
    (True, "win"),
    (True, "tie"),
    (True, "lose"),
)
"""Whether the dealer qualifies, and how the hands compare: the order of counts everywhere."""
CASE_COUNT = len(CASES)
UNQUALIFIED_WIN, UNQUALIFIED_TIE, UNQUALIFIED_LOSE = 0, 1, 2
QUALIFIED_WIN, QUALIFIED_TIE, QUALIFIED_LOSE = 3, 4, 5
"""The places in `CASES`."""
UNQUALIFIED, BELOW, UP_TO = 0, 1, 2
"""The counts of the dealer's hands against one of the player's."""


def case_numbers(
    mine: NDArray[np.signedinteger], theirs: NDArray[np.signedinteger], qualified: Flags | Int64s
) -> Int64s:
    """How contests of hands with these values come out, as places in `CASES`."""
    ahead = np.sign(mine.astype(np.int64) - theirs)
    return QUALIFIED_WIN * qualified + UNQUALIFIED_TIE - ahead


@kernel
def fill_cases(unqualified: int, below: int, up_to: int, total: int, cases: Int64s) -> None:
    """How many of the dealer's `total` hands there are for each of `CASES`.

    Hands that do not qualify are the lowest ones. So the three counts cut the dealer's hands, in
    rising order, into those that lose, tie and win against the player's, each qualified or not.
    """
    cases[UNQUALIFIED_WIN] = min(below, unqualified)
    cases[UNQUALIFIED_TIE] = max(0, min(up_to, unqualified) - below)
    cases[UNQUALIFIED_LOSE] = unqualified - min(up_to, unqualified)
    cases[QUALIFIED_WIN] = max(0, below - unqualified)
    cases[QUALIFIED_TIE] = max(0, up_to - max(below, unqualified))
    cases[QUALIFIED_LOSE] = total - max(up_to, unqualified)
