"""The table against the analysis: every card of small shoes, 6,000 rounds of six decks.

Small: the engine deals every order of the cards to a player who decides as the analysis says; each
net result must be as likely as the analysis has it. Large: the average of 6,000 rounds,
each from a freshly shuffled shoe, must lie within four standard errors of the computed value.
"""

from __future__ import annotations

import multiprocessing
import random
from math import fsum, sqrt

import pytest
from tests.ask.rounds import BlackjackPlan, Decide, NoMoreBets, Settled, Terms, play_out

from feltworks.odds.blackjack.analysis import BlackjackOdds
from feltworks.odds.blackjack.firsthands import expected_value
from feltworks.odds.blackjack.plays import best_plays, weigh
from feltworks.odds.blackjack.setting import Setting
from feltworks.odds.blackjack.shoe import TEN, Shoe, value_of
from feltworks.players.blackjack import OptimalBlackjack

from .every_deal import net_results, open_to
from .plain_rules import plain_rules
from .rigging import JACKPOT, bets, table

EIGHTS = {"ranks": "8 T A", "packs": 2}
FEWER_EIGHTS = {"ranks": "8 T A", "suits": "c d h", "packs": 2}
FIVES = {"ranks": "5 T A", "suits": "c d h", "packs": 2}
MORE_FIVES = {"ranks": "5 T A", "packs": 2}
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
    (EIGHTS, {**FREE, "resplit_aces": True, "split_hands": 4, "push_22": "blackjack-wins"}),
    (SPANISH, {"free_split": "all", "split_hands": 2, "blackjack_wins": True, "even_money": False}),
    (EIGHTS, {}),
    (FEWER_EIGHTS, {"peek": False, "split_hands": 2}),
    (FEWER_EIGHTS, {"peek": False, "no_peek_takes": "original", "split_hands": 2}),
    (EIGHTS, {"split_hands": 3, "blackjack_pays": "6:5"}),
    (EIGHTS, {"resplit_aces": True}),
    (FEWER_EIGHTS, {"double_after_split": False, "split_hands": 2}),
    (FEWER_EIGHTS, {"late_surrender": True, "split_hands": 2}),
    (FEWER_EIGHTS, {"late_surrender": True, "peek": False, "split_hands": 2}),
    (FEWER_EIGHTS, {"early_surrender": True, "split_hands": 2}),
    (FEWER_EIGHTS, {"early_surrender": True, "peek": False, "split_hands": 2}),
    (SOFT, {"early_surrender": True, "peek": False, "no_peek_takes": "original", "split_hands": 2}),
    (LITTLE, {"charlie": 4, "split_hands": 2}),
    (LITTLE, {"charlie": 5, "split_hands": 1, "peek": False}),
    (SPANISH, {"split_hands": 2, "early_surrender": True, "late_surrender": True}),
    (MORE_FIVES, {"split_hands": 3}),
    (FIVES, {"double": "9-11", "split_hands": 2}),
    (FIVES, {"double": "10-11", "split_hands": 2}),
    (FIVES, {"one_card_to_split_aces": False, "split_hands": 2}),
    (EIGHTS, {"one_card_to_split_aces": False, "resplit_aces": True, "split_hands": 3}),
    (SOFT, {"split_hands": 2}),
    (SOFT, {"split_hands": 2, "soft_17": "hits"}),
    (SOFT, {"split_hands": 1, "late_surrender": True, "soft_17": "hits"}),
]

ROUNDS = 6_000
UNIT = 1000


def told(case) -> str:
    deck, keys = case
    return f"{deck['ranks']}: {' '.join(f'{k}={v}' for k, v in keys.items()) or 'as written'}"


