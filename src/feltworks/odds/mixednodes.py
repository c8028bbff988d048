"""Histories of the last level whose worth follows from that of two others.

Where nothing is left to decide, the worth of a history is linear in what its ending pays. Endings
mostly differ by the size of one bet, as after a raise of two, three or four units: then what they
pay lies on a line, and two of them tell all others. So fewer sums are carried from board to board.
"""

from __future__ import annotations

from math import gcd
from typing import NamedTuple

import numpy as np

from feltworks.arrays import Int64s
from feltworks.kernels import kernel
from feltworks.odds.showdown import Showdown
from feltworks.odds.sums import MOST_WORTH


class MixedNodes(NamedTuple):
    """Which histories are summed, and how the others follow."""

    kept: Int64s
    """The histories that are summed, in their order."""
    mixtures: Int64s
    """A row for each other one: its number, those of two that are kept, and a fraction. Its worth
    is that of the first, plus the fraction of what the second is worth more."""


@kernel
def mix(nodes: MixedNodes, sums: Int64s, out: Int64s) -> None:
    """The worth of all histories, by position and history, from those that are kept."""
    for position in range(len(out)):
        for place in range(len(nodes.kept)):
            out[position, nodes.kept[place]] = sums[position, place]
        for row in range(len(nodes.mixtures)):
            node, first, second, times, over = nodes.mixtures[row]
            more = out[position, second] - out[position, first]
            out[position, node] = out[position, first] + more * times // over


def mixed_nodes(showdown: Showdown) -> MixedNodes:
    """Which histories need not be summed, where no worth grows too large on the way."""
    nodes, ending_pays = showdown.nodes, showdown.ending_pays
    most = MOST_WORTH // (4 * showdown.combinations * showdown.largest_pay)
    kept, mixtures = list[int](), list[tuple[int, ...]]()
    lines: dict[int, list[int]] = {}
    for node, (first, stop) in enumerate(zip(nodes.first, nodes.stop, strict=True)):
        line = lines.setdefault(int(ending_pays.contests[nodes.leads[first]]), [])
        if first + 1 == stop and line:
            ends = (line[0], line[-1])
            pays = [ending_pays.pays[nodes.leads[nodes.first[each]]] for each in (*ends, node)]
            share = _share(*(each.astype(np.int64) for each in pays))
            if share is not None and abs(share[0]) <= most:
                mixtures.append((node, *ends, *share))
                continue
        kept.append(node)
        if first + 1 == stop and len(line) < 2:
            line.append(node)
    return MixedNodes(np.array(kept, np.int64), np.array(mixtures, np.int64).reshape(-1, 5))


def _share(first: Int64s, second: Int64s, third: Int64s) -> tuple[int, int] | None:
    """The fraction of the way from the first pays to the second at which the third lie; None if
    they do not lie on that line. The first and the second may be the same."""
    way, part = second - first, third - first
    if not way.any():
        return None if part.any() else (0, 1)
    at = int(np.flatnonzero(way)[0])
    whole, some = int(way[at]), int(part[at])
    common = gcd(whole, some)
    whole, some = whole // common, some // common
    if whole < 0:
        whole, some = -whole, -some
    on_line = [int(p) * whole == int(w) * some for p, w in zip(part, way, strict=True)]
    return (some, whole) if all(on_line) else None
