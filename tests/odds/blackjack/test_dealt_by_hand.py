"""The analyser against dealing every card of small shoes, under every option of the rules."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from feltworks.odds.blackjack.basic import basic_strategy
from feltworks.odds.blackjack.distribution import distribution
from feltworks.odds.blackjack.firsthands import average_wager, choose, expected_value
from feltworks.odds.blackjack.plays import HandStrategy, best_plays
from feltworks.odds.blackjack.setting import FirstHand, Setting
from feltworks.odds.blackjack.shoe import ACE, TEN, Shoe
from feltworks.rules.schema.mechanisms import Blackjack

from .oracle import Cards, Net, Oracle, mean

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
    (SOFT, {"double_after_split": False}),
    (TWO_HANDS, {"split_hands": 1}),
    (THREE_HANDS, {"split_hands": 3}),
    (FOUR_HANDS, {"split_hands": 4}),
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


def rules_of(options: dict[str, object]) -> Blackjack:
    return Blackjack.model_validate({"split_hands": 2, **options})


def check(shoe: Cards, rules: Blackjack) -> None:
    setting = Setting(Shoe((*shoe, 0, 0, 0)), rules)
    plays, worths = best_plays(setting)
    dealt = Oracle(shoe, rules).round()
    assert sum(dealt.values()) == 1
    assert expected_value(setting, plays, worths) == pytest.approx(float(mean(dealt)), abs=NEAR)
    compare(distribution(setting, plays).chances, dealt)


def compare(chances, dealt: Net) -> None:
    for net in {*chances, *dealt}:
        assert chances.get(net, 0.0) == pytest.approx(float(dealt.get(net, 0)), abs=NEAR), net


@pytest.mark.parametrize(("shoe", "options"), CASES)
def test_value_and_distribution_of_a_round_are_those_of_dealing_it(shoe, options):
    check(shoe, rules_of(options))


@pytest.mark.parametrize(("shoe", "options"), CASES[:8])
def test_every_action_is_worth_what_dealing_it_comes_to(shoe, options):
    rules = rules_of(options)
    setting = Setting(Shoe((*shoe, 0, 0, 0)), rules)
    worths = best_plays(setting)[1]
    oracle = Oracle(shoe, rules)
    for start in setting.starts:
        if start.hand == setting.hands.natural:
            continue
        dealt = oracle.values(start.up, start.low, start.high)
        names = ("stand", "hit", "double", "split", "surrender")
        for name, worth in zip(names, worths[start.up, :, start.hand], strict=True):
            assert (worth == worth) == (name in dealt)
            if name in dealt:
                told = setting.shown_value(start.up, start.hand, float(worth))
                # Where a blackjack takes one wager, the dealing sets it aside as a peek would.
                if not rules.peek and not setting.natural_takes_added:
                    natural = setting.natural_chance(start.up, start.hand)
                    told = (told + natural) / (1 - natural)
                assert told == pytest.approx(float(dealt[name]), abs=NEAR)


@dataclass(frozen=True)
class Following:
    """Does what plays say."""

    setting: Setting
    plays: HandStrategy

    def _hand(self, cards: Cards) -> int:
        return self.setting.hands.of(*(v for v, count in enumerate(cards) for _ in range(count)))

    def action(self, up: int, hand: Cards, *, may_double: bool) -> str:
        index = self._hand(hand)
        if may_double and self.plays.doubles[up, index]:
            return "double"
        return "hit" if self.plays.hits[up, index] else "stand"

    def first_action(self, up: int, first: int, second: int) -> str:
        low, high = sorted((first, second))
        start = FirstHand(up, low, high, self.setting.hands.of(low, high), 0.0)
        return choose(self.setting, self.plays, start).name.lower()


@pytest.mark.parametrize(
    ("shoe", "options"),
    [(TWO_HANDS, {}), (SOFT, {"late_surrender": True}), (FOUR_HANDS, {"split_hands": 4})],
)
def test_basic_strategy_is_worth_what_following_it_comes_to(shoe, options):
    rules = rules_of(options)
    setting = Setting(Shoe((*shoe, 0, 0, 0)), rules)
    best, _ = best_plays(setting)
    _, plays, basic_worths = basic_strategy(setting, best)
    dealt = Oracle(shoe, rules, Following(setting, plays)).round()
    value = expected_value(setting, plays, basic_worths)
    assert value == pytest.approx(float(mean(dealt)), abs=NEAR)
    compare(distribution(setting, plays).chances, dealt)


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


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(small_shoes(), ANY_RULES)
def test_any_small_shoe_under_any_rules_is_worth_what_dealing_it_comes_to(shoe, options):
    rules = rules_of(options)
    setting = Setting(Shoe((*shoe, 0, 0, 0)), rules)
    plays, worths = best_plays(setting)
    dealt = Oracle(shoe, rules).round()
    assert expected_value(setting, plays, worths) == pytest.approx(float(mean(dealt)), abs=NEAR)
    # Equal worths may be settled either way, which moves the distribution but not its mean.
    found = distribution(setting, plays)
    assert sum(found.chances.values()) == pytest.approx(1, abs=NEAR)
    assert found.mean == pytest.approx(float(mean(dealt)), abs=NEAR)


def test_average_wager_is_that_of_dealing():
    """Stakes are counted beside the net result by paying every hand its stake back."""
    setting = Setting(Shoe((*TWO_HANDS, 0, 0, 0)), rules_of({}))
    plays, _ = best_plays(setting)

    class Staking(Oracle):
        @staticmethod
        def _result(player: int, dealer: int) -> int:
            return 1

    following = Following(setting, plays)
    staked = Staking(TWO_HANDS, setting.rules, following)
    nets = staked.round()
    # A blackjack pays three to two instead of its stake, a dealer's takes one: put them right.
    natural = sum(s.chance for s in setting.starts if s.hand == setting.hands.natural)
    met = sum(
        s.chance * setting.natural_chance(s.up, s.hand)
        for s in setting.starts
        if s.hand == setting.hands.natural
    )
    dealers = sum(
        s.chance * setting.natural_chance(s.up, s.hand)
        for s in setting.starts
        if s.hand != setting.hands.natural
    )
    right = float(mean(nets)) - 1.5 * (natural - met) + natural + 2 * dealers
    assert average_wager(setting, plays) == pytest.approx(right, abs=NEAR)
