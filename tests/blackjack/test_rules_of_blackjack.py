"""Every rule of the blackjack portion, on both sides of each option."""

import pytest
from tests.ask.rounds import Decide, Limits, NotAllowed, net_cents

from feltworks.cards import parse_cards

from .rigging import Rigged, bets, choices, lines, settled

PAIRS = {"1": "8c 8d", "dealer": "6c Th"}


def after(cards: str, dealer: str = "6c Th", say: str = "", **options: str):
    return Rigged({"1": cards, "dealer": dealer}, say, options=options).played()


def refused(round, choice: str) -> str:
    with pytest.raises(NotAllowed) as refused:
        round.play(Decide(1, choice))
    reason = refused.value.reason
    assert reason == round.why_not(Decide(1, choice))
    return reason.rule


# --- doubling ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "doubled"),
    [
        ("any-two", {"5c 3d", "5c 4d", "6c 4d", "6c 5d", "7c 5d", "Ac 8d", "Tc 6d"}),
        ("9-11", {"5c 4d", "6c 4d", "6c 5d"}),
        ("10-11", {"6c 4d", "6c 5d"}),
    ],
)
def test_doubling_is_open_on_the_totals_of_the_option(option, doubled):
    hands = ("5c 3d", "5c 4d", "6c 4d", "6c 5d", "7c 5d", "Ac 8d", "Tc 6d")
    assert {h for h in hands if "double" in choices(after(h, double=option))} == doubled


def test_a_soft_total_is_no_hard_one():
    assert refused(after("Ac 8d", double="9-11"), "double") == "wrong-total"


def test_a_hand_doubles_on_two_cards_only_and_takes_the_wager_again():
    round = after("5c 3d 3h", say="1 hit")
    assert refused(round, "double") == "too-late"
    double = next(m for m in after("5c 3d").legal_moves() if m.move.choice == "double")
    assert double.amounts.only == (1000,)


@pytest.mark.parametrize(("option", "open_"), [("on", True), ("off", False)])
def test_double_after_split(option, open_):
    round = after("8c 8d 3h", say="1 split", double_after_split=option)
    assert ("double" in choices(round)) == open_
    if not open_:
        assert refused(round, "double") == "after-split"


# --- splitting -----------------------------------------------------------------------------


def test_only_a_pair_is_split():
    assert refused(after("8c 9d"), "split") == "no-pair"
    assert refused(after("Tc 9d"), "split") == "no-pair"
    assert refused(after("4c 4d 4h", say="1 hit"), "split") == "no-pair"


@pytest.mark.parametrize(("option", "open_"), [("on", True), ("off", False)])
def test_tens_of_unlike_rank(option, open_):
    assert ("split" in choices(after("Kc Td", split_unlike_tens=option))) == open_
    assert "split" in choices(after("Kc Kd", split_unlike_tens=option))


@pytest.mark.parametrize("most", [2, 3, 4])
def test_a_pair_is_split_to_so_many_hands(most):
    eights = "8c 8d " + "8h " * (most - 1)
    say = ", ".join(["1 split"] * (most - 1))
    round = after(eights.strip(), say=say, split_hands=str(most))
    assert refused(round, "split") == "enough-hands"
    assert sum("puts" in line for line in lines(round)) == most - 1


def test_the_halves_get_their_second_card_each_in_its_turn():
    dealt = {"1": "8c 8d 2h 9h", "1/2": "3s", "dealer": "6c Th"}
    round = Rigged(dealt, "1 split, 1 hit, 1 stand").played()
    told = lines(round)
    assert told[-5:] == [
        "9h to seat 1's cards, face up",
        "seat 1 decides stand",
        "seat 1's cards: 19",
        "seat 1 goes on to cards/2",
        "3s to seat 1's cards/2, face up",
    ]


def test_ace_and_ten_after_a_split_are_no_blackjack():
    dealt = {"1": "Kc Kd Ah", "1/2": "As", "dealer": "6c Th 4s"}
    round = Rigged(dealt, "1 split").played()
    assert settled(round) == {(1, "blackjack"): (1000, "win"), (1, "blackjack/2"): (1000, "win")}


@pytest.mark.parametrize(("option", "open_"), [("on", True), ("off", False)])
def test_resplitting_aces(option, open_):
    dealt = {"1": "Ac Ad Ah", "1/2": "5s", "dealer": "6c Th 4s"}
    if open_:
        round = Rigged(dealt, "1 split", options={"resplit_aces": "on"}).played()
        assert choices(round) == {"stand", "split"}, "a split ace gets no other card"
        assert refused(round, "hit") == refused(round, "double") == "one-card-only"
    else:
        round = Rigged(dealt, "1 split").played()
        assert round.turn.waits_for == "nothing"


