"""Wagers at the blackjack table: sizes, limits of house and state, stakes for the dealer."""

import re
import tomllib
from datetime import date

import pytest
from tests.ask.rounds import (
    TOKES,
    Bet,
    BlackjackPlan,
    BlackjackRound,
    Deal,
    Decide,
    Limits,
    NoMoreBets,
    NotAllowed,
    Settled,
    Terms,
    TermsError,
    Tip,
    balances,
)
from tests.ask.rounds import net_cents as net
from tests.ask.rules import read_document

from feltworks.cards import parse_cards

from .plain_rules import TEXT
from .rigging import JACKPOT, Rigged, bets, table

TERMS = Terms(jackpots={JACKPOT: 100_000})


def refused(*moves, terms: Terms = TERMS, **options: str) -> str:
    try:
        table(options).open_round(terms).play_all([*moves, NoMoreBets()])
    except NotAllowed as refusal:
        return refusal.reason.rule
    return "taken"


def test_the_blackjack_wager_is_required():
    assert refused(*bets(1, bonus=500)) == "not-alone"
    assert refused(*bets(1, progressive=100)) == "not-alone"
    assert refused(*bets(1, blackjack=500)) == "taken"


def test_a_progressive_without_a_bonus_is_allowed():
    assert refused(*bets(1, blackjack=500, progressive=100)) == "taken"


def test_the_progressive_is_placed_before_the_hand_starts():
    before = table({}).open_round(TERMS).play_all(bets(1, blackjack=500))
    late = Bet(1, "progressive", 100)
    assert before.why_not(late) is None
    refusal = before.play(NoMoreBets()).why_not(late)
    assert refusal is not None and "placed before the deal" in refusal.text


def test_a_table_with_the_progressive_needs_its_posted_amount():
    with pytest.raises(TermsError, match=f"posted amount of the jackpot {JACKPOT}"):
        table({}).open_round(Terms())


@pytest.mark.parametrize("cents", [50, 200])
def test_the_progressive_is_exactly_a_dollar(cents):
    assert refused(*bets(1, blackjack=500, progressive=cents)) == "wrong-size"


def test_the_progressive_may_be_left_off_the_layout():
    assert refused(*bets(1, blackjack=500, progressive=100), progressive="off") == "not-offered"
    plain = table({"progressive": "off"}).open_round(Terms())
    assert plain.turn.waits_for == "bets", "and then no jackpot need be posted"
    with pytest.raises(TermsError, match=f"posted amount of the jackpot {JACKPOT}"):
        table().open_round(Terms())


@pytest.mark.parametrize(("option", "taken"), [("off", "outside-limits"), ("on", "taken")])
def test_a_bonus_larger_than_the_blackjack_wager(option, taken):
    placed = bets(1, blackjack=500, bonus=600)
    assert refused(*placed, bonus_above_blackjack=option) == taken
    first = bets(1, bonus=600, blackjack=500)
    late = {"off": "above-other", "on": "taken"}[option]
    assert refused(*first, bonus_above_blackjack=option) == late


def test_the_bonus_begins_at_a_dollar_and_the_house_may_ask_for_more():
    pennies = Terms(Limits(side_minimum_cents=10, chips=(10,)), jackpots={JACKPOT: 1})
    assert refused(*bets(1, blackjack=500, bonus=100), terms=pennies) == "taken"
    assert refused(*bets(1, blackjack=500, bonus=90), terms=pennies) == "outside-limits"
    high = Terms(Limits(side_minimum_cents=500), jackpots={JACKPOT: 1})
    assert refused(*bets(1, blackjack=500, bonus=500), terms=high) == "taken"
    assert refused(*bets(1, blackjack=500, bonus=400), terms=high) == "outside-limits"


def test_the_progressives_dollar_is_taken_whatever_the_side_minimum():
    high = Terms(Limits(side_minimum_cents=500), jackpots={JACKPOT: 1})
    assert refused(*bets(1, blackjack=500, progressive=100), terms=high) == "taken"


def test_the_states_limits_hold_for_the_wager_and_not_for_doubling_it():
    law = date(2004, 6, 1)
    terms = Terms(Limits(maximum_cents=100_000), law, {JACKPOT: 1})
    assert refused(*bets(1, blackjack=10_100), terms=terms) == "outside-limits"
    rigged = Rigged(
        {"1": "6c 5d Th", "dealer": "6d Td 3c"},
        "1 double",
        bets(1, blackjack=10_000),
        limits=Limits(maximum_cents=100_000),
        under=law,
    )
    assert net(rigged.played().log, 1) == 20_000


