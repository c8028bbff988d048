"""Pick 2 Poker at the table, by the paragraphs of its procedures."""

import pytest
from tests.ask.rounds import (
    AUDITOR,
    Arranged,
    Bet,
    Compared,
    Decide,
    Laid,
    NoMoreBets,
    NotAllowed,
    PitError,
    Qualified,
    Settled,
    Terms,
    TermsError,
    net_cents,
    open_table,
    player,
    view,
)
from tests.ask.rounds import DEALER as DEALER_SEES
from tests.ask.rules import read

from feltworks.cards import parse_cards

from .golden_rounds import DEALER, WEAK, five
from .rigging import Rigged, bets, settled, table

GAME = "pick-2-poker"
SPOTS = {"ante": 500, "three_five_bonus": 500}


def played(cards, decisions, **more):
    placed = more.pop("bets", bets(1, **SPOTS))
    return Rigged(GAME, placed, cards, decisions, **more).played()


def test_players_must_bet_on_ante_and_3_5_bonus_to_play():
    opened = table(GAME).open_round(Terms()).play(Bet(1, "ante", 500))
    reason = opened.why_not(NoMoreBets())
    assert reason.rule == "required-missing" and "3-5 Bonus" in reason.text


@pytest.mark.parametrize("wager", ["three-five-bonus", "five-card-bonus"])
def test_bonus_wagers_equal_the_ante(wager):
    opened = table(GAME).open_round(Terms()).play(Bet(1, "ante", 500))
    assert opened.why_not(Bet(1, wager, 500)) is None
    for cents in (400, 600, 1000):
        assert opened.why_not(Bet(1, wager, cents)).rule == "wrong-size"


def test_the_5_card_bonus_is_not_bet_without_an_ante():
    opened = table(GAME).open_round(Terms())
    assert opened.why_not(Bet(1, "five-card-bonus", 500)).rule == "other-first"


def test_the_5_card_bonus_may_be_placed_or_not():
    both = [Bet(1, "ante", 500), Bet(1, "three-five-bonus", 500)]
    opened = table(GAME).open_round(Terms()).play_all(both)
    assert opened.why_not(NoMoreBets()) is None
    assert opened.play(Bet(1, "five-card-bonus", 500)).why_not(NoMoreBets()) is None


def test_3_card_is_twice_the_ante_and_5_card_equal_to_it():
    opened = Rigged(GAME, bets(1, **SPOTS), {five(1): WEAK}).played()
    sizes = {legal.move.choice: legal.move.cents for legal in opened.legal_moves()}
    assert sizes == {"fold": None, "three-card": 1000, "five-card": 500}


def test_a_player_may_not_play_both():
    opened = Rigged(GAME, bets(1, **SPOTS), {five(1): WEAK}).played()
    after = opened.play(Decide(1, "five-card"))
    with pytest.raises(NotAllowed):
        after.play(Decide(1, "three-card"))


def test_in_3_card_the_dealer_does_not_need_to_qualify():
    round = played({five(1): "Tc 7d 4h 5h 2d", DEALER: "3c 6d 9h 8s 2c"}, [Decide(1, "three-card")])
    (standing,) = [e for e in round.log if isinstance(e, Qualified)]
    assert (standing.hand, standing.qualified) == ("nine-eight-six high", None)
    assert (settled(round)[1, "ante"], settled(round)[1, "play"]) == (500, 1000)


def _hand(round):
    return next(e.hand for e in round.log if isinstance(e, Compared))


@pytest.mark.parametrize(
    ("dealer", "qualifies"),
    [("Ac Kd 9h 5s 2c", True), ("Ac Qd 9h 5s 2c", False), ("2c 2d 9h 5s Kd", True)],
)
def test_in_5_card_the_dealer_needs_ace_king_or_better(dealer, qualifies):
    log = played({five(1): "8c 7d 4h 6d 2h", DEALER: dealer}, [Decide(1, "five-card")]).log
    assert [e.qualified for e in log if isinstance(e, Qualified)] == [qualifies]


@pytest.mark.parametrize(
    ("value", "better", "worse"),
    [
        ("ante-pays", (500, 0), (500, 0)),
        ("ante-compares", (500, 0), (-500, 0)),
        ("push", (0, 0), (0, 0)),
        ("both-pay", (500, 500), (500, 500)),
    ],
)
def test_what_follows_when_the_dealer_does_not_qualify_is_an_option(value, better, worse):
    for hand, expected in (("Ac Ad Qh 7d 3d", better), ("Th 8h 6d 4h 2h", worse)):
        chosen = {"dealer_not_qualified": value}
        round = played({five(1): hand, DEALER: WEAK}, [Decide(1, "five-card")], options=chosen)
        found = settled(round)
        assert (found[1, "ante"], found[1, "play"]) == expected


def test_ante_compares_and_a_tie_pushes():
    tie = {five(1): "Kd Jc 9d 5c 2d", DEALER: WEAK}
    chosen = {"dealer_not_qualified": "ante-compares"}
    found = settled(played(tie, [Decide(1, "five-card")], options=chosen))
    assert (found[1, "ante"], found[1, "play"]) == (0, 0)


def test_a_player_may_set_other_three_cards_than_the_best():
    cards = {five(1): "9c 9d Ah Qd 2s", DEALER: "8c 8d 4s 5s Kd"}
    best = played(cards, [Decide(1, "three-card")])
    laid = played(cards, [Decide(1, "three-card", cards=parse_cards("Ah Qd 9c"))])
    assert _hand(best) == "pair of nines, ace kicker" and net_cents(best.log, 1) > 0
    assert _hand(laid) == "ace-queen-nine high" and net_cents(laid.log, 1) < 0


