"""How deals end under the best play, kept on disk: other pays are put to it in any later process.

Of the play itself only its name is kept, a digest of every choice, which is enough to see whether
another table is played alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from feltworks.odds.forward import EndingCounts
from feltworks.odds.kept import KeptCounts
from feltworks.odds.solver import Solved
from feltworks.odds.walk import SolvedPlay, Walk
from feltworks.rules.schema import Rules


def recall_solved(
    kept: KeptCounts, rules: Rules, wager: str, indifferent: Mapping[str, str], walk: SolvedPlay
) -> Solved | None:
    """What was counted for a wager; the walk takes over what was found."""
    found = kept.find_play(rules, wager, indifferent)
    if found is None or not isinstance(walk, Walk):
        return None
    try:
        endings = np.array(found["endings"], np.int64)
        ties = {str(at): int(deals) for at, deals in found["indifferent"].items()}
        play, is_quick, is_instant = found["name"], found["is_quick"], found["is_instant"]
    except (AttributeError, KeyError, OverflowError, TypeError, ValueError):
        return None
    if endings.shape != walk.pays.table.shape or not isinstance(play, str):
        return None
    walk.recall(play, is_quick=bool(is_quick), is_instant=bool(is_instant))
    return Solved(rules.unit, walk, EndingCounts(endings, ties))


def play_data(solved: Solved) -> dict[str, Any] | None:
    """What is kept beside the odds; None where the play has no name."""
    walk = solved.walk
    if not isinstance(walk, Walk) or walk.play is None:
        return None
    return {
        "endings": solved.counted.endings.tolist(),
        "indifferent": dict(solved.counted.indifferent),
        "name": walk.play,
        "is_quick": walk.is_quick,
        "is_instant": walk.is_instant,
    }
