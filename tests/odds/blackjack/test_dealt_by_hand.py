"""The analyser against dealing every card of small shoes, under every option of the rules."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.ask.blackjack import VALUES, Blackjack, blackjack_of_shoe

from .oracle import ACE, TEN, Cards, Net, Options, Oracle, is_soft, mean, total, two

NEAR = 1e-13

# Counts from the ace to the tens. Each shoe outlasts any round, deals the pairs and soft hands its
# options are about, and is small enough to be dealt to the last card.
TWO_HANDS = (2, 0, 0, 0, 3, 0, 0, 3, 0, 5)
THREE_HANDS = (2, 0, 3, 0, 0, 0, 0, 6, 0, 8)
FOUR_HANDS = (2, 0, 2, 0, 0, 0, 0, 6, 0, 9)
SOFT = (4, 0, 0, 0, 0, 4, 3, 0, 0, 5)
MANY_ACES = (5, 0, 0, 0, 0, 0, 4, 6, 0, 8)

CASES = [
    (TWO_HANDS, {}),
    (SOFT, {}),
    (SOFT, {"soft_17": "hits"}),
    (TWO_HANDS, {"blackjack_pays": "6:5"}),
    (TWO_HANDS, {"double": "9-11"}),
    (TWO_HANDS, {"double": "10-11", "double_after_split": False}),
    (TWO_HANDS, {"split_hands": 1}),
    (THREE_HANDS, {"split_hands": 3}),
    (FOUR_HANDS, {"split_hands": 4, "peek": False}),
    (MANY_ACES, {"split_hands": 4, "resplit_aces": True}),
    (MANY_ACES, {"split_hands": 3, "resplit_aces": True, "one_card_to_split_aces": False}),
    (SOFT, {"one_card_to_split_aces": False}),
    (SOFT, {"late_surrender": True}),
    (SOFT, {"late_surrender": True, "peek": False}),
    (SOFT, {"late_surrender": True, "peek": False, "no_peek_takes": "original"}),
    (TWO_HANDS, {"peek": False, "no_peek_takes": "original"}),
    (TWO_HANDS, {"insurance": False, "even_money": False}),
]


def rules_of(options: dict[str, object]) -> Options:
    return Options(**{"split_hands": 2, **options})


def asked(shoe: Cards, rules: Options, strategy: str = "composition") -> Blackjack:
    return blackjack_of_shoe(shoe, strategy, **asdict(rules))


def check(shoe: Cards, rules: Options) -> None:
    found, dealt = asked(shoe, rules), Oracle(shoe, rules).round()
    assert sum(dealt.values()) == 1
    assert found.expected_value == pytest.approx(float(mean(dealt)), abs=NEAR)
    compare(found.chances, dealt)


def compare(chances, dealt: Net) -> None:
    for net in {*chances, *dealt}:
        assert chances.get(net, 0.0) == pytest.approx(float(dealt.get(net, 0)), abs=NEAR), net


@pytest.mark.slow
@pytest.mark.parametrize(("shoe", "options"), CASES)
def test_value_and_distribution_of_a_round_are_those_of_dealing_it(shoe, options):
    check(shoe, rules_of(options))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("shoe", "options"),
    [
        CASES[0],
        CASES[2],
        (SOFT, {"late_surrender": True, "double": "9-11"}),
        (THREE_HANDS, {"split_hands": 3}),
    ],
)
def test_every_action_is_worth_what_dealing_it_comes_to(shoe, options):
    rules = rules_of(options)
    oracle = Oracle(shoe, rules)
    for hand in asked(shoe, rules).hands:
        up, *cards = (VALUES.index(value) for value in (hand.up, *hand.cards))
        dealt = oracle.values(up, *cards)
        assert set(hand.values) == set(dealt)
        for name, value in hand.values.items():
            assert value == pytest.approx(float(dealt[name]), abs=NEAR), (hand, name)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("shoe", "options"),
    [(TWO_HANDS, {}), (SOFT, {"late_surrender": True}), (FOUR_HANDS, {"split_hands": 4})],
)
def test_basic_strategy_is_worth_what_following_it_comes_to(shoe, options):
    rules = rules_of(options)
    basic = asked(shoe, rules, "basic")
    dealt = Oracle(shoe, rules, basic).round()
    assert basic.expected_value == pytest.approx(float(mean(dealt)), abs=NEAR)
    compare(basic.chances, dealt)


@st.composite
def small_shoes(draw) -> Cards:
    """Four values beside tens, enough pips for two hands and the dealer."""
    shoe = [0] * 10
    shoe[TEN] = draw(st.integers(5, 7))
    shoe[ACE] = draw(st.integers(0, 3))
    for value in draw(st.lists(st.integers(1, 8), min_size=2, max_size=2, unique=True)):
        shoe[value] = draw(st.integers(2, 4))
    while sum((value + 1) * count for value, count in enumerate(shoe)) < 86:
        shoe[TEN] += 1
    return tuple(shoe)


ANY_RULES = st.fixed_dictionaries(
    {
        "soft_17": st.sampled_from(["stands", "hits"]),
        "double": st.sampled_from(["any-two", "9-11", "10-11"]),
        "double_after_split": st.booleans(),
        "one_card_to_split_aces": st.booleans(),
        "late_surrender": st.booleans(),
        "peek": st.booleans(),
        "no_peek_takes": st.sampled_from(["all", "original"]),
    }
)


def test_equal_actions_are_settled_by_their_order_and_not_by_rounding():
    """A shoe in which hitting and standing are worth the same to some hands, but not when split."""
    options = {"double_after_split": True, "one_card_to_split_aces": False, "peek": False}
    check((3, 0, 0, 0, 0, 0, 4, 4, 0, 5), rules_of({**options, "no_peek_takes": "all"}))


@pytest.mark.slow
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(small_shoes(), ANY_RULES)
def test_any_small_shoe_under_any_rules_is_worth_what_dealing_it_comes_to(shoe, options):
    rules = rules_of(options)
    found, dealt = asked(shoe, rules), Oracle(shoe, rules).round()
    assert found.expected_value == pytest.approx(float(mean(dealt)), abs=NEAR)
    # Equal values may be settled either way, which moves the distribution but not its mean.
    assert sum(found.chances.values()) == pytest.approx(1, abs=NEAR)
    average = sum(float(net) * chance for net, chance in found.chances.items())
    assert average == pytest.approx(float(mean(dealt)), abs=NEAR)


class Staking(Oracle):
    """Stakes are counted beside the net result by paying every hand its stake back."""

    @staticmethod
    def _result(player: int, dealer: int) -> int:
        return 1


def test_average_wager_is_that_of_dealing():
    rules = rules_of({})
    found = asked(TWO_HANDS, rules)
    staked = mean(Staking(TWO_HANDS, rules, found).round())
    # A blackjack pays three to two instead of its stake, a dealer's takes one: put them right.
    size, aces, tens = sum(TWO_HANDS), TWO_HANDS[ACE], TWO_HANDS[TEN]
    natural = 2 * aces * tens / (size * (size - 1))
    met = natural * 2 * (aces - 1) * (tens - 1) / ((size - 2) * (size - 3))
    right = float(staked) - 1.5 * (natural - met) + natural + 2 * (natural - met)
    assert found.average_wager == pytest.approx(right, abs=NEAR)


@dataclass(frozen=True)
class Turned:
    """A strategy with one answer turned round: a hard total hit or stood on, or a pair split."""

    basic: Blackjack
    up: int
    total: int | None = None
    pair: int | None = None

    def _turn(self, up: int, hand: Cards, action: str) -> str:
        if up != self.up or total(hand) != self.total or is_soft(hand):
            return action
        return {"hit": "stand", "stand": "hit"}.get(action, action)

    def action(self, up: int, hand: Cards, *, may_double: bool) -> str:
        return self._turn(up, hand, self.basic.action(up, hand, may_double=may_double))

    def first_action(self, up: int, first: int, second: int) -> str:
        action, hand = self.basic.first_action(up, first, second), two(first, second)
        if up != self.up or not first == second == self.pair:
            return self._turn(up, hand, action)
        return self.action(up, hand, may_double=True) if action == "split" else "split"


FEW = (2, 0, 0, 0, 3, 0, 2, 3, 0, 5)


# A search for basic strategy that starts from a player who always stands ends here at a worse one.
STANDING_MISLEADS = (1, 0, 0, 0, 1, 2, 0, 3, 0, 5)


@pytest.mark.slow
@pytest.mark.parametrize(("shoe", "up"), [(FEW, 4), (FEW, 7), (FEW, TEN), (STANDING_MISLEADS, TEN)])
def test_no_total_is_better_hit_where_it_stands_or_stood_on_where_it_hits(shoe, up):
    rules = rules_of({"split_hands": 1, "double": "10-11"})
    basic = asked(shoe, rules, "basic")
    value, worse = basic.expected_value + 1e-12, 0
    for turned in range(12, 20):
        other = float(mean(Oracle(shoe, rules, Turned(basic, up, total=turned)).round()))
        assert other <= value, turned
        worse += other < value - 1e-6
    assert worse >= 4, "few answers of these matter"


@pytest.mark.slow
def test_no_pair_is_better_split_or_kept():
    rules = rules_of({"split_hands": 2})
    basic = asked(FEW, rules, "basic")
    value, worse = basic.expected_value + 1e-12, 0
    for up in (4, 7, 9):
        for pair in (ACE, 4, 7, TEN):
            other = float(mean(Oracle(FEW, rules, Turned(basic, up, pair=pair)).round()))
            assert other <= value, (up, pair)
            worse += other < value - 1e-6
    assert worse >= 6, "few answers of these matter"
