"""Sessions against what can be counted by hand, and against sessions that were dealt."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from feltworks.errors import FeltworksError
from feltworks.rules.loader import read
from feltworks.simulate.sessions import (
    RoundDistribution,
    Session,
    longest_losing_run,
    no_run_of,
    risk_of_ruin,
    session_report,
)
from feltworks.simulate.tablegames import prepare_table

COIN = RoundDistribution.of_chances({Fraction(-1): Fraction(1, 2), Fraction(1): Fraction(1, 2)}, "")
ODD = RoundDistribution.of_chances(
    {Fraction(-1): Fraction(1, 2), Fraction(0): Fraction(1, 3), Fraction(3, 2): Fraction(1, 6)}, ""
)


def walks(round_, rounds):
    """Every way that rounds can go, with its chance."""
    for way in itertools.product(range(len(round_.nets)), repeat=rounds):
        yield [round_.nets[k] for k in way], math.prod(round_.chances[k] for k in way)


def test_a_session_of_coins_is_binomial():
    session = Session(COIN, 100)
    nets, chances = session.chances
    found = dict(zip(nets.tolist(), chances.tolist(), strict=True))
    for heads in (0, 3, 50, 61):
        assert found[2 * heads - 100] == pytest.approx(math.comb(100, heads) / 2**100, abs=1e-15)
    assert session.even == pytest.approx(math.comb(100, 50) / 2**100)
    assert session.ahead == pytest.approx((1 - session.even) / 2)
    assert session.quantile(0.5) == 0
    assert session.band(0.9) == (-16, 16)


def test_a_session_is_the_sum_over_all_ways():
    session = Session(ODD, 6)
    counted = {}
    for way, chance in walks(ODD, 6):
        counted[sum(way) / 2] = counted.get(sum(way) / 2, 0) + chance
    nets, chances = session.chances
    for net, chance in zip(nets.tolist(), chances.tolist(), strict=True):
        assert chance == pytest.approx(counted.get(net, 0), abs=1e-14)
    assert session.mean == pytest.approx(sum(net * chance for net, chance in counted.items()))
    assert session.ahead == pytest.approx(sum(c for net, c in counted.items() if net > 0))


def test_a_long_session_is_folded_into_the_nets_that_come_up():
    session = Session(ODD, 2_000_000)
    nets, chances = session.chances
    assert len(nets) < 2**21
    assert chances.sum() == pytest.approx(1, abs=1e-9)
    assert float(nets @ chances) == pytest.approx(session.mean, rel=1e-9)


@pytest.mark.parametrize("bankroll", [1, 2, 4])
def test_ruin_is_that_of_all_ways(bankroll):
    counted = 0.0
    for way, chance in walks(ODD, 6):
        stands = itertools.accumulate(way, initial=bankroll * 2)
        counted += chance * any(stand <= 0 for stand in stands)
    found = risk_of_ruin(ODD, Fraction(bankroll), 6)
    assert found.chance == pytest.approx(counted, abs=1e-14)
    assert found.within < 1e-12


def test_the_longest_losing_run_is_that_of_all_ways():
    for length in range(1, 8):
        counted = 0.0
        for way, chance in walks(ODD, 7):
            runs = [len(list(run)) for lost, run in itertools.groupby(n < 0 for n in way) if lost]
            counted += chance * (max(runs, default=0) < length)
        assert no_run_of(ODD.losing, length, 7) == pytest.approx(counted, abs=1e-14)
    assert longest_losing_run(0.5, 1_000_000, 0.5) == 19


@pytest.mark.slow
def test_dealt_sessions_come_out_ahead_as_often():
    made = prepare_table(read("three-card-poker").rules)
    session = Session(RoundDistribution.of(made.exact), 50)
    _, slots = made.job(6).rounds(0, 50 * 20_000)
    nets = made.program.pays[slots[:, 0]].reshape(20_000, 50).sum(axis=1)
    ahead = np.count_nonzero(nets > 0) / 20_000
    error = math.sqrt(session.ahead * (1 - session.ahead) / 20_000)
    assert abs(ahead - session.ahead) < 4 * error
    sheet = session_report(session.round, 50, Fraction(10))
    stands = made.program.pays[slots[:, 0]].reshape(20_000, 50).cumsum(axis=1)
    ruined = np.count_nonzero((stands <= -10 * made.walk.pays.scale).any(axis=1)) / 20_000
    assert abs(ruined - sheet["risk_of_ruin"]) < 4 * math.sqrt(0.25 / 20_000)


def test_what_cannot_be_followed_is_refused():
    with pytest.raises(FeltworksError, match="it must be above 0"):
        risk_of_ruin(COIN, Fraction(0), 5)
    with pytest.raises(FeltworksError, match="--rounds 0"):
        Session(COIN, 0)
    with pytest.raises(FeltworksError, match="too long to follow"):
        risk_of_ruin(COIN, Fraction(1000), 10**8)
