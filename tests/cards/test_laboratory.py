"""The yardsticks themselves, against printed tables and sequences made to be unfair."""

from itertools import permutations

import pytest

from .laboratory import (
    chi_square_p,
    evenness_p,
    neighbours_p,
    normal_p,
    order_number,
    orders_p,
    positions_p,
    runs_p,
    serial_correlation_p,
)

# Upper critical values of chi-square: NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4.
CRITICAL = [
    (1, 0.05, 3.841),
    (1, 0.001, 10.828),
    (2, 0.10, 4.605),
    (5, 0.05, 11.070),
    (10, 0.05, 18.307),
    (10, 0.99, 2.558),
    (30, 0.01, 50.892),
    (100, 0.05, 124.342),
    (100, 0.95, 77.929),
    (100, 0.001, 149.449),
]


@pytest.mark.parametrize(("degrees", "p", "critical"), CRITICAL)
def test_chi_square_agrees_with_the_printed_table(degrees: int, p: float, critical: float):
    assert chi_square_p(critical, degrees) == pytest.approx(p, rel=2e-3)


def test_chi_square_of_many_degrees_centres_on_its_degrees():
    assert chi_square_p(2601, 2601) == pytest.approx(0.5, abs=0.01)
    assert chi_square_p(2601 + 5 * (2 * 2601) ** 0.5, 2601) < 1e-5
    assert chi_square_p(2601 - 5 * (2 * 2601) ** 0.5, 2601) > 1 - 1e-5


def test_the_normal_tail_is_two_sided():
    assert normal_p(1.959964) == normal_p(-1.959964) == pytest.approx(0.05, rel=1e-5)


def test_orders_are_numbered_without_gaps_or_repeats():
    assert sorted(map(order_number, permutations([7, 3, 9, 5]))) == list(range(24))


def test_each_yardstick_rejects_what_it_is_made_to_reject():
    unshuffled = [list(range(20))] * 500
    sawtooth = list(range(52)) * 100
    assert evenness_p([1000, 1000, 1300]) < 1e-9
    assert positions_p(unshuffled) < 1e-9
    assert neighbours_p(unshuffled) < 1e-9
    assert orders_p([[1, 2, 3]] * 200, 3) < 1e-9
    assert serial_correlation_p(sawtooth, lag=1) < 1e-9
    assert runs_p(sawtooth, lambda value: value >= 26) < 1e-9


def test_each_yardstick_accepts_perfect_balance():
    every_deal = list(permutations(range(5)))
    assert evenness_p([700] * 10) == 1.0
    assert positions_p(every_deal) == 1.0
    assert orders_p(every_deal, 5) == 1.0
    assert neighbours_p(every_deal) == pytest.approx(1.0)
