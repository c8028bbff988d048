"""The analyser's strategy played at the table engine itself, over every card of small shoes."""

from __future__ import annotations

import pytest

from blackjack.every_deal import net_results, open_to
from blackjack.plain_rules import plain_rules
from feltworks.blackjack import BlackjackPlan, BlackjackRound
from feltworks.odds.blackjack.distribution import distribution
from feltworks.odds.blackjack.plays import Action, Plays, best_plays
from feltworks.odds.blackjack.setting import Setting, Start
from feltworks.odds.blackjack.shoe import Shoe, value_of
from feltworks.odds.blackjack.starts import choose, expected_value
from feltworks.rules.handbook import Handbook

from .oracle import mean

LOW = {"ranks": "5 T A", "suits": "c", "packs": 8}
HIGH = {"ranks": "4 6 T", "suits": "c", "packs": 8}
SIXES = {"ranks": "6 T A", "suits": "c", "packs": 8}
EIGHTS = {"ranks": "3 8 T", "suits": "c", "packs": 7}

CASES = [
    (LOW, {"split_hands": 3}),
    (LOW, {"split_hands": 3, "soft_17": "hits"}),
    (LOW, {"split_hands": 3, "blackjack_pays": "6:5"}),
    (LOW, {"split_hands": 3, "double": "10-11"}),
    (LOW, {"split_hands": 3, "double_after_split": False}),
    (LOW, {"split_hands": 3, "resplit_aces": True}),
    (LOW, {"split_hands": 3, "resplit_aces": True, "one_card_to_split_aces": False}),
    (SIXES, {"split_hands": 3, "late_surrender": True}),
    (LOW, {"split_hands": 3, "peek": False}),
    (SIXES, {"split_hands": 2, "peek": False, "late_surrender": True}),
    (SIXES, {"split_hands": 2, "peek": False, "no_peek_takes": "original", "late_surrender": True}),
    (LOW, {"split_hands": 3, "insurance": False, "even_money": False}),
    (HIGH, {"split_hands": 2}),
    (EIGHTS, {"split_hands": 4, "double": "10-11"}),
]


class Follower:
    """Plays what the analyser says, by the value of the cards it can see."""

    def __init__(self, setting: Setting, plays: Plays) -> None:
        self.setting, self.plays = setting, plays

    def __call__(self, round: BlackjackRound) -> str:
        legal = open_to(round)
        if "decline" in legal:
            return "decline"
        hand = round.hand
        values = sorted(value_of(card) for card in hand.cards)
        up, held = value_of(round.dealer_shows), self.setting.hands.of(*values)
        if len(values) == 2 and not hand.split:
            return choose(self.setting, self.plays, Start(up, *values, held, 0.0)).name.lower()
        if "split" in legal:
            return "split"
        if "double" in legal and self.plays.doubles[up, held]:
            return "double"
        return "hit" if "hit" in legal and self.plays.hits[up, held] else "stand"


@pytest.mark.parametrize(("deck", "keys"), CASES)
def test_every_deal_of_the_table_comes_to_the_value_and_the_distribution(deck, keys):
    rules = plain_rules(deck, **keys)
    assert rules.blackjack is not None
    setting = Setting(Shoe.of_deck(Handbook(rules).deck), rules.blackjack)
    plays, worths = best_plays(setting)
    dealt = net_results(BlackjackPlan(rules), Follower(setting, plays))
    assert sum(dealt.values()) == 1
    assert expected_value(setting, plays, worths) == pytest.approx(float(mean(dealt)), abs=1e-13)
    found = distribution(setting, plays).chances
    for net in {*dealt, *found}:
        assert found.get(net, 0.0) == pytest.approx(float(dealt.get(net, 0)), abs=1e-13), net


def test_the_cases_split_double_surrender_and_go_bust():
    """Were none of this done, the comparison above would show little."""
    taken = set()
    for deck, keys in CASES:
        rules = plain_rules(deck, **keys)
        setting = Setting(Shoe.of_deck(Handbook(rules).deck), rules.blackjack)
        plays, _ = best_plays(setting)
        taken |= {choose(setting, plays, start) for start in setting.starts}
    assert taken == set(Action)
