"""The order of a round, and every hand reckoned again from the cards the log gives."""

import random
from collections import defaultdict
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.ask.rounds import Bet, Burnt, Dealt, Decide, Moved, Settled, Turned

from .plain_blackjack import natural, total
from .random_rounds import random_round
from .rigging import lines, table


def _some_options() -> list[dict[str, str]]:
    """Forty ways to run the table, which between them use every value of every option."""
    rng = random.Random(21)
    values = {
        id: [value for value, named in option.values.items() if not named.analysis_only]
        for id, option in table().rules.options.items()
        if not id.startswith("progressive_")
    }
    chosen = [{id: rng.choice(of) for id, of in values.items() if of} for _ in range(40)]
    assert all({one[id] for one in chosen} == set(of) for id, of in values.items() if of)
    return chosen


any_options = st.sampled_from(_some_options())
SEEDS = st.integers(0, 2**32)
many = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def kinds(log) -> list[str]:
    return [type(entry).__name__ for entry in log]


def final_hands(log) -> dict[tuple[int | None, str], tuple[str, ...]]:
    """The ranks of every hand, a split card counted where it went."""
    hands = defaultdict(list)
    for entry in log:
        if isinstance(entry, Dealt):
            hands[entry.seat, entry.zone].append(entry.card.rank)
        elif isinstance(entry, Moved):
            assert hands[entry.seat, entry.zone].pop() == entry.card.rank
            hands[entry.seat, entry.to].append(entry.card.rank)
    return {place: tuple(ranks) for place, ranks in hands.items()}


@pytest.mark.slow
@many
@given(any_options, SEEDS)
def test_the_up_card_is_turned_when_everybody_has_his_cards(options, seed):
    log = random_round(table(options), seed).log
    first = [e for e in log if isinstance(e, Dealt) and e.zone in ("cards", "dealer")]
    seats = len({e.seat for e in log if isinstance(e, Bet)})
    (turned,) = [e for e in log if isinstance(e, Turned) and e.zone == "dealer"]
    before = [e for e in log[: log.index(turned)] if isinstance(e, Dealt)]
    assert before == first[: 2 * seats + 2]
    dealers = [e for e in before if e.zone == "dealer"]
    assert [e.face for e in dealers] == ["down", "down"]
    assert turned.cards == (dealers[0].card,)


@pytest.mark.slow
@many
@given(any_options, SEEDS)
def test_the_flop_is_dealt_when_and_only_when_a_wager_asks_for_it(options, seed):
    log = random_round(table(options), seed).log
    asked = any(isinstance(e, Bet) and e.wager in ("bonus", "progressive") for e in log)
    flop = [e for e in log if isinstance(e, Dealt) and e.zone == "flop"]
    assert len(flop) == (4 if asked else 0)
    assert ("stage flop" in [e.line for e in log]) == asked


@pytest.mark.slow
@many
@given(any_options, SEEDS)
def test_wagers_on_the_flop_are_settled_from_the_right_before_blackjack(options, seed):
    log = random_round(table(options), seed).log
    begun = [e.line for e in log].index("stage blackjack")
    beside = [at for at, e in enumerate(log) if isinstance(e, Settled) and not _main(e)]
    beside = [at for at in beside if log[at].wager != "insurance"]
    placed = sum(isinstance(e, Bet) and e.wager != "blackjack" for e in log)
    assert len(beside) == placed and all(at < begun for at in beside)
    seats = [log[at].seat for at in beside]
    assert seats == sorted(seats, reverse=True)


def _main(entry) -> bool:
    return entry.wager.startswith("blackjack")


@many
@given(any_options, SEEDS)
def test_insurance_first_then_hands_from_the_left_then_the_dealer(options, seed):
    log = random_round(table(options), seed).log
    names = kinds(log)
    offers = [at for at, e in enumerate(log) if _is(e, "insure", "even-money", "decline")]
    plays = [at for at, e in enumerate(log) if isinstance(e, Decide) and at not in offers]
    peeks = [at for at, name in enumerate(names) if name == "Peeked"]
    shown = names.index("Shown")
    assert sorted([*offers, *peeks, *plays]) == [*offers, *peeks, *plays]
    assert not plays or plays[-1] < shown
    for decisions in (offers, plays):
        seats = [log[at].seat for at in decisions]
        assert seats == sorted(seats)
    for at in plays:
        if log[at].choice in ("hit", "double", "split"):
            following = next(e for e in log[at + 1 :] if isinstance(e, Dealt | Decide))
            assert isinstance(following, Dealt) and following.seat == log[at].seat


def _is(entry, *choices: str) -> bool:
    return isinstance(entry, Decide) and entry.choice in choices


