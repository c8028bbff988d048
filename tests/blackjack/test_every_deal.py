"""Every order of the cards of small shoes, dealt by the engine and by hand: the same results."""

from functools import cache
from zlib import crc32

import pytest
from tests.ask.rounds import BlackjackPlan

from .every_deal import Walk, net_results, open_to
from .plain_blackjack import Oracle
from .plain_rules import dealt_to, plain_rules

pytestmark = pytest.mark.slow

LOW = {"ranks": "5 T A", "suits": "c", "packs": 6}
TENS = {"ranks": "T K A", "suits": "c", "packs": 6}
HIGH = {"ranks": "4 6 T", "suits": "c", "packs": 6}

BONUS = [{"cards": "5 5 A", "pays": "3:2"}, {"size": 4, "pays": "2:1"}]

RULES = [
    {},
    {"soft_17": "hits"},
    {"blackjack_pays": "6:5"},
    {"double": "9-11"},
    {"double": "10-11"},
    {"double_after_split": False},
    {"split_hands": 1},
    {"split_hands": 2},
    {"resplit_aces": True},
    {"one_card_to_split_aces": False},
    {"one_card_to_split_aces": False, "resplit_aces": True},
    {"late_surrender": True},
    {"insurance": False},
    {"even_money": False},
    {"insurance": False, "even_money": False},
    {"peek": False},
    {"peek": False, "no_peek_takes": "original"},
    {"peek": False, "late_surrender": True},
    {"peek": False, "late_surrender": True, "no_peek_takes": "original"},
    {"split_unlike_tens": False},
    {"charlie": 4, "split_hands": 2},
    {"charlie": 4, "peek": False, "no_peek_takes": "original", "split_hands": 2},
    {"early_surrender": True},
    {"early_surrender": True, "insurance": False, "even_money": False},
    {"early_surrender": True, "late_surrender": True, "split_hands": 2},
    {"peek": False, "early_surrender": True, "no_peek_takes": "original"},
    {"push_22": "blackjack-wins", "split_hands": 2},
    {"push_22": "all", "peek": False, "split_hands": 2},
    {"double_cards": "any", "split_hands": 2},
    {"double_cards": "any", "rescue": True, "twenty_one_wins": True, "split_hands": 2},
    {"blackjack_wins": True, "even_money": False, "peek": False, "split_hands": 2},
    {"bonus": BONUS, "split_hands": 2},
    {"bonus": BONUS, "bonus_after_split": False, "twenty_one_wins": True, "split_hands": 2},
    {"free_double": "9-11", "free_split": "all-but-tens"},
    {"free_double": "10-11", "free_split": "all", "push_22": "all", "split_hands": 2},
]

ABOUT_ACES = {
    *("blackjack_pays", "blackjack_wins", "insurance", "even_money", "peek", "no_peek_takes"),
    *("resplit_aces", "one_card_to_split_aces", "early_surrender", "split_unlike_tens", "soft_17"),
}
"""Keys that change nothing where no ace is dealt and all tens are alike."""

CASES = [
    pytest.param(deck, keys, id=f"{deck['ranks']} {' '.join(map(str, keys.items())) or 'all'}")
    for keys in RULES
    for deck in (LOW, TENS, HIGH)
    if deck is not HIGH or not keys or keys.keys() - ABOUT_ACES - {"split_hands"}
]


def fickle(seed: int):
    """A player without sense: the choice hangs on what he sees, but on no rule of play."""

    @cache
    def pick(cards: tuple[str, ...], up: str, legal: frozenset[str]) -> str:
        # Most like to stand at last, or rounds would never end in reasonable time.
        options = [*sorted(legal), *(["stand"] if "stand" in legal and len(cards) > 2 else [])]
        seen = f"{seed} {sorted(cards)} {up} {options}"
        return options[crc32(seen.encode()) % len(options)]

    return pick


def choosing(pick):
    def choose(round):
        cards = tuple(card.rank for card in round.hand.cards)
        cards = ("doubled", *cards) if round.hand.doubled else cards
        return pick(cards, round.dealer_shows.rank, open_to(round))

    return choose


@pytest.mark.parametrize(("deck", "keys"), CASES)
def test_the_engine_deals_what_the_rules_say(deck, keys):
    # Four hands only where nothing else is unlike, three where it matters how hands are split:
    # pairs come so often that more would take minutes. Aces that are played on take longest.
    is_whole = "split_hands" in keys or (deck is LOW and not keys)
    about_splits = any("split" in key or "aces" in key for key in keys) and deck is not HIGH
    played_on = deck is LOW and "one_card_to_split_aces" in keys
    less = {} if is_whole else {"split_hands": 3 if about_splits and not played_on else 2}
    pick = fickle(RULES.index(keys))
    dealt = net_results(BlackjackPlan(plain_rules(deck, **less, **keys)), choosing(pick))
    shoe = dict.fromkeys(deck["ranks"].split(), deck["packs"])
    assert dealt == Oracle({**less, **keys}, pick).deal(shoe)
    assert sum(dealt.values()) == 1


@pytest.mark.parametrize("seed", [0, 1])
def test_equal_positions_go_on_alike(seed):
    """To go on from each position once counts the same as to deal every order of the cards."""
    plan, choose = BlackjackPlan(plain_rules(LOW)), choosing(fickle(seed))
    assert Walk(choose, every_order=True).results(dealt_to(plan)) == net_results(plan, choose)