def test_split_aces_played_as_any_hand_by_option():
    dealt = {"1": "Ac Ad Ah", "dealer": "6c Th 4s"}
    round = Rigged(dealt, "1 split", options={"one_card_to_split_aces": "off"}).played()
    assert choices(round) == {"stand", "hit", "double"}
    assert refused(round, "split") == "aces-once"


def test_each_half_of_a_pair_keeps_its_own_card_and_counts_it_as_a_new_hand():
    dealt = {"1": "Ac Ad 6h", "1/2": "7s", "dealer": "6c Th 4s"}
    options = {"one_card_to_split_aces": "off"}
    first = Rigged({**dealt, "1/2": ""}, "1 split", options=options).played()
    assert first.hand.cards == parse_cards("Ac 6h")
    second = Rigged(dealt, "1 split, 1 stand", options=options).played()
    assert second.hand.cards == parse_cards("Ad 7s")
    assert "seat 1's cards: soft 17" in lines(second)


# --- twenty-one, blackjack, the dealer's hand ----------------------------------------------


def test_twenty_one_is_not_asked_any_more():
    round = after("5c 6d Th", "6c Th 4s", say="1 hit")
    assert "seat 1's cards: 21" in lines(round)
    assert settled(round) == {(1, "blackjack"): (1000, "win")}


@pytest.mark.parametrize(("pays", "won"), [("3:2", 1500), ("6:5", 1200)])
def test_blackjack_pays(pays, won):
    assert net_cents(after("Ac Kd", blackjack_pays=pays).log, 1) == won


def test_odds_that_break_a_cent_are_rounded_down():
    pennies = Limits(minimum_cents=100, chips=(1,))
    odd = {"bets": bets(1, blackjack=101), "limits": pennies}
    paid = Rigged({"1": "Ac Kd", "dealer": "6c Th"}, **odd).played()
    assert settled(paid) == {(1, "blackjack"): (151, "blackjack")}
    surrender = {"late_surrender": "on"}
    half = Rigged({"1": "Tc 6d", "dealer": "9c Th"}, "1 surrender", options=surrender, **odd)
    assert settled(half.played()) == {(1, "blackjack"): (-51, "surrender")}


@pytest.mark.parametrize(
    ("dealer", "soft_17", "call"),
    [
        ("6c Ah", "stands", "dealer: soft 17"),
        ("6c Ah Kd", "hits", "dealer: 17"),
        ("6c Ah 2d", "hits", "dealer: soft 19"),
        ("6c 5h 6d", "hits", "dealer: 17"),
        ("2c 3h Ad Kc 5c", "hits", "dealer: 21"),
        ("2c 3h Ad Kc Tc", "stands", "dealer: bust with 26"),
        ("9c 9h", "stands", "dealer: 18"),
    ],
)
def test_the_dealer_draws_to_sixteen_and_to_soft_seventeen_by_option(dealer, soft_17, call):
    round = after("Tc 9d", dealer, "1 stand", soft_17=soft_17)
    assert call in lines(round)


# --- insurance, even money, surrender ------------------------------------------------------


def test_insurance_is_up_to_half_in_chips():
    round = Rigged(
        {"1": "9c Kd", "dealer": "Ac 7h"}, bets=bets(1, blackjack=1100), options={}
    ).played()
    insure = next(m for m in round.legal_moves() if m.move.choice == "insure")
    assert (insure.amounts.least_cents, insure.amounts.most_cents) == (100, 500)
    assert insure.amounts.step_cents == 100
    for cents in (0, 50, 250, 600):
        assert round.why_not(Decide(1, "insure", cents)).rule == "wrong-size"
    assert round.why_not(Decide(1, "insure")).rule == "wrong-size", "no amount is no amount"


def test_insurance_is_offered_against_an_ace_only():
    assert choices(after("9c Kd", "Kc 7h")) == {"stand", "hit", "double"}


@pytest.mark.parametrize(
    ("insurance", "even_money", "plain", "natural"),
    [
        ("on", "on", {"decline", "insure"}, {"decline", "insure", "even-money"}),
        ("on", "off", {"decline", "insure"}, {"decline", "insure"}),
        ("off", "on", None, {"decline", "even-money"}),
        ("off", "off", None, None),
    ],
)
def test_insurance_and_even_money_by_option(insurance, even_money, plain, natural):
    options = {"insurance": insurance, "even_money": even_money}
    dealer = "Ac 7h"
    if plain is not None:
        assert choices(after("9c Kd", dealer, **options)) == plain
    else:
        assert choices(after("9c Kd", dealer, **options)) == {"stand", "hit", "double"}
    round = after("Ac Kd", dealer, **options)
    assert (choices(round) if natural else round.turn.waits_for) == (natural or "nothing")


