"""The table against the analysis, over every card of small shoes.

The engine deals every order of the cards to a player who decides as the analysis says; each net
result must be as likely as the analysis has it.
"""

from __future__ import annotations

import pytest
from tests.ask.rounds import BlackjackPlan
from tests.ask.seats import BestPlayer, odds_of_round, value_if_tens_are_split

from .every_deal import net_results, open_to
from .plain_rules import plain_rules

pytestmark = pytest.mark.slow

EIGHTS = {"ranks": "8 T A", "packs": 2}
FEWER_EIGHTS = {"ranks": "8 T A", "suits": "c d h", "packs": 2}
NINES = {"ranks": "9 T A", "suits": "c d h", "packs": 2}
FIVES = {"ranks": "5 T A", "suits": "c d h", "packs": 2}
SOFT = {"ranks": "6 7 T A"}
LITTLE = {"ranks": "3 4 T A", "packs": 2}
SPANISH = {"ranks": "8 J K A", "suits": "c d", "packs": 3}
LOW = {"ranks": "4 5 T", "packs": 2}
SEVENS = {"ranks": "7 K", "suits": "c d", "packs": 3}
SUITS = [
    {"cards": "7 7 7", "pays": "3:2"},
    {"cards": "7 7 7", "suits": "one", "pays": "2:1"},
    {"cards": "7 7 7", "suits": "diamonds", "pays": "3:1"},
]
FOUR_CARDS = [{"size": 4, "pays": "3:2"}, {"size": 5, "pays": "2:1"}]
FEWER = {"ranks": "4 5 T", "suits": "c d h", "packs": 2}
FREE = {"free_double": "9-11", "free_split": "all-but-tens"}
RULES = [
    (FEWER_EIGHTS, {"push_22": "blackjack-wins", "split_hands": 2}),
    (FEWER_EIGHTS, {"push_22": "all", "split_hands": 2, "peek": False}),
    (FIVES, {"double_cards": "any", "split_hands": 2}),
    (LOW, {"double_cards": "any", "split_hands": 2, "rescue": True, "late_surrender": True}),
    (
        FEWER_EIGHTS,
        {"blackjack_wins": True, "even_money": False, "twenty_one_wins": True, "split_hands": 2},
    ),
    (FEWER_EIGHTS, {"blackjack_wins": True, "even_money": False, "peek": False, "split_hands": 2}),
    (FIVES, {"bonus": FOUR_CARDS, "split_hands": 2, "double_cards": "any"}),
    (FIVES, {"bonus": FOUR_CARDS, "split_hands": 2, "bonus_after_split": False, "peek": False}),
    (SEVENS, {"bonus": SUITS, "split_hands": 2, "twenty_one_wins": True}),
    (FEWER, {**FREE, "split_hands": 2, "double_cards": "any"}),
    (NINES, {**FREE, "resplit_aces": True, "split_hands": 3, "push_22": "blackjack-wins"}),
    (SPANISH, {"free_split": "all", "split_hands": 2, "blackjack_wins": True, "even_money": False}),
    (EIGHTS, {}),
    (FEWER_EIGHTS, {"peek": False, "split_hands": 2}),
    (FEWER_EIGHTS, {"peek": False, "no_peek_takes": "original", "split_hands": 2}),
    (FEWER_EIGHTS, {"double_after_split": False, "split_hands": 2, "blackjack_pays": "6:5"}),
    (FEWER_EIGHTS, {"late_surrender": True, "split_hands": 2}),
    (FEWER_EIGHTS, {"late_surrender": True, "peek": False, "split_hands": 2}),
    (FEWER_EIGHTS, {"early_surrender": True, "split_hands": 2}),
    (FEWER_EIGHTS, {"early_surrender": True, "peek": False, "split_hands": 2}),
    (
        FEWER_EIGHTS,
        {"early_surrender": True, "peek": False, "no_peek_takes": "original", "split_hands": 2},
    ),
    (LITTLE, {"charlie": 4, "split_hands": 2}),
    (LITTLE, {"charlie": 5, "split_hands": 1, "peek": False}),
    (FEWER_EIGHTS, {"split_hands": 2, "early_surrender": True, "late_surrender": True}),
    (FIVES, {"double": "9-11", "split_hands": 2}),
    (FIVES, {"double": "10-11", "split_hands": 2}),
    (FIVES, {"one_card_to_split_aces": False, "split_hands": 2}),
    (SOFT, {"split_hands": 1, "late_surrender": True, "soft_17": "hits"}),
]


def told(case) -> str:
    deck, keys = case
    return f"{deck['ranks']}: {' '.join(f'{k}={v}' for k, v in keys.items()) or 'as written'}"


@pytest.mark.parametrize("case", RULES, ids=told)
def test_small_shoes_are_dealt_as_they_are_weighed(case):
    deck, keys = case
    rules = plain_rules(deck, **keys)
    odds, best = odds_of_round(rules), BestPlayer(rules)

    def choose(round):
        # Insurance is a wager of its own, which the value of a round leaves out.
        choices = best.choices(round, 1)
        return next(choice for choice in choices if choice not in ("insure", "even-money"))

    dealt = net_results(BlackjackPlan(rules), choose)
    mean = sum(net * chance for net, chance in dealt.items())
    assert float(mean) == pytest.approx(odds.expected_value, abs=1e-12)
    for net in dealt.keys() | odds.chances.keys():
        near = odds.within + 1e-12
        assert odds.chances.get(net, 0.0) == pytest.approx(float(dealt.get(net, 0)), abs=near)


@pytest.mark.parametrize(
    ("ranks", "packs", "keys"),
    [
        ("8 T K", 4, {"split_hands": 2}),
        ("8 T K A", 4, {"split_hands": 3, "peek": False}),
    ],
)
def test_tens_that_must_be_alike_are_split_as_they_are_weighed(ranks, packs, keys):
    """Nobody should split tens, so a player is told to: each pair he may, and again."""
    deck = {"ranks": ranks, "suits": "c", "packs": packs}
    rules = plain_rules(deck, split_unlike_tens=False, **keys)
    best = BestPlayer(rules)

    def choose(round):
        offered = open_to(round)
        if "split" in offered and all(card.rank in "TJQK" for card in round.hand.cards):
            return "split"
        return "decline" if "decline" in offered else best.decide(round, 1).choice

    dealt = net_results(BlackjackPlan(rules), choose)
    mean = sum(net * chance for net, chance in dealt.items())
    assert float(mean) == pytest.approx(value_if_tens_are_split(rules), abs=1e-12)
    assert min(dealt) <= -keys["split_hands"]