@pytest.mark.slow
@many
@given(any_options, SEEDS)
def test_a_seats_hands_are_played_one_after_the_other(options, seed):
    log = random_round(table(options), seed).log
    for seat in {e.seat for e in log if isinstance(e, Bet)}:
        begun = [e.line for e in log].index("stage blackjack")
        zones = [e.zone for e in log[begun:] if isinstance(e, Dealt) and e.seat == seat]
        numbers = [int(zone.partition("/")[2] or 1) for zone in zones]
        assert numbers == sorted(numbers)


@pytest.mark.slow
@many
@given(any_options, SEEDS)
def test_the_dealer_draws_as_the_rules_say_and_only_if_a_hand_stands(options, seed):
    log = random_round(table(options), seed).log
    shown = kinds(log).index("Shown")
    cards = list(final_hands(log)[None, "dealer"])
    drawn = [e for e in log[shown:] if isinstance(e, Dealt)]
    hits = options.get("soft_17") == "hits"
    for count in range(2, len(cards)):
        before = tuple(cards[:count])
        soft = total(before) == 17 and hits and _counts_eleven(before)
        assert total(before) < 17 or soft
    standing = [e for e in log[shown:] if isinstance(e, Settled) and _stood(e)]
    if drawn:
        assert standing
    if standing and not natural(tuple(cards)):
        points = total(tuple(cards))
        assert points > 17 or (points == 17 and not (hits and _counts_eleven(tuple(cards))))


def _counts_eleven(cards: tuple[str, ...]) -> bool:
    return "A" in cards and sum(1 if c == "A" else min(total((c,)), 10) for c in cards) <= 11


def _stood(entry: Settled) -> bool:
    """Whether the wager was one on a hand that needed the dealer's total."""
    return _main(entry) and entry.case in ("win", "lose", "tie", "dealer-bust")


@many
@given(any_options, SEEDS)
def test_every_hand_is_settled_by_its_cards(options, seed):
    log = random_round(table(options), seed).log
    hands = final_hands(log)
    dealer = hands[None, "dealer"]
    split = {e.seat for e in log if isinstance(e, Moved)}
    odds = {"3:2": 1.5, "6:5": 1.2}[options.get("blackjack_pays", "3:2")]
    original_only = options.get("peek") == "off" and options.get("no_peek_takes") == "original"
    for entry in log:
        if not isinstance(entry, Settled) or not _main(entry):
            continue
        mine = hands[entry.seat, entry.wager.replace("blackjack", "cards")]
        doubled = entry.stake_cents > _bet(log, entry.seat)
        blackjack = natural(mine) and entry.seat not in split
        ratio = entry.net_cents / entry.stake_cents
        decided = [e.choice for e in log if isinstance(e, Decide) and e.seat == entry.seat]
        if "even-money" in decided:
            assert blackjack and ratio == 1
        elif natural(dealer):
            lost = -0.5 if original_only and doubled else -1.0
            if original_only and "/" in entry.wager:
                lost = 0.0
            assert ratio == (0.0 if blackjack else lost)
        elif "surrender" in decided:
            assert ratio == -0.5
        elif blackjack:
            assert ratio == odds
        elif total(mine) > 21:
            assert ratio == -1
        elif total(dealer) > 21:
            assert ratio == 1
        else:
            assert ratio == (total(mine) > total(dealer)) - (total(mine) < total(dealer))


def _bet(log, seat: int) -> int:
    return next(e.cents for e in log if isinstance(e, Bet) and e.seat == seat)


@pytest.mark.slow
@many
@given(any_options, SEEDS)
def test_what_waits_for_the_dealer_is_settled_from_his_right(options, seed):
    log = random_round(table(options), seed).log
    shown = kinds(log).index("Shown")
    seats = [e.seat for e in log[shown:] if isinstance(e, Settled)]
    assert all(one >= other for one, other in pairwise(seats))


@many
@given(any_options, SEEDS)
def test_a_round_says_how_many_cards_it_used(options, seed):
    round = random_round(table(options), seed)
    used = sum(isinstance(e, Dealt | Burnt) for e in round.log)
    assert round.cards_out == used
    assert f"{used} cards used, {312 - used} left in the shoe" in lines(round)


@pytest.mark.slow
def test_random_rounds_come_to_everything():
    """What the properties above speak of does happen in the rounds they look at."""
    seen: set[str] = set()
    options = {"late_surrender": "on", "resplit_aces": "on"}
    for seed in range(250):
        for chosen in (options, {**options, "peek": "off"}):
            log = random_round(table(chosen), seed).log
            seen |= {e.case for e in log if isinstance(e, Settled)}
            seen |= {e.choice for e in log if isinstance(e, Decide)}
            seen |= {e.wager for e in log if isinstance(e, Settled)}
    assert {"blackjack", "bust", "surrender", "dealer-bust", "dealer-blackjack"} <= seen
    assert {"split", "double", "insure", "even-money", "decline"} <= seen
    assert {"blackjack/4", "insurance", "bonus", "progressive"} <= seen
