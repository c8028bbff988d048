"""Phrases for odds, sizes, money and shares: many spellings in, one out."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.ask.rules import Money, Percent, Prize, RefusalError, Size

SMALL = st.integers(1, 9999)
MULTIPLES = st.lists(
    st.builds(Fraction, SMALL, st.sampled_from([1, 2, 4, 5, 3, 7])),
    min_size=1,
    max_size=4,
    unique=True,
)


@pytest.mark.parametrize(
    ("text", "odds"),
    [
        ("30:1", 30),
        ("30", 30),
        ("30 to 1", 30),
        ("3:2", Fraction(3, 2)),
        ("6:4", Fraction(3, 2)),
        ("3-2", Fraction(3, 2)),
        ("5 for 1", 4),
    ],
)
def test_odds(text, odds):
    assert Prize.parse(text) == Prize("odds", odds=Fraction(odds))


@pytest.mark.parametrize("text", ["push", "0:1", "1 for 1", "0"])
def test_no_gain_and_no_loss_is_a_push(text):
    assert Prize.parse(text) == Prize("push")


@pytest.mark.parametrize(
    ("text", "prize"),
    [
        ("lose", Prize("lose")),
        ("lose 100%", Prize("lose")),
        ("lose 0%", Prize("push")),
        ("lose half", Prize("odds", odds=Fraction(-1, 2))),
        ("lose 50%", Prize("odds", odds=Fraction(-1, 2))),
        ("lose 12.5%", Prize("odds", odds=Fraction(-1, 8))),
        ("$150", Prize("dollars", cents=15_000)),
        ("$1,500.25", Prize("dollars", cents=150_025)),
        ("25% of gran", Prize("share", share=Fraction(1, 4), jackpot="gran")),
        ("12.5 % of the-pot", Prize("share", share=Fraction(1, 8), jackpot="the-pot")),
    ],
)
def test_other_prizes(text, prize):
    assert Prize.parse(text) == prize == Prize.parse(str(prize))


@pytest.mark.parametrize(
    "text",
    [
        *("", "x", "win", "1:0", "-1:1", "1 for 2", "0% of gran", "101% of gran", "25% of", "$1.5"),
        *("lose 101%", "lose 1:2", "loses half"),
        *("$", "25% of Gran", "1:1:1", "1e3", "1/2", "9999999999:1"),
    ],
)
def test_what_is_no_prize(text):
    with pytest.raises(RefusalError, match=r"allowed: .lose., .push., odds"):
        Prize.parse(text)


def test_sizes():
    assert Size.parse("2 x ante") == Size((Fraction(2),), "ante")
    assert Size.parse("3 or 4 x ante") == Size((Fraction(3), Fraction(4)), "ante")
    assert Size.parse("1, 2 or 3 x ante").multiples == (1, 2, 3)
    assert Size.parse("1 to 3 x ante") == Size((Fraction(1), Fraction(3)), "ante", between=True)
    assert Size.parse("0.5 x ante") == Size.parse("1/2 x ante")
    assert Size.parse("$1") == Size(cents=100)
    assert Size.parse("3 or 4 x ante").largest == 4


@pytest.mark.parametrize(
    "text",
    ["", "ante", "x ante", "0 x ante", "4 or 3 x ante", "2 or 2 x ante", "1 to 2 to 3 x ante"],
)
def test_what_is_no_size(text):
    with pytest.raises(RefusalError):
        Size.parse(text)


def test_money_and_percentages():
    assert Money.parse("500") == Money.parse("$500") == Money(50_000)
    assert Money.parse("$5,000") == Money(500_000)
    assert Percent.parse("25%") == Percent.parse("25") == Percent(Fraction(1, 4))
    for bad in ("5.", "$5,00", "five"):
        with pytest.raises(RefusalError, match="allowed: dollars"):
            Money.parse(bad)
    for bad in ("101%", "-1%", "a%"):
        with pytest.raises(RefusalError, match="allowed: a percentage"):
            Percent.parse(bad)


@given(st.builds(Fraction, SMALL, SMALL))
def test_odds_are_read_back_as_written(odds):
    prize = Prize("odds", odds=odds)
    assert Prize.parse(str(prize)) == prize


@pytest.mark.slow
@given(MULTIPLES, st.booleans())
def test_sizes_are_read_back_as_written(multiples, between):
    multiples = sorted(multiples)[:2] if between else sorted(multiples)
    size = Size(tuple(multiples), "ante", between=between and len(multiples) == 2)
    assert Size.parse(str(size)) == size


@given(st.integers(0, 10**9))
def test_money_is_read_back_as_written(cents):
    assert Money.parse(str(Money(cents))) == Money(cents)
    if cents:
        assert Prize.parse(str(Prize("dollars", cents=cents))).cents == cents


@pytest.mark.slow
@given(st.integers(1, 10_000))
def test_shares_are_read_back_as_written(parts):
    share = Prize("share", share=Fraction(parts, 10_000), jackpot="gran")
    assert Prize.parse(str(share)) == share
    assert Percent.parse(str(Percent(share.share))).part == share.share