def test_the_bonus_pays_on_the_best_three_whatever_was_set():
    cards = {five(1): "9c 9d 9h Qd 2d", DEALER: WEAK.replace("9h", "8h")}
    choice = Decide(1, "three-card", cards=parse_cards("Qd 9c 2d"))
    assert settled(played(cards, [choice]))[1, "three-five-bonus"] == 500 + 500


@pytest.mark.parametrize(("cards", "cents"), [("Ah Kh Qh 8d 4c", 5000), ("Ah Kh Qd 8d 4c", -500)])
def test_the_top_row_of_three_cards_needs_one_suit(cards, cents):
    choice = [Decide(1, "three-card")]
    assert settled(played({five(1): cards, DEALER: WEAK}, choice))[1, "three-five-bonus"] == cents


@pytest.mark.parametrize("laid", ["Ah Qd", "Ah Qd 9c 2d", "Ah Qd Kc", "Ah Ah Qd"])
def test_only_three_of_the_own_cards_can_be_set(laid):
    opened = Rigged(GAME, bets(1, **SPOTS), {five(1): "9c 9d Ah Qd 2d"}).played()
    assert opened.why_not(Decide(1, "three-card", cards=parse_cards(laid))).rule == "wrong-cards"
    reason = opened.why_not(Decide(1, "five-card", cards=parse_cards("Ah Qd 9c")))
    assert reason.rule == "nothing-to-set"


def test_cards_set_by_a_player_are_seen_by_nobody_else():
    placed = bets(1, **SPOTS) + bets(2, **SPOTS)
    choice = Decide(1, "three-card", cards=parse_cards("Ah Qd 9c"))
    round = Rigged(GAME, placed, {five(1): "9c 9d Ah Qd 2d"}, [choice]).played()
    for viewer, knows in (
        (player(1), True),
        (AUDITOR, True),
        (player(2), False),
        (DEALER_SEES, False),
    ):
        made = next(e for e in view(round, viewer).log if isinstance(e, Decide))
        assert (made.cards == choice.cards) is knows


def test_the_dealer_sets_his_hand_high_to_low_with_the_best_three_forward():
    log = played({five(1): WEAK, DEALER: "4s 8c Ks 8d 5d"}, [Decide(1, "five-card")]).log
    (arranged,) = [e for e in log if isinstance(e, Arranged)]
    assert arranged.row == parse_cards("Ks 8d 8c 5d 4s")
    assert set(arranged.forward) == set(parse_cards("8c 8d Ks"))


def test_players_may_win_on_both_bonus_tables():
    cards = {five(1): "Ac Kc Qc Jc Tc", DEALER: "9d 8h 4s 3s 2d"}
    assert settled(played(cards, [Decide(1, "five-card")]))[1, "three-five-bonus"] == 500 * 510


def test_the_higher_prize_alone_is_for_analysis_and_opens_no_table():
    with pytest.raises(PitError, match="three_five_bonus_pays = higher"):
        open_table(read(GAME, {"three_five_bonus_pays": "higher"}))


@pytest.mark.parametrize(("value", "net"), [("lost", -500), ("in-action", 1000)])
def test_bonuses_after_a_fold_follow_the_option(value, net):
    cards = {five(1): "9c 9d 9s 5d 2d", DEALER: WEAK}
    round = played(cards, [Decide(1, "fold")], options={"bonuses_on_fold": value})
    assert settled(round) == {(1, "ante"): -500, (1, "three-five-bonus"): net}


@pytest.mark.parametrize(
    ("value", "order"),
    [
        ("last", ["ante", "play", "three-five-bonus", "five-card-bonus"]),
        ("first", ["three-five-bonus", "five-card-bonus", "ante", "play"]),
    ],
)
def test_bonuses_are_settled_last_or_first(value, order):
    placed = bets(1, **SPOTS, five_card_bonus=500)
    chosen = {"bonuses_settled": value}
    log = played({}, [Decide(1, "five-card")], bets=placed, options=chosen).log
    assert [e.wager for e in log if isinstance(e, Settled)] == order


def test_two_decks_alternate_only_where_the_house_uses_two():
    with pytest.raises(TermsError, match="one deck only"):
        table(GAME).open_round(Terms(pack=2))
    two = table(GAME, {"shuffler": "machine-two-decks"})
    assert two.open_round(Terms(pack=2)).terms.pack == 2


def test_a_3_card_player_lays_three_behind_play_and_two_under_the_3_5_bonus():
    hand = {five(1): "9c Qd 9d Ah 2s", DEALER: "Kc Jd 9h 5s 2c"}
    log = played(hand, [Decide(1, "three-card")]).log
    (laid,) = [e for e in log if isinstance(e, Laid)]
    assert laid.line == "seat 1 lays 9c 9d Ah behind play, Qd 2s under three-five-bonus"
    other = laid.seen_by(player(2)).line
    assert other == "seat 1 lays ?? ?? ?? behind play, ?? ?? under three-five-bonus"
    own = played(hand, [Decide(1, "three-card", cards=parse_cards("Ah 9c Qd"))]).log
    (laid,) = [e for e in own if isinstance(e, Laid)]
    assert laid.line == "seat 1 lays Ah 9c Qd behind play, 9d 2s under three-five-bonus"
    assert not any(isinstance(e, Laid) for e in played(hand, [Decide(1, "five-card")]).log)
