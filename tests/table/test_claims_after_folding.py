"""A wager that is given up and still claims a part of a jackpot: paid with the others' shares."""

from tests.ask.rounds import (
    Bet,
    Deal,
    Decide,
    Irregularity,
    JackpotPaid,
    JackpotUndone,
    NoMoreBets,
    Returned,
    TablePlan,
    TableRound,
    Terms,
)
from tests.ask.rules import load_text

from feltworks.cards import parse_cards

KIND = "misbet"
RULES = """
[game]
id = "consolation"
name = "Consolation"
title = "Whoever gives his second wager up has a tenth of the pot."
deck = { ranks = "7 8 9 T J", suits = "c d" }

[table]
seats = 2
most_seats = 2

[zones]
hole = "player"

[rankings]
plain = { like = "three-card", ace_low = false }

[hands]
player = { ranking = "plain", from = { hole = 3 } }

[wagers]
ante = "required"
second = { kind = "required", size = "1 x ante" }

[[stages]]
id = "look"
deal = ["3 down to hole"]
decide = ["check", { gives_up = "second" }]

[settle]
ante = { always = { table = "pairs", else = "lose" } }
second = { folded = "10% of pot", always = { table = "pairs", else = "lose" } }

[pays.pairs]
hand = "player"
rows = [{ hand = "pair or better", pays = "1:1" }]

[jackpots.pot]
name = "Pot"
wager = "second"
seed = "$100"
"""


def given_up_by_both(*, void: int | None = None):
    """Both seats give their second wager up; one of them is void before the other decides."""
    rules = load_text(RULES)
    terms = Terms(jackpots={"pot": 10_000}, policy={KIND: "void-seat"})
    bets = [Bet(seat, wager, 1000) for seat in (1, 2) for wager in ("ante", "second")]
    round = TableRound.open(TablePlan(rules), terms).play_all([*bets, NoMoreBets()])
    for card in parse_cards("7c 7d 8c 8d 9c 9d"):
        round = round.play(Deal(card))
    first = round.turn.seat
    round = round.play(Decide(first, "give-up"))
    if void is not None:
        assert void == first, "it is void after its claim"
        round = round.play(Irregularity(KIND, "seen by the neighbour", seat=void))
    return round.play(Decide(3 - first, "give-up"))


def test_all_who_gave_it_up_split_the_share():
    round = given_up_by_both()
    paid = [entry for entry in round.log if isinstance(entry, JackpotPaid)]
    assert paid == [JackpotPaid(seat, "second", "pot", 500) for seat in (1, 2)]


def test_a_hand_that_is_void_before_the_shares_are_paid_has_none():
    round = given_up_by_both(void=1)
    assert round.turn.waits_for == "nothing"
    paid = [entry for entry in round.log if isinstance(entry, JackpotPaid)]
    assert paid == [JackpotPaid(2, "second", "pot", 1000)]
    back = {(entry.wager, entry.cents) for entry in round.log if isinstance(entry, Returned)}
    assert back == {("ante", 1000), ("second", 1000)}


def shared_at_two_times():
    """One seat gives its second wager up at the first stage, the other at the next one."""
    rules = RULES.replace(
        "[settle]",
        """settles = ["lucky"]

[[stages]]
id = "again"
decide = ["check", { gives_up = "second" }]

[settle]
lucky = { always = { table = "pairs", else = "lose" }, folded = "as always" }""",
    )
    rules = rules.replace("[wagers]", '[wagers]\nlucky = "side"')
    terms = Terms(jackpots={"pot": 10_000}, policy={KIND: "void-seat"})
    wagers = ("ante", "second", "lucky")
    bets = [Bet(seat, wager, 1000) for seat in (1, 2) for wager in wagers]
    round = TableRound.open(TablePlan(load_text(rules)), terms).play_all([*bets, NoMoreBets()])
    for card in parse_cards("7c 7d 8c 8d 9c 9d"):
        round = round.play(Deal(card))
    for seat, choice in ((1, "give-up"), (2, "check"), (1, "check"), (2, "give-up")):
        round = round.play(Decide(seat, choice))
    return round


def test_a_hand_that_is_void_later_leaves_shares_of_another_time_alone():
    round = shared_at_two_times()
    paid = [entry for entry in round.log if isinstance(entry, JackpotPaid)]
    assert {entry.seat: entry.cents for entry in paid} == {1: 1000, 2: 1000}
    for seat in (1, 2):
        before, round = len(round.log), round.play(Irregularity(KIND, "found later", seat=seat))
        told = [entry for entry in round.log[before - 1 :] if isinstance(entry, JackpotUndone)]
        assert [entry.paid for entry in told] == [JackpotPaid(seat, "second", "pot", 1000)]
        assert not any(isinstance(entry, JackpotPaid) for entry in round.log[before - 1 :])
