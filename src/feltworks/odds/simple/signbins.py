"""What signs save alone and in pairs, from sums by the bins that their thresholds make.

The thresholds of a measure cut its scores into bins, and each sign holds in a run of them.
Positions are summed once for every two measures, bin by bin; what two signs save together is then a
rectangle of those sums, taken from their running totals. Gains are first rounded to whole numbers,
so that sums do not depend on their order, and signs that hold at the same positions save exactly
the same.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from feltworks.arrays import Floats, Int64s
from feltworks.odds.simple.kernels import add_pairs, add_singles
from feltworks.odds.simple.measures import Sign
from feltworks.odds.simple.seen import SeenPositions

MOST_SUM = 2.0**60


class SignBins:
    """The bins of some signs over some positions; signs of one measure are neighbours."""

    def __init__(self, seen: SeenPositions, signs: Sequence[Sign]) -> None:
        measures = {id(sign.measure): sign.measure for sign in signs}
        self.bins = np.zeros((len(seen), len(measures)), np.int16)
        """By position and measure the number of the bin; each measure has its own."""
        self.first = np.zeros(len(signs), np.int64)
        self.stop = np.zeros(len(signs), np.int64)
        """The bins in which each sign holds."""
        self.count = 0
        for column, measure in enumerate(measures.values()):
            places = [at for at, sign in enumerate(signs) if sign.measure is measure]
            cuts = sorted({_cut(signs[at]) for at in places})
            for at in places:
                cut = self.count + 1 + cuts.index(_cut(signs[at]))
                whole = self.count, self.count + len(cuts) + 1
                minimum = signs[at].is_minimum
                self.first[at], self.stop[at] = (cut, whole[1]) if minimum else (whole[0], cut)
            scores = seen.score(measure.score)
            self.bins[:, column] = self.count + np.searchsorted(cuts, scores, side="right")
            self.count += len(cuts) + 1

    def sums(self, here: Int64s, gains: Floats) -> Floats:
        """What each sign saves at some positions."""
        whole, unit = _whole(gains)
        found = np.zeros(self.count + 1, np.int64)
        add_singles(self.bins[here], whole, found[1:])
        totals = np.cumsum(found)
        return np.asarray(totals[self.stop] - totals[self.first], np.float64) * unit

    def pair_sums(self, here: Int64s, gains: Floats) -> Floats:
        """What every two signs save together at some positions, the later sign second; the diagonal
        has what each saves alone."""
        return np.triu(self._together(here, gains, np.arange(len(self.first))))

    def sums_beside(self, here: Int64s, gains: Floats, some: Int64s) -> Floats:
        """What every two of some signs save together at some positions."""
        together = self._together(here, gains, some)
        return np.maximum(together, together.T)

    def _together(self, here: Int64s, gains: Floats, some: Int64s) -> Floats:
        """The same; 0 for a sign of a later measure before one of an earlier."""
        whole, unit = _whole(gains)
        found = np.zeros((self.count + 1, self.count + 1), np.int64)
        add_pairs(self.bins[here], whole, found[1:, 1:])
        totals = found.cumsum(axis=0).cumsum(axis=1)
        first, stop = self.first[some], self.stop[some]
        by_first = totals[stop] - totals[first]
        return np.asarray(by_first[:, stop] - by_first[:, first], np.float64) * unit


def _cut(sign: Sign) -> int:
    """The least score on the upper side of a sign's threshold."""
    return sign.threshold if sign.is_minimum else sign.threshold + 1


def _whole(gains: Floats) -> tuple[Int64s, float]:
    """Gains as whole numbers whose sums fit 64 bits, and the value of one."""
    unit = float(2.0 ** np.ceil(np.log2(max(float(np.abs(gains).sum()), 1e-300)))) / MOST_SUM
    return np.rint(gains / unit).astype(np.int64), unit