def test_from_2004_to_2007_a_round_takes_what_a_table_may_be_opened_with():
    """Three tables may go to $200; which they are is for the house to keep."""
    terms = Terms(Limits(maximum_cents=100_000), date(2005, 6, 1), {JACKPOT: 1})
    assert refused(*bets(1, blackjack=20_000), terms=terms) == "taken"
    assert refused(*bets(1, blackjack=20_100), terms=terms) == "outside-limits"


def test_bonus_and_progressive_are_played_under_the_letter_of_2005():
    """Two games were the limit then; the letter shows that a progressive was none of them."""
    three = bets(1, blackjack=500, bonus=100, progressive=100)
    for year in (2005, 2008):
        terms = Terms(under=date(year, 6, 1), jackpots={JACKPOT: 1})
        assert refused(*three, terms=terms) == "taken"


# --- stakes for the dealer -----------------------------------------------------------------


def tipped(dealt: str, *choices: str, **keys):
    """A round of plain blackjack with a dollar for the dealer beside ten."""
    document = tomllib.loads(TEXT)
    document["table"]["tips"] = True
    document["blackjack"] |= keys
    plan = BlackjackPlan(read_document(document, "tips").rules)
    round = BlackjackRound.open(plan, Terms(Limits(chips=(100,))))
    round = round.play_all([Bet(1, "stake", 1000), Tip(1, "stake", 100), NoMoreBets()])
    cards, decisions = list(parse_cards(dealt)), list(choices)
    while round.turn.waits_for != "nothing":
        due = round.turn.waits_for == "card"
        move = Deal(cards.pop(0)) if due else Decide(1, decisions.pop(0))
        round = round.play(move)
    assert not cards and not decisions
    tips = [e for e in round.log if isinstance(e, Settled) and e.tip]
    assert len(tips) == 1
    return round, tips[0].net_cents


@pytest.mark.parametrize(
    ("dealt", "choices", "won"),
    [
        ("Tc 9c 9d 9h", ["stand"], 100),
        ("Tc 9c 8d 9h", ["stand"], 0),
        ("Tc 9c 7d 9h", ["stand"], -100),
        ("Ac 9c Kd 9h", [], 150),
        ("6c 9c 5d 9h Th", ["double"], 100),
        ("8c 9c 8d 9h 2h Th Ts", ["split", "hit", "stand", "stand"], 100),
    ],
)
def test_a_stake_for_the_dealer_goes_with_the_wager_it_rides_on(dealt, choices, won):
    round, tip = tipped(dealt, *choices)
    assert tip == won
    assert balances(round.log).get(TOKES, 0) == (100 + won if won > 0 else 0)


def test_a_dealers_blackjack_takes_the_tip_whatever_comes_back_of_the_wager():
    keys = {"peek": False, "no_peek_takes": "original"}
    round, tip = tipped("6c Tc 5d Ah Th", "double", **keys)
    assert tip == -100 and net(round.log, 1) == -1100


def test_a_rescue_saves_the_chips_of_the_double_and_not_the_tip():
    round, tip = tipped("6c Tc 5d 9h 2h", "double", "surrender", rescue=True)
    assert tip == -100 and net(round.log, 1) == -1100


def test_this_houses_table_takes_no_tips():
    assert refused(*bets(1, blackjack=500), Tip(1, "blackjack", 100)) == "no-tips"


# --- whatever a stranger sends -------------------------------------------------------------

ODD = [None, True, "", "1", -1, 2.0, float("nan"), 10**30, [], {}, object(), b"x"]


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: type(odd).__name__)
def test_moves_of_no_sense_come_back_as_reasons(odd):
    offered = Rigged({"1": "9c Kd", "dealer": "Ac 7h"}).played()
    playing = Rigged({"1": "8c 8d", "dealer": "6c Th"}).played()
    due = playing.play(Decide(1, "hit"))
    for round in (offered, playing, due, table().open_round(TERMS)):
        for move in (
            Decide(odd, "stand"),
            Decide(1, odd),
            Decide(1, "insure", odd),
            Decide(1, "double", odd if odd is not None else 5),
            Decide(1, "stand", None, odd),
            Deal(odd),
            Bet(odd, "blackjack", 500),
            Bet(1, odd, 500),
            odd,
        ):
            reason = round.why_not(move)
            assert reason is not None and "\n" not in reason.text, move
            with pytest.raises(NotAllowed, match=re.escape(reason.text)):
                round.play(move)
