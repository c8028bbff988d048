"""Mini-Tex at the table, by the steps of its dealing procedure."""

import pytest
from tests.ask.rounds import (
    Arranged,
    Bet,
    Burnt,
    Collected,
    Compared,
    Dealt,
    Decide,
    DeckPutAway,
    KeptFaceDown,
    Qualified,
    Settled,
    Shown,
    Turned,
    balances,
    net_cents,
)

from feltworks.cards import parse_cards

from .golden_rounds import BOARD, DEALER, hold, stay
from .rigging import Rigged, bets, lines, settled

GAME = "mini-tex"
CARDS = {hold(1): "9c 9d", DEALER: "Kh 2d", BOARD: "2s 9h Jd"}


def played(cards=CARDS, decisions=None, **more):
    placed = more.pop("bets", bets(1, ante=1000))
    return Rigged(GAME, placed, cards, decisions or stay(1), **more).played()


def test_step_2_cards_go_one_at_a_time_from_the_dealers_left_and_the_dealer_last():
    round = played(
        {}, [Decide(2, "fold"), Decide(5, "fold")], bets=bets(5, ante=500) + bets(2, ante=500)
    )
    dealt = [(e.seat, e.zone, e.face) for e in round.log if isinstance(e, Dealt)]
    once = [(2, "hole", "down"), (5, "hole", "down"), (None, "dealer", "down")]
    assert dealt == once * 2


def test_steps_3_6_and_9_bets_are_one_one_and_two_times_the_ante():
    log = played().log
    assert [e.line for e in log if e.line.startswith("seat 1 puts")] == [
        "seat 1 puts $10 on flop",
        "seat 1 puts $10 on river",
        "seat 1 puts $20 on play",
    ]


def test_steps_5_and_8_one_card_is_buried_before_two_and_before_one():
    kinds = [
        "burn" if isinstance(e, Burnt) else "board"
        for e in played().log
        if isinstance(e, Burnt) or (isinstance(e, Dealt) and e.zone == "community")
    ]
    assert kinds == ["burn", "board", "board", "burn", "board"]


def test_step_2_alternative_three_face_down_no_burn_and_the_deck_put_away():
    log = played(options={"community_dealing": "up-front"}).log
    board = [e for e in log if isinstance(e, Dealt) and e.zone == "community"]
    assert [e.face for e in board] == ["down"] * 3
    assert not any(isinstance(e, Burnt) for e in log)
    assert [e.cards for e in log if isinstance(e, Turned)] == [
        parse_cards("2s 9h"),
        parse_cards("Jd"),
    ]
    first_choice = next(at for at, e in enumerate(log) if isinstance(e, Decide))
    away = next(at for at, e in enumerate(log) if isinstance(e, DeckPutAway))
    assert away < first_choice


def test_step_4_folded_wagers_are_collected_after_each_decision():
    round = played(decisions=[Decide(1, "bet"), Decide(1, "fold")])
    assert settled(round) == {(1, "ante"): -1000, (1, "flop"): -1000}
    assert all(e.case == "folded" for e in round.log if isinstance(e, Settled))
    assert any(e == Collected(1) for e in round.log)


def test_step_4_a_folded_hand_with_a_live_pocket_poker_wager_stays_face_down_beside_it():
    round = played(decisions=[Decide(1, "fold")], bets=bets(1, ante=1000, pocket_poker=500))
    assert KeptFaceDown(1, "pocket-poker") in round.log
    assert settled(round) == {(1, "ante"): -1000, (1, "pocket-poker"): 1500}


def test_step_4_folded_cards_with_no_live_wager_are_left_by_option():
    chosen = {"folded_hands": "left"}
    log = played(decisions=[Decide(1, "fold")], options=chosen).log
    assert KeptFaceDown(1, None) in log
    assert log.index(KeptFaceDown(1, None)) < log.index(Collected(1))


def test_when_everybody_has_folded_no_more_cards_are_dealt_and_the_dealer_does_not_show():
    log = played(decisions=[Decide(1, "fold")]).log
    assert not any(isinstance(e, Burnt | Shown) for e in log)


def test_step_11a_both_hole_cards_in_use_take_the_one_community_card_beside_them():
    log = played({hold(1): "Ac 4d", DEALER: "Th 8c", BOARD: "2s 9h Ad"}).log
    (arranged,) = [e for e in log if isinstance(e, Arranged)]
    assert arranged.row == parse_cards("2s Ad 9h Th 8c") and arranged.turned == ()


