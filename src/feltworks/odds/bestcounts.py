"""How often each choice of a decision is best, counted without a value for each position.

Branches stand in the order in which ties are broken, so the first of the highest is the
choice that is taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from feltworks.odds.chunks import BoardChunk
from feltworks.odds.dealadvice import AnyAdvisor
from feltworks.odds.kindwalk import chunks_with_deals
from feltworks.odds.strategy import Advisor, Place
from feltworks.odds.tree import Branch
from feltworks.odds.walk import Walk


def deals_by_best(advisor: AnyAdvisor, decision: str) -> Counter[str]:
    """Deals by best choice; a position counts once for each history that leads to it."""
    if not isinstance(advisor, Advisor):
        return advisor.deals_by_best(decision)
    best: Counter[str] = Counter()
    for place in advisor.places(decision):
        _count(advisor, place, best)
    return best


def _count(advisor: Advisor, place: Place, best: Counter[str]) -> None:
    walk = advisor.walk
    node = walk.tree.levels[place.level][place.node]
    two = walk.showdown.last_two
    if two is not None and place.level == len(walk.decided):
        branches = slice(two.on.nodes.first[place.node], two.on.nodes.stop[place.node])
        deals = walk.backward.best_before_last[branches].tolist()
        best.update({branch.choice: n for branch, n in zip(node.branches, deals, strict=True) if n})
        return
    if place.level < len(walk.plan.levels) - 1:
        weights = walk.decided[place.level].positions.weights
        _add(best, node.branches, walk.branch_values(place.level, node).T, weights)
        return
    for chunk, deals in _last_boards(walk):
        values = walk.showdown.last_values(chunk, place.node)
        _add(best, node.branches, values, deals)


def _last_boards(walk: Walk) -> Iterator[tuple[BoardChunk, NDArray[np.integer]]]:
    """All last boards, with the number of deals that each hand on them represents."""
    if walk.showdown.kinds is not None:
        yield from chunks_with_deals(walk.showdown.kinds)
    else:
        for chunk in walk.boards.chunks():
            yield chunk, chunk.weights


def _add(
    best: Counter[str],
    branches: Sequence[Branch],
    values: NDArray[np.int64],
    weights: NDArray[np.integer],
) -> None:
    first = values.argmax(axis=-1)
    for number, branch in enumerate(branches):
        deals = int(weights[first == number].sum(dtype=np.int64))
        if deals:
            best[branch.choice] += deals
