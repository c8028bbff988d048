"""The statistics a testing laboratory applies to a shuffler, in the few lines each needs.

Every test of chance here ends in a p-value: how often a fair shuffler would look at least this
unfair. Fair sources give p-values spread evenly from 0 to 1; an unfair one gives tiny ones.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise


def chi_square_p(statistic: float, degrees: int) -> float:
    """The chance that a chi-square variable exceeds `statistic` (regularised upper gamma).

    Series below the mean, Lentz's continued fraction above it; Numerical Recipes, section 6.2.
    """
    a, x = degrees / 2, statistic / 2
    if x <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while term > total * 1e-16:
            n += 1
            term *= x / n
            total += term
        return 1 - total * scale
    b = x + 1 - a
    c, d = 1e300, 1 / b
    fraction, step = d, 0.0
    i = 0
    while abs(step - 1) > 1e-15:
        i += 1
        an = -i * (i - a)
        b += 2
        d = 1 / (an * d + b)
        c = b + an / c
        step = c * d
        fraction *= step
    return scale * fraction


def normal_p(z: float) -> float:
    """The chance that a standard normal variable is at least this far from 0."""
    return math.erfc(abs(z) / math.sqrt(2))


def evenness_p(counts: Sequence[int]) -> float:
    """Chi-square: are these outcomes equally likely?"""
    expected = sum(counts) / len(counts)
    statistic = sum((count - expected) ** 2 for count in counts) / expected
    return chi_square_p(statistic, len(counts) - 1)


def tally(outcomes: Iterable[int], size: int) -> list[int]:
    counts = [0] * size
    for outcome in outcomes:
        counts[outcome] += 1
    return counts


def positions_p(deals: Sequence[Sequence[int]]) -> float:
    """Is every card equally often in every place?

    Each deal puts each card in one place, so the cells of a deal are tied to each other: the usual
    sum is n / (n - 1) times a chi-square variable with (n - 1)^2 degrees of freedom.
    """
    n = len(deals[0])
    places = [[0] * n for _ in range(n)]
    for deal in deals:
        for place, card in zip(places, deal, strict=True):
            place[card] += 1
    expected = len(deals) / n
    total = sum((count - expected) ** 2 for place in places for count in place) / expected
    return chi_square_p(total * (n - 1) / n, (n - 1) ** 2)


def serial_correlation_p(values: Sequence[int], *, lag: int) -> float:
    """Does a value say anything about the one `lag` later?"""
    mean = sum(values) / len(values)
    variance = sum((v - mean) ** 2 for v in values) / len(values)
    pairs = list(zip(values, values[lag:], strict=False))
    product = sum((a - mean) * (b - mean) for a, b in pairs) / len(pairs)
    return normal_p(product / variance * math.sqrt(len(pairs)))


def neighbours_p(deals: Sequence[Sequence[int]]) -> float:
    """Are cards that touch in a new deck found together no more and no less than by chance?

    Counts the places where a card is followed by its successor. A fair shuffle leaves n - 1 such
    pairs in n deals on average, and their number in a deal is very nearly Poisson (Kaplansky).
    """
    n = len(deals[0])
    rising = sum(b == a + 1 for deal in deals for a, b in pairwise(deal))
    expected = len(deals) * (n - 1) / n
    return normal_p((rising - expected) / math.sqrt(expected))


def orders_p(windows: Iterable[Sequence[int]], size: int) -> float:
    """Permutation test: are all size! relative orders of these windows equally likely?"""
    return evenness_p(tally(map(order_number, windows), math.factorial(size)))


def order_number(window: Sequence[int]) -> int:
    """The number of a window's relative order, 0 to size! - 1 (its Lehmer code)."""
    number = 0
    for i, value in enumerate(window):
        smaller_later = sum(later < value for later in window[i + 1 :])
        number = number * (len(window) - i) + smaller_later
    return number


def runs_p(values: Sequence[int], is_high: Callable[[int], bool]) -> float:
    """Wald and Wolfowitz: do high and low values follow each other in runs of natural length?"""
    high = [is_high(value) for value in values]
    n, n1 = len(high), sum(high)
    n2 = n - n1
    runs = 1 + sum(a != b for a, b in pairwise(high))
    mean = 1 + 2 * n1 * n2 / n
    variance = (mean - 1) * (mean - 2) / (n - 1)
    return normal_p((runs - mean) / math.sqrt(variance))