def test_step_11b_one_hole_card_in_use_lies_by_two_community_cards_and_the_other_is_turned():
    log = played({hold(1): "Ac 4d", DEALER: "2h 8c", BOARD: "Ts 9h Jd"}).log
    (arranged,) = [e for e in log if isinstance(e, Arranged)]
    assert arranged.row == parse_cards("Jd Ts 9h 8c 2h")
    assert arranged.turned == parse_cards("2h")


def test_step_12_settling_starts_from_the_dealers_right():
    three = [b for seat in (1, 2, 3) for b in bets(seat, ante=500)]
    choices = [Decide(seat, "bet") for _ in range(3) for seat in (1, 2, 3)]
    log = played({}, choices, bets=three).log
    assert [e.seat for e in log if isinstance(e, Compared)] == [3, 2, 1]


def test_step_12a_pocket_poker_is_settled_before_the_hands_are_compared():
    log = played(bets=bets(1, ante=1000, pocket_poker=500)).log
    order = [
        e.wager if isinstance(e, Settled) else "compare"
        for e in log
        if isinstance(e, Settled | Compared)
    ]
    assert order == ["pocket-poker", "compare", "ante", "flop", "river", "play"]


def test_step_12b_qualifiers():
    ace_king = {hold(1): "Qc Qd", DEALER: "Ah 5c", BOARD: "Ks 9h 2d"}
    for value, expected in (("pair", False), ("ace-king", True)):
        log = played(ace_king, options={"dealer_qualifier": value}).log
        (standing,) = [e for e in log if isinstance(e, Qualified)]
        assert standing.qualified is expected
        assert standing.hand == "ace-king-nine high"


def test_step_13a_no_qualifier_pays_three_wagers_whoever_is_better():
    for hole in ("7c 5d", "Ac Ad"):
        round = played({hold(1): hole, DEALER: "Kh Qd", BOARD: "2s 9h 4d"})
        assert settled(round) == {
            (1, "ante"): 1000,
            (1, "flop"): 1000,
            (1, "river"): 1000,
            (1, "play"): 0,
        }


def test_step_13b_all_four_pay_even_money():
    assert net_cents(played().log, 1) == 1000 + 1000 + 1000 + 2000


def test_step_13c_all_four_lose():
    round = played({hold(1): "Ac 4d", DEALER: "Jh Jc", BOARD: "2s 9h Jd"})
    assert net_cents(round.log, 1) == -5000


def test_step_13d_an_exact_tie_pushes_all_four():
    round = played({hold(1): "Jc 5d", DEALER: "Jh 4c", BOARD: "9s Ah Jd"})
    assert set(settled(round).values()) == {0} and balances(round.log) == {}


def test_players_cannot_use_all_three_community_cards():
    """The board is a straight flush; nobody has it, and the dealer's king high does not qualify."""
    round = played({hold(1): "2c 7d", DEALER: "Kd 2h", BOARD: "4s 5s 6s"})
    hands = [e.hand for e in round.log if isinstance(e, Compared)]
    assert hands == ["seven-high straight"]
    assert any(
        e.line == "dealer does not qualify in main with king-six-five high" for e in round.log
    )


@pytest.mark.parametrize(
    ("player", "dealer", "cents"),
    [("As 7d", "4s 9d", -1000), ("As 7d", "Kc 9c", 1000), ("As 7d", "Kh Ad", 0)],
    ids=["below two, three, four", "above a flush", "a tie with the same straight"],
)
def test_ace_two_three_is_the_lowest_straight(player, dealer, cents):
    round = played({hold(1): player, DEALER: dealer, BOARD: "2c 3c Jh"})
    assert settled(round)[1, "play"] == 2 * cents


def test_pocket_poker_table_by_option():
    ace_king = {hold(1): "Ac Kc", DEALER: "Kh 2d", BOARD: "2s 9h Jd"}
    placed = bets(1, ante=1000, pocket_poker=500)
    for value, odds in (("30-20", 30), ("35-15", 35), ("25-20", 25)):
        chosen = {"pocket_poker_table": value}
        round = played(ace_king, [Decide(1, "fold")], bets=placed, options=chosen)
        assert settled(round)[1, "pocket-poker"] == 500 * odds


def test_pocket_poker_not_offered():
    table = Rigged(GAME, [], {}, options={"pocket_poker_table": "not-offered"}).table
    from tests.ask.rounds import Terms

    reason = table.open_round(Terms()).why_not(Bet(1, "pocket-poker", 500))
    assert reason is not None and reason.rule == "not-offered"


def test_hands_go_to_the_discard_rack_at_the_end():
    assert lines(played())[-3:] == [
        "seat 1 to the discard rack",
        "the dealer's and the table's cards to the discard rack",
        "round closed",
    ]