@pytest.mark.parametrize("case", RULES, ids=told)
def test_small_shoes_are_dealt_as_they_are_weighed(case):
    deck, keys = case
    rules = plain_rules(deck, **keys)
    plan = BlackjackPlan(rules)
    odds = BlackjackOdds(Shoe.of_deck(plan.deck), rules.blackjack)
    best = OptimalBlackjack(rules)

    def choose(round):
        # Insurance is a wager of its own, which the value of a round leaves out.
        choices = [move.choice for move, _ in best.weigh(round, 1).choices]
        return next(choice for choice in choices if choice not in ("insure", "even-money"))

    dealt = net_results(plan, choose)
    mean = sum(net * chance for net, chance in dealt.items())
    assert float(mean) == pytest.approx(odds.expected_value, abs=1e-12)
    weighed = odds.distribution
    for net in dealt.keys() | weighed.chances.keys():
        near = weighed.within + 1e-12
        assert weighed.chances.get(net, 0.0) == pytest.approx(float(dealt.get(net, 0)), abs=near)


@pytest.mark.parametrize(
    ("ranks", "packs", "keys"),
    [
        ("8 T K", 4, {"split_hands": 2}),
        ("8 T K", 5, {"split_hands": 3}),
        ("8 T K A", 5, {"split_hands": 3, "peek": False}),
    ],
)
def test_tens_that_must_be_alike_are_split_as_they_are_weighed(ranks, packs, keys):
    """Nobody should split tens, so a player is told to: each pair he may, and again."""
    deck = {"ranks": ranks, "suits": "c", "packs": packs}
    rules = plain_rules(deck, split_unlike_tens=False, **keys)
    plan, best = BlackjackPlan(rules), OptimalBlackjack(rules)
    setting = Setting(Shoe.of_deck(plan.deck), rules.blackjack)
    plays, _ = best_plays(setting)
    plays.splits[:, TEN] = True
    worths = weigh(setting, plays)

    def choose(round):
        offered = open_to(round)
        if "split" in offered and all(value_of(card) == TEN for card in round.hand.cards):
            return "split"
        return "decline" if "decline" in offered else best.decide(round, 1).choice

    dealt = net_results(plan, choose)
    mean = sum(net * chance for net, chance in dealt.items())
    assert float(mean) == pytest.approx(expected_value(setting, plays, worths), abs=1e-12)
    assert min(dealt) <= -keys["split_hands"]


def test_many_rounds_lie_within_four_standard_errors():
    where = table()
    odds = BlackjackOdds(Shoe.of_deck(where.deck), where.rules.blackjack)
    best = OptimalBlackjack(where.rules)
    cores = 2
    with multiprocessing.get_context("fork").Pool(cores, _inherit, (best,)) as pool:
        parts = pool.map(_sums, [(seed, ROUNDS // cores) for seed in range(cores)])
    total, squares = fsum(p[0] for p in parts), fsum(p[1] for p in parts)
    mean = total / ROUNDS
    error = sqrt((squares / ROUNDS - mean**2) / ROUNDS)
    assert abs(mean - odds.expected_value) < 4 * error
    spread = odds.distribution.standard_deviation
    assert sqrt(squares / ROUNDS - mean**2) == pytest.approx(spread, rel=0.018)


_player: list[OptimalBlackjack] = []


def _inherit(best: OptimalBlackjack) -> None:
    _player[:] = [best]


def _sums(asked: tuple[int, int]) -> tuple[float, float]:
    """The sum and the sum of squares of so many net results, in units."""
    seed, rounds = asked
    rng, where, best = random.Random(seed), table(), _player[0]
    terms = Terms(jackpots={JACKPOT: 50_000})
    opened = where.open_round(terms).play_all([*bets(1, blackjack=UNIT), NoMoreBets()])
    deck, total, squares = where.deck.cards, 0.0, 0.0
    for _ in range(rounds):
        round = play_out(opened, rng.sample(deck, 32), lambda r, s: _choice(best, r, s))
        net = sum(e.net_cents for e in round.log if type(e) is Settled) / UNIT
        total += net
        squares += net * net
    return total, squares


_decided: dict[tuple[str, ...], Decide] = {}


def _choice(best: OptimalBlackjack, round, seat: int) -> Decide:
    """What the best player does; asked once for the same cards that were not split."""
    hand, shows = round.hand, round.dealer_shows
    if shows.rank == "A" and "decline" in open_to(round):
        return Decide(seat, "decline")
    if hand.split:
        return best.decide(round, seat)
    position = (shows.rank, *[card.rank for card in hand.cards])
    known = _decided.get(position)
    if known is None:
        known = _decided[position] = best.decide(round, seat)
    return known