def test_a_wager_too_small_to_halve_is_not_offered_insurance():
    rigged = Rigged(
        {"1": "9c Kd", "dealer": "Ac 7h"},
        bets=bets(1, blackjack=100),
        limits=Limits(minimum_cents=100),
    )
    assert choices(rigged.played()) == {"stand", "hit", "double"}


@pytest.mark.parametrize(("dealer", "net"), [("Ac Kh", 0), ("Ac 8h", -500 - 1000)])
def test_insurance_pays_two_to_one(dealer, net):
    say = "1 insure $5" if "K" in dealer else "1 insure $5, 1 stand"
    assert net_cents(after("9c 8d", dealer, say).log, 1) == net


def test_even_money_is_the_same_whatever_the_dealer_has():
    for hole in ("Kh", "8h"):
        assert net_cents(after("Ac Kd", f"As {hole}", "1 even-money").log, 1) == 1000


def test_surrender_is_late_and_on_two_cards():
    assert refused(after("Tc 6d", "Tc 7h"), "surrender") == "no-surrender"
    on = {"late_surrender": "on"}
    assert "surrender" in choices(after("Tc 6d", "Tc 7h", **on))
    assert refused(after("Tc 2d 2h", "Tc 7h", "1 hit", **on), "surrender") == "too-late"
    assert refused(after("8c 8d 2h", "Tc 7h", "1 split", **on), "surrender") == "too-late"
    gone = after("Tc 6d", "Tc Ah", **on)
    assert settled(gone) == {(1, "blackjack"): (-1000, "dealer-blackjack")}


def test_a_surrendered_half_is_lost_and_cards_go():
    round = after("Tc 6d", "Tc 7h", "1 surrender", late_surrender="on")
    assert settled(round) == {(1, "blackjack"): (-500, "surrender")}
    assert lines(round).count("seat 1's cards to the discard rack") == 1


# --- without a peek ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("takes", "net"),
    [("all", -4000), ("original", -1000)],
)
def test_what_a_dealers_blackjack_takes_without_a_peek(takes, net):
    dealt = {"1": "8c 8d 3h Th", "1/2": "3s Td", "dealer": "Tc Ah"}
    options = {"peek": "off", "no_peek_takes": takes}
    round = Rigged(dealt, "1 split, 1 double, 1 double", options=options).played()
    assert net_cents(round.log, 1) == net


@pytest.mark.parametrize(("takes", "net"), [("all", -3000), ("original", -1000)])
def test_busted_hands_against_a_blackjack_nobody_looked_for(takes, net):
    dealt = {"1": "8c 8d Th Td", "1/2": "3s 4h Td", "dealer": "Tc Ah"}
    options = {"peek": "off", "no_peek_takes": takes, "double": "any-two"}
    round = Rigged(dealt, "1 split, 1 double, 1 hit, 1 hit", options=options).played()
    assert net_cents(round.log, 1) == net


@pytest.mark.parametrize("takes", ["all", "original"])
def test_a_surrendered_hand_loses_all_to_a_blackjack_nobody_looked_for(takes):
    options = {"peek": "off", "no_peek_takes": takes, "late_surrender": "on"}
    lost = after("Tc 6d", "Tc Ah", "1 surrender", **options)
    assert settled(lost) == {(1, "blackjack"): (-1000, "dealer-blackjack")}
    half = after("Tc 6d", "Tc 7h", "1 surrender", **options)
    assert settled(half) == {(1, "blackjack"): (-500, "surrender")}


def test_without_a_peek_a_blackjack_waits_only_where_the_dealer_may_have_one():
    waits = lines(after("Ac Kd", "Tc Ah", peek="off"))
    assert waits.index("dealer shown: Tc Ah") < waits.index("seat 1 blackjack $10 pushes (tie)")
    paid = lines(after("Ac Kd", "9c Ah", peek="off"))
    won = "seat 1 blackjack $10 wins $15 (blackjack)"
    assert paid.index(won) < paid.index("dealer shown: 9c Ah")


def test_without_a_peek_insurance_waits_for_the_dealers_hand():
    told = lines(after("9c 8d", "Ac Kh", "1 insure $5, 1 stand", peek="off"))
    assert "seat 1 insurance $5 wins $10 (dealer has blackjack)" in told
    assert not any("peeks" in line for line in told)
    told = lines(after("Tc 9d", "Ac 7h", "1 insure $5, 1 stand", peek="off"))
    assert "seat 1 insurance $5 loses $5 (dealer has no blackjack)" in told
